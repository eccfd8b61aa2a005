"""The database connection for heartbeats: kept open, and driven by the event loop itself.

Every process sends several heartbeats a second, also where nobody plays. Two idle processes and their PostgreSQL took
2.1 % of a core while heartbeats ran in threads, and take 1.6 % this way.
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
"""Errors of a broken connection or a database that does not answer; a timeout is an OSError."""


class Heartbeat:
    """Sends a statement repeatedly over one connection; a lost connection is reopened at once."""

    def __init__(self, engine: Engine, statement: TextClause, patience: float) -> None:
        self._place, self._options = engine.dialect.create_connect_args(engine.url)
        self._statement, self._patience = str(statement.compile(dialect=engine.dialect)), patience
        self._connection: AsyncConnection[Any] | None = None

    async def send(self, given: Mapping[str, object]) -> Any:
        """Execute the statement; returns its row."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(*LOST):
                return await self._send_over(connection, given)
        async with asyncio.timeout(self._patience):
            opened = await AsyncConnection.connect(*self._place, **self._options, autocommit=True)
        return await self._send_over(opened, given)

    async def _send_over(self, connection: AsyncConnection[Any], given: Mapping[str, object]) -> Any:
        too_late = asyncio.get_running_loop().call_later(self._patience, cut_off, connection)
        try:
            row = await (await connection.execute(self._statement, given)).fetchone()
        except BaseException:
            await connection.close()
            raise
        finally:
            too_late.cancel()
        self._connection = connection
        return row

    async def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            await self._connection.close()


def cut_off(connection: AsyncConnection[Any]) -> None:
    """Shut down the socket of an unresponsive connection, so that its caller gets an error at once.

    Cancelling the query would not help: it asks the backend and waits for it, which is what does not answer.
    """
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(connection.fileno())) as same:
        same.shutdown(socket.SHUT_RDWR)
