"""Measures the CPU time of a move with warm and with cold processor caches: `python -m bench.cold_caches`.

One process handles complete moves except for network and disk: a message is parsed, the next state is computed, and
four seats get their views. Tables take turns. Before each cold move, so much memory is copied that the caches contain
neither code nor data of the server, as after sleeping or after other processes have run. It needs the compiled rules of
Elevenses (which any server has created). This figure depends least on what else the machine does. Takes a minute, and
writes nothing.
"""

import argparse
import asyncio
import os
import random
import re
import time
from collections.abc import Iterable
from statistics import median
from types import SimpleNamespace
from typing import Any

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")  # as in a server

import orjson
import uvloop

from eleven.core.contract.game import find_game
from eleven.core.play import native
from eleven.server.http.identity.visitor import Visitor
from eleven.server.live.live_table import LiveTable
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.process.gc_policy import gc_policy
from eleven.server.process.metrics import Metrics
from eleven.server.settings import Settings
from eleven.server.sockets.connection import Connection
from eleven.server.sockets.messages import Hello
from eleven.server.sockets.websocket_protocol import EXTENSION, SendQueue
from eleven.server.store import Write

GAME, SEATS = "elevenses", 4
ACTIONS = re.compile(rb'{"name":"([^"]*)","sentence":')
MORE_THAN_CACHES = 12 << 20
UNCOUNTED = 3
"""The first 1/3 of the moves fill the server's own caches and are not counted."""


class Wire:
    """A fake socket that stores the last message."""

    write_paused = False

    def __init__(self) -> None:
        self.sent = b""

    def set_handler(self, handler: object) -> None:
        """Do nothing: there are no incoming messages."""

    def resume_reading(self) -> None:
        """Do nothing."""

    def send_texts(self, messages: Iterable[bytes]) -> None:
        """Store the last message, which is a view."""
        *_, self.sent = messages


class InstantStore:
    """A fake store that completes every write at once."""

    shared = False

    def append(self, write: Write) -> "asyncio.Future[None]":
        """Create the rows, as a real store does."""
        write.rows("a process")
        done = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done


def at_tables(number: int) -> list[tuple[LiveTable, list[Connection]]]:
    """Create tables with a connection for each seat."""
    tables: Any = SimpleNamespace(
        store=InstantStore(), metrics=Metrics(), settings=Settings().without_limits(), peers=None
    )
    tables.send_queue, tables.reminders = SendQueue(), SimpleNamespace(changed=set())
    tables.undo_worker, tables.ratings = SimpleNamespace(waiting=0), SimpleNamespace(game_over=lambda: None)
    found = []
    for _ in range(number):
        places = [SeatSpec("me" if seat == 0 else "hotseat", f"P{seat}") for seat in range(SEATS)]
        table = new_table("somebody", GAME, None, {"target": "11"}, places, False)
        live = LiveTable(table if table.play else table.after(table.event("deal")), tables)
        found.append((live, [connection(live, seat) for seat in range(SEATS)]))
    return found


def connection(live: LiveTable, seat: int) -> Connection:
    """Connect to a seat."""
    socket: Any = SimpleNamespace(scope={"extensions": {EXTENSION: Wire()}, "client": ("127.0.0.1", 1)})
    who = Visitor(None, (live.table.row.id, seat, live.table.seats[seat].epoch))
    return Connection(socket, live, who, Hello(type="hello"), lambda: None)


async def measure(tables: int, moves: int, cold: bool) -> float:
    """Return the median CPU time per move in microseconds."""
    everyone, dice, took = at_tables(tables), random.Random(1), list[float]()
    here, there = bytearray(MORE_THAN_CACHES), bytearray(MORE_THAN_CACHES)
    await asyncio.sleep(0.01)
    for number in range(moves):
        live, seats = everyone[number % tables]
        play, version = live.table.play, live.table.version
        assert play is not None
        if play.over:
            continue
        action = dice.choice(ACTIONS.findall(seats[play.asked].protocol.sent)).decode()  # type: ignore[attr-defined]
        move = {"type": "move", "id": str(version), "version": version, "seat": play.asked, "action": action}
        message = orjson.dumps(move)
        if cold:
            here[:] = there
        began = time.thread_time()
        seats[play.asked].handle(message)
        while not all(b'"version":%d,' % (version + 1) in seat.protocol.sent[:40] for seat in seats):  # type: ignore[attr-defined]
            await asyncio.sleep(0)
        took.append(time.thread_time() - began)
    return median(took[len(took) // UNCOUNTED :]) * 1e6


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--moves", type=int, default=3000)
    chosen = parser.parse_args()
    if not native.use(find_game(GAME)):
        raise SystemExit("there is no machine code yet: start a server once, and wait until it has compiled")
    gc_policy.begin()
    for cold in (False, True):
        took = uvloop.run(measure(chosen.tables, chosen.moves, cold))
        print(f"{'emptied' if cold else 'warm'} caches: {took:.0f} µs of CPU a move", flush=True)


if __name__ == "__main__":
    main()
