"""Errors as problem+json (RFC 9457), with the library's own text."""

from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from quepu.errors import IllegalAction, QuepuError
from quepu.records.json_text import json_line

MEDIA_TYPE = "application/problem+json"
BAD_INPUT, NOT_ALLOWED, NOT_FOUND, CONFLICT, TOO_LARGE, TOO_MANY, NOT_KEPT = 422, 403, 404, 409, 413, 429, 503
TOO_LATE, BUSY, BROKEN = 408, 503, 500
TOO_SLOW = BAD_INPUT        # a rulebook that takes too long is refused like one with a fault


class ProblemError(Exception):
    """An answer that is an error: its status, a short title and every fault."""

    def __init__(self, status: int, title: str, faults: Sequence[str] = (), wait: int = 0) -> None:
        self.status, self.title, self.faults, self.wait = status, title, tuple(faults), wait
        super().__init__(title)

    def response(self) -> JSONResponse:
        """The error as it is sent."""
        return problem(self.status, self.title, self.faults, self.wait)


def problem(status: int, title: str, faults: Sequence[str] = (), wait: int = 0) -> JSONResponse:
    """A problem+json answer; `faults` has one text for each thing that is wrong, `wait` is when to come again."""
    body: dict[str, Any] = {"type": "about:blank", "title": title, "status": status}
    if faults:
        body["detail"] = "\n".join(faults)
        body["faults"] = list(faults)
    return PlainResponse(body, status, {"retry-after": str(wait)} if wait else None, media_type=MEDIA_TYPE)


class PlainResponse(JSONResponse):
    """JSON that can always be sent: half a pair of surrogates, which UTF-8 does not have, stays an escape."""

    def render(self, content: Any) -> bytes:
        """The bytes."""
        return written(content).encode()


def written(content: Any) -> str:
    """A value as JSON text that can be sent."""
    text = json_line(content)
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


MOST_FAULTS = 50            # told at once


def _faults(errors: Sequence[Any], skipped: int) -> list[str]:
    """What a model found wrong, each with its place."""
    return [f"{'.'.join(map(str, one['loc'][skipped:])) or 'body'}: {one['msg']}"[:1000]
            for one in errors[:MOST_FAULTS]]


def add_handlers(app: FastAPI) -> None:
    """Let every error of the library and of the framework be told as problem+json."""

    @app.exception_handler(ProblemError)
    async def told(_request: Request, error: ProblemError) -> JSONResponse:
        return error.response()

    @app.exception_handler(QuepuError)
    async def refused(_request: Request, error: QuepuError) -> JSONResponse:
        status = CONFLICT if isinstance(error, IllegalAction) else BAD_INPUT
        return problem(status, "not possible now" if status == CONFLICT else "not valid", error.faults)

    @app.exception_handler(RequestValidationError)
    async def misshapen(_request: Request, error: RequestValidationError) -> JSONResponse:
        return problem(BAD_INPUT, "not valid", _faults(error.errors(), 1))

    @app.exception_handler(ValidationError)
    async def misfit(_request: Request, error: ValidationError) -> JSONResponse:
        return problem(BAD_INPUT, "not valid", _faults(error.errors(), 0))

    @app.exception_handler(SQLAlchemyError)
    async def not_kept(_request: Request, _error: SQLAlchemyError) -> JSONResponse:
        return problem(NOT_KEPT, "the database cannot be reached", ["nothing was changed; try again"], wait=5)

    @app.exception_handler(HTTPException)
    async def plain(_request: Request, error: HTTPException) -> JSONResponse:
        return problem(error.status_code, str(error.detail))
