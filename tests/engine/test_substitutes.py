"""Tiles in a wild tile's place, tiles only thought of, and a wall that ends at a turned tile: at the table."""

import numpy as np
import pytest

import quepu
from quepu.engine.course import audit
from quepu.engine.layout.bot_room import Policy
from quepu.game.match import Match
from quepu.tiles import code
from tests.laid import KINDS, begun, discard, engine_of, go, house, memory, texts
from tests.players import played

BOOK, THOUGHT = house("substitute"), house("thought_of")


def laid(*hands: str, draws: str = "", tail: str = "3m2p2p2p", **more: object) -> Match:
    """A hand whose flip is the first tile of the tail: the fourth from the back, since no die is thrown."""
    return begun(BOOK, *hands, draws=draws, tail=tail, **more)       # type: ignore[arg-type]


@pytest.mark.parametrize("kind", KINDS)
def test_a_substitute_is_claimed_and_laid_as_the_tile_it_is(kind: str) -> None:
    match = laid("5z", "12m99p147s1234z66z", kind=kind)
    assert match.view("S").wild == "3m"
    match.play("E", "discard 5z")
    assert "chow 123m" in texts(match, "S")
    match.play("S", "chow 123m")
    assert match.view("E").seats[1].melds == ("[12m5z,1]",)
    assert match.view("E").seats[0].river[0].claimed


@pytest.mark.parametrize("kind", KINDS)
def test_a_substitute_from_the_hand_makes_the_chow(kind: str) -> None:
    match = laid("1m", "2m5z99p147s1234z66z", kind=kind)
    match.play("E", "discard 1m")
    match.play("S", "chow 123m")
    assert match.view("S").seats[1].melds == ("[12m5z,1]",)
    assert "5z" not in (match.view("S").seats[1].tiles or "")


@pytest.mark.parametrize("kind", KINDS)
def test_substitutes_make_pungs_and_kongs_and_wild_tiles_do_not(kind: str) -> None:
    match = laid("5z", "55z33m9p147s1234z6z", draws="9m9m9m5z", tail="3m2p2p2p", kind=kind)
    match.play("E", "discard 5z")
    match.play("S", "pung")
    assert match.view("S").seats[1].melds == ("[555z,1]",)
    discard(match, "S 9p", "W", "N", "E")
    assert "kong added 5z" in texts(match, "S")
    match.play("S", "kong added 5z")
    assert match.view("S").seats[1].melds == ("[5555z,5]",)


def test_a_discarded_wild_tile_is_claimed_by_nobody() -> None:
    match = laid("3m", "12m99p147s1234z66z", "33m")
    match.play("E", "discard 3m")
    assert match.asked == (1,)
    assert match.view("S").offered is None


def test_where_a_copy_may_and_need_not_none_is_laid_down_as_another() -> None:
    match = laid("5z", "12m99p147s1234z66z", options={"way": "one"})
    match.play("E", "discard 5z")
    assert match.asked == (1,)
    assert match.view("S").offered is None


def test_the_turned_tile_lies_out_of_its_place_and_replacements_pass_over_it() -> None:
    match = laid("1111m", tail="3m7p8p9p")
    assert match.view("E").turned == ("flip 3m",)
    go(match, "E kong concealed 1m")
    assert match.view("E").drawn == "9p"


def test_replacements_come_out_of_the_reserve_and_leave_others_as_many_draws() -> None:
    for kong in (False, True):
        match = laid("1111m2222m", tail="3m7p8p9p", fill=4, draws="")
        if kong:
            go(match, "E kong concealed 1m")
        left = match.view("E").wall_left
        assert left == 3                # of seven behind the deal four are kept; the turned tile is none of them


def test_the_turned_tile_may_be_drawn_last_of_all() -> None:
    match = laid("1111m", tail="3m7p8p9p", fill=0, draws="1z", options={"last": True})
    go(match, "E kong concealed 1m")
    assert match.view("E").drawn == "9p"
    table = match.table
    assert [code(int(tile)) for tile in table.wall[table.wall_front:table.wall_back]] == ["1z", "7p", "8p", "3m"]


