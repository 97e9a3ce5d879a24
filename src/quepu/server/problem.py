"""Errors as problem+json (RFC 9457), with the library's own text."""

from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from quepu.errors import IllegalAction, QuepuError

MEDIA_TYPE = "application/problem+json"
BAD_INPUT, NOT_ALLOWED, NOT_FOUND, CONFLICT, TOO_LARGE, TOO_MANY, TOO_SLOW = 422, 403, 404, 409, 413, 429, 503


class ProblemError(Exception):
    """An answer that is an error: its status, a short title and every fault."""

    def __init__(self, status: int, title: str, faults: Sequence[str] = ()) -> None:
        self.status, self.title, self.faults = status, title, tuple(faults)
        super().__init__(title)

    def response(self) -> JSONResponse:
        """The error as it is sent."""
        return problem(self.status, self.title, self.faults)


def problem(status: int, title: str, faults: Sequence[str] = ()) -> JSONResponse:
    """A problem+json answer; `faults` has one text for each thing that is wrong."""
    body: dict[str, Any] = {"type": "about:blank", "title": title, "status": status}
    if faults:
        body["detail"] = "\n".join(faults)
        body["faults"] = list(faults)
    return JSONResponse(body, status, media_type=MEDIA_TYPE)


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
        faults = [f"{'.'.join(map(str, one['loc'][1:])) or 'body'}: {one['msg']}" for one in error.errors()]
        return problem(BAD_INPUT, "not valid", faults)

    @app.exception_handler(HTTPException)
    async def plain(_request: Request, error: HTTPException) -> JSONResponse:
        return problem(error.status_code, str(error.detail))
