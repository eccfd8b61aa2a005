"""Results of finished games as rows, written with a game's last event, so that listing them needs no replay.

Games that ended before such rows existed get theirs once, in the background after the start.
"""

import asyncio
import logging
from collections import Counter

from eleven.server.live.restore import restore_table
from eleven.server.live.table import OVER, Table
from eleven.server.store import Store, StoreError
from eleven.server.store.records import Row
from eleven.server.store.rows.history import add_results, mark_filled, unrecorded

LOG = logging.getLogger("eleven.results")
TOLERATED = 0.2
"""The share of a person's decisions that a bot may take; with more, they count as replaced in a rated game."""


def results_of(table: Table, ended: int) -> list[Row]:
    """A row for each seat of a finished game, in the order of the columns."""
    play = table.play
    if play is None or not play.over:
        return []
    scores, winners, game = play.scores(), play.winners(), table.game.id
    taken = Counter(entry.seat for entry in play.entries)
    return [
        (
            table.row.id,
            number,
            ended,
            game,
            table.players,
            seat.kind,
            seat.level if seat.kind == "bot" else "",
            seat.name,
            seat.holder if seat.kind != "bot" else None,
            seat.left or seat.played_by_bot,
            int(scores[number]),
            number in winners,
            seat.replaced > TOLERATED * taken[number],
            _opening(table, number),
            None,
            None,
        )
        for number, seat in enumerate(table.seats)
    ]


def _opening(table: Table, seat: int) -> str | None:
    """The first decision of a seat, in a game that began with a deal."""
    assert table.play is not None
    if table.position:
        return None
    first = next((entry.action for entry in table.play.entries if entry.seat == seat), None)
    return None if first is None else table.game.actions[first].name


async def fill_in(store: Store) -> None:
    """Write the missing rows of older games; those that cannot be read are skipped."""
    last = ""
    try:
        while found := await unrecorded(store, last):
            for last in found:
                await _fill_in_one(store, last)
        await mark_filled(store)
    except StoreError as refusal:  # the next start continues
        LOG.warning("older results are not filled in yet", extra={"why": str(refusal)})


async def _fill_in_one(store: Store, table_id: str) -> None:
    try:
        stored = await store.table(table_id)
        if stored is None:
            return
        table = await asyncio.to_thread(restore_table, *stored)
        ended = max((event.at for event in table.events if event.kind == "move"), default=table.row.created)
        found = results_of(table, ended) if table.stage == OVER and not table.damaged else []
    except StoreError:
        raise
    except Exception as problem:  # one damaged table must not stop the others
        LOG.warning("a finished game cannot be read", extra={"table": table_id, "why": repr(problem)})
        return
    if found:
        await add_results(store, found)
