"""Caches are bounded by the bytes they take; a short soak and a short odd run show that a server keeps them so."""

import asyncio
import gc
import signal
import sys
import threading
import time
import tracemalloc
import weakref
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import orjson
import pytest

from bench.fuzz.run import fuzz
from bench.soak import soak, start
from eleven.core.contract.zones import Thing, Zone, json_of, kept_json
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.tables import Tables
from eleven.server.replays.replay import Replay
from eleven.server.replays.replay_cache import CACHE_BYTES, ReplayCache
from eleven.server.settings import Settings
from tests.sample_sizes import usual_or
from tests.server.conftest import PATIENCE, Device, Running, settings


def traced(make: object) -> int:
    """The bytes that are taken and kept by making something."""
    assert callable(make)
    tracemalloc.start()
    kept = make()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return size


def test_cached_json_takes_no_more_memory_than_it_needs() -> None:
    value = {"id": "kitchen:red-tea", "text": "Tea"}
    assert kept_json(value) == orjson.dumps(value)
    assert traced(lambda: [kept_json(value) for _ in range(100)]) < 100 * 200
    things = [Thing(f"a:{i}", "Tea") for i in range(100)]
    assert traced(lambda: [json_of(thing) for thing in things]) < 100 * 600
    zone = Zone("a", "A", tuple(things))
    assert orjson.loads(json_of(zone))["things"][0] == {"id": "a:0", "text": "Tea"}


def test_replays_of_tables_are_kept_by_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest go when all together take too much; the newest is always there."""

    def replay(live: Any) -> Any:
        made = SimpleNamespace(states=[bytes(1 << 20)] * 3, entries=[], log="")
        made.size = Replay.size.__get__(made)
        assert made.size == 3 << 20
        return made

    monkeypatch.setattr("eleven.server.replays.replay_cache._replay_of_table", replay)

    async def look() -> list[str]:
        replay_cache = ReplayCache(cast(Any, SimpleNamespace(settings=Settings(), erasure_listeners=[])))
        for name in "abcde":
            await replay_cache.of_table(cast(Any, SimpleNamespace(table=SimpleNamespace(row=SimpleNamespace(id=name)))))
        return list(replay_cache._tables)

    assert asyncio.run(look()) == ["d", "e"]
    assert CACHE_BYTES == 8 << 20


def test_a_replay_that_is_made_twice_at_once_is_not_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game goes on between the two requests, and with another replay the later one is too large to be kept."""
    go_on = threading.Event()

    def replay(live: Any) -> Any:
        assert live.size < 6 or go_on.wait(PATIENCE)
        return SimpleNamespace(size=live.size << 20)

    monkeypatch.setattr("eleven.server.replays.replay_cache._replay_of_table", replay)

    def live(name: str, size: int) -> Any:
        return SimpleNamespace(table=SimpleNamespace(row=SimpleNamespace(id=name)), size=size)

    async def whole() -> list[str]:
        cache = ReplayCache(cast(Any, SimpleNamespace(settings=Settings(), erasure_listeners=[])))
        later = asyncio.create_task(cache.of_table(live("a", 6)))
        await asyncio.sleep(0)
        await cache.of_table(live("a", 3))
        await cache.of_table(live("b", 3))
        go_on.set()
        assert (await later).size == 6 << 20
        return list(cache._tables)

    assert asyncio.run(asyncio.wait_for(whole(), PATIENCE)) == ["a"]


def test_a_replay_at_hand_is_found_without_measuring_any(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []

    class Measured:
        @property
        def size(self) -> int:
            measured.append("once")
            return 1

    monkeypatch.setattr("eleven.server.replays.replay_cache._replay_of_table", lambda live: Measured())

    async def whole() -> int:
        cache = ReplayCache(cast(Any, SimpleNamespace(settings=Settings(), erasure_listeners=[])))
        for name in "ab":
            await cache.of_table(cast(Any, SimpleNamespace(table=SimpleNamespace(row=SimpleNamespace(id=name)))))
        before = len(measured)
        for name in "abab":
            await cache.of_table(cast(Any, SimpleNamespace(table=SimpleNamespace(row=SimpleNamespace(id=name)))))
        return len(measured) - before

    assert asyncio.run(whole()) == 0
    assert measured


def test_a_replay_that_was_being_made_when_a_name_was_erased_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    monkeypatch.setattr("eleven.server.replays.replay_cache._replay_of_table", lambda live: go_on.wait(PATIENCE))

    async def whole() -> list[str]:
        tables: Any = SimpleNamespace(settings=Settings(), erasure_listeners=[])
        cache = ReplayCache(tables)
        live: Any = SimpleNamespace(table=SimpleNamespace(row=SimpleNamespace(id="a")))
        making = asyncio.create_task(cache.of_table(live))
        await asyncio.sleep(0)
        for listener in tables.erasure_listeners:
            listener()
        go_on.set()
        assert await making
        return list(cache._tables)

    assert asyncio.run(asyncio.wait_for(whole(), PATIENCE)) == []


def test_a_forgotten_table_is_freed_at_once_and_reads_on_from_the_store(tmp_path: Path) -> None:
    """Also while somebody still holds it, and without a pass of the garbage collector."""

    async def whole() -> None:
        tables = Tables(settings(tmp_path))
        tables.store.start()
        live = await tables.add(new_table("ann", "elevenses", None, {}, [SeatSpec("me"), SeatSpec("hotseat")], False))
        await live.shares.give([0, 1], live.commitment, "ab")
        play, version = weakref.ref(live.table.play), live.table.version
        gc.disable()
        try:
            tables.forget(live)
            assert play() is None
        finally:
            gc.enable()
        assert live.table.version == -1
        match = (await tables.find(live.table.row.id)).table.play
        assert match is not None
        seat = match.asked
        made = await live.move(seat, match.legal()[0].name, version, "mine")
        assert (made, live.table.version_made(seat, "mine")) == (version + 1, version + 1)
        await tables.stop()

    asyncio.run(asyncio.wait_for(whole(), PATIENCE))


def test_a_closed_connection_keeps_no_table_in_memory(client: Device, server: Running) -> None:
    """A connection that has ended holds neither its table nor its address."""
    table = client.create("me", "hotseat")["table"]
    gc.collect()
    with client.socket(table) as socket:
        socket.hear("view")
        live = server.app.state.tables._tables[table]
        (subscriber,) = map(weakref.ref, live.subscribers)
    gc.disable()
    try:
        end = time.monotonic() + PATIENCE
        while subscriber() is not None or server.app.state.connections:
            assert time.monotonic() < end
            time.sleep(0.02)
    finally:
        gc.enable()
    assert not live.subscribers


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_the_memory_of_a_server_in_play_is_bounded(tmp_path: Path) -> None:
    process, base, log = start(tmp_path, "--no-limits", "--no-compile")
    try:
        tally = asyncio.run(soak(base, process.pid, usual_or(6, 60) / 60, 1))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
    assert tally.moves > 20
    assert tally.memory[-1][1] < 300
    assert "Traceback" not in log.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_odd_messages_and_requests(tmp_path: Path) -> None:
    """`python -m bench.fuzz` goes on for longer."""
    messages = usual_or(800, 1600)
    tally = fuzz(tmp_path, messages, messages // 2)
    assert tally.sent == messages
    assert sum(tally.statuses.values()) == messages // 2
    assert not {"500", "501", "502", "none"} & set(tally.statuses)
    assert tally.statuses["400"]
    assert tally.answers["error"]
    assert not tally.traces
    assert tally.after < tally.before * 1.15 + 5
