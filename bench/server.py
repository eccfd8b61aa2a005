"""The server under load: `python -m bench.server`.

Closed loop: 1, 16, 64 and 256 tables of Elevenses with four seats each on a socket of its own; whoever is asked decides
as soon as all four have seen the table. Then 400 and 800 tables whose players think for a second. The store is durable
(SQLite, WAL, synchronous=FULL). Latency is from sending a decision to the last of the four views that show it.

`--peer FOLDER` takes turns with boardgame.io, in memory, where `npm install boardgame.io@0.50.2` was run in FOLDER.
CPU is what the serving process used per move, which a busy machine disturbs least.
"""

import argparse
import asyncio
import json
import os
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

import orjson
import uvloop

from bench.sockets import Client, connect

SEATS = 4
LOADS = ((1, 0.0), (16, 0.0), (64, 0.0), (256, 0.0), (400, 1.0), (800, 1.0))


@dataclass
class Meter:
    """What was measured."""

    counting: bool = False
    latencies: list[float] = field(default_factory=list)


class Table:
    """Four seats that play game after game."""

    def __init__(self, port: int, thought: float, meter: Meter, seed: int) -> None:
        self.port, self.thought, self.meter = port, thought, meter
        self.dice = random.Random(seed)
        self.clients: list[Client] = []
        self.seen = [-1] * SEATS
        self.version, self.sent = -1, 0.0
        self.asked: tuple[int, dict[str, Any]] | None = None
        self.over = asyncio.Event()

    async def run(self) -> None:
        while True:
            await self._sit_down()
            await self.over.wait()
            for client in self.clients:
                client.close()

    async def _sit_down(self) -> None:
        made = await asyncio.to_thread(_create, self.port)
        self.over.clear()
        self.seen, self.version, self.asked, self.sent = [-1] * SEATS, -1, None, 0.0
        path, self.clients = f"/ws/{made['table']}", []
        for seat in range(SEATS):
            headers = {"Authorization": f"Bearer {made['seats'][seat]['token']}"}
            self.clients.append(await connect(self.port, path, headers, self._ear(seat)))
        for client in self.clients:
            client.send(b'{"type":"hello","since":-1}')

    def _ear(self, seat: int) -> Any:
        return lambda body: self._hear(seat, body)

    def _hear(self, seat: int, body: bytes) -> None:
        if not body.startswith(b'{"type":"view"'):
            assert body.startswith(b'{"type":"ack"'), body
            return
        at = body.index(b'"version":') + 10
        version = int(body[at : body.index(b",", at)])
        if version <= self.seen[seat]:
            return
        self.seen[seat] = version
        if b'"yours":true' in body:
            self.asked = (seat, orjson.loads(body))
        elif b'"over":null' not in body:
            self.over.set()
        if min(self.seen) > self.version:
            self.version = min(self.seen)
            self._everybody_has_seen()

    def _everybody_has_seen(self) -> None:
        if self.sent and self.meter.counting:
            self.meter.latencies.append(time.perf_counter() - self.sent)
        if self.asked is None or self.asked[1]["version"] != self.version:
            return
        if self.thought:
            pause = self.thought * self.dice.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(pause, self._decide, self.version)
        else:
            self._decide(self.version)

    def _decide(self, version: int) -> None:
        if self.asked is None or version != self.version:
            return
        seat, view = self.asked
        action = self.dice.choice(view["actions"])["name"]
        self.sent = time.perf_counter()
        move = {"type": "move", "id": str(version), "version": version, "seat": seat, "action": action}
        self.clients[seat].send(orjson.dumps(move))


