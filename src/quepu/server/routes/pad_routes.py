"""The score pad over HTTP: all entries come with every request, and the whole pad goes back; nothing is kept."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from quepu.server.answers.asked_book import Rule
from quepu.server.routes.asking import answer, name_lang
from quepu.server.told.pads import PadTold

router = APIRouter(prefix="/api", tags=["pad"])

MOST_ENTRIES = 300
_EXAMPLE: JsonDict = {"rule": {"id": "ID"}, "names": ["Ann", "Bo", "Cai", "Dee"], "entries": [
    {"wins": [{"seat": "Ann", "from": "Cai", "hand": "123m23455p345s77z 5p"}]}, {"draw": True}]}


class Kept(BaseModel):
    """A rulebook, the players (the first dealer first), and what was entered hand by hand."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [_EXAMPLE]})

    rule: Rule
    names: list[Annotated[str, Field(max_length=60)]] = Field(min_length=2, max_length=4)
    entries: list[dict[str, Any]] = Field(default_factory=list, max_length=MOST_ENTRIES)
    lang: str = Field("zh", pattern="^(zh|zh-Hans|zh-Hant|en)$")


@router.post("/pad", summary="Keep the score of a real table", responses={200: {"model": PadTold}})
async def pad(request: Request, kept: Kept) -> dict[str, Any]:
    """Every hand with its payments, the points, who deals next, and the same as comma-separated values."""
    name_lang(request, kept)
    values = kept.model_dump(exclude={"rule"})
    return await answer(request, "pad", kept.rule, values, request.app.state.settings.limits.check_seconds)
