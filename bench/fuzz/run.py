"""Fuzzes a server with odd messages and requests: `python -m bench.fuzz --messages 100000 --requests 50000`.

The server has no rate limits, so that it reads everything. There must be no response with status 500 and no traceback
in the log, and memory must not grow. A short run is one of the tests.
"""

import argparse
import asyncio
import json
import random
import signal
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.fuzz.inputs import message, request
from bench.soak import asked, dealt, memory, start

HERE = Path(__file__).parents[1]
LINES = 8
TOGETHER = 40


@dataclass
class FuzzTally:
    """Counts the responses."""

    answers: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    sent: int = 0
    before: float = 0.0
    after: float = 0.0
    traces: int = 0


async def converse(base: str, number: int, many: int, tally: FuzzTally) -> None:
    """Send odd messages over sockets, and read all answers."""
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


async def _say(line: Any, dice: random.Random, many: int, tally: FuzzTally) -> int:
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


async def ask(base: str, number: int, many: int, tables: list[str], tally: FuzzTally) -> None:
    """Send odd requests, each over a new connection."""
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


async def run(base: str, pid: int, messages: int, requests: int, tally: FuzzTally) -> None:
    """Run everything; memory is compared with that after the first tenth."""
    wish = {"game": "elevenses", "seats": [{"kind": "me"}, {"kind": "hotseat"}], "public": True}
    tables = [(await asyncio.to_thread(dealt, base, wish))[0] for _ in range(4)]
    for part, number in ((0.1, 0), (0.9, 100)):
        talking = [converse(base, number + i, int(messages * part / LINES), tally) for i in range(LINES)]
        asking = [ask(base, number + i, int(requests * part / LINES), tables, tally) for i in range(LINES)]
        await asyncio.gather(*talking, *asking)
        tally.before, tally.after = tally.after, memory(pid)


def fuzz(folder: Path, messages: int, requests: int) -> FuzzTally:
    """Start a server, fuzz it, and count the responses."""
    tally = FuzzTally()
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


def report(tally: FuzzTally) -> str:
    """The results as a page."""
    rows = [f"| {name} | {count:,} |" for name, count in sorted(tally.statuses.items())]
    heard = [f"| {name} | {count:,} |" for name, count in sorted(tally.answers.items())]
    requests = sum(tally.statuses.values())
    return "\n".join(
        [
            "# Odd messages and requests",
            "",
            f"`python -m bench.fuzz`: {tally.sent:,} messages over sockets, {requests:,} requests.",
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
        tally = fuzz(Path(folder), chosen.messages, chosen.requests)
    print(report(tally))
    if chosen.messages >= 50_000:
        (HERE / "fuzz_results.md").write_text(report(tally), encoding="utf-8")
    if tally.traces or tally.statuses["500"]:
        raise SystemExit(1)
