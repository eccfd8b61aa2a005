"""Notifications about writes: how often they are sent, and what happens if the outcome of a write is unknown."""

import asyncio
import socket
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from eleven.server.process import background
from eleven.server.store import StoreError, TableEvent, Write
from eleven.server.store.records import Rows
from eleven.server.store.writing import postgres_notifier
from eleven.server.store.writing.postgres_notifications import (
    EVERYBODY,
    TOPIC_CHANGED,
    TOPIC_CHAT,
    NotificationListener,
)
from eleven.server.store.writing.postgres_notifier import (
    NOTIFY_ALL_SQL,
    NOTIFY_OTHERS_SQL,
    RETRY_SECONDS,
    ChangeNotifier,
    Work,
)
from eleven.server.store.writing.postgres_pipeline import in_few, numbered
from eleven.server.store.writing.writer_client import SILENT, WriterClient
from tests.server.conftest import PATIENCE

EVERY = 0.5
"""Longer than usual: a busy machine may take longer than that for three batches."""


@pytest.fixture(autouse=True)
def _seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_notifier, "NOTIFY_INTERVAL_SECONDS", EVERY)


class Deaf:
    """Takes batches and keeps them; the test answers."""

    def __init__(self) -> None:
        self.batches: list[list[Rows]] = []

    def write(self, batch: list[Rows]) -> None:
        self.batches.append(batch)


class Messenger:
    """Takes what is to be told, to those who have the table (`others`) or to everybody, and has told it at once."""

    def __init__(self) -> None:
        self.told: list[list[str]] = []
        self.fails = False

    def notify(self, work: Work, done: Callable[[object], None]) -> None:
        whom = {NOTIFY_OTHERS_SQL: "others", NOTIFY_ALL_SQL: ""}
        self.told.append([f"{whom[statement]} {values[0]}".strip() for statement, values in work])
        asyncio.get_running_loop().call_soon(done, OSError() if self.fails else None)


@pytest.fixture
def messenger() -> Messenger:
    return Messenger()


@pytest.fixture
def client(tmp_path: Path, messenger: Messenger) -> WriterClient:
    found = WriterClient(create_engine(f"sqlite:///{tmp_path / 'test.sqlite'}"), process=False, limit=5.0)
    found._transport, found._notifier = Deaf(), ChangeNotifier("me", messenger.notify)  # type: ignore[assignment]
    return found


async def write(client: WriterClient, *tables: str) -> "list[asyncio.Future[None]]":
    """Bring a move at each table, and let it be handed over."""
    done = [client.append(Write([TableEvent(table, 1, "move")])) for table in tables]
    await asyncio.sleep(0)
    return done


def answer(client: WriterClient, reason: str | None = None) -> None:
    writer = client._transport
    assert isinstance(writer, Deaf)
    client._answered([reason] * len(writer.batches[-1]))


def test_a_busy_process_announces_several_batches_at_once(client: WriterClient, messenger: Messenger) -> None:
    async def whole() -> None:
        for table in ("a", "b", "c"):
            (done,) = await write(client, table)
            answer(client)
            await done
            await asyncio.sleep(EVERY / 100)
        await asyncio.sleep(2 * EVERY)

    asyncio.run(whole())
    assert messenger.told == [["others a"], ["others b c"]]


def test_nothing_is_announced_before_the_commit_is_answered(client: WriterClient, messenger: Messenger) -> None:
    async def whole() -> None:
        await write(client, "a")
        await asyncio.sleep(2 * EVERY)
        assert messenger.told == []
        answer(client)
        await asyncio.sleep(EVERY / 2)

    asyncio.run(whole())
    assert messenger.told == [["others a"]]


def test_a_quiet_process_announces_at_once(client: WriterClient, messenger: Messenger) -> None:
    async def whole() -> None:
        for number, table in enumerate(("a", "b"), 1):
            await write(client, table)
            answer(client)
            await asyncio.sleep(EVERY / 10)
            assert len(messenger.told) == number
            await asyncio.sleep(2 * EVERY)

    asyncio.run(whole())
    assert messenger.told == [["others a"], ["others b"]]


