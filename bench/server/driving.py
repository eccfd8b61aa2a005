"""The load generator, the same for our server and for boardgame.io; `bench.server` starts it.

A table has four seats with a socket each. When all four have seen a decision, the next seat decides at once, or after a
thinking time; the latency is the time from sending a decision to the last of the four views that show it. The players
parse as little as possible, for either server: the version of every view, and the legal actions of the seat to move.
"""

import asyncio
import json
import random
import re
import sys
import time
import urllib.request
from dataclasses import asdict, dataclass, field
from typing import Any

import orjson
import uvloop

from bench.server.sockets import Client, connect

SEATS = 4
SPREAD = 0.004
ACTIONS = re.compile(rb'{"name":"([^"]*)","sentence":')
Parsed = dict[str, Any]


@dataclass
class Meter:
    """Collects measurements."""

    counting: bool = False
    latencies: list[float] = field(default_factory=list)


@dataclass
class Result:
    """Moves per second, p50 and p99 latency in ms, and the load generator's own CPU time per move in ms."""

    rate: float
    half: float
    most: float
    driver: float


class MeasuredTable:
    """Four seats that play forever; subclasses implement each server's protocol."""

    def __init__(self, port: int, number: int, thought: float, meter: Meter) -> None:
        self.port, self.number, self.thought, self.meter = port, number, thought, meter
        self.dice = random.Random(number)
        self.clients: list[Client] = []
        self.forget()

    def forget(self) -> None:
        """Reset what has been seen."""
        self.seen = [-1] * SEATS
        self.version, self.sent = -1, 0.0
        self.asked: tuple[int, int, Parsed] | None = None

    async def run(self) -> None:
        """Play."""
        raise NotImplementedError

    def decision(self, seat: int, version: int, view: Parsed) -> bytes:
        """Return the message for a random decision."""
        raise NotImplementedError

    def saw(self, seat: int, version: int, view: Parsed | None) -> None:
        """Record that a seat has seen a version; the view is parsed only for the seat to move."""
        if version <= self.seen[seat]:
            return
        self.seen[seat] = version
        if view is not None:
            self.asked = (seat, version, view)
        if min(self.seen) > self.version:
            self.version = min(self.seen)
            self._everybody_has_seen()

    def _everybody_has_seen(self) -> None:
        if self.sent and self.meter.counting:
            self.meter.latencies.append(time.perf_counter() - self.sent)
        self.sent = 0.0
        if self.asked is None or self.asked[1] != self.version:
            return
        if self.thought:
            pause = self.thought * self.dice.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(pause, self._decide, self.version)
        else:
            self._decide(self.version)

    def _decide(self, version: int) -> None:
        if self.asked is None or version != self.version:
            return
        seat, _, view = self.asked
        message = self.decision(seat, version, view)
        self.sent = time.perf_counter()
        self.clients[seat].send(message)


class TableElevenTable(MeasuredTable):
    """Elevenses at Table Eleven; when a game is over, a new table is created."""

    async def run(self) -> None:
        while True:
            made = await asyncio.to_thread(create_table, self.port)
            self.forget()
            self.over = asyncio.Event()
            self.clients = []
            for seat in range(SEATS):
                headers = {"Authorization": f"Bearer {made['seats'][seat]['token']}"}
                ear = self._ear(seat)
                self.clients.append(await connect(self.port, f"/ws/{made['table']}", headers, ear))
            for client in self.clients:
                client.send(b'{"type":"hello","since":-1}')
            await self.over.wait()
            for client in self.clients:
                client.close()

    def _ear(self, seat: int) -> Any:
        return lambda client, body: self._hear(seat, client, body)

    def _hear(self, seat: int, client: Client, body: bytes) -> None:
        if not body.startswith(b'{"type":"view"'):
            assert body.startswith(b'{"type":"ack"'), body
            return
        version = _number_after(body, b'"version":')
        self.saw(seat, version, {"actions": ACTIONS.findall(body)} if b'"yours":true' in body else None)
        if b'"over":null' not in body:
            self.over.set()

    def decision(self, seat: int, version: int, view: Parsed) -> bytes:
        action = self.dice.choice(view["actions"]).decode()
        return orjson.dumps({"type": "move", "id": str(version), "version": version, "seat": seat, "action": action})


