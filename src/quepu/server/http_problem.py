"""Errors as problem+json (RFC 9457), with the library's own text."""

import contextlib
import re
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import Response

from quepu.errors import IllegalAction, QuepuError
from quepu.faults import Fault, told
from quepu.locale import language, tag_meant
from quepu.plain_text import harmless
from quepu.server.problem import (
    BAD_INPUT,
    BROKEN,
    BUSY,
    CONFLICT,
    GONE,
    MOST_FAULTS,
    NOT_ALLOWED,
    NOT_FOUND,
    NOT_KEPT,
    TOO_LARGE,
    TOO_LATE,
    TOO_MANY,
    TOO_SLOW,
    GoneError,
    ProblemError,
    received_faults,
    sent_faults,
    written,
)

__all__ = [
    "BAD_INPUT", "BROKEN", "BUSY", "CONFLICT", "MEDIA_TYPE", "NOT_ALLOWED", "NOT_FOUND", "NOT_KEPT",
    "TOO_LARGE", "TOO_LATE", "TOO_MANY", "TOO_SLOW", "GoneError", "PlainResponse", "ProblemError", "add_handlers",
    "close_reason", "http_problem", "lang_of", "problem", "received_faults", "sent_faults", "wished", "written",
]

MEDIA_TYPE = "application/problem+json"
FAULTS_ANSWER = "faults=answer"
LONGEST_REASON, LONGEST_WISH = 120, 400        # letters
_LONGEST_PLACE = 500
_WEIGHT = re.compile(r"q=([01](?:\.\d{0,3})?)")
_NO_METHOD = 405


def problem(status: int, title: Fault, faults: Sequence[Fault] = (), wait: int = 0, lang: str = "en") -> JSONResponse:
    """A problem+json answer; `faults` has one text for each thing that is wrong, `wait` is when to come again."""
    body: dict[str, Any] = {"type": "about:blank", "title": harmless(told(title, lang)), "status": status}
    if isinstance(title, Fault) and title.code:
        body["code"] = title.code
    if faults:
        sent = sent_faults(faults, lang)
        body = {**body, "detail": "\n".join(sent["faults"]), **sent}
    return ProblemResponse(body, status, {"retry-after": str(wait)} if wait else None, media_type=MEDIA_TYPE)


def close_reason(fault: str, lang: str) -> str:
    """A fault as the reason with which a socket is closed, for which there are 123 bytes."""
    return harmless(told(fault, lang)).encode()[:LONGEST_REASON].decode(errors="ignore")


def lang_of(request: HTTPConnection) -> str:
    """The language to tell faults in: as the request names it, else as the browser wishes, else English."""
    named = getattr(request.state, "lang", None) or request.query_params.get("lang") or ""
    return tag_meant(str(named)) or wished(request.headers.get("accept-language", ""))


def wished(accepted: str) -> str:
    """The first language of ours in `Accept-Language`, by its weights; English if there is none.

    >>> wished("fr, zh-TW;q=0.8, en;q=0.5"), wished("en-GB"), wished("")
    ('zh-Hant', 'en', 'en')
    """
    best, weight = "en", 0.0
    for part in accepted[:LONGEST_WISH].split(","):
        tag, _q, given = part.partition(";")
        number = _WEIGHT.fullmatch(given.strip())
        wanted = 1.0 if number is None else float(number[1])
        if wanted > weight and tag.strip()[:2].lower() in ("zh", "en"):
            with contextlib.suppress(QuepuError):
                best, weight = language(tag.strip()), wanted
    return best


class PlainResponse(JSONResponse):
    """JSON that can always be sent: half a pair of surrogates, which UTF-8 does not have, stays an escape."""

    def render(self, content: Any) -> bytes:
        """The bytes."""
        return written(content).encode()


class ProblemResponse(PlainResponse):
    """JSON that may quote what a stranger's file hides, and is read at a terminal too: it stays an escape."""

    def render(self, content: Any) -> bytes:
        """The bytes."""
        return harmless(written(content)).encode()


def _faults(errors: Sequence[Any], skipped: int) -> list[Fault]:
    """What a model found wrong, each with its place; what it says of types is English."""
    found = []
    for one in errors[:MOST_FAULTS]:
        place = ".".join(map(str, one["loc"][skipped:]))[:_LONGEST_PLACE] or "body"
        given = getattr(one.get("ctx", {}).get("error"), "args", ())
        ours = given[0] if given and isinstance(given[0], Fault) else None
        found.append(Fault("request.at", place=place, why=str(one["msg"])[:_LONGEST_PLACE]) if ours is None
                     else Fault("request.value", place=place, fault=ours))
    return found


def told_to(request: Request, refusal: JSONResponse) -> JSONResponse:
    """A refusal as whoever asks prefers it: `Prefer: faults=answer` takes what a person got wrong as an answer (200).

    A hand that is being entered is wrong most of the time, and browsers write every refusal into their console.  The
    body is the same and says the status, the media type is that of problems; what is not his to mend stays an error.
    """
    if refusal.status_code == BAD_INPUT and FAULTS_ANSWER in request.headers.get("prefer", ""):
        refusal.status_code = 200
        refusal.headers["preference-applied"] = FAULTS_ANSWER
    return refusal


def add_handlers(app: FastAPI) -> None:
    """Let every error of the library and of the framework be told as problem+json."""

    @app.exception_handler(ProblemError)
    async def problematic(request: Request, error: ProblemError) -> JSONResponse:
        return told_to(request, problem(error.status, error.title, error.faults, error.wait, lang_of(request)))

    @app.exception_handler(GoneError)
    async def gone(_request: Request, _error: GoneError) -> Response:
        return Response(status_code=GONE)

    @app.exception_handler(QuepuError)
    async def refused(request: Request, error: QuepuError) -> JSONResponse:
        status = CONFLICT if isinstance(error, IllegalAction) else BAD_INPUT
        title = Fault("server.not_now") if status == CONFLICT else Fault("server.not_valid")
        return told_to(request, problem(status, title, error.faults, lang=lang_of(request)))

    @app.exception_handler(RequestValidationError)
    async def misshapen(request: Request, error: RequestValidationError) -> JSONResponse:
        faults = _faults(error.errors(), 1)
        return told_to(request, problem(BAD_INPUT, Fault("server.not_valid"), faults, lang=lang_of(request)))

    @app.exception_handler(ValidationError)
    async def misfit(request: Request, error: ValidationError) -> JSONResponse:
        faults = _faults(error.errors(), 0)
        return told_to(request, problem(BAD_INPUT, Fault("server.not_valid"), faults, lang=lang_of(request)))

    @app.exception_handler(SQLAlchemyError)
    async def not_kept(request: Request, _error: SQLAlchemyError) -> JSONResponse:
        return problem(NOT_KEPT, Fault("server.no_database"), [Fault("server.nothing_changed")], 5, lang_of(request))

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> JSONResponse:
        return http_problem(request, error)


def http_problem(request: Request, error: HTTPException) -> JSONResponse:
    """What the framework refuses, as a problem."""
    title = Fault("server.not_found") if error.status_code == NOT_FOUND else \
        Fault("server.method", method=request.method) if error.status_code == _NO_METHOD else \
        Fault.of(str(error.detail))
    return problem(error.status_code, title, lang=lang_of(request))
