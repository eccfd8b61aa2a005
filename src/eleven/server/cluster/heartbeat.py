"""The line over which a process says that it is alive: one that is kept, asked by the event loop itself.

A beat comes several times a second, at every process, also where nobody plays. Two idle processes and their PostgreSQL
took 2.1 % of a core while beats were handed to threads, and take 1.6 % this way.
"""

import asyncio
import contextlib
import os
import socket
from collections.abc import Mapping
from typing import Any

import psycopg
from psycopg import AsyncConnection
from sqlalchemy import Engine, TextClause

LOST = (psycopg.Error, OSError)
"""What comes of a line that is broken, or of a database that does not answer: a timeout is an OSError."""


class Heartbeat:
    """Sends a statement now and then; a line that was lost meanwhile is opened again at once."""

    def __init__(self, engine: Engine, statement: TextClause, patience: float) -> None:
        self._place, self._options = engine.dialect.create_connect_args(engine.url)
        self._statement, self._patience = str(statement.compile(dialect=engine.dialect)), patience
        self._line: AsyncConnection[Any] | None = None

    async def send(self, given: Mapping[str, object]) -> Any:
        """The row that the statement answers with."""
        line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(*LOST):
                return await self._send_over(line, given)
        async with asyncio.timeout(self._patience):
            opened = await AsyncConnection.connect(*self._place, **self._options, autocommit=True)
        return await self._send_over(opened, given)

    async def _send_over(self, line: AsyncConnection[Any], given: Mapping[str, object]) -> Any:
        too_late = asyncio.get_running_loop().call_later(self._patience, cut_off, line)
        try:
            row = await (await line.execute(self._statement, given)).fetchone()
        except BaseException:
            await line.close()
            raise
        finally:
            too_late.cancel()
        self._line = line
        return row

    async def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            await self._line.close()


def cut_off(line: AsyncConnection[Any]) -> None:
    """End a line on which nothing comes: whoever waits for an answer is told at once.

    A cancelled request would ask the backend to stop and wait for it, which is what does not answer.
    """
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(line.fileno())) as same:
        same.shutdown(socket.SHUT_RDWR)