def test_a_batch_with_an_unknown_outcome_is_announced_to_everybody(client: WriterClient, messenger: Messenger) -> None:
    async def whole() -> None:
        (done,) = await write(client, "b")
        answer(client, SILENT)
        with pytest.raises(StoreError):
            await done
        await asyncio.sleep(2 * EVERY)

    asyncio.run(whole())
    assert messenger.told == [[f"{EVERYBODY} b"]]


def test_a_failed_notification_is_sent_to_everybody_later(client: WriterClient, messenger: Messenger) -> None:
    async def whole() -> None:
        messenger.fails = True
        await write(client, "a")
        answer(client)
        await asyncio.sleep(RETRY_SECONDS / 2)
        messenger.fails = False
        await asyncio.sleep(2 * max(RETRY_SECONDS, EVERY))

    asyncio.run(whole())
    assert messenger.told == [["others a"], [f"{EVERYBODY} a"]]


def test_pending_notifications_are_sent_before_closing(client: WriterClient, messenger: Messenger) -> None:
    async def whole() -> None:
        for table in ("a", "b"):
            await write(client, table)
            answer(client)
            await asyncio.sleep(EVERY / 10)
        assert client._notifier is not None
        await client._notifier.finish()

    asyncio.run(whole())
    assert messenger.told == [["others a"], ["others b"]]


def test_rows_are_grouped_into_few_statements() -> None:
    insert, update = "INSERT INTO t (a, b) VALUES (?, ?) ON CONFLICT DO NOTHING", "UPDATE t SET a = ? WHERE b = ?"
    assert numbered(insert, 2) == "INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4) ON CONFLICT DO NOTHING"
    assert in_few(update, [("x", 2), (None, 4)]) == [
        ("UPDATE t SET a = $1 WHERE b = $2", [b"x", b"2"], [True, False]),
        ("UPDATE t SET a = $1 WHERE b = $2", [None, b"4"], [False, False]),
    ]
    assert [len(values) for _, values, _ in in_few(insert, [(1, 2)] * 20)] == [32, 8]


class Broken:
    """A line to a database that has gone: its socket has ended, and nobody is told any more where it was."""

    def __init__(self, ended: socket.socket) -> None:
        self._sockets = iter([ended.fileno()])
        self.tried = 0

    @property
    def socket(self) -> int:
        return next(self._sockets)

    def consume_input(self) -> None:
        self.tried += 1
        raise OSError("the connection is lost")


def test_a_handler_that_fails_is_logged_and_the_others_are_called(caplog: pytest.LogCaptureFixture) -> None:
    handled: list[Sequence[str] | None] = []

    def fail(_: Sequence[str] | None) -> None:
        raise ZeroDivisionError

    listener = NotificationListener(create_engine("sqlite://"), "me", {TOPIC_CHAT: fail, TOPIC_CHANGED: handled.append})
    listener._dispatch(["other", TOPIC_CHAT, "a"])
    listener._dispatch(["other", "a", "b"])
    assert handled == [["a", "b"]]
    assert [record.message for record in caplog.records] == ["a notification cannot be handled"]


def test_listening_begins_again_after_any_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PAUSE_SECONDS", 0.0)

    async def whole() -> None:
        listener, listening, errors = NotificationListener(create_engine("sqlite://"), "me", {}), asyncio.Event(), [1]

        async def listen_once(_: object) -> None:
            if errors:
                errors.pop()
                raise ZeroDivisionError
            listening.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(listener, "_listen_once", listen_once)
        listener.start()
        async with asyncio.timeout(PATIENCE):
            await listening.wait()
        listener.stop()

    asyncio.run(whole())


def test_a_closed_connection_is_read_once() -> None:
    ours, theirs = socket.socketpair()
    theirs.close()
    line = Broken(ours)

    async def whole() -> None:
        await NotificationListener(create_engine("sqlite://"), "me", {})._receive(1.0, line)
        await asyncio.sleep(0.05)

    with ours:
        asyncio.run(whole())
    assert line.tried == 1
