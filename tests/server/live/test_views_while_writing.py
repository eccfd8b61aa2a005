"""While the store writes a move, nobody hears of it; what happens meanwhile is in the views that follow."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

from eleven.core.text.messages import Message
from eleven.server.http.identity.visitor import Visitor
from eleven.server.live.live_table import LiveTable
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.tables import Tables
from eleven.server.sockets.connection import TableSubscriber
from eleven.server.store import StoreError, Write
from tests.server.conftest import PATIENCE
from tests.server.live.test_server_turns import run, until


class SlowStore:
    """A store that answers moves when it is told to."""

    def __init__(self, tables: Tables) -> None:
        self._append, self._loop = tables.store.append, asyncio.get_running_loop()
        self.held: list[tuple[Write, asyncio.Future[None]]] = []
        tables.store.append = self.append  # type: ignore[method-assign]

    def append(self, write: Write) -> "asyncio.Future[None]":
        if not any(event.kind == "move" for event in write.events):
            return self._append(write)
        done = self._loop.create_future()
        self.held.append((write, done))
        return done

    async def answer(self) -> None:
        write, done = self.held.pop()
        await self._append(write)
        done.set_result(None)

    def refuse(self) -> None:
        _, done = self.held.pop()
        done.set_exception(StoreError(Message("the store cannot write: {reason}", reason="full")))


def watched_move(
    folder: Path, during: Callable[[SlowStore, LiveTable, list[TableSubscriber]], Awaitable[None]]
) -> None:
    """Two people look on while a move of one of them is being written."""

    async def play(tables: Tables) -> None:
        live = await tables.add(new_table("ann", "elevenses", None, {}, [SeatSpec("me"), SeatSpec("friend")], False))
        await live.seating.sit(1, "ben", "Ben")
        for seat in (0, 1):
            await live.shares.give([seat], live.commitment, "ab")
        subscribers = [TableSubscriber(live, Visitor(name), lambda: None) for name in ("ann", "ben")]
        for subscriber in subscribers:
            assert len(subscriber.unsent()) == 1
        store, asked = SlowStore(tables), live.table.play
        assert asked is not None
        move = asyncio.create_task(live.move(asked.asked, asked.legal()[0].name, live.table.version))
        await until(lambda: bool(store.held))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await during(store, live, subscribers)
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait([move])
        move.exception()

    run(play, folder)


def test_nobody_hears_of_a_move_before_it_is_stored(tmp_path: Path) -> None:
    async def during(store: SlowStore, live: LiveTable, subscribers: list[TableSubscriber]) -> None:
        version = live.table.version
        for subscriber in subscribers:
            subscriber.wake()
            assert json.loads(subscriber.unsent()[0])["version"] == version, "of a move that is not stored nobody hears"
        await store.answer()
        await until(lambda: live.table.version == version + 1)
        assert [json.loads(subscriber.unsent()[0])["version"] for subscriber in subscribers] == [version + 1] * 2

    watched_move(tmp_path, during)


def test_somebody_who_leaves_during_a_write_is_not_shown_as_present(tmp_path: Path) -> None:
    async def during(store: SlowStore, live: LiveTable, subscribers: list[TableSubscriber]) -> None:
        subscribers[1].close()
        await store.answer()
        await until(lambda: not live.writing)
        view = json.loads(subscribers[0].unsent()[0])
        assert [seat["here"] for seat in view["seats"]] == [True, False]

    watched_move(tmp_path, during)


def test_somebody_signed_out_during_a_write_sees_what_a_spectator_sees(tmp_path: Path) -> None:
    async def during(store: SlowStore, live: LiveTable, subscribers: list[TableSubscriber]) -> None:
        subscribers[0]._who = Visitor(None)
        live.invalidate_views(context_cache=True)
        await store.answer()
        await until(lambda: not live.writing)
        view = json.loads(subscribers[0].unsent()[0])
        assert view["viewing"] == "spectator"
        assert view["you"] is None
        assert not view["actions"]

    watched_move(tmp_path, during)


def test_nobody_is_sent_a_move_that_was_refused(tmp_path: Path) -> None:
    async def during(store: SlowStore, live: LiveTable, subscribers: list[TableSubscriber]) -> None:
        version = live.table.version
        store.refuse()
        await until(lambda: live.certain and not live.writing)
        for subscriber in subscribers:
            subscriber.wake()
            views = [json.loads(body) for body in subscriber.unsent()]
            assert [view["version"] for view in views if view["type"] == "view"] == [version]

    watched_move(tmp_path, during)


def test_views_are_made_while_the_store_writes_and_sent_when_it_has(tmp_path: Path) -> None:
    async def during(store: SlowStore, live: LiveTable, subscribers: list[TableSubscriber]) -> None:
        assert live._following is not None
        made = set(live._following.view_cache.values())
        assert len(made) == len(subscribers)
        assert not any(subscriber.unsent() for subscriber in subscribers)
        await store.answer()
        await until(lambda: not live.writing)
        assert {body for subscriber in subscribers for body in subscriber.unsent()} == made

    watched_move(tmp_path, during)
