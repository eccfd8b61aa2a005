"""Fixtures for server tests: a real server on a free port, in a temporary folder, with bots that play at once."""

import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from eleven.core.text.words import DEFAULT_LANGUAGE
from eleven.server.app import make_app
from eleven.server.engine.workers import WorkerProcess
from eleven.server.live.live_table import LiveTable
from eleven.server.live.tables import Tables
from eleven.server.serve import config_for
from eleven.server.settings import Settings
from eleven.server.store.database import open_engine
from eleven.server.views.table_view import view_bytes
from tests.server.postgres import Cluster

QUIET = {"X-Table-Eleven": "1"}
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""A TLS context for clients of plain HTTP; by default each client loads the system's certificates, which takes longer
than most requests."""
PATIENCE = 200.0
"""The timeout in seconds for things that should happen; a busy machine may need most of it."""
Json = dict[str, Any]


@cache
def empty_database() -> bytes:
    """Return the bytes of a new database; running all migrations takes longer than most tests."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "empty.sqlite"
        open_engine(f"sqlite:///{file}").dispose()
        return file.read_bytes()


def settings(folder: Path, **more: object) -> Settings:
    """Return settings for a server with the database in this folder, which is created if necessary."""
    file = folder / "tables.sqlite"
    if "database" not in more and not file.exists():
        file.touch(0o600)
        file.write_bytes(empty_database())
    chosen = {
        "database": f"sqlite:///{file}",
        "key_file": str(folder / "signing.key"),
        "port": 0,
        "bot_pause": 0.0,
        "share_within": 3600.0,
        "compiled_workers": False,
        "bot_processes": 0,
        "commit_seconds": PATIENCE / 2,
        "head_seconds": PATIENCE,
        "body_seconds": PATIENCE,
        "hello_seconds": PATIENCE,
        "unread_seconds": PATIENCE,
        "messages_per_second": 1e6,
        "message_burst": 10**6,
        "requests_per_second": 1e6,
        "request_burst": 10**6,
        "tables_per_minute": 1e6,
        "table_burst": 10**6,
        **more,
    }
    return Settings(**chosen)  # type: ignore[arg-type]


class Socket:
    """A WebSocket client for JSON messages."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[str] = []

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def receive(self, timeout: float = PATIENCE) -> Json:
        text = self.connection.recv(timeout)
        self.heard.append(str(text))
        found: Json = json.loads(text)
        return found

    def hear(self, kind: str) -> Json:
        while True:
            message = self.receive()
            if message["type"] == kind:
                return message

    def view_after(self, version: int) -> Json:
        while True:
            view = self.hear("view")
            if view["version"] >= version:
                return view


class Device:
    """A person's browser, which keeps its cookie."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.http = httpx.Client(base_url=base, headers=QUIET, timeout=PATIENCE, verify=NO_TLS)

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.http.get(path, params=query)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(path, json=body)

    def create(self, *kinds: str, game: str = "elevenses", **more: Any) -> Json:
        seats = [{"kind": kind, "name": f"P{i}" if kind in ("me", "hotseat") else ""} for i, kind in enumerate(kinds)]
        answer = self.post("/api/tables", **{"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        found: Json = answer.json()
        self.share(found)
        return found

    def share(self, made: Json, share: str = "ab12") -> None:
        """Add randomness to a new table, as the page does at once."""
        if any(seat["mine"] for seat in made["seats"]):
            body = {"commitment": made["commitment"], "share": share}
            answer = self.post(f"/api/tables/{made['table']}/share", **body)
            assert answer.status_code == 200, answer.text

    def join(self, table: str, share: str = "cd34", **wish: Any) -> httpx.Response:
        """Take a seat as the page does: read the commitment first, then add a share."""
        return self.post(f"/api/tables/{table}/join", commitment=self.view(table)["hash"], share=share, **wish)

    def view(self, table: str, **query: Any) -> Json:
        found: Json = self.get(f"/api/tables/{table}/view", **query).json()
        return found

    @contextmanager
    def socket(self, table: str, since: int = -1, **headers: str) -> Iterator[Socket]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = f"{self.base.replace('http', 'ws')}/ws/{table}"
        with connect(
            url, additional_headers={"Cookie": cookie, **headers}, compression=None, open_timeout=PATIENCE
        ) as connection:
            socket = Socket(connection)
            with suppress(ConnectionClosed):  # a rejecting server may close the connection before the hello
                socket.send(type="hello", since=since)
            yield socket


class SharedWorker(WorkerProcess):
    """A worker process that the servers of all tests share, because starting one takes longer than most tests."""

    def stop(self) -> None:
        """Keep the process for the next server, unless it has died."""
        if self._pool is not None and self._pool._broken:
            super().stop()


LIGHT, UNDO_WORKER = SharedWorker(), SharedWorker()


class Running:
    """A server in a thread of this process."""

    def __init__(self, chosen: Settings) -> None:
        self.app = make_app(chosen)
        config = config_for(self.app, chosen)
        self.server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self.server.run, daemon=True)
        self._thread.start()
        while not self.server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        tables: Tables = self.app.state.tables
        self._own = tables.bots._light, tables.undo_worker
        tables.bots._light = LIGHT
        if not chosen.compiled_workers:
            tables.undo_worker = UNDO_WORKER

    def stop(self) -> None:
        self.server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server did not stop"
        for worker in self._own:  # games that continued before the shared workers existed may have started their own
            worker.stop()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Start a PostgreSQL server for all tests that do not need their own."""
    found = Cluster()
    found.start()
    yield found
    found.stop()
    found.remove()


@pytest.fixture(scope="module")
def postgres(cluster: Cluster) -> str:
    """Return the URL of a separate database for the module."""
    return cluster.database()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    running = Running(settings(tmp_path))
    yield running
    running.stop()


@pytest.fixture
def client(server: Running) -> Device:
    return Device(server.base)


@pytest.fixture
def friend(server: Running) -> Callable[[], Device]:
    """Return a function that creates another device at the same server."""
    return lambda: Device(server.base)


def seat_view(live: LiveTable, mine: list[int], viewer: int, since: int, language: str = DEFAULT_LANGUAGE) -> Any:
    """Return a view as the client of these seats receives it."""
    return json.loads(view_bytes(live, mine, viewer, since, language))
