"""Soak test: plays on a server for a long time and measures its memory: `python -m bench.soak --minutes 30`.

At some tables of every game, one device with all seats plays one game after the other, with a spectator; finished games
are replayed. The server is warm when its log says that the caches are full, after at least five minutes: then the first
tables have been unloaded, and the cache of replays is full. The requested minutes start then, and their first tenth is
compared with the last. Writes `bench/soak_results.md`.
"""

import argparse
import asyncio
import json
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from eleven.core.contract.game import games

HERE = Path(__file__).parent
EVERY = 10.0
WARM, WARM_MINUTES = b"the caches are full", 5.0
LOOKED_AT_AGAIN = 0.5
LANGUAGES = ("en", "fr", "nl", "de")


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(folder: Path, *options: str) -> tuple[subprocess.Popen[bytes], str, Path]:
    """Start a server; return its process, its address and its log."""
    port, log = free_port(), folder / "log"
    command = [sys.executable, "-m", "eleven.server", "--port", str(port), *options]
    command += ["--database", f"sqlite:///{folder / 'tables.sqlite'}"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log.open("wb"))
    base = f"http://127.0.0.1:{port}"
    for _ in range(1200):
        try:
            with urllib.request.urlopen(f"{base}/health", timeout=5):
                return process, base, log
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not come up")


def memory(pid: int) -> float:
    """Return the memory of a process in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def asked(base: str, path: str, body: dict[str, Any] | None = None, cookie: str = "") -> tuple[Any, str]:
    """Send a request; return the response and the cookie it sets."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"X-Table-Eleven": "1", "Content-Type": "application/json", "Cookie": cookie}
    with urllib.request.urlopen(urllib.request.Request(base + path, data, headers), timeout=60) as answer:
        return json.loads(answer.read()), (answer.headers["Set-Cookie"] or "").partition(";")[0]


def dealt(base: str, wish: dict[str, Any]) -> tuple[str, str]:
    """Create a table for one device, and send its share of the randomness; return the table and the cookie."""
    made, cookie = asked(base, "/api/tables", wish)
    asked(base, f"/api/tables/{made['table']}/share", {"commitment": made["commitment"], "share": "00" * 32}, cookie)
    return made["table"], cookie


@dataclass
class SoakTally:
    """Counts what has happened so far."""

    moves: int = 0
    games: int = 0
    memory: list[tuple[float, float, int]] = field(default_factory=list)
    """Seconds, MB, moves."""
    warm: int = 0
    """The number of measurements before the server was warm."""


async def play_on(base: str, game: str, number: int, tally: SoakTally) -> None:
    """Play games one after the other."""
    dice = random.Random(number)
    while True:
        try:
            await _play(base, game, dice, tally)
            tally.games += 1
        except (OSError, WebSocketException, TimeoutError) as problem:
            print(f"{game}: {problem!r}", file=sys.stderr)
            await asyncio.sleep(1)


async def _play(base: str, game: str, dice: random.Random, tally: SoakTally) -> None:
    players = dice.choice(list(games()[game].players))
    seats = [{"kind": "me" if i == 0 else "hotseat"} for i in range(players)]
    wish = {"game": game, "seats": seats, "public": True}
    table, cookie = await asyncio.to_thread(dealt, base, wish)
    address = f"{base.replace('http', 'ws')}/ws/{table}"
    hello = json.dumps({"type": "hello", "language": dice.choice(LANGUAGES)})
    async with (
        connect(address, additional_headers={"Cookie": cookie}, compression=None) as mine,
        connect(address, compression=None, max_queue=None) as spectator,
    ):
        await mine.send(hello)
        await spectator.send(hello)
        looking = asyncio.create_task(_look_on(spectator))
        try:
            await _to_the_end(mine, dice, tally)
        finally:
            looking.cancel()
    if dice.random() < LOOKED_AT_AGAIN:
        await asyncio.to_thread(asked, base, f"/api/replays/{table}?language={dice.choice(LANGUAGES)}")


async def _look_on(line: Any) -> None:
    async for _ in line:
        pass


async def _to_the_end(line: Any, dice: random.Random, tally: SoakTally) -> None:
    async for text in line:
        view = json.loads(text)
        if view["type"] != "view":
            continue
        if view["over"] is not None:
            return
        if not view["yours"]:
            await line.send(json.dumps({"type": "look", "seat": view["asked"]}))
        elif view["actions"]:
            action = dice.choice(view["actions"])["name"]
            move = {"type": "move", "version": view["version"], "seat": view["asked"], "action": action}
            await line.send(json.dumps({**move, "id": f"{dice.getrandbits(60):x}"}))
            tally.moves += 1


async def soak(base: str, pid: int, minutes: float, tables: int, log: Path | None = None) -> SoakTally:
    """Play for some minutes and sample the memory; with a log, the time counts from when the server is warm."""
    tally, began = SoakTally(), time.monotonic()
    names = [name for name in games() for _ in range(tables)]
    players = [asyncio.create_task(play_on(base, name, i, tally)) for i, name in enumerate(names)]
    end = began + minutes * 60 if log is None else None
    while end is None or time.monotonic() < end:
        await asyncio.sleep(min(EVERY, minutes * 60))
        tally.memory.append((time.monotonic() - began, memory(pid), tally.moves))
        if end is None and log is not None and _warm(log, time.monotonic() - began):
            tally.warm, end = len(tally.memory), time.monotonic() + minutes * 60
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    return tally


def _warm(log: Path, seconds: float) -> bool:
    return seconds >= WARM_MINUTES * 60 and WARM in log.read_bytes()


def growth(tally: SoakTally) -> float:
    """Return the growth of memory from the first to the last tenth of the warm run, in percent."""
    megabytes = [found for _, found, _ in tally.memory[tally.warm :]]
    tenth = max(1, len(megabytes) // 10)
    return 100 * (sum(megabytes[-tenth:]) / sum(megabytes[:tenth]) - 1)


def report(tally: SoakTally, minutes: float, tables: int, options: list[str]) -> str:
    """The results as a page."""
    step = max(1, len(tally.memory) // 35)
    rows = [f"| {at / 60:.1f} | {moves:,} | {found:.0f} |" for at, found, moves in tally.memory[::step]]
    command = f"python -m bench.soak --minutes {minutes:g} --tables {tables} {' '.join(options)}".strip()
    return "\n".join(
        [
            "# A server that is played on",
            "",
            f"`{command}`: {tally.moves:,} decisions, {tally.games:,} games to their end.",
            f"It was warm after {tally.memory[tally.warm - 1][0] / 60:.1f} minutes (its caches full, and five minutes",
            f"at least). The last tenth of the {minutes:g} minutes after that has {growth(tally):+.1f} % of the memory",
            "of the first.",
            "",
            "| minutes | decisions | MB |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


def main() -> None:
    """Run from the command line; unknown options are passed to the server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--tables", type=int, default=3, help="of each game at once")
    chosen, options = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        process, base, log = start(Path(folder), "--no-limits", *options)
        try:
            tally = asyncio.run(soak(base, process.pid, chosen.minutes, chosen.tables, log))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)
        if b'"trace"' in log.read_bytes():
            print(log.read_text(encoding="utf-8"), file=sys.stderr)
    page = report(tally, chosen.minutes, chosen.tables, options)
    print(page)
    if chosen.minutes >= 5:
        (HERE / "soak_results.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
