"""A review over HTTP: a stream of lines, found piece by piece by workers for as long as whoever asked is there.

Each piece has a turn of its own and its own limit of time, so a long review never keeps others waiting.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import ConfigDict, Field, TypeAdapter
from pydantic.config import JsonDict
from starlette.types import Receive, Scope, Send

from quepu.faults import Fault
from quepu.game.match import LARGEST_SEED
from quepu.review.review import LEAST_SAMPLES
from quepu.server.http_problem import lang_of, problem
from quepu.server.problem import BAD_INPUT, GoneError, ProblemError, written
from quepu.server.routes.asking import Lang, name_lang
from quepu.server.routes.record_routes import Sent, asked_of
from quepu.server.told.reviews import PieceTold, ReviewLine

router = APIRouter(prefix="/api", tags=["records"])

MOST_SAMPLES = 240
MOST_TRIES = 5              # of a piece for which there was no turn
_EXAMPLE: JsonDict = {"record": '{"type":"header","format":1, ...}\n{"type":"hand", ...}\n...\n', "player": 0,
                      "level": "quick", "seed": 1, "lang": "en"}
_PIECE = TypeAdapter(PieceTold)


class Lines(StreamingResponse):
    """JSON values, a line each, as they come; whoever asked is looked after where they are made."""

    media_type = "application/x-ndjson"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send them one after the other, in the task that is measured for whoever asks."""
        del scope, receive
        await self.stream_response(send)


class AskedReview(Sent):
    """A record, the player whose decisions are judged, and in how many deals each."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [_EXAMPLE]})

    player: int = Field(0, ge=0, le=3, strict=True, description="as the record counts the players")
    hand: int | None = Field(None, ge=1, le=100_000, strict=True, description="this hand only")
    level: Literal["quick", "usual"] = "usual"
    samples: int | None = Field(None, ge=LEAST_SAMPLES, le=MOST_SAMPLES, strict=True,
                                description="deals for a decision, in place of a level")
    seed: int = Field(1, ge=0, le=LARGEST_SEED, strict=True)
    lang: Lang = "zh"


@router.post("/review", summary="What a player's decisions in a record were worth, line by line",
             response_class=Lines, responses={200: {"model": ReviewLine}})
async def review(request: Request, asked: AskedReview) -> Lines:
    """Every decision of a player judged by what he could see, as it is found; the last line is the whole.

    The same record, player, samples and seed give the same lines but for those that tell progress.
    """
    name_lang(request, asked)
    return Lines(_lines(request, asked, await _piece(request, asked, [])))


async def _piece(request: Request, asked: AskedReview, carried: list[Any]) -> PieceTold:
    """The next piece; a stranger's process may have told it."""
    given = {**asked.model_dump(exclude={"record", "rule"}), "carried": carried}
    return _PIECE.validate_python(await asked_of(request, "review", asked, given))


async def _lines(request: Request, asked: AskedReview, first: PieceTold) -> AsyncIterator[bytes]:
    """The lines of the first piece and of those that follow."""
    piece, tries = first, 0
    while True:
        for line in _told(piece):
            yield line
        if piece["review"] is not None:
            return
        try:
            piece, tries = _further(piece, await _piece(request, asked, piece["carried"])), 0
        except GoneError:
            return
        except ProblemError as error:
            tries += 1
            if error.wait and tries < MOST_TRIES:
                piece = {**piece, "begin": None, "decisions": []}
                await asyncio.sleep(error.wait)
                continue
            refused = problem(error.status, error.title, error.faults, error.wait, lang_of(request))
            yield _line("problem", json.loads(bytes(refused.body)))
            return


def _further(before: PieceTold, piece: PieceTold) -> PieceTold:
    """The piece, which has come further than the one before it: whoever tells it, there is an end."""
    if piece["of"] != before["of"] or not before["done"] < piece["done"] <= piece["of"]:
        raise ProblemError(BAD_INPUT, Fault("server.not_valid"))
    return piece


def _told(piece: PieceTold) -> list[bytes]:
    found = [] if piece["begin"] is None else [_line("begin", piece["begin"])]
    found += [_line("decision", one) for one in piece["decisions"]]
    far = {"done": piece["done"], "of": piece["of"]}
    if piece["review"] is not None:
        return [*found, _line("review", piece["review"])]
    return [*found, _line("progress", far)]


def _line(kind: str, values: dict[str, Any]) -> bytes:
    return (written({"kind": kind, **values}) + "\n").encode()