def create_table(port: int) -> Parsed:
    """Create a table and deal; if the server wants shares of the randomness, every seat sends one."""
    seats = [{"kind": "me" if seat == 0 else "hotseat", "name": f"P{seat}"} for seat in range(SEATS)]
    made = _post(port, "", {"game": "elevenses", "options": {"target": "11"}, "seats": seats})
    for seat in made["seats"] if "commitment" in made else ():  # older versions deal at once, without shares
        share = {"commitment": made["commitment"], "share": "00" * 32}
        _post(port, f"/{made['table']}/share", share, {"Authorization": f"Bearer {seat['token']}"})
    return made


def _post(port: int, path: str, body: Parsed, more: dict[str, str] | None = None) -> Parsed:
    headers = {"X-Table-Eleven": "1", "Content-Type": "application/json", **(more or {})}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        found: Parsed = json.load(answer)
        return found


class BoardgameIoTable(MeasuredTable):
    """Crazy Eights at boardgame.io, over socket.io; the first request creates the match."""

    async def run(self) -> None:
        self.match = f"m{self.number}"
        for seat in range(SEATS):
            path = "/socket.io/?EIO=4&transport=websocket"
            self.clients.append(await connect(self.port, path, {}, self._ear(seat)))
        await asyncio.Event().wait()

    def _ear(self, seat: int) -> Any:
        return lambda client, body: self._hear(seat, client, body)

    def _hear(self, seat: int, client: Client, body: bytes) -> None:
        if body.startswith((b'42/crazy-eights,["update"', b'42/crazy-eights,["sync"')):
            version = _number_after(body, b'"_stateID":')
            mine = b'"currentPlayer":"%d"' % seat in body
            self.saw(seat, version, orjson.loads(body[body.index(b"[") :])[2] if mine else None)
        elif body.startswith(b"0"):
            client.send(b"40/crazy-eights,")
        elif body.startswith(b"40/"):
            client.send(_emit("sync", self.match, str(seat), None, SEATS))
        elif body == b"2":
            client.send(b"3")

    def decision(self, seat: int, version: int, view: Parsed) -> bytes:
        state = view.get("state", view)["G"]
        top = state["top"]
        fits = [c for c in state["players"][str(seat)]["hand"] if c % 13 in (7, top % 13) or c // 13 == top // 13]
        move: Parsed = {"type": "play", "args": [self.dice.choice(fits)]} if fits else {"type": "draw", "args": []}
        action = {"type": "MAKE_MOVE", "payload": {**move, "playerID": str(seat)}}
        return _emit("update", action, version, self.match, str(seat))


def _emit(*arguments: object) -> bytes:
    return b"42/crazy-eights," + orjson.dumps(arguments)


def _number_after(body: bytes, key: bytes) -> int:
    at = body.index(key) + len(key)
    end = at
    while body[end] in b"0123456789":
        end += 1
    return int(body[at:end])


WHOM: dict[str, type[MeasuredTable]] = {"table-eleven": TableElevenTable, "boardgame.io": BoardgameIoTable}


async def drive(whom: str, ports: list[int], first: int, tables: int, thought: float, seconds: float) -> Result:
    """Play at several tables, distributed over ports; print a line before and after the measured time."""
    meter = Meter()
    everyone = [WHOM[whom](ports[n % len(ports)], first + n, thought, meter) for n in range(tables)]
    tasks = []
    for table in everyone:
        tasks.append(asyncio.create_task(table.run()))
        await asyncio.sleep(SPREAD)
    while min(table.version for table in everyone) < 0:
        for task in tasks:
            if task.done():
                task.result()
        await asyncio.sleep(0.1)
    await asyncio.sleep(1.5 + thought)
    print("counting", flush=True)
    meter.counting, began, used = True, time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    meter.counting, took, used = False, time.perf_counter() - began, time.process_time() - used
    for task in tasks:
        task.cancel()
    found = sorted(meter.latencies) or [0.0]
    half, most = found[len(found) // 2] * 1000, found[int(len(found) * 0.99)] * 1000
    return Result(len(found) / took, half, most, used * 1000 / len(found))


if __name__ == "__main__":
    name, where, *numbers, think, count = sys.argv[1:]
    ports = [int(port) for port in where.split(",")]
    result = uvloop.run(drive(name, ports, *map(int, numbers), float(think), float(count)))  # type: ignore[call-arg]
    print(json.dumps(asdict(result)), flush=True)
