"""`python -m tests.server.move_trace [GAME]` prints the files that a move passes in the serving process, in order.

Two people play at a table; the first few moves are not traced, because one-time work does not count. Code in other
processes (the writer) is listed, too. Work started by timers (which asyncio's own loop can identify, unlike uvloop) or
by already running tasks is excluded.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"

import eleven
from eleven.core.contract.game import find_game
from eleven.core.play import native
from tests.server.conftest import Device, Running, Socket, settings

PACKAGE = Path(eleven.__file__).parent
BEFORE, COUNTED = 6, 6
WRITER = "server/store/writing/sqlite_writer.py"


def way(game_id: str) -> list[str]:
    """Return our files in which the serving thread enters a function, from moves to the views of both players."""
    sys.modules["uvloop"] = None  # type: ignore[assignment]
    native.use(find_game(game_id))
    entered: dict[str, None] = {}
    others: set[asyncio.Task[Any] | None] = set()

    def begin() -> None:
        others.update(asyncio.all_tasks())
        sys.setprofile(note)

    def note(frame: FrameType, event: str, _: Any) -> None:
        ours = frame.f_code.co_filename.startswith(str(PACKAGE))
        if event == "call" and ours and asyncio.current_task() not in others and not _started_by_timer(frame):
            entered[Path(frame.f_code.co_filename).relative_to(PACKAGE).as_posix()] = None

    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        server = Running(settings(Path(folder), store_process=True))
        stack.callback(server.stop)
        made = Device(server.base).create("me", "hotseat", game=game_id)
        sockets = [_at_seat(server, seat["token"], made["table"], stack) for seat in made["seats"]]
        version = 0
        for _ in range(BEFORE):
            version = _decide(sockets, version)
        _in_server(server, begin)
        for _ in range(COUNTED):
            version = _decide(sockets, version)
        for socket in sockets:
            socket.view_after(version)
        _in_server(server, lambda: sys.setprofile(None))
    return list(entered | {WRITER: None})


def _started_by_timer(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code is not asyncio.Handle._run.__code__:
        frame = frame.f_back
    return frame is not None and isinstance(frame.f_locals["self"], asyncio.TimerHandle)


def _at_seat(server: Running, token: str, table: str, stack: ExitStack) -> Socket:
    device = Device(server.base)
    return stack.enter_context(device.socket(table, Authorization=f"Bearer {token}"))


def _decide(sockets: list[Socket], version: int) -> int:
    """Wait until everybody has seen a version, let the seat to move decide, and return the new version."""
    views = [socket.view_after(version) for socket in sockets]
    asked = next(seat for seat, view in enumerate(views) if view["yours"])
    seen, name = int(views[asked]["version"]), views[asked]["actions"][-1]["name"]
    sockets[asked].send(type="move", id=f"m{seen}", version=seen, action=name)
    return seen + 1


def _in_server(server: Running, work: Callable[[], None]) -> None:
    async def working() -> None:
        work()

    loop = server.server.servers[0].get_loop()
    asyncio.run_coroutine_threadsafe(working(), loop).result(10)


if __name__ == "__main__":
    print("\n".join(way(sys.argv[1] if len(sys.argv) > 1 else "elevenses")))
