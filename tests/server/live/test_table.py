"""Stored tables come back as they were, on the rules they began with, or say precisely why they cannot go on."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest

from eleven.core.contract.game import games
from eleven.core.text.errors import Mistake
from eleven.server.engine import workers
from eleven.server.engine.rules_version import rules_version
from eleven.server.live.live_table import LiveTable
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.restore import restore_table
from eleven.server.live.tables import Tables
from eleven.server.store import TableEvent, TableRow
from tests.server.conftest import seat_view, settings


async def _played(tables: Tables, game_id: str, decisions: int) -> LiveTable:
    tables.store.start()
    game, dice = games()[game_id], random.Random(6)
    places = [SeatSpec("me", "Ann"), *[SeatSpec("hotseat", "Ben")] * (max(game.players) - 1)]
    live = await tables.add(new_table("ann", game_id, None, {}, places, False))
    await live.shares.give(list(range(live.table.players)), live.commitment, "ab")
    for _ in range(decisions):
        play = live.table.play
        assert play is not None
        if play.over:
            break
        action = dice.choice(play.legal()).name
        await live.move(play.asked, action, live.table.version)
    return live


def stored(folder: Path, game_id: str, decisions: int = 20) -> tuple[TableRow, list[TableEvent], bytes]:
    async def whole() -> tuple[TableRow, list[TableEvent], bytes]:
        tables = Tables(settings(folder))
        live = await _played(tables, game_id, decisions)
        found = await tables.store.table(live.table.row.id)
        assert found is not None
        assert live.table.play is not None
        state = live.table.play.record().tobytes()
        await tables.stop()
        return found[0], found[1], state

    return asyncio.run(whole())


@pytest.mark.slow
@pytest.mark.parametrize("game_id", sorted(games()))
def test_a_stored_game_replays_to_its_state(tmp_path: Path, game_id: str) -> None:
    row, events, state = stored(tmp_path, game_id, 60)
    table = restore_table(row, events)
    assert table.stopped == []
    assert table.play is not None
    assert table.play.record().tobytes() == state


def test_a_game_of_other_rules_is_shown_and_not_played_on(tmp_path: Path) -> None:
    row, events, state = stored(tmp_path, "elevenses")
    table = restore_table(replace(row, rules="0123", engine="0.0.1"), events)
    assert table.play is not None
    assert table.play.record().tobytes() == state
    assert "began with rules 0123 of engine 0.0.1" in table.why_stopped()
    assert rules_version("elevenses") in table.why_stopped()

    async def try_to_play() -> None:
        tables = Tables(settings(tmp_path))
        live = LiveTable(table, tables)
        with pytest.raises(Mistake, match="began with rules"):
            await live.move(0, "end", table.version)
        assert seat_view(live, [], 4, -1)["message"] == table.why_stopped()
        await tables.stop()

    asyncio.run(try_to_play())


def test_an_event_that_cannot_be_repeated_is_named(tmp_path: Path) -> None:
    row, events, _ = stored(tmp_path, "elevenses")
    wrong = replace(events[9], body={**events[9].body, "action": "decline"})
    table = restore_table(row, [*events[:9], wrong, *events[10:]])
    assert "event 9 cannot be repeated" in table.why_stopped()
    assert table.version == 8


def test_a_game_with_other_components_is_not_played_on(tmp_path: Path) -> None:
    row, events, _ = stored(tmp_path, "elevenses", 1)
    assert "components beef" in restore_table(replace(row, components="beef"), events).why_stopped()


def test_the_undo_check_agrees_with_the_match(tmp_path: Path) -> None:
    row, events, _ = stored(tmp_path, "elevenses", 5)
    play = restore_table(row, events).play
    assert play is not None
    before, after = play.before().tobytes(), play.record().tobytes()
    assert workers.check_undo("elevenses", before, play.entries[-1].action, after) == play.may_take_back()


def test_the_board_before_the_last_decision_is_kept(tmp_path: Path) -> None:
    row, events, _ = stored(tmp_path, "elevenses", 5)
    play = restore_table(row, events).play
    assert play is not None
    for _ in range(3):
        play = play.after(play.legal()[0].name)
        assert play.previous is not None
        assert play.before().tobytes() == play.at(len(play.entries) - 1).record().tobytes()
    play.try_apply(play.legal()[0].name)
    assert play.before().tobytes() == play.at(len(play.entries) - 1).record().tobytes()


def test_a_new_table_value_leaves_the_old_one_unchanged(tmp_path: Path) -> None:
    """A value made beside another, as while a write is under way, leaves that other as it was."""
    row, events, _ = stored(tmp_path, "elevenses", 6)
    table = restore_table(row, events)
    before = (table.version, list(table.events), table.seats, table.play)
    assert table.play is not None
    state, entries = table.play.record().tobytes(), list(table.play.entries)
    asked, name = table.play.asked, table.play.legal()[0].name
    moved = table.after(table.event("move", asked, action=name, id="once"))
    table.after(table.event("leave", 0))
    assert (moved.version_made(asked, "once"), table.version_made(asked, "once")) == (table.version + 1, None)
    assert before == (table.version, list(table.events), table.seats, table.play)
    assert (table.play.record().tobytes(), list(table.play.entries)) == (state, entries)
    other = table.after(table.event("leave", 1))
    assert other.version_made(asked, "once") is None, "another event has that number"
    assert [event.kind for event in moved.events][-1] == "move"
