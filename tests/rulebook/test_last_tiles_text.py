"""The number at which a rule for the last tiles begins to hold: what the reader is told is what the engine does."""

import re
from typing import Any

import pytest

from quepu.book import rulebook
from quepu.game.match import Match
from quepu.rulebook.file.load import known_ids, read_chain
from quepu.rulebook.prose.procedure_text import procedure_text
from tests.laid import begun, texts

MOST = 8            # so many tiles are tried
SETTINGS: dict[str, dict[str, Any]] = {"sichuan": {"huan_san_zhang": False, "ding_que": False}}
FIRST = "258s8p"      # the first four tiles of a hand, which some rulebooks keep until it is ready
WON_ON = "123m456m789m11p99p"       # waits for 1p and 9p, and may win in every rulebook that forces wins
RULES = {rule: list(rows if isinstance(rows, list) else [rows])
         for rule in known_ids() if (rows := read_chain(rule)[0].get("wall", {}).get("last"))}


def left(match: Match) -> int:
    """Tiles that can still be drawn."""
    table = match.table
    return int(table.wall_back) - int(table.wall_front) - int(table.reserve)


def after_the_discard(rule: str, tile: str, south: str, **also: Any) -> dict[int, Match]:
    """Matches in which E has discarded the tile, by the number of tiles that are then left."""
    found = {}
    reserve = left(begun(rule, FIRST + tile, south, fill=24, options=SETTINGS.get(rule)))
    for fill in range(24 - reserve, 24 - reserve + MOST):
        match = begun(rule, FIRST + tile, south, fill=fill, options=SETTINGS.get(rule), **also)
        while match.asked and f"discard {tile}" not in texts(match, match.asked[0]):
            match.play(match.asked[0], texts(match, match.asked[0])[-1])
        if match.hand_over:             # of the last tiles nothing is discarded at all
            continue
        now = left(match)
        match.play("E", f"discard {tile}")
        found[now] = match
    return found


def found_by_playing(rule: str, kind: str) -> int:
    """At how many tiles left the rule begins to hold."""
    if kind == "must_win":
        held = {n for n, match in after_the_discard(rule, "9p", WON_ON).items() if 1 not in match.asked}
    elif kind == "draw_only":       # nobody discards once so many were left before his draw
        held = {n for n, match in after_the_discard(rule, "5m", "").items() if n and
                not any(text.startswith("discard") for text in (texts(match, match.asked[0]) if match.asked else []))}
    elif kind == "offered":
        held = {n for n, match in after_the_discard(rule, "5m", "").items() if n and match.hand_over}
    else:
        held = {n for n, match in after_the_discard(rule, "5m", "2479p55m").items()
                if 1 not in match.asked or "pung" not in texts(match, 1)}
    assert held, "it never holds"
    assert held >= set(range(min(held), max(held))), "it holds from some number on"
    return max(held)


@pytest.mark.parametrize(("rule", "kind"), [(rule, row["rule"]) for rule, rows in RULES.items() for row in rows])
@pytest.mark.parametrize("lang", ["zh", "zh-Hant", "en"])
def test_the_number_told_is_the_number_at_which_it_begins(rule: str, kind: str, lang: str) -> None:
    model = rulebook(rule, **SETTINGS.get(rule, {})).model
    wall, = (part for part in procedure_text(model, lang) if part.id == "wall")
    line = wall.entries[0].lines[-1]
    numbers = [int(number) for number in re.findall(r"\d+", line)]
    assert (numbers or [0]) == [found_by_playing(rule, kind)], line


def test_sichuan_forces_wins_from_four_tiles_on() -> None:
    wall, = (part for part in procedure_text(rulebook("sichuan").model, "zh") if part.id == "wall")
    assert wall.entries[0].lines[-1] == "牌墙剩 4 张起，能和就必须和"
