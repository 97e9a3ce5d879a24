"""Matches played for the referees: mixed players, any options; each hand as the lines of its record.

To every answer the line of the record gets a key of ours, `legal`: what else might have been answered there.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from quepu.book import Rulebook, rulebook
from quepu.bots.seat import CoreBot
from quepu.errors import IllegalAction
from quepu.game.match import Match
from quepu.records.lines import header_of, step_lines
from tests.referees.players import OWN
from tests.referees.tiles import SEATS

#: who plays a match together, in turn; `restless` and `collector` are of `players.py`
TABLES = (("greedy", "collector", "greedy", "collector"), ("restless", "greedy", "restless", "greedy"),
          ("aware", "random", "restless", "greedy"), ("restless",) * 4, ("collector",) * 4,
          ("random", "collector", "aware", "restless"))
Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as it was recorded, and where it stood in its match."""

    rule: str
    seed: int
    options: Mapping[str, Any]
    names: Mapping[str, str]            # of the fans, as the rulebook calls them in Chinese, by id
    lines: tuple[Line, ...]             # from the beginning of the hand to its settlement
    scores: tuple[int, ...]             # of the players before it
    following: tuple[int, ...] | None   # the players in the seats of the next hand; None after the last
    earlier: tuple["Hand", ...]         # hands of the match before this one

    @property
    def number(self) -> int:
        """Which of the match."""
        return int(self.lines[0]["hand"])

    @property
    def players(self) -> tuple[int, ...]:
        """The player in each seat, the dealer first."""
        return tuple(self.lines[0]["players"])

    @property
    def settlement(self) -> Line:
        """Its last line: wins with fans, ledger, scores."""
        return self.lines[-1]


def book_for(rule: str) -> Rulebook:
    """The rulebook of that id; QUEPU_REFEREE_BOOK_ID names the file of one that does not ship yet."""
    return rulebook(os.environ.get(f"QUEPU_REFEREE_BOOK_{rule.upper()}", rule))


def hands_of(rule: str, seed: int, options: Mapping[str, Any], most: int,
             table: tuple[str, ...] = ()) -> Iterator[Hand]:
    """The hands of one match, `most` at most."""
    book = book_for(rule).with_options(**options)
    table = table or TABLES[seed % len(TABLES)]
    match = Match(book, seed, table)
    players = [OWN[name](seed + place) if name in OWN else CoreBot(name) for place, name in enumerate(table)]
    names = {fan.id: fan.names.get("zh", fan.id) for fan in book.model.fans}
    chosen = header_of(match)["options"]
    earlier: list[Hand] = []
    lines: list[Line] = []
    before, scores = match.scores, match.scores
    while True:
        first = len(match.steps)
        match.begin()
        if lines:
            earlier.append(Hand(book.id, seed, chosen, names, tuple(lines), before, match.hand.players,
                                tuple(earlier)))
            yield earlier[-1]
        if len(earlier) >= most:
            return
        before, offers = scores, []
        while not match.hand_over:
            seat = match.asked[0]
            offers.append([action.text for action in match.legal(seat)])
            answer = players[match.player_of(seat)].decide(match, seat)
            try:
                match.play(seat, answer)
            except IllegalAction:
                if answer != "false_win":
                    raise
                match.play(seat, CoreBot("greedy").decide(match, seat))
        scores, offered = match.scores, iter(offers)
        lines = [line | {"legal": next(offered)} if line["type"] == "action" else line
                 for step in match.steps[first:] for line in step_lines(step)]
        if match.over:
            yield Hand(book.id, seed, chosen, names, tuple(lines), before, None, tuple(earlier))
            return


def place(letter: str) -> int:
    """The number of a seat."""
    return SEATS.index(letter)


def purse(text: str) -> int:
    """The number of who pays or is paid: a seat, or after the seats somebody who bets from outside, O1, O2 ..."""
    return place(text) if text in SEATS else len(SEATS) - 1 + int(text.removeprefix("O"))


def owner_of(number: int) -> str:
    """The text of that number."""
    return SEATS[number] if number < len(SEATS) else f"O{number - len(SEATS) + 1}"
