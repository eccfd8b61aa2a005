"""Generates odd input for the server: nearly valid, invalid and nonsensical messages and requests."""

import json
import os
import random
from typing import Any
from urllib.parse import quote

TEXTS = (
    "",
    "\x00",
    "é",
    "\u202eabc",
    "🂡" * 9,
    "a" * 300,
    "<b>",
    "'; DROP TABLE events; --",
    "../..",
    "%s%n",
    "{}",
    "\\",
    "NaN",
)
NUMBERS = (0, 1, -1, 2**31, 2**63, -(2**63), 10**400, 0.5, 1e308, -0.0)
WORDS = (
    "type",
    "version",
    "seat",
    "action",
    "id",
    "since",
    "language",
    "token",
    "touch",
    "game",
    "seats",
    "kind",
    "name",
    "text",
    "reaction",
    "days",
    "clock",
)
KINDS = ("hello", "move", "ping", "why", "look", "take_back", "hint", "say", "dance", "")
METHODS = ("GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW")
PATHS = (
    *("/", "/health", "/api/games", "/api/tables", "/api/tables/{}", "/api/tables/{}/view", "/api/tables/{}/moves"),
    *(
        "/api/tables/{}/join",
        "/api/tables/{}/take_back",
        "/api/tables/{}/hint",
        "/api/tables/{}/leave",
        "/api/tables/{}/away",
        "/api/tables/{}/chat",
        "/api/tables/{}/chat/{}/report",
        "/api/rules/{}",
    ),
    *("/api/tables/{}/rematch", "/api/tables/{}/links", "/api/tables/{}/qr", "/api/tables/{}/log", "/api/lessons/{}"),
    *("/api/replays", "/api/replays/{}", "/api/replays/{}/view", "/api/replays/{}/review", "/api/replays/{}/play_on"),
    *("/me", "/api/me", "/api/me/links", "/api/me/links/owner", "/api/me/code", "/api/me/sign_in", "/api/me/export"),
    *("/api/me/ways/{}/remove", "/api/me/sign_out", "/api/me/sign_out_others", "/api/me/delete"),
    *("/api/me/passkeys", "/api/me/passkeys/options", "/api/me/passkeys/challenge", "/api/me/passkeys/sign_in"),
    *("/manifest.webmanifest", "/service-worker.js", "/offline"),
    *("/history", "/api/me/games", "/api/me/record", "/api/me/games.jsonl"),
    *("/table/{}", "/join/{}/{}", "/replay/{}", "/static/{}", "/static/games/{}/{}", "/ws/{}", "/rules/{}", "/{}"),
)
HEADERS: tuple[str, ...] = (
    "Origin",
    "Accept-Language",
    "Cookie",
    "Authorization",
    "Content-Type",
    "Sec-Fetch-Site",
    "X-Forwarded-For",
)
HEADERS += ("Range", "If-None-Match", "If-Modified-Since", "Accept", "Upgrade", "Expect", "X-Table-Eleven")
ODD: tuple[str, ...] = (
    "http://[",
    "null",
    "",
    "bytes=0-",
    "bytes=9-1,,-",
    "en;q=x,,fr;q=",
    "eleven=abc",
    "Bearer ",
    "Bearer a.b",
    "\x01",
    "é" * 50,
)
ODD += (
    "websocket",
    "application/json",
    "text/plain; charset=nothing",
    "cross-site",
    "*/*",
    'W/"x',
    "Mon, 99 Foo",
    "a" * 2000,
)


def value(dice: random.Random, depth: int = 0) -> Any:
    """Return a random JSON value."""
    kind = dice.randrange(9 if depth < 4 else 6)
    if kind < 2:
        return dice.choice(TEXTS)
    if kind < 4:
        return dice.choice(NUMBERS)
    if kind < 6:
        return dice.choice((None, True, False))
    if kind == 6:
        return [value(dice, depth + 1) for _ in range(dice.randrange(4))]
    return {dice.choice(WORDS): value(dice, depth + 1) for _ in range(dice.randrange(4))}


def message(dice: random.Random, view: dict[str, Any]) -> str | bytes:
    """Return a message for a socket: nearly valid, invalid, or not JSON at all."""
    kind = dice.randrange(10)
    if kind == 0:
        return dice.choice(
            ("{", "[" * 1000, '"', "nul", "\x00", "é", "{}" * 9, '{"type":"ping"}x', '{"type":"p\\ud800"}')
        )
    if kind == 1:
        return json.dumps(value(dice))
    if kind == 2 and dice.random() < 0.02:
        return dice.choice((b"\x00\xff", "x" * 5000, b"", "y" * 20_000))
    names = [action["name"] for action in view.get("actions", ())] or ["pass"]
    seat, version = view.get("asked", 0), view.get("version", 0)
    known = {"type": dice.choice(KINDS), "version": version, "seat": seat, "action": dice.choice(names)}
    wanted = {
        "hello": ("type",),
        "ping": ("type",),
        "look": ("type", "seat"),
        "why": ("type", "action"),
        "say": ("type",),
    }
    body = {name: known[name] for name in wanted.get(str(known["type"]), tuple(known))}
    for _ in range(dice.randrange(3)):
        body[dice.choice(WORDS)] = value(dice)
    return json.dumps(body, ensure_ascii=dice.random() < 0.5)


def request(dice: random.Random, tables: list[str]) -> bytes:
    """Return the bytes of an odd HTTP request."""

    def name() -> str:
        return (
            dice.choice(tables)
            if dice.random() < 0.5
            else quote(dice.choice((*TEXTS, "elevenses")), safe=dice.choice(("", "/%")))
        )

    path = dice.choice(PATHS)
    path = path.format(*(name() for _ in range(path.count("{}"))))
    if dice.random() < 0.4:
        query = "&".join(f"{dice.choice(WORDS)}={quote(str(value(dice, 4)), safe='')}" for _ in range(3))
        path += f"?{query}"[:4000]
    method = dice.choice(METHODS)
    body = b""
    if method in ("POST", "PUT", "PATCH"):
        body = dice.choice(
            (json.dumps(value(dice)).encode(), os.urandom(30), b"", b"{", json.dumps(_wish(dice)).encode())
        )
    lines = [
        f"{method} {path} HTTP/1.{dice.choice('1110')}",
        f"Host: {dice.choice(('127.0.0.1', '127.0.0.1', '127.0.0.1', 'x', '['))}",
    ]
    lines += ["X-Table-Eleven: 1"] if dice.random() < 0.8 else []
    lines += [f"{dice.choice(HEADERS)}: {dice.choice(ODD)}" for _ in range(dice.randrange(3))]
    lines += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
    head = "\r\n".join(lines).encode("utf-8")
    return head + body if dice.random() < 0.98 else os.urandom(60) + b"\r\n\r\n"


def _wish(dice: random.Random) -> dict[str, Any]:
    """Return a nearly valid request body."""
    seats = [
        {"kind": dice.choice(("me", "bot", "friend", "hotseat", "x")), "name": dice.choice(TEXTS)} for _ in range(3)
    ]
    wish: dict[str, Any] = {"game": dice.choice(("elevenses", "elefant", "x")), "seats": seats}
    log = "table-eleven log: 1\ngame: elevenses\nplayers: 2\nluck deal: " + "red-tea " * dice.choice((1, 300, 9000))
    return dice.choice(
        (wish, {"log": log}, {"action": "pass", "version": 3}, {**wish, dice.choice(WORDS): value(dice)})
    )
