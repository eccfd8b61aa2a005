"""A table that waits for a bot does not stand still: not after a failure that passes, and not after a restart."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from eleven.core.text.messages import Message
from eleven.server.engine.bots import BotChoice
from eleven.server.live.live_table import LiveTable
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.tables import Tables
from eleven.server.store import StoreError, Write
from eleven.server.store import store as stores
from tests.server.conftest import PATIENCE, settings

BOTS = [SeatSpec("bot", level="beginner")] * 2


async def until(true: Callable[[], bool]) -> None:
    """Wait for a condition."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


class Failing:
    """A function that fails a few times before it does what it always did."""

    def __init__(self, work: Callable[..., Awaitable[Any]], problem: Exception, times: int) -> None:
        self.work, self.problem, self.left = work, problem, times

    async def __call__(self, *arguments: Any) -> Any:
        if self.left:
            self.left -= 1
            raise self.problem
        return await self.work(*arguments)


async def first_choice(game_id: str, _: str, sight: bytes, *__: str) -> BotChoice:
    """A bot without a process: the first action that is legal."""
    import numpy as np

    from eleven.core.contract.game import find_game
    from eleven.core.play.match import legal_actions

    game = find_game(game_id)
    return BotChoice(legal_actions(game, np.frombuffer(bytearray(sight), game.state)[0])[0].name, False)


def run(play: Callable[[Tables], Awaitable[None]], folder: Path) -> None:
    async def whole() -> None:
        tables = Tables(settings(folder))
        tables.bots.choose = first_choice  # type: ignore[method-assign,assignment]
        await tables.start()
        await play(tables)
        await tables.stop()

    asyncio.run(whole())


async def bots_at_a_table(tables: Tables) -> LiveTable:
    return await tables.add(new_table("ann", "elevenses", None, {}, BOTS, False))


def test_a_bot_whose_process_is_dead_for_a_while_goes_on(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        failing = Failing(first_choice, BrokenProcessPool("killed"), 3)
        tables.bots.choose = failing  # type: ignore[method-assign,assignment]
        live = await bots_at_a_table(tables)
        begun = live.table.version
        await until(lambda: live.table.version > begun + 3)
        assert failing.left == 0

    run(play, tmp_path)


def test_a_bot_goes_on_when_the_store_writes_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(tables: Tables) -> None:
        append, refused = tables.store.append, [0]

        def full(write: Write) -> "asyncio.Future[None]":
            if refused[0] < 4 and write.events and write.events[0].kind == "move":
                refused[0] += 1
                done = asyncio.get_running_loop().create_future()
                done.set_exception(StoreError(Message("the store cannot write: {reason}", reason="OperationalError")))
                return done
            return append(write)

        monkeypatch.setattr(tables.store, "append", full)
        live = await bots_at_a_table(tables)
        begun = live.table.version
        await until(lambda: live.table.version > begun + 3)
        assert refused == [4]
        found = await tables.store.table(live.table.row.id)
        assert found is not None
        assert found[1][: live.table.version + 1] == list(live.table.events)[: len(found[1])]

    run(play, tmp_path)


def test_whoever_loads_a_table_wakes_its_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> BotChoice:
        await asyncio.Event().wait()
        raise AssertionError

    names: list[str] = []

    async def before(tables: Tables) -> None:
        tables.bots.choose = never  # type: ignore[method-assign,assignment]
        names.append((await bots_at_a_table(tables)).table.row.id)

    async def after(tables: Tables) -> None:
        live = await tables.find(names[0])
        begun = live.table.version
        await until(lambda: live.table.version > begun)

    async def no_resume(_: Tables) -> None:
        return None

    monkeypatch.setattr(Tables, "_resume", no_resume)
    run(before, tmp_path)
    run(after, tmp_path)


def test_all_running_tables_are_woken_after_a_restart_page_by_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "PAGE_SIZE", 3)
    versions: dict[str, int] = {}

    async def never(*_: object) -> BotChoice:
        await asyncio.Event().wait()
        raise AssertionError

    async def before(tables: Tables) -> None:
        tables.bots.choose = never  # type: ignore[method-assign,assignment]
        for _ in range(8):
            live = await bots_at_a_table(tables)
            versions[live.table.row.id] = live.table.version

    async def after(tables: Tables) -> None:
        def all_move() -> bool:
            at_hand = {name: live.table.version for name, live in tables._tables.items()}
            return all(at_hand.get(name, -1) > version for name, version in versions.items())

        await until(all_move)

    run(before, tmp_path)
    run(after, tmp_path)


def test_a_table_that_cannot_be_resumed_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    resumed: list[str] = []

    async def tables_playing(*given: Any) -> list[tuple[int, str]]:
        return [] if given[-1] else [(3, "c"), (2, "b"), (1, "a")]

    async def find(_: Tables, table_id: str) -> None:
        if table_id == "c":
            raise ZeroDivisionError
        resumed.append(table_id)

    async def play(_: Tables) -> None:
        await until(lambda: resumed == ["b", "a"])

    monkeypatch.setattr(stores.Store, "playing_tables", tables_playing)
    monkeypatch.setattr(Tables, "find", find)
    run(play, tmp_path)
    assert [record.__dict__["table"] for record in caplog.records if record.message == "a table cannot be resumed"] == [
        "c"
    ]


def test_a_table_that_was_never_dealt_is_dealt_when_it_is_loaded(tmp_path: Path) -> None:
    """As a server left it that was killed between the last seat and the deal, when these were two writes."""

    async def play(tables: Tables) -> None:
        live = await bots_at_a_table(tables)
        whole = live.table
        name = "0123456789abcdef"
        events = [type(e)(name, e.sequence, e.kind, e.seat, e.holder, e.body) for e in whole.events if e.kind == "sit"]
        row = type(whole.row)(**{**vars(whole.row), "id": name, "stage": "waiting"})
        await tables.store.append(Write(events, row))
        again = await tables.find(name)
        await until(lambda: again.table.stage != "waiting")

    run(play, tmp_path)


def test_a_table_found_while_it_is_being_set_up_is_one_table(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        append, found = tables.store.append, []

        def found_at_once(write: Write) -> asyncio.Future[None]:
            async def both() -> None:
                await append(write)
                if write.table is not None:
                    found.append(await tables.find(write.table.id))

            return asyncio.ensure_future(both())

        tables.store.append = found_at_once  # type: ignore[method-assign]
        live = await bots_at_a_table(tables)
        assert found == [live]
        assert await tables.find(live.table.row.id) is live

    run(play, tmp_path)