def _create(port: int) -> dict[str, Any]:
    seats = [{"kind": "me" if seat == 0 else "hotseat", "name": f"P{seat}"} for seat in range(SEATS)]
    body = json.dumps({"game": "elevenses", "options": {"target": "11"}, "seats": seats}).encode()
    headers = {"X-Table-Eleven": "1", "Content-Type": "application/json"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables", body, headers)
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.load(answer)
        return made


@dataclass
class Result:
    """Moves per second; in ms, the latency half and 99 in 100 of them stay below, and the server's CPU per move."""

    rate: float
    half: float
    most: float
    cpu: float = 0.0


async def load(port: int, pid: int, tables: int, thought: float, seconds: float) -> Result:
    """Play at so many tables for a while."""
    meter = Meter()
    everyone = [Table(port, thought, meter, seed) for seed in range(tables)]
    tasks = []
    for table in everyone:
        tasks.append(asyncio.create_task(table.run()))
        await asyncio.sleep(0.005)
    await asyncio.sleep(2.0 + thought)
    meter.counting, began, used = True, time.perf_counter(), cpu_of(pid)
    await asyncio.sleep(seconds)
    meter.counting, took, used = False, time.perf_counter() - began, cpu_of(pid) - used
    for task in tasks:
        task.cancel()
    for table in everyone:
        table.asked = None
        for client in table.clients:
            client.close()
    found = sorted(meter.latencies) or [0.0]
    half, most = found[len(found) // 2] * 1000, found[int(len(found) * 0.99)] * 1000
    return Result(len(found) / took, half, most, used * 1000 / len(found))


def cpu_of(pid: int) -> float:
    """The seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peer(folder: Path, tables: int, thought: float, seconds: float) -> tuple[Result, float]:
    """The same load on boardgame.io, and the memory of its server."""
    port, script = free_port(), str(Path(__file__).parent / "boardgame_io.js")
    where = {**os.environ, "NODE_PATH": str(folder / "node_modules")}
    server = subprocess.Popen(["node", script, "serve", str(port)], env=where, stdout=subprocess.DEVNULL)
    try:
        time.sleep(4)
        command = ["node", script, "drive", *map(str, (port, tables, thought, seconds))]
        driver = subprocess.Popen(command, env=where, stdout=subprocess.PIPE, text=True)
        assert driver.stdout is not None
        driver.stdout.readline()
        used = cpu_of(server.pid)
        figures = json.loads(driver.stdout.readline())
        used = cpu_of(server.pid) - used
        driver.wait()
        found = Result(**figures)
        found.cpu = used * 1000 / max(1.0, found.rate * seconds)
        return found, memory(server.pid)
    finally:
        server.terminate()
        server.wait()


def free_port() -> int:
    """A port nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ours(tables: int, thought: float, seconds: float) -> tuple[Result, float]:
    """The load on a server of our own, and its memory."""
    with tempfile.TemporaryDirectory() as folder:
        process, port = start(Path(folder))
        try:
            found = uvloop.run(load(port, process.pid, tables, thought, seconds))
            return found, memory(process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def start(folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """A server of its own, with its store on the disk."""
    port = free_port()
    command = [sys.executable, "-m", "eleven.server", "--no-limits", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--database", f"sqlite:///{folder / 'bench.sqlite'}"], stdout=subprocess.DEVNULL
    )
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health"):
                return process, port
        except OSError:
            time.sleep(0.05)
    raise SystemExit("the server did not come up")


def memory(pid: int) -> float:
    """The memory of a process in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--tables", type=int, nargs="*", help="only these numbers of tables")
    parser.add_argument("--peer", type=Path, help="the folder in which boardgame.io is installed")
    chosen = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(
        f"{'server':>13} {'tables':>7} {'thought':>8} "
        f"{'moves/s':>8} {'p50 ms':>7} {'p99 ms':>7} {'CPU ms':>7} {'MB':>5}"
    )
    for tables, thought in LOADS:
        if chosen.tables and tables not in chosen.tables:
            continue
        show("table-eleven", tables, thought, *ours(tables, thought, chosen.seconds))
        if chosen.peer:
            show("boardgame.io", tables, thought, *peer(chosen.peer, tables, thought, chosen.seconds))


def show(name: str, tables: int, thought: float, found: Result, used: float) -> None:
    """One line of the report."""
    figures = f"{found.rate:>8.0f} {found.half:>7.1f} {found.most:>7.1f} {found.cpu:>7.2f} {used:>5.0f}"
    print(f"{name:>13} {tables:>7} {thought:>7.0f}s {figures}", flush=True)


if __name__ == "__main__":
    main()
