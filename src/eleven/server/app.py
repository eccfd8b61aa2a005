"""The application: routes, errors in plain words, and the tables that open and close with it."""

import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import BaseRoute

from eleven import __version__
from eleven.core.text.errors import Mistake, Refused
from eleven.core.text.messages import Message
from eleven.core.text.words import LANGUAGES
from eleven.server.engine.rules_version import compute_rules_versions
from eleven.server.http.dependencies import RateLimited
from eleven.server.http.identity.passkeys import passkeys
from eleven.server.http.identity.visitor import Forbidden
from eleven.server.http.openapi import describe
from eleven.server.http.pages.file_version import STATIC
from eleven.server.http.pages.game_assets import GameAssets
from eleven.server.http.pages.page_html import problem_response, reader_language, wants_html
from eleven.server.http.pages.routes import pages
from eleven.server.http.pages.static_files import RevalidatedFiles
from eleven.server.http.pages.web_app import install
from eleven.server.http.routes.chat import chat
from eleven.server.http.routes.clocks import clocks
from eleven.server.http.routes.games import games
from eleven.server.http.routes.health import health
from eleven.server.http.routes.history import history
from eleven.server.http.routes.metrics import metrics
from eleven.server.http.routes.people import people
from eleven.server.http.routes.replays import replays
from eleven.server.http.routes.tables import api
from eleven.server.http.routes.views import views
from eleven.server.http.security import SecurityMiddleware, error
from eleven.server.limits.token_bucket import TokenBuckets
from eleven.server.live.live_table import StaleVersion
from eleven.server.live.tables import DamagedTable, Tables, UnknownTable
from eleven.server.matchmaking.friends_routes import friends
from eleven.server.matchmaking.play_now_routes import play_now
from eleven.server.matchmaking.rating_routes import ratings
from eleven.server.process.metrics import register_gauges
from eleven.server.reminders.mail_pages import mail_pages
from eleven.server.reminders.routes import reminders
from eleven.server.replays.replay import GameNotOver
from eleven.server.replays.replay_cache import ReplayCache
from eleven.server.replays.review_jobs import ReviewJobs
from eleven.server.settings import Settings
from eleven.server.sockets.endpoint import sockets
from eleven.server.store import Store, StoreError
from eleven.server.store.rows.people import People
from eleven.server.store.writing.write_probe import WriteProbe
from eleven.server.views.languages import language_wanted
from eleven.server.views.lessons import NoLesson

LOG = logging.getLogger("eleven.requests")
STATUS: dict[type[Mistake], int] = {
    UnknownTable: 404,
    NoLesson: 404,
    DamagedTable: 409,
    Forbidden: 403,
    StaleVersion: 409,
    GameNotOver: 409,
    Refused: 409,
    RateLimited: 429,
}
NOT_HERE = Message("there is nothing at this address")


def make_app(settings: Settings, store: Store | None = None) -> FastAPI:
    """Make the application; without a store, it opens one on startup."""
    compute_rules_versions()

    def processes() -> int:
        return int(app.state.tables.claims.processes)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        app.state.tables = Tables(settings, store)
        app.state.connections = Counter()
        app.state.streams = Counter()
        app.state.new_tables = TokenBuckets(settings.tables_per_minute / 60, settings.table_burst, processes)
        register_gauges(app, app.state.tables)
        app.state.sign_ins = TokenBuckets(settings.sign_ins_per_minute / 60, settings.sign_in_burst, processes)
        app.state.person_changes = TokenBuckets(settings.tables_per_minute / 60, settings.table_burst, processes)
        daily, at_once = settings.confirmations_per_day / 86_400, settings.confirmation_burst
        app.state.confirmations = TokenBuckets(daily, at_once, processes)
        app.state.people = People(app.state.tables.store)
        await app.state.tables.start()
        app.state.probe = WriteProbe(app.state.tables.store)
        app.state.replay_cache = ReplayCache(app.state.tables)
        app.state.reviews = ReviewJobs(app.state.tables, app.state.replay_cache)
        yield
        app.state.reviews.stop()
        app.state.replay_cache.stop()
        app.state.probe.stop()
        await app.state.tables.stop()

    app = FastAPI(
        title="Table Eleven",
        version=__version__,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    _answer_mistakes(app)
    app.middleware("http")(_note)
    app.add_middleware(SecurityMiddleware, settings=settings)
    app.router.routes.extend(_routes())
    app.mount("/static/games", GZipMiddleware(GameAssets(check_dir=False)), name="game assets")
    app.mount("/static", GZipMiddleware(RevalidatedFiles(directory=STATIC, check_dir=False)), name="static")
    return app


@cache
def _routes() -> list[BaseRoute]:
    """All routes; cached, as FastAPI needs to analyse their types only once per process."""
    app = APIRouter()
    app.include_router(games)
    app.include_router(api)
    app.include_router(views)
    app.include_router(clocks)
    app.include_router(chat)
    app.include_router(replays)
    app.include_router(people)
    app.include_router(passkeys)
    app.include_router(reminders)
    app.include_router(mail_pages)
    app.include_router(history)
    app.include_router(ratings)
    app.include_router(play_now)
    app.include_router(friends)
    app.include_router(health)
    app.include_router(metrics)
    app.include_router(sockets)
    app.include_router(pages)
    app.include_router(install)
    return app.routes


def language_of(request: Request) -> str:
    """The language of an error: the `language` parameter, or the best match of Accept-Language."""
    named = request.query_params.get("language", "")
    return named if named in LANGUAGES else language_wanted(request.headers.get("accept-language"))


def _answer_mistakes(app: FastAPI) -> None:
    @app.exception_handler(Mistake)
    async def mistake(request: Request, problem: Mistake) -> Response:
        status = next((STATUS[kind] for kind in type(problem).__mro__ if kind in STATUS), 400)
        rule = problem.rule if isinstance(problem, Refused) else None
        if wants_html(request):
            language = reader_language(request)
            return problem_response(status, problem.in_language(language), language)
        return error(status, problem.in_language(language_of(request)), rule)

    @app.exception_handler(StoreError)
    async def unwritten(request: Request, problem: StoreError) -> JSONResponse:
        return error(503, problem.said.in_language(language_of(request)))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, problem: RequestValidationError) -> JSONResponse:
        first: dict[str, Any] = dict(problem.errors()[0])
        where = ".".join(str(part) for part in first["loc"])
        return error(422, f"{where}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def http(request: Request, problem: HTTPException) -> Response:
        reason = NOT_HERE if problem.status_code == 404 else Message(str(problem.detail))
        if wants_html(request):
            language = reader_language(request)
            return problem_response(problem.status_code, reason.in_language(language), language)
        answer: Response = error(problem.status_code, reason.in_language(language_of(request)))
        answer.headers.update(problem.headers or {})
        return answer


async def _note(request: Request, call: Callable[[Request], Awaitable[Response]]) -> Response:
    """Log one line per request: the route, never the URL itself, which may contain a link's secret."""
    began = time.perf_counter()
    response = await call(request)
    route = getattr(request.scope.get("route"), "path", "unknown")
    took = round((time.perf_counter() - began) * 1000, 1)
    LOG.info("request", extra={"method": request.method, "route": route, "status": response.status_code, "ms": took})
    return response
