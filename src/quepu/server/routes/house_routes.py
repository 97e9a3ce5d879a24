"""House rules over HTTP: a rulebook's text with changes made by hand, and what can be changed of it."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from quepu.server.answers.asked_book import OwnText, Rule
from quepu.server.http_problem import lang_of
from quepu.server.routes.asking import answer
from quepu.server.told.house import HouseTold

router = APIRouter(prefix="/api", tags=["rulebooks"])

MOST_CHANGES = 20
_Id = Annotated[str, Field(max_length=80)]


class Change(BaseModel):
    """One value set by hand; null takes back what the text says of it."""

    model_config = ConfigDict(extra="forbid")

    key: str = Field(max_length=300)
    value: StrictBool | StrictInt | Annotated[StrictStr, Field(max_length=200)] | Annotated[
        list[_Id], Field(max_length=200)] | None = None


class Changes(BaseModel):
    """A rulebook's text and what is to be changed of it."""

    model_config = ConfigDict(extra="forbid")

    text: OwnText
    changes: list[Change] = Field(default_factory=list, max_length=MOST_CHANGES)


@router.post("/house", summary="Change house rules by hand", responses={200: {"model": HouseTold}})
async def house(request: Request, asked: Changes) -> Response:
    """The text with the changes written into it, all that can be changed of it, and the changes that cannot be made."""
    values = {"changes": [change.model_dump() for change in asked.changes], "lang": lang_of(request)}
    return await answer(request, "house", Rule(text=asked.text), values,
                        request.app.state.settings.limits.check_seconds)
