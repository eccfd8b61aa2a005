"""Tables that nobody plays at cost next to nothing, however many there are."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from eleven.server.cluster import peers
from eleven.server.cluster.claims import HEARTBEAT_SQL
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.table_settings import CHAT
from eleven.server.live.tables import Tables
from eleven.server.store.database import open_engine
from tests.server.cluster.two_processes import Looker, at_both, carried_out, move, soon, two

pytestmark = pytest.mark.slow

A_WHILE = 2.0
SLACK = 6
"""Statements that a beat or two more or less make."""


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All steps of a plan that PostgreSQL explains."""
    yield plan
    for inside in plan.get("Plans", ()):
        yield from nodes(inside)


def test_a_heartbeat_reads_no_claims_of_living_processes(postgres: str) -> None:
    engine, claims = open_engine(postgres), 3000
    living = "INSERT INTO processes VALUES ('a-0', 9999999999999), ('b-0', 9999999999999)"
    theirs = "INSERT INTO claims SELECT 'turns ' || i, CASE mod(i, 2) WHEN 0 THEN 'a-0' ELSE 'b-0' END"
    given = {"me": "a-0", "lease": 1000, "most": 50, "adopting": True, "unwanted": []}
    with engine.begin() as connection:
        connection.exec_driver_sql(living)
        connection.exec_driver_sql(f"{theirs} FROM generate_series(1, {claims}) i")
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("ANALYZE claims")
        found: Any = connection.execute(text(f"EXPLAIN (ANALYZE, FORMAT JSON) {HEARTBEAT_SQL.text}"), given).scalar()
        read = [
            (step["Actual Rows"] + step.get("Rows Removed by Filter", 0)) * step["Actual Loops"]
            for step in nodes((json.loads(found) if isinstance(found, str) else found)[0]["Plan"])
        ]
        assert max(read) <= 10
        connection.exec_driver_sql("UPDATE processes SET until = 0 WHERE id = 'b-0'")
        alive, left, _, _ = connection.execute(HEARTBEAT_SQL, given).one()
        assert alive
        assert len(left) == 50, "what the dead leave is found, so many at a time"
        connection.exec_driver_sql("DELETE FROM claims")
        connection.exec_driver_sql("DELETE FROM processes")
    engine.dispose()


async def statements(tables: Tables) -> list[str]:
    """What is asked of the database in a while in which nothing happens."""
    asked: list[str] = []

    def note(*given: Any) -> None:
        asked.append(given[2])

    event.listen(tables.store.engine, "before_cursor_execute", note)
    await asyncio.sleep(A_WHILE)
    event.remove(tables.store.engine, "before_cursor_execute", note)
    return asked


def test_more_idle_tables_ask_no_more_of_the_database(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "POLL_SECONDS", 0.5)

    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            counted = []
            for _ in range(2):
                for _ in range(15):
                    live, other = await at_both(first, second)
                    live.connect(Looker(0))
                    await soon(lambda: other.presence.here() == {0})  # noqa: B023
                await asyncio.sleep(1.0)
                counted.append(await statements(first))
            few, many = counted
            assert any("unnest" in statement for statement in few), "it has looked for what it was not told"
            assert len(many) <= len(few) + SLACK

    carried_out(whole)


def test_tables_written_after_a_version_are_found(postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live, other = await at_both(first, second)
            quiet, _ = await at_both(first, second)
            known = {one.table.row.id: one.table.version for one in (live, quiet)}
            assert await second.store.written_since(known) == []
            await move(live)
            assert await second.store.written_since(known) == [live.table.row.id]
            assert await second.store.written_since({}) == []
            assert await second.store.written_since({"0" * 16: -1, **known}) == [live.table.row.id]
            await soon(lambda: other.table.version == live.table.version)

    carried_out(whole)


def test_a_process_adopts_games_with_a_clock_only(postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            places, names = [SeatSpec("me"), SeatSpec("hotseat")], []
            for agreed in (None, {CHAT: False}, {"clock": {"kind": "days", "days": 3}}):
                live = await first.add(new_table("ann", "elevenses", None, {}, places, False, agreed))
                await live.shares.give([0, 1], live.commitment, "ab")
                await soon(lambda: live.table.play is not None)  # noqa: B023
                names.append(live.table.row.id)
            before = set(second.in_memory)
            await second.clocks._load_others()
            found = set(second.in_memory) - before
            assert names[2] in found
            assert found.isdisjoint(names[:2])

    carried_out(whole)
