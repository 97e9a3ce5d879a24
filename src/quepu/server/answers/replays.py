"""Records played again, in a worker: a hand step by step, advice at a step, and what a game is made of that goes on."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from quepu.advice.of_record import asked_at
from quepu.advice.outlooks import Advice
from quepu.book import Rulebook
from quepu.bots.hints import after_lines
from quepu.faults import Fault
from quepu.game.events import Aborted, Event, NoWinner, TurnedUp, Won
from quepu.game.match import Match
from quepu.game.steps import Step
from quepu.records.botzone import botzone_format, read_botzone
from quepu.records.foreign import lines_of
from quepu.records.lines import Record, book_of, opened, walk, write_record
from quepu.records.mjai import read_mjai
from quepu.records.mjai_format import mjai_format
from quepu.records.tenhou import read_tenhou
from quepu.server.problem import CONFLICT, NOT_FOUND, ProblemError
from quepu.server.safety.player_names import cleaned
from quepu.server.tables.knowledge import WATCHES
from quepu.server.tables.stored_steps import StoredStep, stored
from quepu.server.tables.telling import settlement_json, standings_json, view_json
from quepu.tiles import seat_of

MOST_HANDS = 4_000         # of one answer about a step: some seconds, well within what a record may take
_ENDS = (Won, NoWinner, Aborted)        # what comes before the tiles that lay face down are turned over


class Shown(BaseModel):
    """A hand of a record as it is shown; a stranger's process may have told it."""

    model_config = ConfigDict(extra="forbid")

    header: dict[str, Any]
    over: bool
    hands: int
    hand: int
    frames: list[dict[str, Any]]


class Continued(BaseModel):
    """What a game is made of that goes on from a record."""

    model_config = ConfigDict(extra="forbid")

    version: Annotated[int, Field(ge=0, lt=1 << 31)]
    seed: Annotated[int, Field(ge=0, lt=1 << 63)]
    walls: list[Annotated[str, Field(max_length=2000)]] = Field(max_length=400)
    first_round: Annotated[int, Field(ge=0, lt=1 << 31)]
    start: dict[str, Any]
    players: list[Annotated[str, Field(max_length=400)]] = Field(min_length=2, max_length=4)
    steps: list[tuple[str, int | None, str]]

    def stored(self) -> list[StoredStep]:
        """Its steps as they are kept."""
        return [StoredStep(*step) for step in self.steps]


def walked(record: Record, book: Rulebook) -> tuple[Match, Iterator[Any]]:
    """The match of a record before its first step, and its steps, each made when it is asked for."""
    match = opened(record, book_of(record, book))
    return match, walk(record, match)


def hand_shown(record: Record, match: Match, hand: int) -> tuple[dict[str, Any], range]:
    """What a record is and which of its hands is shown; the places of that hand's steps."""
    begins = [number for number, step in enumerate(match.steps) if step.kind == "begin"]
    if not 1 <= hand <= len(begins):
        raise ProblemError(NOT_FOUND, Fault("record.no_hand", hand=hand, count=len(begins)))
    last = begins[hand] if hand < len(begins) else len(match.steps)
    match.players = tuple(map(cleaned, match.players, count()))         # whoever wrote it may have called them anything
    header = {**record.header, "players": list(match.players)}
    return {"header": header, "over": record.is_over, "hands": len(begins), "hand": hand}, range(begins[hand - 1], last)


def framed(match: Match, number: int, lang: str) -> dict[str, Any]:
    """What a step did, and the table after it with all hands open; tiles turned face down are seen when they are."""
    step = match.steps[number]
    after, model = match.at(number + 1), match.book.model
    view = after.view(None, open_hands=True)
    if not after.hand_over:
        view = replace(view, turned=_seen_by_any(after))
    return {"step": number + 1, "kind": step.kind, "seat": step.seat,
            "action": None if step.action is None else step.action.label(lang),
            "lines": [event.line(lang, model) for event in _told(step)], "view": view_json(view, model, lang),
            "settlement": None if step.settlement is None else settlement_json(step.settlement, model, lang),
            "standings": None if step.settlement is None else standings_json(after)}


def _seen_by_any(match: Match) -> tuple[str, ...]:
    """The turned tiles that at least one seat may look at."""
    seen = [match.view(seat).turned for seat in (None, *range(match.seats))]
    return max(seen, key=len)


def _told(step: Step) -> Iterator[Event]:
    """The events of a step as a replay tells them: a tile that lies face down is told once it is turned over."""
    hidden = () if step.settlement is None else [tile for tile in step.settlement.turned if tile.hidden]
    for event in step.events:
        yield event.seen_by(WATCHES) or event if isinstance(event, TurnedUp) else event
        if isinstance(event, _ENDS) and hidden:
            yield from (TurnedUp(tile.lot, tile.tile, tile.seat) for tile in hidden)
            hidden = ()


def hinted(match: Match, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What each answer brings at a table in play, and how far the hand is after the best.

    It hangs on nothing that the seat cannot see, and does not say how many steps were made: some may be others' secret.
    """
    seat, lang = seat_of(str(asked["seat"])), str(asked["lang"])
    found = match.advise(seat, samples=asked.get("samples"), most=MOST_HANDS)
    return {**_told_advice(found, lang), "after": after_lines(match, seat, found.best.action, lang)}


def advised(match: Match, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What each answer brings that a seat may give after so many steps; as many hands are played as were asked for."""
    step, seat = int(asked["step"]), asked.get("seat")
    if step > len(match.steps):
        raise ProblemError(NOT_FOUND, Fault("record.no_step", step=step, count=len(match.steps)))
    there, place = asked_at(match, step, None if seat is None else seat_of(str(seat)))
    found = there.advise(place, samples=asked.get("samples"), seed=int(asked["seed"]), most=MOST_HANDS)
    return {"step": step, **_told_advice(found, str(asked["lang"]))}


def _told_advice(found: Advice, lang: str) -> dict[str, Any]:
    """Advice as plain values, each answer with its words too."""
    values = found.as_json()
    values["answers"] = [{**told, "label": one.action.label(lang)}
                         for told, one in zip(values["answers"], found.outlooks, strict=True)]
    return {**values, "text": found.explain(lang)}


def rulebook_of_format(kind: str) -> str:
    """The rulebook by which another platform's games are played."""
    return botzone_format().rulebook if kind == "botzone" else mjai_format().rulebook


def converted(text: str, kind: str) -> str:
    """The record of a log in another platform's format; of Botzone's, where each line is a hand, the first."""
    if kind == "botzone":
        lines = lines_of(text)
        return write_record(read_botzone(lines[0][1] if lines else text, "record"))
    return write_record((read_mjai if kind == "mjai" else read_tenhou)(text, "record"))


def continued(match: Match, step: int, player: int) -> dict[str, Any]:
    """What a game is made of that goes on as the match stood after so many steps, with this player's place taken."""
    if step > len(match.steps):
        raise ProblemError(NOT_FOUND, Fault("record.no_step", step=step, count=len(match.steps)))
    if match.at(step).over:
        raise ProblemError(CONFLICT, Fault("record.over_here"))
    if player >= match.seats:
        raise ProblemError(CONFLICT, Fault("record.no_player", player=player, last=match.seats - 1))
    return {"version": match.book.model.version, "seed": match.seed, "walls": list(match.walls),
            "first_round": match.first_round, "start": match.start.as_json(), "players": list(match.players),
            "steps": [stored(one) for one in match.steps[:step]]}
