"""Odd messages and odd requests, very many: `python -m bench.odd --messages 100000 --requests 50000`.

A real server without limits on how often, so that each is read. None may be answered with 500 or leave a traceback in
the log, and memory stays flat. A short run is one of the tests.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.soak import asked, dealt, memory, start

HERE = Path(__file__).parent
LINES = 8
TOGETHER = 40
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
        "/api/tables/{}/talk",
        "/api/tables/{}/talk/{}/report",
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


@dataclass
class Tally:
    """What came back."""

    answers: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    sent: int = 0
    before: float = 0.0
    after: float = 0.0
    traces: int = 0


def value(dice: random.Random, depth: int = 0) -> Any:
    """Anything that JSON can say."""
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
    """Something for a socket: nearly right, wrong, or no JSON at all."""
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


async def talk(base: str, number: int, many: int, tally: Tally) -> None:
    """Say so many odd things over sockets, and hear all the answers."""
    dice = random.Random(number)
    while many > 0:
        seats = [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]
        wish = {"game": dice.choice(("elevenses", "elefant", "eleven_board", "eleven_cards")), "seats": seats}
        table, cookie = await asyncio.to_thread(dealt, base, wish)
        address = f"{base.replace('http', 'ws')}/ws/{table}"
        try:
            async with connect(address, additional_headers={"Cookie": cookie}, compression=None) as line:
                await line.send('{"type":"hello"}')
                many = await _say(line, dice, many, tally)
        except (OSError, WebSocketException, TimeoutError) as problem:
            tally.answers[f"closed {getattr(getattr(problem, 'rcvd', None), 'code', '')}".strip()] += 1


async def _say(line: Any, dice: random.Random, many: int, tally: Tally) -> int:
    view: dict[str, Any] = {}
    try:
        while many > 0 and view.get("over") is None:
            for _ in range(min(TOGETHER, many)):
                await line.send(message(dice, view))
                many -= 1
                tally.sent += 1
            await line.send('{"type":"ping"}')
            pongs = 0
            while pongs == 0:
                heard = json.loads(await asyncio.wait_for(line.recv(), 60))
                tally.answers[heard["type"]] += 1
                view = heard if heard["type"] == "view" else view
                pongs += heard["type"] == "pong"
    except WebSocketException as problem:
        tally.answers[f"closed {getattr(getattr(problem, 'rcvd', None), 'code', '')}".strip()] += 1
    return many


def request(dice: random.Random, tables: list[str]) -> bytes:
    """An odd request, as bytes."""

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
    """A body that is nearly right."""
    seats = [
        {"kind": dice.choice(("me", "bot", "friend", "hotseat", "x")), "name": dice.choice(TEXTS)} for _ in range(3)
    ]
    wish: dict[str, Any] = {"game": dice.choice(("elevenses", "elefant", "x")), "seats": seats}
    log = "table-eleven log: 1\ngame: elevenses\nplayers: 2\nluck deal: " + "red-tea " * dice.choice((1, 300, 9000))
    return dice.choice(
        (wish, {"log": log}, {"action": "pass", "version": 3}, {**wish, dice.choice(WORDS): value(dice)})
    )


async def ask(base: str, number: int, many: int, tables: list[str], tally: Tally) -> None:
    """Send so many odd requests, each over a connection of its own."""
    dice, where = random.Random(-number - 1), urlsplit(base)
    for _ in range(many):
        sent = request(dice, tables)
        try:
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
            writer.write(sent)
            answer = await asyncio.wait_for(reader.read(200), 60)
            writer.close()
            status = answer[9:12].decode("latin-1") if answer.startswith(b"HTTP/1.1 ") else "none"
        except OSError:
            status = "cut off"
        tally.statuses[status] += 1
        if status == "500":
            print(sent)


async def run(base: str, pid: int, messages: int, requests: int, tally: Tally) -> None:
    """All of it; memory is compared with what it was after the first tenth."""
    wish = {"game": "elevenses", "seats": [{"kind": "me"}, {"kind": "hotseat"}], "public": True}
    tables = [(await asyncio.to_thread(dealt, base, wish))[0] for _ in range(4)]
    for part, number in ((0.1, 0), (0.9, 100)):
        talking = [talk(base, number + i, int(messages * part / LINES), tally) for i in range(LINES)]
        asking = [ask(base, number + i, int(requests * part / LINES), tables, tally) for i in range(LINES)]
        await asyncio.gather(*talking, *asking)
        tally.before, tally.after = tally.after, memory(pid)


def odd(folder: Path, messages: int, requests: int) -> Tally:
    """Start a server, be odd to it, and count."""
    tally = Tally()
    process, base, log = start(folder, "--no-limits", "--no-compile")
    try:
        asyncio.run(run(base, process.pid, messages, requests, tally))
        asked(base, "/health")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
    text = log.read_text(encoding="utf-8")
    tally.traces = text.count("Traceback (most recent")
    if tally.traces:
        print(text[-20_000:])
    return tally


def report(tally: Tally) -> str:
    """The results as a page."""
    rows = [f"| {name} | {count:,} |" for name, count in sorted(tally.statuses.items())]
    heard = [f"| {name} | {count:,} |" for name, count in sorted(tally.answers.items())]
    requests = sum(tally.statuses.values())
    return "\n".join(
        [
            "# Odd messages and requests",
            "",
            f"`python -m bench.odd`: {tally.sent:,} messages over sockets, {requests:,} requests.",
            f"Tracebacks in the log: {tally.traces}. Memory",
            f"after the first tenth {tally.before:.0f} MB, at the end {tally.after:.0f} MB.",
            "",
            "| status | requests |",
            "|---|---|",
            *rows,
            "",
            "| answer on a socket | times |",
            "|---|---|",
            *heard,
            "",
        ]
    )


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--requests", type=int, default=50_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = odd(Path(folder), chosen.messages, chosen.requests)
    print(report(tally))
    if chosen.messages >= 50_000:
        (HERE / "odd_results.md").write_text(report(tally), encoding="utf-8")
    if tally.traces or tally.statuses["500"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
