"""What the store has acknowledged is there, once, in order; and one wrong write harms nobody else."""

import asyncio
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import SQLAlchemyError

from eleven.server.store import Store, StoreError, TableEvent, TableRow, Write
from eleven.server.store.database import LATEST_REVISION, MIGRATIONS
from eleven.server.store.rows.lobby import open_tables, tables_of
from eleven.server.store.schema import METADATA

pytestmark = pytest.mark.slow


def row(name: str, public: bool = False) -> TableRow:
    return TableRow(name, 1, "elevenses", "grail", 2, {"target": "5"}, "", "0", "r", public, "s", "waiting")


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'test.sqlite'}"


async def _many_tables(store: Store) -> None:
    store.start()
    await asyncio.gather(*(store.append(Write(table=row(f"t{i}"))) for i in range(20)))
    before = store.commits
    for n in range(5):
        await asyncio.gather(*(store.append(Write([TableEvent(f"t{i}", n, "move", 0)])) for i in range(20)))
    assert store.commits - before <= 10
    for i in range(20):
        found = await store.table(f"t{i}")
        assert found is not None
        assert [event.sequence for event in found[1]] == list(range(5))


def run(coroutine_of: object, folder: Path, process: bool = False) -> None:
    async def whole() -> None:
        store = Store(url(folder), process)
        await coroutine_of(store)  # type: ignore[operator]
        await store.stop()

    asyncio.run(whole())


@pytest.mark.parametrize("process", [False, True])
def test_moves_of_many_tables_share_a_commit(tmp_path: Path, process: bool) -> None:
    run(_many_tables, tmp_path, process)


@pytest.mark.parametrize("process", [False, True])
def test_a_doubled_sequence_is_refused_and_its_neighbours_are_written(tmp_path: Path, process: bool) -> None:
    async def play(store: Store) -> None:
        store.start()
        for name in ("a", "b"):
            await store.append(Write([TableEvent(name, 0, "move")], table=row(name)))
        results = await asyncio.gather(
            store.append(Write([TableEvent("a", 0, "move")])),
            store.append(Write([TableEvent("b", 1, "move")])),
            return_exceptions=True,
        )
        assert isinstance(results[0], StoreError)
        assert str(results[0]) == "another server has written to this table"
        assert results[1] is None
        found = await store.table("b")
        assert found is not None
        assert len(found[1]) == 2

    run(play, tmp_path, process)


def test_survives_reopening(tmp_path: Path) -> None:
    async def first(store: Store) -> None:
        store.start()
        assert store.setting("key", lambda: "made") == "made"
        await store.append(Write([TableEvent("a", 0, "sit", 1, "me", {"name": "Ann"})], table=row("a", True)))
        await store.append(Write([TableEvent("a", 1, "move", body={"action": "end"})], stage=("a", "over")))

    async def second(store: Store) -> None:
        assert store.setting("key", lambda: "other") == "made"
        found = await store.table("a")
        assert found is not None
        assert found[0].stage == "over"
        assert found[0].options == {"target": "5"}
        assert [event.body for event in found[1]] == [{"name": "Ann"}, {"action": "end"}]
        assert [row["id"] for row, _ in await store.read(lambda line: tables_of(line, "me", over=True))] == ["a"]
        assert await store.read(lambda line: tables_of(line, "me", over=False)) == []
        assert await store.read(open_tables) == []
        assert await store.table("b") is None

    run(first, tmp_path)
    run(second, tmp_path)


def test_migrations_make_what_the_code_expects(tmp_path: Path) -> None:
    store = Store(url(tmp_path))
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_the_newest_migration_is_the_one_the_store_looks_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == LATEST_REVISION


def test_a_database_that_cannot_write_says_so(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        store.start()
        with pytest.raises(StoreError):
            await store.append(Write([TableEvent("nowhere", 0, "move")]))

    run(play, tmp_path)


def test_errors_do_not_name_what_was_to_be_written(tmp_path: Path) -> None:
    """They are logged, and a holder is a secret of their browser."""
    store = Store(url(tmp_path))
    with pytest.raises(StoreError) as refused:
        asyncio.run(
            store.change(
                lambda connection: connection.exec_driver_sql("INSERT INTO nowhere VALUES (?)", ("holder-ann",))
            )
        )
    assert isinstance(refused.value.__cause__, SQLAlchemyError)
    assert "holder-ann" not in str(refused.value.__cause__)
    asyncio.run(store.stop())
