"""Words that the wild-tile and payment rules brought into the language, tried in small house rulebooks."""

from pathlib import Path

import pytest

import quepu
from quepu.book import Rulebook
from quepu.engine.layout.table_facts import Need
from quepu.errors import RulebookError
from quepu.rulebook.language.node import ExpressionError
from quepu.rulebook.language.parse import Names, parse
from quepu.rulebook.language.sight import ACTOR, Book, Place, Sight
from quepu.rulebook.language.vocabulary import READING, TABLE
from quepu.rulecode.play_words import needs

HEAD = 'extends = "base/thirteen"\n'


def house(folder: Path, text: str) -> Rulebook:
    """A rulebook of a few lines."""
    path = folder / "house.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    return quepu.rulebook(str(path))


def fan(when: str) -> str:
    return f"[fan.it]\nname = 'it'\nvalue = 1\nwhen = '{when}'\n"


def test_melds_are_the_sets_laid_down(tmp_path: Path) -> None:
    book = house(tmp_path, fan("any(m.is_kong and not m.is_open for m in melds)"))
    assert book.score("(1111z)234m567p88s99m 9m").total == 1
    assert book.score("[1111z]234m567p88s99m 9m").total == 0


def test_melds_are_known_before_the_hand_is_read(tmp_path: Path) -> None:
    memory = "[memory.laid_kongs]\nscope = 'seat'\nhand = 'count(m for m in melds if m.is_kong)'\n"
    book = house(tmp_path, memory + "[fan.it]\nname = 'it'\nvalue = 'laid_kongs[winner]'\nwhen = 'True'\n")
    assert book.score("(1111z)[222m]567p88s99m 9m").total == 1
    assert book.score("(1111z)[222m]567p88s99m 9m", state={"laid_kongs": {"E": 3}}).total == 3


TOLD_WILD = '\n[wild]\nchosen = "told"\n'


@pytest.mark.parametrize(("wild", "held"), [("1m", "9m"), ("1z", "4z"), ("5z", "7z"), ("6s", "5s")])
def test_next_goes_round_in_circles(tmp_path: Path, wild: str, held: str) -> None:
    book = house(tmp_path, fan("any(t.next.is_wild for t in kinds)") + TOLD_WILD)
    assert book.score(f"222m567p888s22p{held}{held}", tile=held, wild=wild).total == 1
    assert book.score("222m567p888s3322p", tile="2p", wild="9p").total == 0


@pytest.mark.parametrize(("wild", "held"), [("9m", "1m"), ("4z", "1z"), ("7z", "5z"), ("5s", "6s")])
def test_prev_goes_round_the_other_way(tmp_path: Path, wild: str, held: str) -> None:
    condition = "any(t.prev.is_wild and t.prev.next == t and t.next.prev == t for t in kinds)"
    book = house(tmp_path, fan(condition) + TOLD_WILD)
    assert book.score(f"222m567p888s22p{held}{held}", tile=held, wild=wild).total == 1
    assert book.score("222m567p888s3322p", tile="2p", wild="9p").total == 0


def test_the_tile_before_is_data_too(tmp_path: Path) -> None:
    order = '[tiles]\nindicator_order = ["765z"]\n'
    book = house(tmp_path, order + fan('any(t.prev == "6z" for t in kinds)'))
    assert book.score("222m567p888s22p55z 5z").total == 1
    assert book.score("222m567p888s22p77z 7z").total == 0


def test_indicator_order_is_data(tmp_path: Path) -> None:
    order = '[tiles]\nindicator_order = ["765z"]\n'
    book = house(tmp_path, order + fan('any(t.next == "6z" for t in kinds)'))
    assert book.score("222m567p888s22p77z 7z").total == 1
    assert book.score("222m567p888s22p55z 5z").total == 0


def test_a_loop_over_written_tiles(tmp_path: Path) -> None:
    book = house(tmp_path, fan('sum(copies(t) for t in "258m") >= 6'))
    assert book.score("222m888m567p22s77z 7z").total == 1
    assert book.score("222m567p888s22p55z 5z").total == 0


def test_an_option_can_be_taken_out(tmp_path: Path) -> None:
    option = "[option.extra]\nname = 'extra'\ntype = 'bool'\ndefault = true\n"
    book = house(tmp_path, option + fan("options.extra")).with_options(extra=False)
    assert book.score("222m567p888s22p55z 5z").total == 0
    with pytest.raises(RulebookError, match="no option 'extra'"):
        house(tmp_path, option + "enabled = false\n" + fan("True")).with_options(extra=False)


def test_readings_may_be_compared_by_more_than_the_total(tmp_path: Path) -> None:
    text = """
[tally.quality]
[score]
total = "points"
compare = ["quality", "total"]
[fan.chows]
name = "chows"
value = 5
when = "chow_count >= 3"
[fan.pungs]
name = "pungs"
value = 1
tally = "quality"
when = "pung_count >= 3"
"""
    score = house(tmp_path, text).score("111222333m99s55p 9s")
    assert [earned.id for earned in score.fans] == ["pungs"]
    assert score.total == 0


def test_what_is_asked_of_a_word_made_from_others_follows_from_its_meaning() -> None:
    node = parse("claims_by(discarder)", Names(), TABLE)
    assert node.bounds == (0, 6)
    assert needs((node,)) == Need.SEATS | Need.HAND
    assert not Sight(Book(), Place()).of(node)
    assert list(Sight(Book(kongs=True), Place()).of(node)) == [ACTOR]       # a kong that lies face down is his secret


@pytest.mark.parametrize(("text", "code"), [("claims_by(discarder)", "expr.not_yet"), ("claims_by()", "expr.not_yet"),
                                            ("claims_by", "expr.arguments"), ("claim_by(winner)", "expr.no_function")])
def test_a_word_made_from_others_is_refused_where_it_has_no_sense(text: str, code: str) -> None:
    with pytest.raises(ExpressionError) as error:
        parse(text, Names(), READING)
    assert error.value.faults[0].text.code == code
