"""Who owns seats: everything of one holder is handed over to another, or left to nobody.

At tables that are in memory or running, the change is an event, so that everybody sees it; the rows of the store follow
when all tables have changed. Finished games in the memory of other processes follow when those are notified
(`Tables.owner_changed`). If something fails in between, the request can be repeated and continues where it stopped.
"""

import logging

from eleven.core.text.errors import Mistake
from eleven.server.live.table import OVER
from eleven.server.live.tables import Tables
from eleven.server.store.rows.people import PASSKEY, People

LOG = logging.getLogger("eleven.people")


async def hand_over(tables: Tables, people: People, old: str, new: str) -> None:
    """Hand everything over to another holder: cookies, links and tokens of the old one become invalid."""
    await _change_seats(tables, await people.tables(old), old, new)
    await people.hand_over(old, new, [PASSKEY])
    tables.owner_changed(old, new)


async def renew(tables: Tables, people: People, holder: str) -> None:
    """Invalidate all earlier links and tokens of a person's seats, which stay theirs."""
    await _change_seats(tables, await people.tables(holder), holder, holder)


async def forget(tables: Tables, people: People, holder: str) -> int:
    """Leave a person's seats to nobody, and erase their name; returns at how many tables."""
    theirs = await people.tables(holder)
    await people.erase_names(holder)
    await _change_seats(tables, theirs, holder, None)
    await people.forget(holder)
    tables.owner_changed(holder, None)
    return len(theirs)


async def _change_seats(tables: Tables, theirs: list[tuple[str, str]], old: str, new: str | None) -> None:
    """Change tables in memory and running games; for all others the rows are enough."""
    for table_id, stage in theirs:
        if stage == OVER and tables.at_hand(table_id) is None:
            continue
        try:
            await (await tables.find(table_id)).seating.change_owner(old, new)
        except Mistake as mistake:  # a damaged table must not stop the rest
            LOG.warning("a table was left as it is", extra={"table": table_id, "why": str(mistake)})
