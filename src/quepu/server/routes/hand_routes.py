"""Questions about hands over HTTP: score, waits, whichever fits, and the same hand under every rulebook."""

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from quepu.rulebook.file.toml_text import LARGEST_TEXT, too_large
from quepu.server.answers.asked_book import LABEL, Rule
from quepu.server.answers.hand_answers import checked
from quepu.server.http_problem import PlainResponse, lang_of
from quepu.server.routes.asking import Lang, answer, name_lang
from quepu.server.told.hands import AnalysisTold, CheckedTold, ComparedTold, DiscardsTold, ScoreTold, WaitsTold

router = APIRouter(prefix="/api", tags=["hands"])

Seat = Annotated[str, Field(pattern="^[ESWN]$")]
_EXAMPLE: JsonDict = {"rule": {"id": "ID"}, "hand": "123m23455p345s77z 5p", "from": "S"}


class Asked(BaseModel):
    """A hand and its situation; the last tile of a complete hand is the winning tile."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, json_schema_extra={"examples": [_EXAMPLE]})

    rule: Rule
    hand: str = Field(min_length=1, max_length=400)
    self_draw: bool = False
    seat: Seat = "E"
    round: Seat = "E"
    from_: Seat | None = Field(None, alias="from")
    flags: list[Annotated[str, Field(max_length=60)]] = Field(default_factory=list, max_length=40)
    wild: str = Field("", max_length=40)
    state: dict[str, Any] = Field(default_factory=dict, max_length=60)
    lang: Lang = "zh"


class AskedAhead(Asked):
    """A hand that is not complete, with what is known of the table."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, json_schema_extra={"examples": [
        {"rule": {"id": "ID"}, "hand": "123m23456p34s77z 25p", "wall": 40, "seen": "25s"}]})

    wall: int | None = Field(None, ge=1, le=200)
    seen: str = Field("", max_length=600)


class Text(BaseModel):
    """The text of a rulebook."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [
        {"text": "extends = \"base/thirteen\"\nname = \"House rules\"\nfan.x.value = 1\n"}]})

    text: str = Field(json_schema_extra={"maxLength": LARGEST_TEXT})     # more is told with its place, as all faults
    seconds: float = Field(1.0, ge=0, le=4)


async def _about(request: Request, what: str, asked: Asked) -> Response:
    name_lang(request, asked)
    values = asked.model_dump(exclude={"rule"})
    return await answer(request, what, asked.rule, values, request.app.state.settings.limits.score_seconds)


@router.post("/score", summary="Score a complete hand", responses={200: {"model": ScoreTold}})
async def score(request: Request, asked: Asked) -> Response:
    """What a complete hand is worth, why, and who pays whom."""
    return await _about(request, "score", asked)


@router.post("/waits", summary="What a hand waits for", responses={200: {"model": WaitsTold}})
async def waits(request: Request, asked: Asked) -> Response:
    """What a hand without a winning tile waits for with the value of each, or how far away it is."""
    return await _about(request, "waits", asked)


@router.post("/hand", summary="What a hand is by now", responses={200: {"model": ScoreTold | WaitsTold}})
async def hand(request: Request, asked: Asked) -> Response:
    """The score of a complete hand, the waits or the distance of any other."""
    return await _about(request, "hand", asked)


@router.post("/discards", summary="What to discard", responses={200: {"model": DiscardsTold}})
async def discards(request: Request, asked: Asked) -> Response:
    """A full hand that is no win: how far it is after each discard, and which tiles help it then; best first."""
    return await _about(request, "discards", asked)


@router.post("/analyse", summary="What a hand can still become", responses={200: {"model": AnalysisTold}})
async def analyse(request: Request, asked: AskedAhead) -> Response:
    """Each discard by own draws alone: chances to be ready and to win by each draw, expected value, useful tiles."""
    return await _about(request, "analyse", asked)


@router.post("/compare", summary="A hand under every rulebook", responses={200: {"model": ComparedTold}})
async def compare(request: Request, asked: Asked) -> Response:
    """The same hand under every rulebook that ships."""
    return await _about(request, "compare", asked)


@router.post("/check", summary="Check a rulebook", responses={200: {"model": CheckedTold}})
async def check(request: Request, asked: Text) -> Response:
    """Every fault of a rulebook's text with line, column and the way out."""
    fault = too_large(LABEL, asked.text)
    if fault is not None:
        return PlainResponse(checked([fault], (), lang_of(request)))
    limits = request.app.state.settings.limits
    return await answer(request, "check", Rule(text=asked.text), {"seconds": asked.seconds, "lang": lang_of(request)},
                        limits.check_seconds)
