"""What a process missed, or began when an error came, is caught up with: chat, names, presence and events."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from eleven.core.text.messages import Message
from eleven.server.cluster import peers
from eleven.server.cluster.peers import Peers
from eleven.server.cluster.shared_presence import PUBLISH_SECONDS
from eleven.server.live import ownership
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.tables import Tables
from eleven.server.process import background
from eleven.server.store import StoreError
from eleven.server.store.rows.people import People
from eleven.server.store.writing.postgres_notifications import TOPIC_CHAT, TOPIC_OWNER
from tests.server.cluster.two_processes import Looker, at_both, carried_out, move, silence, soon, two

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PAUSE_SECONDS", 0.0)


def peers_of(tables: Tables) -> Peers:
    assert tables.peers is not None
    return tables.peers


def deafen(tables: Tables) -> list[list[str]]:
    """Let a process ignore its notifications; returns those that it ignores."""
    ignored: list[list[str]] = []
    cast(Any, peers_of(tables).listener)._dispatch = ignored.append
    return ignored


def listen_again(tables: Tables) -> None:
    """Let a process receive notifications, as after a lost connection."""
    listener = peers_of(tables).listener
    del cast(Any, listener)._dispatch
    for topic in (TOPIC_CHAT, TOPIC_OWNER):
        listener._call_handler(topic, None)


def test_chat_and_forgotten_names_that_were_missed_are_caught_up_with(postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live = await first.add(new_table("ann", "elevenses", None, {}, [SeatSpec("me"), SeatSpec("friend")], False))
            other, erased = await second.find(live.table.row.id), list[str]()
            await other.chat.load()
            await live.chat.say(0, "ann", "", "mine", None)
            await soon(lambda: other.chat.last == 1)  # now it is listening
            ignored = deafen(second)
            second.erasure_listeners.append(lambda: erased.append("names"))
            await live.chat.say(None, "eve", "Eve", "hers", None)
            await ownership.forget(first, People(first.store), "eve")
            await live.chat.say(None, "ben", "Ben", "his", None)
            await ownership.forget(first, People(first.store), "ann")

            def lines() -> list[str]:
                return [line["text"] for line in other.chat.heard(False, True, 0, other.table.names())]

            await soon(lambda: any(words[1:] == [TOPIC_OWNER, "ann"] for words in ignored))
            assert (lines(), erased) == (["mine"], [])
            listen_again(second)
            await soon(lambda: lines() == ["his"])
            assert erased == ["names"]

    carried_out(whole)


async def at_rest(process: Peers) -> None:
    """Wait until a process has shared and read everything, and was not asked for more in between."""
    quiet = 0
    while quiet < 2:
        await asyncio.sleep(2 * PUBLISH_SECONDS)
        busy = process.presence._work.is_set() or process._poll_now.is_set() or process.claims.processes < 2
        quiet = 0 if busy else quiet + 1


def failing(errors: Iterator[Exception], work: Any) -> Any:
    """The same, after it has raised these errors, one each time."""

    def fail(*given: Any) -> Any:
        for error in errors:
            raise error
        return work(*given)

    return fail


def test_events_are_looked_for_again_after_any_error(postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live, other = await at_both(first, second)
            await at_rest(peers_of(second))
            silence(first)
            made = await move(live)
            assert other.table.version < made
            cast(Any, second.devices).new_sign_outs = failing(iter([ZeroDivisionError()]), second.devices.new_sign_outs)
            peers_of(second)._poll_now.set()
            await soon(lambda: other.table.version == made)

    carried_out(whole)


def test_a_store_that_is_away_is_asked_less_and_less_often(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[int] = []

    def delays() -> Iterator[float]:
        for number in range(100):
            waited.append(number)
            yield 0.0

    monkeypatch.setattr(peers, "delays", delays)

    async def whole() -> None:
        async with two(postgres, tmp_path) as (_, second):
            errors: Any = iter([StoreError(Message("away"))] * 3)
            cast(Any, second.store).written_since = failing(errors, second.store.written_since)
            peers_of(second)._poll_now.set()
            await soon(lambda: len(waited) == 3)
            assert waited == [0, 1, 2]

    carried_out(whole)


@pytest.mark.parametrize("step", ["_publish_tables", "_read_tables"])
def test_presence_is_shared_after_any_error(step: str, postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live, other = await at_both(first, second)
            process = peers_of(first if step == "_publish_tables" else second)
            await at_rest(process)
            setattr(process.presence, step, failing(iter([ZeroDivisionError()]), getattr(process.presence, step)))
            live.connect(Looker(1))
            await soon(lambda: other.presence.here() == {1})

    carried_out(whole)
