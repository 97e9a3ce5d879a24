"""Records over HTTP: a record somebody has is read, played again, shown step by step, and played on from any step."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.config import JsonDict
from starlette.datastructures import State

from quepu.faults import Fault
from quepu.game.match import Match
from quepu.records.lines import Record, parse_record
from quepu.server.games.players import BOT_KINDS, PERSON, Player, seated
from quepu.server.games.telling import players_json
from quepu.server.hosting.pace import paced
from quepu.server.hosting.placement import asked_of_host
from quepu.server.hosting.replays import Continued, Shown, continued, framed, hand_shown, walked
from quepu.server.hosting.turns import address_of
from quepu.server.http_problem import BAD_INPUT, CONFLICT, LANGS, ProblemError
from quepu.server.routes.asked_book import Rule
from quepu.server.routes.game_routes import making
from quepu.server.safety.player_names import Name, cleaned

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

    step: int = Field(ge=0, le=100_000, strict=True,
                      description="as many steps of the record stand, counted from its beginning")
    player: int = Field(0, ge=0, le=3, strict=True,
                        description="whose place is taken, as the record counts the players")
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
    sent, lang = await _sent(request), lang if lang in LANGS else "zh"
    state = request.app.state
    record, rule = await _meant(sent)
    if rule.is_own:
        shown = await asked_of_host(state.turns, rule, address_of(request), "show", record=sent.record, hand=hand,
                                    lang=lang)
        return Shown.model_validate(shown).model_dump()
    match = await _replayed(state, record, rule)
    hand_values, places = hand_shown(record, match, hand)
    return {**hand_values, "frames": [framed(match, place, lang) async for place in paced(places)]}


@router.post("/play", status_code=201, summary="Play on from a step of a record")
async def play_on(request: Request, asked: PlayOn) -> dict[str, Any]:
    """Make a game that stands as the record did after `step` steps; the answer is that of `POST /api/games`."""
    for kind in asked.others:
        if kind not in BOT_KINDS:
            raise ProblemError(CONFLICT, Fault("game.no_bot", kind=kind), [Fault("book.known", known=BOT_KINDS)])
    state, address = request.app.state, address_of(request)
    record, rule = await _meant(asked)
    if rule.is_own:
        said = await asked_of_host(state.turns, rule, address, "continue", record=asked.record, step=asked.step,
                                   player=asked.player)
    else:
        said = continued(await _replayed(state, record, rule), asked.step, asked.player)
    made = Continued.model_validate(said)
    kinds = iter([*asked.others, *["greedy"] * 3])
    players = [Player(PERSON, asked.name or cleaned(name, number)) if number == asked.player
               else Player(next(kinds), cleaned(name, number)) for number, name in enumerate(made.players)]
    with making(request, rule):
        live, keys = await state.games.play_on(rule, made, players, asked.player, address)
    return {"id": live.game.id, **keys, "player": asked.player,
            "players": players_json(seated(live.game.made_of.players))}


async def _sent(request: Request) -> Sent:
    data = await request.body()
    try:
        if request.headers.get("content-type", "").partition(";")[0].strip() == "application/json":
            return Sent.model_validate_json(data)
        return Sent(record=data.decode())
    except UnicodeDecodeError:
        raise ProblemError(BAD_INPUT, Fault("server.not_valid"), [Fault("record.utf8")]) from None


async def _meant(sent: Sent) -> tuple[Record, Rule]:
    """A record as it reads, and the rulebook it was played by."""
    record = await asyncio.to_thread(parse_record, sent.record, "record")
    options = record.header["options"]
    try:
        rule = Rule(id=record.header["rulebook"], options=options) if sent.rule is None else \
            Rule(id=sent.rule.id, text=sent.rule.text, options=options)
    except ValidationError:
        raise record.fault(1, Fault("record.no_rule")) from None
    return record, rule


async def _replayed(state: State, record: Record, rule: Rule) -> Match:
    """The match of a record by a rulebook that ships, played again; one record after the other."""
    async with state.replaying:
        book = await state.library.take(rule)
        await state.engines.ready(rule, book)
        match, steps = walked(record, book)
        async for _step in paced(steps):
            pass
    return match
