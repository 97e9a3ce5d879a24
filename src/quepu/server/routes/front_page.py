"""The page as it is first sent: with the list of rulebooks in it, so that nothing on it is empty while more is loaded.

The list stands in a data block, which no browser runs: the page's policy allows no script inside it.
"""

from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse

from quepu.server.http_problem import written
from quepu.server.routes.book_index import book_index

_HEAD_ENDS = "</head>"


def data_block(name: str, value: object) -> str:
    """A value that the page finds under a name; nothing in it can end the block."""
    text = written(value).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'


def add_front_page(app: FastAPI, folder: Path) -> None:
    """Answer / with the built page and what its first screen is drawn from."""

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    @app.api_route("/index.html", methods=["GET", "HEAD"], include_in_schema=False)
    def front(_request: Request) -> HTMLResponse:
        page = (folder / "index.html").read_text(encoding="utf-8")
        told = page.replace(_HEAD_ENDS, data_block("rulebooks", book_index()) + _HEAD_ENDS, 1)
        return HTMLResponse(told, headers={"cache-control": "no-cache"})
