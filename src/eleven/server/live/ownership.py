"""Whose seats are whose: all that one holder has goes over to another, or is left to nobody.

What happens at a table that is in memory or goes on is an event of it, so that everybody sees it; rows of the store
follow when all tables have changed. Finished games that only other processes have in memory follow the rows when those
processes hear of it (`Tables.owner_changed`). Whatever dies in between, the same can be asked for again and goes on
where it stopped.
"""

import logging

from eleven.core.text.errors import Mistake
from eleven.server.live.table import OVER
from eleven.server.live.tables import Tables
from eleven.server.store.rows.people import PASSKEY, People

LOG = logging.getLogger("eleven.people")


async def hand_over(tables: Tables, people: People, old: str, new: str) -> None:
    """Let all that is somebody's be another holder's: cookies, links and tokens of the old one open it no more."""
    await _change_seats(tables, await people.tables(old), old, new)
    await people.hand_over(old, new, [PASSKEY])
    tables.owner_changed(old, new)


async def renew(tables: Tables, people: People, holder: str) -> None:
    """Let all that is somebody's stay theirs, while links and tokens of their seats from before open nothing."""
    await _change_seats(tables, await people.tables(holder), holder, holder)


async def forget(tables: Tables, people: People, holder: str) -> int:
    """Leave all seats of somebody to nobody, and take their name out; at how many tables."""
    theirs = await people.tables(holder)
    await people.erase_names(holder)
    await _change_seats(tables, theirs, holder, None)
    await people.forget(holder)
    tables.owner_changed(holder, None)
    return len(theirs)


async def _change_seats(tables: Tables, theirs: list[tuple[str, str]], old: str, new: str | None) -> None:
    """Tables in memory and games that go on; of all others the rows are enough."""
    for table_id, stage in theirs:
        if stage == OVER and tables.at_hand(table_id) is None:
            continue
        try:
            await (await tables.find(table_id)).seating.change_owner(old, new)
        except Mistake as mistake:  # one that is damaged keeps nobody
            LOG.warning("a table was left as it is", extra={"table": table_id, "why": str(mistake)})
