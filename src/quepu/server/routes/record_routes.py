"""Records over HTTP: a record somebody has is read, played again, shown step by step, and played on from any step."""

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from quepu.faults import Fault
from quepu.locale import tag_meant
from quepu.server.answers.asked_book import Rule
from quepu.server.answers.replays import Continued, Shown
from quepu.server.hosting.turns import address_of
from quepu.server.http_problem import BAD_INPUT, CONFLICT, ProblemError
from quepu.server.routes.asking import values
from quepu.server.routes.game_routes import making
from quepu.server.safety.player_names import Name, cleaned
from quepu.server.tables.players import BOT_KINDS, PERSON, Player, seated
from quepu.server.tables.telling import players_json
from quepu.server.told.games import ConvertedTold, MadeTold, RecordTold

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
    others: list[str] = Field(default=["easy"] * 3, max_length=3, description=(
        "beginner, easy, normal, strong or master"))


_BODY = {"requestBody": {"required": True, "content": {
    "application/json": {"schema": {key: value for key, value in Sent.model_json_schema(
        ref_template="#/components/schemas/{model}").items() if key != "$defs"}},
    "text/plain": {"schema": {"type": "string"}}}}}


@router.post("", summary="Read a record", openapi_extra=_BODY, responses={200: {"model": RecordTold}})
async def read(request: Request, hand: int = 1, lang: str = "zh") -> dict[str, Any]:
    """Play a record again and show one hand of it; what does not fit is told with its line.

    The body is the record itself (JSON lines), or as `application/json` an object with `record` and `rule`.
    """
    sent, lang = await _sent(request), tag_meant(lang) or "zh"
    shown = await asked_of(request, "show", sent, {"hand": hand, "lang": lang})
    return Shown.model_validate(shown).model_dump()


class Foreign(BaseModel):
    """A log as another platform writes it."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [
        {"record": '{"title": ["", ""], "name": ["A", "B", "C", "D"], "rule": {}, "log": [ ... ]}'}]})

    record: str = Field(max_length=LARGEST_RECORD)


@router.post("/convert", summary="Read a log of tenhou.net/6, mjai or Botzone",
             responses={200: {"model": ConvertedTold}})
async def convert(request: Request, asked: Foreign) -> dict[str, Any]:
    """The same game as a record of ours, and which `format` it came in; a log that cannot be is told with its place."""
    return await values(request, "convert", Rule(), asked.model_dump(),
                        request.app.state.settings.limits.record_seconds)


@router.post("/play", status_code=201, summary="Play on from a step of a record",
             responses={201: {"model": MadeTold}})
async def play_on(request: Request, asked: PlayOn) -> dict[str, Any]:
    """Make a game that stands as the record did after `step` steps; the answer is that of `POST /api/games`."""
    for kind in asked.others:
        if kind not in BOT_KINDS:
            raise ProblemError(CONFLICT, Fault("game.no_bot", kind=kind), [Fault("book.known", known=BOT_KINDS)])
    said = await asked_of(request, "play_on", asked, {"step": asked.step, "player": asked.player})
    rule, made = Rule(**said.pop("rule")), Continued.model_validate(said)
    if asked.rule is not None:          # whatever the process says that has read it
        rule = Rule(id=asked.rule.id, text=asked.rule.text, options=rule.options)
    kinds = iter([*asked.others, *["greedy"] * 3])
    players = [Player(PERSON, asked.name or cleaned(name, number)) if number == asked.player
               else Player(next(kinds), cleaned(name, number)) for number, name in enumerate(made.players)]
    with making(request, rule):
        live, keys = await request.app.state.games.play_on(rule, made, players, asked.player, address_of(request))
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


async def asked_of(request: Request, what: str, sent: Sent, asked: dict[str, Any]) -> dict[str, Any]:
    """What a worker says of a record that was sent."""
    rule = sent.rule or Rule()
    if rule.is_own:
        await request.app.state.engines.base()          # lent to the process that compiles the rest
    said = await values(request, what, rule, {"record": sent.record, **asked},
                        request.app.state.settings.limits.record_seconds)
    said.pop("kind", None)
    return said
