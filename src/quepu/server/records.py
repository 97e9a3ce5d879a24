"""Records over HTTP: a record somebody has is read, played again, shown step by step, and played on from any step."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.config import JsonDict

from quepu.game.actions import action_text
from quepu.game.match import Match
from quepu.records.lines import Record, book_of, opened, parse_record, walk
from quepu.server.books import Rule
from quepu.server.names import Name, cleaned
from quepu.server.pace import paced
from quepu.server.problem import BAD_INPUT, CONFLICT, NOT_FOUND, ProblemError
from quepu.server.room import BOT_KINDS, PERSON, Player
from quepu.server.told import LANGS, told_players, told_settlement, told_view

router = APIRouter(prefix="/api/records", tags=["records"])

LARGEST_RECORD = 400_000
_RECORD_EXAMPLE = '{"type":"header","format":1, ...}\n{"type":"hand", ...}\n...\n{"type":"end", ...}\n'
_SENT: JsonDict = {"record": _RECORD_EXAMPLE, "rule": None}
_PLAYED_ON: JsonDict = {"record": _RECORD_EXAMPLE, "step": 12, "player": 0, "name": "Ann", "others": ["greedy"] * 3}


class Sent(BaseModel):
    """A record; `rule` only if it was played by a rulebook of one's own, with its text."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [_SENT]})

    record: str = Field(max_length=LARGEST_RECORD)
    rule: Rule | None = None


class PlayOn(Sent):
    """A record and the step from which it is played on, by whoever takes a player's place; bots have the others."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [_PLAYED_ON]})

    step: int = Field(ge=0, le=100_000, description="as many steps of the record stand, counted from its beginning")
    player: int = Field(0, ge=0, le=3, description="whose place is taken, as the record counts the players")
    name: Name | None = None
    others: list[str] = Field(default=["greedy"] * 3, max_length=3, description="random, greedy or aware")


_BODY = {"requestBody": {"required": True, "content": {
    "application/json": {"schema": {key: value for key, value in Sent.model_json_schema(
        ref_template="#/components/schemas/{model}").items() if key != "$defs"}},
    "text/plain": {"schema": {"type": "string"}}}}}


@router.post("", summary="Read a record", openapi_extra=_BODY)
async def read(request: Request, hand: int = 1, lang: str = "zh") -> dict[str, Any]:
    """Play a record again and show one hand of it; what does not fit is told with its line.

    The body is the record itself (JSON lines), or as `application/json` an object with `record` and `rule`.
    """
    match, record, _rule = await replayed(request, await _sent(request))
    begins = [number for number, step in enumerate(match.steps) if step.kind == "begin"]
    if not 1 <= hand <= len(begins):
        raise ProblemError(NOT_FOUND, f"there is no hand {hand} in this record: it has {len(begins)}")
    lang = lang if lang in LANGS else "zh"
    last = begins[hand] if hand < len(begins) else len(match.steps)
    return {"header": record.header, "over": record.is_over, "hands": len(begins), "hand": hand,
            "frames": [_frame(match, step, lang) async for step in paced(range(begins[hand - 1], last))]}


@router.post("/play", status_code=201, summary="Play on from a step of a record")
async def play_on(request: Request, asked: PlayOn) -> dict[str, Any]:
    """Make a game that stands as the record did after `step` steps; the answer is that of `POST /api/games`."""
    for kind in asked.others:
        if kind not in BOT_KINDS:
            raise ProblemError(CONFLICT, f"'{kind}' is no bot", [f"known: {', '.join(BOT_KINDS)}"])
    match, _record, rule = await replayed(request, asked)
    if asked.step > len(match.steps):
        raise ProblemError(NOT_FOUND, f"there is no step {asked.step} in this record: it has {len(match.steps)}")
    match = match.at(asked.step)
    if match.over:
        raise ProblemError(CONFLICT, "the match is over at this step")
    if asked.player >= match.seats:
        raise ProblemError(CONFLICT, f"there is no player {asked.player} in this record: 0 to {match.seats - 1}")
    kinds = iter([*asked.others, *["greedy"] * 3])
    players = [Player(PERSON, asked.name or cleaned(told, number)) if number == asked.player
               else Player(next(kinds), cleaned(told, number)) for number, told in enumerate(match.players)]
    live, keys = await request.app.state.rooms.play_on(rule, match, players, asked.player)
    return {"id": live.room.id, **keys, "player": asked.player, "players": told_players(live.room)}


async def _sent(request: Request) -> Sent:
    data = await request.body()
    try:
        if request.headers.get("content-type", "").partition(";")[0].strip() == "application/json":
            return Sent.model_validate_json(data)
        return Sent(record=data.decode())
    except UnicodeDecodeError:
        raise ProblemError(BAD_INPUT, "not valid", ["a record is UTF-8 text"]) from None


async def replayed(request: Request, sent: Sent) -> tuple[Match, Record, Rule]:
    """The match of a record, played again, and its rulebook; one record after the other."""
    state = request.app.state
    async with state.replaying:
        record = await asyncio.to_thread(parse_record, sent.record, "record")
        options = record.header["options"]
        try:
            rule = Rule(id=record.header["rulebook"], options=options) if sent.rule is None else \
                sent.rule.model_copy(update={"options": options})
        except ValidationError:
            raise record.fault(1, "the rulebook or its options cannot be read") from None
        book = await state.library.take(rule)
        await state.engines.ready(rule, book)
        match = opened(record, book_of(record, book))
        async for _step in paced(walk(record, match)):
            pass
    return match, record, rule


def _frame(match: Match, number: int, lang: str) -> dict[str, Any]:
    """A step: what was done, what came of it, and the table after it with all tiles open."""
    step = match.steps[number]
    view, model = match.at(number + 1).view(None, open_hands=True), match.book.model
    return {"step": number + 1, "kind": step.kind, "seat": step.seat,
            "action": None if step.action is None else action_text(step.action, lang, model),
            "lines": [event.line(lang, model) for event in step.events], "view": told_view(view, model, lang),
            "settlement": None if step.settlement is None else told_settlement(step.settlement, lang)}
