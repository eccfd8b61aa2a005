"""The pages, in the reader's language; the tables themselves come by the socket and the API.

Errors are pages too: they are raised here and shown by `problem_response`.
"""

import hashlib
import html
import json
from functools import cache

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from eleven.core.contract.game import find_game, games
from eleven.core.text.messages import Message
from eleven.core.text.words import DEFAULT_LANGUAGE, LANGUAGES, own_words
from eleven.server.http.identity.links import claimed_seat
from eleven.server.http.identity.visitor import visitor
from eleven.server.http.pages.home_page import game_card
from eleven.server.http.pages.link_preview import preview
from eleven.server.http.pages.page_html import page_catalogues, page_response, page_words, reader_language
from eleven.server.http.security import error
from eleven.server.live.live_table import LiveTable
from eleven.server.live.table import OVER
from eleven.server.live.tables import Tables, UnknownTable
from eleven.server.replays.replay import GameNotOver
from eleven.server.replays.replay_cache import UPLOAD_PREFIX, ReplayCache
from eleven.server.store import StoreError

pages = APIRouter(include_in_schema=False)


async def _table(request: Request, table: str) -> LiveTable | None:
    """The table of a page; None while the store is unavailable, as the page itself then retries."""
    tables: Tables = request.app.state.tables
    try:
        return await tables.find(table)
    except StoreError:
        return None


def _title(key: str, language: str, live: LiveTable | None) -> str:
    words = page_words(language)
    return words(key, title=live.table.game.title_in(language)) if live else words("brand")


@pages.get("/")
async def home(request: Request) -> Response:
    """Games, my games, open tables, a new table."""
    language = reader_language(request)
    cards = "".join(game_card(game, language) for game in games().values())
    return page_response("index", language, page_words(language)("page.home"), {"games": cards})


@pages.get("/table/{table}")
async def table_page(request: Request, table: str) -> Response:
    """A table."""
    language, live = reader_language(request), await _table(request, table)
    title = _title("page.table", language, live)
    head = preview(request, live.table, language, title) if live else ""
    return page_response("table", language, title, head=head)


@pages.get("/join/{table}/{claim}")
async def join_page(request: Request, table: str, claim: str) -> Response:
    """The landing page of a link to a seat."""
    language, live = reader_language(request), await _table(request, table)
    if live:
        claimed_seat(live.tables, live.table, claim, None)
    title = _title("join.title", language, live)
    head = preview(request, live.table, language, title) if live else ""
    return page_response("join", language, page_words(language)("page.join"), {"title": html.escape(title)}, head)


@pages.get("/replay")
async def open_log_page(request: Request) -> Response:
    """The page on which a log is opened from a file."""
    language = reader_language(request)
    words = page_words(language)
    return page_response("replay", language, words("page.replay", title=words("brand")))


@pages.get("/replay/{replay}")
@pages.get("/replay/{replay}/{key}")
async def replay_page(request: Request, replay: str, key: str = "") -> Response:
    """A finished game, step by step."""
    language = reader_language(request)
    cache: ReplayCache = request.app.state.replay_cache
    if replay.startswith(UPLOAD_PREFIX):
        found = await cache.find(replay, visitor(cache.tables, request))
        return page_response(
            "replay", language, page_words(language)("page.replay", title=found.game.title_in(language))
        )
    live = await _table(request, replay)
    if live:
        cache.authorize(live, visitor(cache.tables, request), key)
        if live.table.stage != OVER:
            raise GameNotOver("a game can be replayed when it is over")
    return page_response("replay", language, _title("page.replay", language, live))


@pages.get("/me")
async def me_page(request: Request) -> Response:
    """The account page: name, settings, devices, deletion."""
    language = reader_language(request)
    return page_response("me", language, page_words(language)("page.me"))


@pages.get("/history")
async def history_page(request: Request) -> Response:
    """The visitor's finished games."""
    language = reader_language(request)
    return page_response("history", language, page_words(language)("page.history"))


@pages.get("/rules/{game}")
async def rules_page(request: Request, game: str) -> Response:
    """The rules of a game."""
    return _game_page("rules", request, game)


@pages.get("/learn/{game}")
async def learn_page(request: Request, game: str) -> Response:
    """The introduction to a game."""
    return _game_page("learn", request, game)


def _game_page(name: str, request: Request, game: str) -> Response:
    if game not in games():
        raise UnknownTable("there is nothing at this address")
    language = reader_language(request)
    title = page_words(language)(f"page.{name}", title=find_game(game).title_in(language))
    return page_response(name, language, title)


@pages.get("/static/words/{name}.json")
async def words_file(name: str, request: Request) -> Response:
    """The words of all pages (`fr`), or those that only some of them need (`part.fr`), from the catalogues here."""
    part, _, language = name.rpartition(".")
    if language not in LANGUAGES or part not in page_catalogues():
        return error(404, str(Message("there is nothing at this address")))
    body, tag = _words_file(part, language)
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@cache
def _words_file(part: str, language: str) -> tuple[bytes, str]:
    """A catalogue as JSON, English where a language lacks a word, and its ETag."""
    folder = page_catalogues()[part]
    words = own_words(folder, DEFAULT_LANGUAGE) | own_words(folder, language)
    body = json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()
    return body, f'"{hashlib.sha256(body).hexdigest()[:16]}"'


@pages.get("/api/docs")
async def api_docs(request: Request) -> Response:
    """The API on one page, without a script; the whole of it is in /api/openapi.json."""
    rows = []
    for path, methods in request.app.openapi()["paths"].items():
        for method, operation in methods.items():
            about = html.escape(operation.get("description", operation.get("summary", "")))
            rows.append(f"<dt><code>{method.upper()} {html.escape(path)}</code></dt><dd>{about}</dd>")
    body = (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Table Eleven: API</title><h1>API of Table Eleven</h1>"
        "<p>Every POST has the header <code>X-Table-Eleven: 1</code>. A seat's token goes into "
        "<code>Authorization: Bearer …</code>. The full description is <a href=/api/openapi.json>openapi.json</a>.</p>"
        f"<dl>{''.join(rows)}</dl></html>"
    )
    return HTMLResponse(body)
