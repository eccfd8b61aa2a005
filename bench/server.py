"""The server under load: `python -m bench.server`.

Closed loop: 1, 16, 64 and 256 tables of Elevenses with four seats each on a socket of its own; whoever is asked decides
as soon as all four have seen the table. Then 400 and 800 tables whose players think for a second. The store is durable
(SQLite, WAL, synchronous=FULL). Latency is from sending a decision to the last of the four views that show it.
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


async def load(port: int, tables: int, thought: float, seconds: float) -> tuple[float, float, float]:
    """Moves per second, and the latency that half of them and 99 in 100 stay below, in milliseconds."""
    meter = Meter()
    everyone = [Table(port, thought, meter, seed) for seed in range(tables)]
    tasks = []
    for table in everyone:
        tasks.append(asyncio.create_task(table.run()))
        await asyncio.sleep(0.005)
    await asyncio.sleep(2.0 + thought)
    meter.counting, began = True, time.perf_counter()
    await asyncio.sleep(seconds)
    meter.counting, took = False, time.perf_counter() - began
    for task in tasks:
        task.cancel()
    for table in everyone:
        for client in table.clients:
            client.close()
    found = sorted(meter.latencies)
    return len(found) / took, found[len(found) // 2] * 1000, found[int(len(found) * 0.99)] * 1000


def start(folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """A server of its own, with its store on the disk."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
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
    chosen = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"{'tables':>7} {'thought':>8} {'moves/s':>8} {'p50 ms':>7} {'p99 ms':>7} {'memory MB':>10}")
    for tables, thought in LOADS:
        if chosen.tables and tables not in chosen.tables:
            continue
        with tempfile.TemporaryDirectory() as folder:
            process, port = start(Path(folder))
            try:
                rate, half, most = uvloop.run(load(port, tables, thought, chosen.seconds))
                used = memory(process.pid)
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait()
        print(f"{tables:>7} {thought:>7.0f}s {rate:>8.0f} {half:>7.1f} {most:>7.1f} {used:>10.0f}", flush=True)


if __name__ == "__main__":
    main()
