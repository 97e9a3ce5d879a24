"""Advice over HTTP: what each answer would bring at a step of a record, found by playing on in a worker."""

from typing import Any

from fastapi import APIRouter, Request
from pydantic import ConfigDict, Field
from pydantic.config import JsonDict

from quepu.game.match import LARGEST_SEED
from quepu.server.routes.asking import Lang, name_lang
from quepu.server.routes.hand_routes import Seat
from quepu.server.routes.record_routes import Sent, asked_of
from quepu.server.told.hands import AdviceTold

router = APIRouter(prefix="/api", tags=["records"])

_EXAMPLE: JsonDict = {"record": '{"type":"header","format":1, ...}\n{"type":"hand", ...}\n...\n', "step": 30,
                      "seed": 1, "lang": "en"}


class AskedAt(Sent):
    """A record and the step after which a seat has to answer."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [_EXAMPLE]})

    step: int = Field(ge=0, le=100_000, strict=True,
                      description="as many steps of the record stand, counted from its beginning")
    seat: Seat | None = Field(None, description="whose answer, where several have to; else who answered next")
    samples: int | None = Field(None, ge=1, le=10_000, strict=True,
                                description="deals in which each answer is tried; fewer where there are many answers")
    seed: int = Field(1, ge=0, le=LARGEST_SEED, strict=True)
    lang: Lang = "zh"


@router.post("/advise", summary="What each answer brings at a step of a record", responses={200: {"model": AdviceTold}})
async def advise(request: Request, asked: AskedAt) -> dict[str, Any]:
    """Expected points of each answer with interval and chances; hidden tiles are drawn so that they fit what was seen.

    The same record, step, seat, samples and seed give the same figures.
    """
    name_lang(request, asked)
    said = await asked_of(request, "advise", asked, asked.model_dump(exclude={"record", "rule"}))
    return {"kind": "advice", **said}
