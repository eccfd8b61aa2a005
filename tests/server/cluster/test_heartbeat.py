"""A process says that it is alive whatever becomes of its connection to the database."""

import asyncio
import os
import signal
import time

import psycopg
import pytest
from sqlalchemy import text

from eleven.server.cluster.heartbeat import Heartbeat
from eleven.server.store.database import open_engine

pytestmark = pytest.mark.slow

WHO = text("SELECT pg_backend_pid(), CAST(:word AS text)")
PATIENCE = 1.0


def test_a_cut_connection_is_opened_again_at_once(postgres: str) -> None:
    engine = open_engine(postgres)

    async def whole() -> None:
        beats = Heartbeat(engine, WHO, PATIENCE)
        first, _ = await beats.send({"word": "a"})
        again, said = await beats.send({"word": "b"})
        assert (again, said) == (first, "b"), "the connection is kept"
        with psycopg.connect(postgres) as other:
            other.execute("SELECT pg_terminate_backend(%s)", [first])
        later, said = await beats.send({"word": "c"})
        assert later != first
        assert said == "c"
        await beats.close()

    asyncio.run(whole())
    engine.dispose()


def test_a_connection_that_does_not_answer_is_given_up(postgres: str) -> None:
    engine = open_engine(postgres)

    async def whole() -> None:
        beats = Heartbeat(engine, WHO, PATIENCE)
        stopped, _ = await beats.send({"word": "a"})
        os.kill(stopped, signal.SIGSTOP)
        began = time.monotonic()
        try:
            later, _ = await beats.send({"word": "b"})
        finally:
            os.kill(stopped, signal.SIGCONT)
        assert later != stopped
        assert time.monotonic() - began < 2 * PATIENCE, "nobody waits for the one that is stopped"
        await beats.close()

    asyncio.run(whole())
    engine.dispose()
