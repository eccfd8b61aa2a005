"""How often a process tells the others what it has written, and what it does when nobody knows what was written."""

import asyncio
import socket
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from eleven.server.store import Event, Refusal, Write
from eleven.server.store.records import Rows
from eleven.server.store.writing.notifications import EVERYBODY, Listener
from eleven.server.store.writing.writer import in_one
from eleven.server.store.writing.writer_client import SILENT, TELL_AGAIN, TELL_EVERY, WriterClient


class Deaf:
    """Takes batches and keeps them; the test answers."""

    def __init__(self) -> None:
        self.batches: list[list[Rows]] = []

    def write(self, batch: list[Rows]) -> None:
        self.batches.append(batch)

    def notices(self) -> list[list[str]]:
        """The notices of every batch, without the name of the process that tells."""
        return [[str(notice) for rows in batch for (notice,) in rows[-1]] for batch in self.batches]


@pytest.fixture
def client(tmp_path: Path) -> WriterClient:
    found = WriterClient(create_engine(f"sqlite:///{tmp_path / 'test.sqlite'}"), process=False, limit=5.0)
    found.shared, found.process = True, "me"
    found._hand = Deaf()  # type: ignore[assignment]
    return found


async def write(client: WriterClient, *tables: str) -> "list[asyncio.Future[None]]":
    """Bring a move at each table, and let it be handed over."""
    done = [client.append(Write([Event(table, 1, "move")])) for table in tables]
    await asyncio.sleep(0)
    return done


def answer(client: WriterClient, reason: str | None = None) -> None:
    hand = client._hand
    assert isinstance(hand, Deaf)
    client._answered([reason] * len(hand.batches[-1]))


def test_a_busy_process_tells_of_several_batches_at_once(client: WriterClient) -> None:
    async def whole() -> list[list[str]]:
        for table in ("a", "b", "c"):
            (done,) = await write(client, table)
            answer(client)
            await done
        await asyncio.sleep(2 * TELL_EVERY)
        answer(client)
        assert isinstance(client._hand, Deaf)
        return client._hand.notices()

    assert asyncio.run(whole()) == [["me a"], [], [], ["me b c"]]


def test_a_process_that_was_quiet_tells_at_once(client: WriterClient) -> None:
    async def whole() -> list[list[str]]:
        for table in ("a", "b"):
            await write(client, table)
            answer(client)
            await asyncio.sleep(2 * TELL_EVERY)
        assert isinstance(client._hand, Deaf)
        return client._hand.notices()

    assert asyncio.run(whole()) == [["me a"], ["me b"]]


def test_everybody_hears_of_a_batch_whose_end_nobody_knows_though_it_had_no_notice(client: WriterClient) -> None:
    async def whole() -> list[list[str]]:
        await write(client, "a")
        answer(client)
        (done,) = await write(client, "b")
        answer(client, SILENT)
        with pytest.raises(Refusal):
            await done
        await asyncio.sleep(TELL_AGAIN + TELL_EVERY)
        assert isinstance(client._hand, Deaf)
        return client._hand.notices()

    first, second, *rest = asyncio.run(whole())
    assert (first, second) == (["me a"], [])
    assert rest == [[f"{EVERYBODY} b"]]


def test_rows_share_a_statement_where_they_can() -> None:
    insert, update = "INSERT INTO t (a, b) VALUES (%s, %s)", "UPDATE t SET a = %s WHERE b = %s"
    assert in_one(insert, [(1, 2), (3, 4)]) == [(f"{insert}, (%s, %s)", [1, 2, 3, 4])]
    assert in_one(update, [(1, 2), (3, 4)]) == [(update, [1, 2]), (update, [3, 4])]
    assert in_one(f"{insert} ON CONFLICT DO NOTHING", [(1, 2)]) == [(f"{insert} ON CONFLICT DO NOTHING", [1, 2])]
    assert [len(values) for _, values in in_one(insert, [(1, 2)] * 20)] == [32, 8]


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


def test_a_line_that_has_ended_is_looked_at_once() -> None:
    ours, theirs = socket.socketpair()
    theirs.close()
    line = Broken(ours)

    async def whole() -> None:
        await Listener(create_engine("sqlite://"), "me", {})._hear_for(1.0, line)
        await asyncio.sleep(0.05)

    with ours:
        asyncio.run(whole())
    assert line.tried == 1
