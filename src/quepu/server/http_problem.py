"""Errors as problem+json (RFC 9457), with the library's own text."""

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from quepu.errors import IllegalAction, QuepuError
from quepu.faults import Fault, fault_of_json, told
from quepu.locale import LANGUAGES, language
from quepu.records.json_text import json_line

MEDIA_TYPE = "application/problem+json"
BAD_INPUT, NOT_ALLOWED, NOT_FOUND, CONFLICT, TOO_LARGE, TOO_MANY, NOT_KEPT = 422, 403, 404, 409, 413, 429, 503
TOO_LATE, BUSY, BROKEN, _NO_METHOD = 408, 503, 500, 405
MOST_FAULTS, LONGEST_FAULT, LONGEST_WISH = 50, 2000, 400      # told at once, and letters of each
LONGEST_REASON = 120
_LONGEST_PLACE = 500
LANGS = ("zh", *LANGUAGES)
_WEIGHT = re.compile(r"q=([01](?:\.\d{0,3})?)")
TOO_SLOW = BAD_INPUT        # a rulebook that takes too long is refused like one with a fault


class ProblemError(Exception):
    """An answer that is an error: its status, a short title and every fault."""

    def __init__(self, status: int, title: Fault, faults: Sequence[Fault] = (), wait: int = 0) -> None:
        self.status, self.title, self.wait = status, title, wait
        self.faults = tuple(faults)
        super().__init__(title)

    def response(self, lang: str) -> JSONResponse:
        """The error as it is sent."""
        return problem(self.status, self.title, self.faults, self.wait, lang)


def problem(status: int, title: Fault, faults: Sequence[Fault] = (), wait: int = 0, lang: str = "en") -> JSONResponse:
    """A problem+json answer; `faults` has one text for each thing that is wrong, `wait` is when to come again."""
    body: dict[str, Any] = {"type": "about:blank", "title": told(title, lang), "status": status}
    if isinstance(title, Fault) and title.code:
        body["code"] = title.code
    if faults:
        sent = sent_faults(faults, lang)
        body = {**body, "detail": "\n".join(sent["faults"]), **sent}
    return PlainResponse(body, status, {"retry-after": str(wait)} if wait else None, media_type=MEDIA_TYPE)


def sent_faults(faults: Iterable[str], lang: str = "en") -> dict[str, list[Any]]:
    """Faults as they are sent: as texts in a language, and as codes and values beside them."""
    given = [Fault.of(fault) for fault in faults]
    return {"faults": [fault.told(lang) for fault in given], "causes": [fault.as_json(lang) for fault in given]}


def received_faults(answer: Mapping[str, Any]) -> list[Fault]:
    """The faults that another process sent; what cannot be believed of a cause is its text alone."""
    texts, causes = answer.get("faults"), answer.get("causes")
    if not isinstance(texts, list):
        return []
    causes = causes if isinstance(causes, list) and len(causes) == len(texts) else [None] * len(texts)
    return [fault_of_json(cause) or Fault.of(str(text)[:LONGEST_FAULT])
            for text, cause in zip(texts[:MOST_FAULTS], causes, strict=False)]


def close_reason(fault: str, lang: str) -> str:
    """A fault as the reason with which a socket is closed, for which there are 123 bytes."""
    return told(fault, lang).encode()[:LONGEST_REASON].decode(errors="ignore")


def lang_of(request: HTTPConnection) -> str:
    """The language to tell faults in: as the request names it, else as the browser wishes, else English."""
    named = getattr(request.state, "lang", None) or request.query_params.get("lang")
    return str(named) if named in LANGS else wished(request.headers.get("accept-language", ""))


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


def written(content: Any) -> str:
    """A value as JSON text that can be sent."""
    text = json_line(content)
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


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


def add_handlers(app: FastAPI) -> None:
    """Let every error of the library and of the framework be told as problem+json."""

    @app.exception_handler(ProblemError)
    async def problematic(request: Request, error: ProblemError) -> JSONResponse:
        return error.response(lang_of(request))

    @app.exception_handler(QuepuError)
    async def refused(request: Request, error: QuepuError) -> JSONResponse:
        status = CONFLICT if isinstance(error, IllegalAction) else BAD_INPUT
        title = Fault("server.not_now") if status == CONFLICT else Fault("server.not_valid")
        return problem(status, title, error.faults, lang=lang_of(request))

    @app.exception_handler(RequestValidationError)
    async def misshapen(request: Request, error: RequestValidationError) -> JSONResponse:
        return problem(BAD_INPUT, Fault("server.not_valid"), _faults(error.errors(), 1), lang=lang_of(request))

    @app.exception_handler(ValidationError)
    async def misfit(request: Request, error: ValidationError) -> JSONResponse:
        return problem(BAD_INPUT, Fault("server.not_valid"), _faults(error.errors(), 0), lang=lang_of(request))

    @app.exception_handler(SQLAlchemyError)
    async def not_kept(request: Request, _error: SQLAlchemyError) -> JSONResponse:
        return problem(NOT_KEPT, Fault("server.no_database"), [Fault("server.nothing_changed")], 5, lang_of(request))

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> JSONResponse:
        title = Fault("server.not_found") if error.status_code == NOT_FOUND else \
            Fault("server.method", method=request.method) if error.status_code == _NO_METHOD else \
            Fault.of(str(error.detail))
        return problem(error.status_code, title, lang=lang_of(request))
