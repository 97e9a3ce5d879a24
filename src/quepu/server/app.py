"""The application: what is asked where, within which limits, and the page."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import Depends, FastAPI
from fastapi.staticfiles import StaticFiles

from quepu import __version__
from quepu.server.answers.asked_book import Books
from quepu.server.answers.book_index import book_index, fan_index
from quepu.server.compression import CompressionMiddleware
from quepu.server.games.absences import Absences
from quepu.server.games.database import Store
from quepu.server.games.expiry import Expiry, clearing_up
from quepu.server.games.lobby import Games
from quepu.server.games.presence import Patience
from quepu.server.games.windows import Windows
from quepu.server.hosting.library import Library
from quepu.server.hosting.pool import Pool
from quepu.server.hosting.ready_engines import Engines
from quepu.server.hosting.turns import Turns
from quepu.server.http_problem import PlainResponse, add_handlers
from quepu.server.routes import advice_routes as advice
from quepu.server.routes import book_routes as rulebooks
from quepu.server.routes import game_routes as games
from quepu.server.routes import hand_routes as hands
from quepu.server.routes import house_routes as houses
from quepu.server.routes import pad_routes as pads
from quepu.server.routes import record_routes as records
from quepu.server.routes import review_routes as reviews
from quepu.server.routes.api_examples import add_examples
from quepu.server.routes.api_page import add_reference
from quepu.server.routes.front_page import add_front_page, add_missing_page
from quepu.server.routes.kept_pages import KeptPages
from quepu.server.safety.ceiling import Ceiling, refuse_when_full, used_memory
from quepu.server.safety.guard import GuardMiddleware
from quepu.server.safety.limit import LimitMiddleware
from quepu.server.safety.own_time import OwnTime, OwnTimeMiddleware
from quepu.server.safety.quota import Quota
from quepu.server.settings import Settings


def make_app(settings: Settings, clock: Callable[[], float] = time.monotonic,
             measure: Callable[[], int] = used_memory) -> FastAPI:
    """An application that keeps its games where the settings say; the clock times who is away and what is held back."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(lambda: (book_index(), fan_index()))    # the first who comes does not wait for them
        async with Store(settings.database, Quota(settings.limits)) as store, app.state.turns, app.state.worker:
            app.state.games = Games(store, app.state.library, app.state.engines, app.state.turns,
                                    settings.limits.games,
                                    Patience(settings.stand_in_grace, settings.stand_in_seconds), clock,
                                    app.state.ceiling, app.state.own_time, app.state.worker)
            app.state.absences = Absences(app.state.games)
            app.state.windows = Windows(app.state.games)
            async with clearing_up(Expiry(settings, store, app.state.games)), app.state.absences.watching(), \
                    app.state.windows.closing():
                yield
        app.state.library.close()

    app = FastAPI(title="quepu 雀谱", version=__version__, lifespan=life, docs_url=None,
                  openapi_url="/api/openapi.json", redoc_url=None, default_response_class=PlainResponse)
    app.state.settings, app.state.books = settings, Books(only_shipped=True)
    app.state.engines = Engines(settings.limits)
    app.state.worker = Pool(settings.limits, settings.is_warmed)
    app.state.library = Library(app.state.books, settings.limits)
    app.state.ceiling, app.state.own_time = Ceiling(settings.limits.memory, measure, clock), OwnTime()
    app.state.turns = Turns(settings.limits, app.state.engines, lambda rule: app.state.worker.ask(
        "load", rule.model_dump(), {}, settings.limits.check_seconds))
    app.state.pages = KeptPages()
    app.add_middleware(OwnTimeMiddleware, own_time=app.state.own_time)
    app.add_middleware(LimitMiddleware, limits=settings.limits)
    app.add_middleware(CompressionMiddleware)
    app.add_middleware(GuardMiddleware, settings=settings)      # the last that is added stands outside
    add_handlers(app)

    @app.get("/api/health", tags=["server"], summary="Whether the server answers")
    async def health() -> dict[str, str]:
        """The version of the server that answers."""
        return {"version": __version__}

    for part in (hands, rulebooks, houses, games, pads, records, advice, reviews):
        app.include_router(part.router, dependencies=[] if part is games else [Depends(refuse_when_full)])
    add_examples(app)
    add_reference(app)
    if (settings.page / "index.html").is_file():
        add_front_page(app, settings.page)
    if settings.page.is_dir():
        app.mount("/", StaticFiles(directory=settings.page, html=True))
    add_missing_page(app, settings.page / "index.html")
    return app
