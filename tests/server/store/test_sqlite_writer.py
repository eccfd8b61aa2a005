"""The writer process: killed, unresponsive or orphaned, it loses no acknowledged write."""

import asyncio
import os
import signal
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from eleven.server.live.live_table import LiveTable, StaleVersion
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.tables import Tables
from eleven.server.store import Store, StoreError, TableEvent, Write
from eleven.server.store.records import Rows
from eleven.server.store.writing.thread_writer import ThreadWriter
from tests.server.conftest import PATIENCE, Device, Running, settings
from tests.server.store.test_store import row, url

pytestmark = pytest.mark.slow


def writers(pid: int) -> list[int]:
    """The writers that a process has started and that are still there."""
    lists = [path.read_text(encoding="ascii") for path in Path(f"/proc/{pid}/task").glob("*/children")]
    children = [int(child) for found in lists for child in found.split()]
    return [child for child in children if b"sqlite_writer.py" in Path(f"/proc/{child}/cmdline").read_bytes()]


def run(play: Callable[[Store, int], Awaitable[object]], folder: Path) -> None:
    async def whole() -> None:
        store = Store(url(folder), process=True)
        store.start()
        await store.append(Write([TableEvent("a", 0, "move")], row("a")))
        (writer,) = writers(os.getpid())
        await play(store, writer)
        await store.stop()
        assert writers(os.getpid()) == []

    asyncio.run(whole())


def stored(folder: Path) -> list[int]:
    """The events that somebody else would find."""
    connection = sqlite3.connect(folder / "test.sqlite")
    found = [sequence for (sequence,) in connection.execute("SELECT sequence FROM events ORDER BY sequence")]
    connection.close()
    return found


def test_an_event_is_acknowledged_when_it_is_written_and_not_before(tmp_path: Path) -> None:
    async def play(store: Store, writer: int) -> None:
        os.kill(writer, signal.SIGSTOP)
        done = store.append(Write([TableEvent("a", 1, "move")]))
        await asyncio.sleep(0.05)
        assert not done.done()
        assert stored(tmp_path) == [0]
        os.kill(writer, signal.SIGCONT)
        await done
        assert stored(tmp_path) == [0, 1]

    run(play, tmp_path)


def test_writes_of_a_killed_writer_are_refused_and_later_ones_succeed(tmp_path: Path) -> None:
    async def play(store: Store, writer: int) -> None:
        os.kill(writer, signal.SIGSTOP)
        had = store.append(Write([TableEvent("a", 1, "move")]))
        await asyncio.sleep(0.01)
        waiting = store.append(Write([TableEvent("a", 2, "move")]))
        os.kill(writer, signal.SIGKILL)
        with pytest.raises(StoreError, match="the store cannot write: its process has ended"):
            await had
        await waiting
        assert stored(tmp_path) == [0, 2]
        (other,) = writers(os.getpid())
        os.kill(other, signal.SIGKILL)
        while Path(f"/proc/{other}").exists():  # until the store has noticed
            await asyncio.sleep(0.01)
        assert writers(os.getpid()) == []
        await store.append(Write([TableEvent("a", 3, "move")]))
        assert stored(tmp_path) == [0, 2, 3]

    run(play, tmp_path)


def test_a_writer_that_hangs_is_given_up(tmp_path: Path) -> None:
    async def whole() -> None:
        store = Store(url(tmp_path), process=True, limit=3.0)
        store.start()
        await store.append(Write([TableEvent("a", 0, "move")], row("a")))
        (writer,) = writers(os.getpid())
        os.kill(writer, signal.SIGSTOP)
        had = store.append(Write([TableEvent("a", 1, "move")]))
        await asyncio.sleep(0.01)
        waiting = store.append(Write([TableEvent("b", 0, "move")], row("b")))
        with pytest.raises(StoreError, match="the store cannot write: it does not answer; try again"):
            await had
        await waiting
        assert stored(tmp_path) == [0, 0]
        assert writer not in writers(os.getpid())
        await store.stop()

    asyncio.run(asyncio.wait_for(whole(), PATIENCE))


def test_what_a_hanging_writer_commits_later_is_neither_doubled_nor_lost(tmp_path: Path) -> None:
    """A blocked disk that comes back: the move was refused, it is stored after all, and it is sent again."""

    async def whole() -> None:
        tables = Tables(settings(tmp_path, commit_seconds=3.0))
        tables.store.start()
        live = await tables.add(new_table("ann", "elevenses", None, {}, [SeatSpec("me"), SeatSpec("hotseat")], False))
        await live.shares.give([0, 1], live.commitment, "ab")
        for name in ("again", "another"):
            seat, action, version = *a_move(live), live.table.version
            disk = block(tables.store)
            with pytest.raises(StoreError, match="try again"):
                await live.move(seat, action, version, name)
            assert live.certain
            assert live.table.version == version
            disk.set()
            while not (found := await tables.store.events_after(live.table.row.id, version)):
                await asyncio.sleep(0.02)
            assert [event.body["id"] for event in found] == [name]
            if name == "again":
                assert await live.move(seat, action, version, name) == version + 1
            else:
                with pytest.raises(StaleVersion, match="look again"):
                    await live.move(seat, action, version, "else")
                assert live.table.version_made(seat, name) == version + 1
        ids = [
            event.body["id"] for event in await tables.store.events_after(live.table.row.id, -1) if event.body.get("id")
        ]
        assert ids == ["again", "another"]
        await tables.stop()

    asyncio.run(asyncio.wait_for(whole(), PATIENCE))


def a_move(live: LiveTable) -> tuple[int, str]:
    """Who is asked, and something they may do."""
    play = live.table.play
    assert play is not None
    return play.asked, play.legal()[0].name


