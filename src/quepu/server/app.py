"""The application: what is asked where, within which limits, and the page."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from quepu import __version__
from quepu.server import games, hands, pads, records, rulebooks
from quepu.server.books import Books
from quepu.server.engines import Engines
from quepu.server.examples import add_examples
from quepu.server.library import Library
from quepu.server.limit import LimitMiddleware
from quepu.server.problem import PlainResponse, add_handlers
from quepu.server.rooms import Rooms
from quepu.server.settings import Settings
from quepu.server.store import Store
from quepu.server.worker import Worker


def make_app(settings: Settings) -> FastAPI:
    """An application that keeps its games where the settings say."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with Store(settings.database) as store:
            app.state.rooms = Rooms(store, app.state.library, app.state.engines, settings.limits.games)
            yield
        await app.state.worker.close()

    app = FastAPI(title="quepu 雀谱", version=__version__, lifespan=life, docs_url="/api/docs",
                  openapi_url="/api/openapi.json", redoc_url=None, default_response_class=PlainResponse)
    app.state.settings, app.state.books, app.state.engines = settings, Books(), Engines()
    app.state.worker = Worker()
    app.state.library = Library(app.state.books, app.state.worker, settings.limits.check_seconds)
    app.state.replaying = asyncio.Lock()        # records are played again one after the other
    app.add_middleware(LimitMiddleware, limits=settings.limits)
    add_handlers(app)

    @app.get("/api/health", tags=["server"], summary="Whether the server answers")
    async def health() -> dict[str, str]:
        """The version of the server that answers."""
        return {"version": __version__}

    for part in (hands, rulebooks, games, pads, records):
        app.include_router(part.router)
    add_examples(app)
    if settings.page.is_dir():
        app.mount("/", StaticFiles(directory=settings.page, html=True))
    return app
