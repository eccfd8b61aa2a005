"""The optimisations of the fast path, and the plain replacement for each."""

import asyncio
import importlib
from collections.abc import Callable, Iterable
from typing import Any

WHOLE = "whole"


def _put(where: str, name: str, instead: Any) -> None:
    """Replace a name in a module, for this process and later imports."""
    module = importlib.import_module(f"eleven.{where}")
    assert hasattr(module, name), f"eleven.{where} has no {name}"
    setattr(module, name, instead)


def _no_machine_code() -> None:
    _put("core.play.native", "use", lambda game: False)


def _no_plain_objects() -> None:
    """Run the uncompiled rules on NumPy records."""
    from eleven.core.play.rules_boards import RecordBoard
    from eleven.core.rules import luck

    def over_records(game: Any, record: Any, key: bytes | None = None) -> Any:
        return RecordBoard(game, record, luck.fresh(key, luck.RECORDING))

    _no_machine_code()
    _put("core.play.boards", "uncompiled_board", over_records)
    _put("core.play.match", "uncompiled_board", over_records)


def _no_gc_policy() -> None:
    from eleven.server.process.gc_policy import GcPolicy

    GcPolicy.begin = lambda self: None  # type: ignore[method-assign]


def _no_direct_message_path() -> None:
    """Pass messages through uvicorn's queue and Starlette, as usual."""
    from eleven.server.sockets import endpoint

    admit = endpoint._admit

    async def stay(socket: Any, *others: Any) -> bool:
        stays = await admit(socket, *others)
        if stays:
            await socket.state.starlette_connection.ended.wait()
        return stays

    _put("server.sockets.connection", "protocol_of", StarletteConnection)
    _put("server.sockets.endpoint", "_admit", stay)


def _no_writer_process() -> None:
    _put("server.serve", "STORE_PROCESS", False)


def _no_group_commit() -> None:
    """Commit each decision separately."""
    from eleven.server.store.writing.writer_client import WriterClient

    together = WriterClient._send_batch

    def one_by_one(self: WriterClient) -> None:
        later = self._waiting[1:]
        del self._waiting[1:]
        together(self)
        self._waiting = later

    WriterClient._send_batch = one_by_one  # type: ignore[method-assign]


def _nothing_cached() -> None:
    """Compute zones, sentences and questions every time; must be applied before their first use."""
    _put("core.rules.cache_budget", "cached_in_budget", lambda make: make)


def _no_values() -> None:
    """Create views from records."""
    from eleven.core.rules.record import from_bytes

    _put("core.rules.frozen", "value_of", from_bytes)


def _no_cached_contexts() -> None:
    """Compute the constant parts of views for each view."""
    from eleven.server.live.snapshot import Snapshot

    class UncachedDict(dict[Any, Any]):
        def __setitem__(self, key: Any, value: Any) -> None:
            """Store nothing."""

    class UncachedSnapshot(Snapshot):
        def __init__(self, table: Any, context_cache: Any = None) -> None:
            super().__init__(table, UncachedDict())

    _put("server.live.live_table", "Snapshot", UncachedSnapshot)


WITHOUT: dict[str, Callable[[], None]] = {
    WHOLE: lambda: None,
    "machine code": _no_machine_code,
    "plain objects": _no_plain_objects,
    "GC policy": _no_gc_policy,
    "direct message path": _no_direct_message_path,
    "writer process": _no_writer_process,
    "group commit": _no_group_commit,
    "zones and sentences cached": _nothing_cached,
    "sights as values": _no_values,
    "view contexts cached": _no_cached_contexts,
}
SLOW = ("plain objects",)
"""Measured with the first load only; such a server cannot handle the others."""


class StarletteConnection:
    """Implements what `WebSocketProtocol` does for a connection, on top of Starlette."""

    def __init__(self, socket: Any) -> None:
        from eleven.server.sockets.websocket_protocol import EXTENSION

        self._socket = socket
        socket.state.starlette_connection = self
        self._protocol = socket.scope["extensions"][EXTENSION]
        self.transport = self._protocol.transport
        self.write_paused = False
        self.ended = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None
        self._unsent: list[bytes] = []

    def set_handler(self, handler: Any) -> None:
        """Read in a separate task until the connection is closed."""
        self._protocol._hello.cancel()
        self._reading = asyncio.create_task(self._read(handler))

    async def _read(self, handler: Any) -> None:
        while (event := await self._socket.receive())["type"] == "websocket.receive":
            text = event.get("text")
            handler.handle(None if text is None else text.encode())
        handler.close()
        self.ended.set()

    def send_texts(self, messages: Iterable[bytes]) -> None:
        """Send messages one after the other."""
        self._unsent += messages
        if self._sending is None:
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        try:
            while self._unsent:
                await self._socket.send_text(self._unsent.pop(0).decode())
        except Exception:  # whatever Starlette raises, the client has gone
            self._unsent.clear()
        finally:
            self._sending = None

    def pause_reading(self) -> None:
        """Do nothing: uvicorn reads the next message after the answer."""

    def resume_reading(self) -> None:
        """Do nothing."""