def block(store: Store) -> threading.Event:
    """Let the next batch hang until the event is set; then it is committed as if nothing had been."""
    writer, disk = store._transport, threading.Event()
    assert isinstance(writer, ThreadWriter)
    commit = writer._writer.write

    def hang(batch: list[Rows]) -> list[str | None]:
        disk.wait(PATIENCE)
        return commit(batch)

    writer._writer.write = hang  # type: ignore[method-assign]
    return disk


def test_a_hanging_read_is_refused(tmp_path: Path) -> None:
    async def whole() -> None:
        store = Store(url(tmp_path), limit=0.2)
        done = threading.Event()
        with pytest.raises(StoreError, match="the store cannot be read: it does not answer"):
            await store.read(lambda _: done.wait(PATIENCE))
        done.set()
        store.engine.dispose()
        store._lock.release()

    asyncio.run(asyncio.wait_for(whole(), PATIENCE))


def test_pending_writes_are_stored_before_closing(tmp_path: Path) -> None:
    async def play(store: Store, _: int) -> None:
        store.append(Write([TableEvent("a", 1, "move")]))
        await asyncio.sleep(0)
        store.append(Write([TableEvent("a", 2, "move")])).cancel()  # whoever brought it is gone, the event is not

    run(play, tmp_path)
    assert stored(tmp_path) == [0, 1, 2]


def test_signals_to_the_whole_group_leave_the_writer_at_work(tmp_path: Path) -> None:
    async def play(store: Store, writer: int) -> None:
        os.kill(writer, signal.SIGINT)
        os.kill(writer, signal.SIGTERM)
        await store.append(Write([TableEvent("a", 1, "move")]))
        assert writers(os.getpid()) == [writer]

    run(play, tmp_path)


def test_a_write_larger_than_the_pipe_buffer_is_stored(tmp_path: Path) -> None:
    async def play(store: Store, _: int) -> None:
        long = {"text": "x" * 2_000_000}
        await store.append(Write([TableEvent("a", 1, "move", body=long)]))
        found = await store.table("a")
        assert found is not None
        assert found[1][1].body == long

    run(play, tmp_path)


def test_a_database_error_is_reported_by_name(tmp_path: Path) -> None:
    async def play(store: Store, _: int) -> None:
        with store.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE events RENAME TO away")
        brought = [store.append(Write([TableEvent("a", sequence, "move")])) for sequence in (1, 2)]
        for problem in await asyncio.gather(*brought, return_exceptions=True):
            assert isinstance(problem, StoreError)
            assert str(problem) == "the store cannot write: OperationalError"
        with store.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE away RENAME TO events")
        await store.append(Write([TableEvent("a", 1, "move")]))

    run(play, tmp_path)


def test_the_writer_is_light_and_keeps_the_database_to_itself(tmp_path: Path) -> None:
    async def play(_: Store, writer: int) -> None:
        told = [Path(f"/proc/{writer}/{name}").read_bytes() for name in ("cmdline", "environ")]
        assert not any(b"test.sqlite" in text for text in told)
        loaded = Path(f"/proc/{writer}/maps").read_text(encoding="utf-8")
        assert "sqlite3" in loaded
        assert not any(name in loaded for name in ("numpy", "numba", "sqlalchemy", "orjson"))

    run(play, tmp_path)


def until_handed_over(server: Running) -> None:
    """Wait until the writer, which stands still, has been given what it is to write."""
    end = time.monotonic() + PATIENCE
    while not server.app.state.tables.store.lag:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_table_whose_writer_was_killed_is_played_on(tmp_path: Path) -> None:
    server = Running(settings(tmp_path, store_process=True))
    device = Device(server.base)
    table = device.create("me", "hotseat")["table"]
    view = device.view(table, seat=device.view(table)["asked"])
    move = {"action": view["actions"][0]["name"], "version": view["version"]}
    (writer,) = writers(os.getpid())
    os.kill(writer, signal.SIGSTOP)
    answers: list[int] = []
    asking = threading.Thread(
        target=lambda: answers.append(device.post(f"/api/tables/{table}/moves", **move).status_code)
    )
    asking.start()
    until_handed_over(server)
    os.kill(writer, signal.SIGKILL)
    asking.join(PATIENCE)
    assert answers == [503]
    assert device.view(table, seat=view["asked"]) == view
    assert device.post(f"/api/tables/{table}/moves", **move).status_code == 200
    server.stop()
    assert writers(os.getpid()) == []


def test_after_a_refused_change_the_next_starts_from_the_stored_table(tmp_path: Path) -> None:
    async def play() -> None:
        tables = Tables(settings(tmp_path, store_process=True))
        await tables.start()
        live = await tables.add(new_table("ann", "elevenses", None, {}, [SeatSpec("me"), SeatSpec("hotseat")], False))
        await live.shares.give([0, 1], live.commitment, "ab")
        (writer,) = writers(os.getpid())
        os.kill(writer, signal.SIGSTOP)
        leaving = [asyncio.create_task(live.seating.leave(seat)) for seat in (0, 1)]
        while not tables.store.lag:
            await asyncio.sleep(0.01)
        os.kill(writer, signal.SIGKILL)
        problems = await asyncio.gather(*leaving, return_exceptions=True)
        assert [type(problem) for problem in problems] == [StoreError, type(None)]
        assert [seat.left for seat in live.table.seats] == [False, True]
        found = await tables.store.table(live.table.row.id)
        assert found is not None
        assert [event.sequence for event in found[1]] == list(range(len(found[1])))
        assert list(live.table.events) == found[1]
        await tables.stop()

    asyncio.run(play())
