"""The pages: files beside this module, the same for everybody; what is on them comes by the socket and the API."""

import hashlib
import html
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from eleven.core.contract.game import find_game
from eleven.core.text.messages import Said
from eleven.core.text.words import DEFAULT_LANGUAGE, LANGUAGES, own_words
from eleven.server.http.limits import error

STATIC = Path(__file__).parents[1] / "static"
pages = APIRouter(include_in_schema=False)


def page(name: str) -> Response:
    """A page by its file, or the one page that does everything."""
    for path in (STATIC / "pages" / f"{name}.html", STATIC / "pages" / "index.html"):
        if path.is_file():
            return FileResponse(path, media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache"})
    return error(404, str(Said("this page is not installed")))


@pages.get("/")
async def home() -> Response:
    """Games, my games, open tables, a new table."""
    return page("index")


@pages.get("/table/{table}")
async def table_page(table: str) -> Response:
    """A table."""
    return page("table")


@pages.get("/join/{table}/{claim}")
async def join_page(table: str, claim: str) -> Response:
    """Where a link to a seat leads."""
    return page("join")


@pages.get("/replay")
async def open_log_page() -> Response:
    """Where a log is opened from a file."""
    return page("replay")


@pages.get("/replay/{replay}")
@pages.get("/replay/{replay}/{key}")
async def replay_page(replay: str, key: str = "") -> Response:
    """A finished game, step by step."""
    return page("replay")


@pages.get("/rules/{game}")
async def rules_page(game: str) -> Response:
    """The rules of a game."""
    find_game(game)
    return page("rules")


@pages.get("/learn/{game}")
async def learn_page(game: str) -> Response:
    """The introduction to a game."""
    find_game(game)
    return page("learn")


@pages.get("/static/words/{name}.json")
async def page_words(name: str, request: Request) -> Response:
    """What the pages say themselves (`fr`), and what only some of them need (`part.fr`), from the catalogues here."""
    part, _, language = name.rpartition(".")
    if language not in LANGUAGES or part not in page_catalogues():
        return error(404, str(Said("there is nothing at this address")))
    body, tag = _page_words(part, language)
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@cache
def page_catalogues() -> Mapping[str, Path]:
    """The folders with the words of the pages: that of all, and those of the parts that some pages name."""
    folder = STATIC / "words"
    return {"": folder} | {path.name: path for path in sorted(folder.iterdir()) if path.is_dir()}


@cache
def _page_words(part: str, language: str) -> tuple[bytes, str]:
    """A catalogue as JSON, English where a language lacks a word; and a mark of what is in it, for browsers."""
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
            told = html.escape(operation.get("description", operation.get("summary", "")))
            rows.append(f"<dt><code>{method.upper()} {html.escape(path)}</code></dt><dd>{told}</dd>")
    body = (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Table Eleven: API</title><h1>API of Table Eleven</h1>"
        "<p>Every POST has the header <code>X-Table-Eleven: 1</code>. A seat's token goes into "
        "<code>Authorization: Bearer …</code>. The full description is <a href=/api/openapi.json>openapi.json</a>.</p>"
        f"<dl>{''.join(rows)}</dl></html>"
    )
    return HTMLResponse(body)
