"""The page as it is first sent: with the list of rulebooks in it, so that nothing on it is empty while more is loaded.

The list stands in a data block, which no browser runs: the page's policy allows no script inside it.
"""

from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from quepu.server.answers.book_index import book_index
from quepu.server.http_problem import NOT_FOUND, http_problem, written

_HEAD_ENDS = "</head>"
_FOR_PROGRAMS = ("/api/", "/assets/")       # whoever asks here reads no page


def data_block(name: str, value: object) -> str:
    """A value that the page finds under a name; nothing in it can end the block."""
    text = written(value).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'


def add_front_page(app: FastAPI, folder: Path) -> None:
    """Answer / with the built page and what its first screen is drawn from."""

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    @app.api_route("/index.html", methods=["GET", "HEAD"], include_in_schema=False)
    def front(_request: Request) -> HTMLResponse:
        return HTMLResponse(_with_rulebooks(folder / "index.html"), headers={"cache-control": "no-cache"})


def add_missing_page(app: FastAPI, page: Path) -> None:
    """Answer an address that does not exist with the page, which says so in the reader's language; still as a 404.

    Programs get their problem as JSON, and so does everybody where the page is not built.
    """

    @app.exception_handler(HTTPException)
    async def missing(request: Request, error: HTTPException) -> Response:
        path = request.url.path
        if error.status_code == NOT_FOUND and page.is_file() and path != "/api" and not path.startswith(_FOR_PROGRAMS):
            return HTMLResponse(_with_rulebooks(page), NOT_FOUND, {"cache-control": "no-cache"})
        return http_problem(request, error)


def _with_rulebooks(page: Path) -> str:
    return page.read_text(encoding="utf-8").replace(
        _HEAD_ENDS, data_block("rulebooks", book_index()) + _HEAD_ENDS, 1)