def test_a_substitute_may_complete_a_hand_and_is_worth_what_its_face_is() -> None:
    match = laid("5z", "12m456p789s33s222z")
    match.play("E", "discard 5z")
    match.play("S", "win")
    win = match.settlements[0].wins[0]
    assert win.agrees
    assert [fan.id for fan in win.score.fans] == ["plain", "natural", "no_wild"]


@pytest.mark.parametrize("way", ["all", "one"])
def test_distances_know_the_substitute(way: str) -> None:
    book = quepu.rulebook(BOOK, way=way)
    hands = ["12m5z456p789s33s22z", "12m456p789s33s222z", "5z5z456p789s33s22z1m", "555z1m147p258s1234z"]
    exact = [book.waits(hand, wild="3m").distance for hand in hands]
    assert exact == [0, 0, 1, 5]
    assert book.distances(hands, wild="3m").tolist() == exact


def test_a_thought_is_no_fifth_tile() -> None:
    book = quepu.rulebook(THOUGHT)
    assert book.score("123m456p789s33s2z 2z").complete
    assert book.score("(2222z)456p789s33s5p 5p").complete
    for hand in ("1111z456p789s13s 2s", "111z456p789s123s 1z"):         # a fifth east would be the pair
        assert not book.score(hand, self_draw=True).complete
        fast = book.compiled()
        assert fast.score_batch(fast.batch([book.win(hand, self_draw=True)])).legality.tolist() == [-1]
    assert 26 not in [wait.kind for wait in book.waits("1111z456p789s13s").waits]


def test_a_thought_that_was_said_is_that_tile_and_no_other() -> None:
    book = quepu.rulebook(THOUGHT, said=True)
    told = {"thought": {"E": "2z"}}
    assert book.score("123m456p789s33s2z 2z", state=told).complete
    assert not book.score("123m456p789s33s3z 3z", state=told).complete
    assert book.score("123m456p789s33s3z 3z").complete


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_seat_thinks_of_is_told_to_nobody_else(kind: str) -> None:
    match = begun(THOUGHT, "123m456p789s33s2z", options={"said": True}, kind=kind)
    assert match.view("E").own.tile_count == 13         # after the deal
    for seat, thought in zip("ESWN", (28, 5, 6, 7), strict=True):
        match.play(seat, f"choose {thought}")
    chosen = [event for event in match.events if event.type == "chosen"]
    assert [event.value for event in chosen] == [28, 5, 6, 7]                              # type: ignore[attr-defined]
    assert [getattr(event.seen_by(1), "value", 0) for event in chosen] == [None, 5, None, None]
    assert all("28" not in event.seen_by(1).line("en") for event in chosen[:1])            # type: ignore[union-attr]
    assert memory(match, "thought") == [28, 5, 6, 7]


@pytest.mark.parametrize(("name", "options"), [(BOOK, {}), (BOOK, {"way": "one", "last": True}), (THOUGHT, {}),
                                               (THOUGHT, {"said": True})])
@pytest.mark.parametrize("bot", ["GREEDY", "AWARE"])
def test_bots_play_sound_hands(name: str, options: dict[str, object], bot: str) -> None:
    engine = engine_of(name, "compiled", **options)
    log = np.zeros(2 * audit.MOST_STEPS + 2, dtype=np.int64)
    bots = np.array([Policy[bot]] * 4, dtype=np.int64)
    wrong = engine.kernels.play_audited(engine.new_table(), engine.session, bots, 7, 150, 3, log)
    assert wrong == 0, f"hand {wrong // 1000}: faults {wrong % 1000:b} (bits of course.audit)"


@pytest.mark.parametrize("name", [BOOK, THOUGHT])
def test_wins_at_the_table_agree_with_the_reference(name: str) -> None:
    match = played(quepu.rulebook(name), 4, 12)
    wins = [win for settlement in match.settlements for win in settlement.wins]
    assert len(wins) > 3
    assert all(win.agrees for win in wins)
