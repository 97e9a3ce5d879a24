"""The score pad over HTTP: all entries come with every request, and the whole pad goes back; nothing is kept."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from quepu.server.answers.asked_book import Rule
from quepu.server.routes.asking import Lang, answer, name_lang
from quepu.server.told.pads import PadTold

router = APIRouter(prefix="/api", tags=["pad"])

MOST_ENTRIES = 300
_EXAMPLE: JsonDict = {"rule": {"id": "ID"}, "names": ["Ann", "Bo", "Cai", "Dee"], "entries": [
    {"wins": [{"seat": "Ann", "from": "Cai", "hand": "123m23455p345s77z 5p"}]}, {"draw": True}]}


class Money(BaseModel):
    """Money for points: an amount with up to two decimals for so many points."""

    model_config = ConfigDict(extra="forbid")

    amount: str = Field(max_length=20, pattern=r"^[0-9]+(\.[0-9]{1,2})?$")
    points: int = Field(1, ge=1, le=1_000_000)


class Mend(BaseModel):
    """An earlier entry, by its number from 1: told anew, another told before it, or taken out."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["change", "insert", "remove"]
    number: int = Field(ge=1, le=MOST_ENTRIES)
    entry: dict[str, Any] | None = None


class Kept(BaseModel):
    """A rulebook, the players (the first dealer first), and what was entered hand by hand."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [_EXAMPLE]})

    rule: Rule
    names: list[Annotated[str, Field(max_length=60)]] = Field(min_length=2, max_length=5)
    entries: list[dict[str, Any]] = Field(default_factory=list, max_length=MOST_ENTRIES)
    rests: str = Field("dealer", pattern="^(dealer|hand|told)$",
                       description="when the next one sits out, where one more than the table seats is named")
    settled: list[list[int] | None] = Field(default_factory=list, max_length=MOST_ENTRIES,
                                            description="what each entry came to when it was settled")
    money: Money | None = None
    mend: Mend | None = None
    lang: Lang = "zh"


@router.post("/pad", summary="Keep the score of a real table", responses={200: {"model": PadTold}})
async def pad(request: Request, kept: Kept) -> Response:
    """Every hand with its payments, the points, who deals next, and the same as comma-separated values.

    With `mend` the pad as it would be then, what would be kept of it (`kept`) and the later results that change.
    """
    name_lang(request, kept)
    values = kept.model_dump(exclude={"rule"})
    return await answer(request, "pad", kept.rule, values, request.app.state.settings.limits.check_seconds)
