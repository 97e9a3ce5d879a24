"""When a kong turns its indicator: a concealed one at once, an open or added one with the discard after it.

Every wall ends with the replacements, before them the indicators: shown and hidden in turn, from the back on.
"""

import pytest

from quepu.game import events as ev
from quepu.game.match import Match
from quepu.game.plain_engine import PlainEngine
from tests.laid import dead_wall, dealt, go, pass_all, plain_engine

#: East holds 888s; South discards nothing of use; North waits for nothing
EAST = "888s123m456m23p11z9m"
OTHERS = ("1379m1378p137s5z6z", "2468m258p2469s6z7z", "159m158p2456s3z4z5z")
REPLACEMENTS = "9m1s9p1s"
INDICATORS = "7s2z3z2z5z2z6z1z"         # shown 7s, then of kongs 3z, 5z, 6z


@pytest.fixture(scope="module")
def engines() -> dict[str, PlainEngine]:
    return {value: plain_engine("riichi", open_kan_dora=value) for value in ("discard", "draw", "at_once")}


def match_of(engine: PlainEngine, draws: str = "", east: str = EAST, replacements: str = REPLACEMENTS,
             others: tuple[str, ...] = OTHERS) -> Match:
    return dealt(engine.book, (east, *others), draws, dead_wall(replacements, INDICATORS), None, engine=engine)


def told(match: Match) -> list[str]:
    """What happened since the deal: kongs, draws, discards, indicators and wins, in order."""
    found = []
    for event in match.events:
        if isinstance(event, ev.TurnedUp) and event.lot == "dora":
            found.append(f"dora {event.tile}")
        elif isinstance(event, ev.KongMade):
            found.append(f"{event.form} {event.tile}")
        elif isinstance(event, ev.Drawn | ev.Discarded | ev.Won):
            found.append(f"{event.type} {event.tile}")
    return found


def test_a_concealed_kong_turns_at_once(engines) -> None:
    match = match_of(engines["discard"], east="8888s123m456m23p11z")
    match.play("E", "kong 8s")
    pass_all(match)
    assert told(match) == ["dora 7s", "concealed 8s", "dora 3z", "drawn 9m"]


@pytest.mark.parametrize(("when", "order"), [
    ("discard", ["melded 8s", "drawn 9m", "discarded 9m", "dora 3z"]),
    ("draw", ["melded 8s", "drawn 9m", "dora 3z", "discarded 9m"]),
    ("at_once", ["melded 8s", "dora 3z", "drawn 9m", "discarded 9m"])])
def test_an_open_kong_turns_when_the_rulebook_says(engines, when, order) -> None:
    match = match_of(engines[when], draws="8s")
    go(match, "E discard 9m")
    pass_all(match)
    go(match, "S discard 8s", "E kong melded 8s")
    pass_all(match)
    match.play("E", "discard 9m")
    assert told(match)[4:8] == order


@pytest.mark.parametrize(("when", "order"), [
    ("discard", ["added 8s", "drawn 9m", "discarded 9m", "dora 3z"]),
    ("draw", ["added 8s", "drawn 9m", "dora 3z", "discarded 9m"]),
    ("at_once", ["added 8s", "dora 3z", "drawn 9m", "discarded 9m"])])
def test_so_does_an_added_kong(engines, when, order) -> None:
    match = match_of(engines[when], draws="8s4s4s4s8s", east="88s123m456m239p11z9m", others=("", "", ""))
    go(match, "E discard 9m")
    pass_all(match)
    go(match, "S discard 8s", "E pung", "E discard 9p")
    pass_all(match)
    for seat in "SWN":
        match.play(seat, "discard 4s")
        pass_all(match)
    match.play("E", "kong added 8s")
    pass_all(match)
    match.play("E", "discard 9m")
    since = told(match)
    assert since[since.index("added 8s"):][:4] == order


def test_another_kong_turns_what_the_first_one_brought(engines) -> None:
    match = match_of(engines["discard"], draws="8s", east="888s7777p456m23m9s1z", others=("", "", ""))
    go(match, "E discard 1z")
    pass_all(match)
    go(match, "S discard 8s", "E kong melded 8s", "E kong concealed 7p")
    pass_all(match)
    assert told(match)[-6:] == ["melded 8s", "drawn 9m", "concealed 7p", "dora 3z", "dora 5z", "drawn 1s"]


def test_a_win_on_the_replacement_does_not_count_it(engines) -> None:
    """East wins with a pair of North on its replacement: the indicator West comes too late for it."""
    totals = {}
    for when in ("discard", "at_once"):
        match = match_of(engines[when], "8s", "888s123m456m23p44z9s", "1p9m1s1s")
        go(match, "E discard 9s")
        pass_all(match)
        go(match, "S discard 8s", "E kong melded 8s", "E win")
        totals[when] = {fan.id: fan.count for fan in match.settlements[-1].wins[0].score.fans}
    assert totals["discard"] == {"rinshan": 1, "dora": 4}
    assert totals["at_once"] == {"rinshan": 1, "dora": 6}
