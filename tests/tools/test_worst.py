"""The search for the slowest hands asks what rulebooks allow, with every option that brings other wild tiles."""

from bench.worst import Hunt, variants

from quepu.server.answers.asked_book import Books


def test_an_option_that_brings_other_wild_tiles_is_asked_too() -> None:
    assert list(variants("hebei")) == ["hebei", "hebei?hun=true"]


def test_the_hands_it_begins_with_are_answered() -> None:
    asked, cost = Hunt(Books(), "hefei", "score").worst(0)
    assert cost > 0, asked
