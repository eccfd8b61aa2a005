"""Friends, the people somebody has finished a game with, and the people they have blocked; from rows alone."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import orjson
from sqlalchemy import Connection, delete, insert, select

from eleven.server.store.records import now, retry_on_conflict
from eleven.server.store.schema import BLOCKS, CREDENTIALS, PEOPLE, RESULTS
from eleven.server.store.store import Store

RECENT_GAMES = 300
"""How many of somebody's last games are searched."""
MAX_FRIENDS = 30


@dataclass(frozen=True)
class Friend:
    """A person somebody has played with: how often, and which game last; `blocked` if they are blocked."""

    holder: str
    name: str
    games: int
    game: str
    blocked: bool = False


async def friends_of(store: Store, holder: str) -> list[Friend]:
    """The people somebody has finished a game with, those of the latest game first.

    Only people who have a way to sign in on other devices, or keep a name or settings here; not those who take no
    invitations, or have blocked the one who asks.
    """
    return await store.read(lambda connection: _friends(connection, holder))


def _friends(connection: Connection, holder: str) -> list[Friend]:
    mine = (
        select(RESULTS.c.table_id)
        .where(RESULTS.c.holder == holder)
        .order_by(RESULTS.c.ended.desc())
        .limit(RECENT_GAMES)
    )
    played = select(RESULTS.c.holder, RESULTS.c.name, RESULTS.c.game).where(
        RESULTS.c.table_id.in_(mine), RESULTS.c.holder != holder, RESULTS.c.kind == "human"
    )
    found: dict[str, Friend] = {}
    for row in connection.execute(played.order_by(RESULTS.c.ended.desc(), RESULTS.c.table_id)):
        known = found.setdefault(row.holder, Friend(row.holder, row.name, 0, row.game))
        found[row.holder] = replace(known, games=known.games + 1)
    blocked = set(connection.scalars(select(BLOCKS.c.other).where(BLOCKS.c.holder == holder)))
    blocking = set(connection.scalars(select(BLOCKS.c.holder).where(BLOCKS.c.other == holder)))
    names = _remembered(connection, found)
    friends = (
        replace(friend, name=names[friend.holder] or friend.name, blocked=friend.holder in blocked)
        for friend in found.values()
        if friend.holder in names and friend.holder not in blocking
    )
    return list(friends)[:MAX_FRIENDS]


def _remembered(connection: Connection, holders: Iterable[str]) -> dict[str, str]:
    """The names of those who want to be remembered and take invitations, by holder."""
    wanted = list(holders)
    names = dict.fromkeys(connection.scalars(select(CREDENTIALS.c.holder).where(CREDENTIALS.c.holder.in_(wanted))), "")
    for row in connection.execute(select(PEOPLE).where(PEOPLE.c.holder.in_(wanted))):
        names[row.holder] = row.name
        if orjson.loads(row.settings).get("invitations") == "off":
            del names[row.holder]
    return names


@retry_on_conflict
async def set_blocked(store: Store, holder: str, other: str, blocked: bool) -> None:
    """Let somebody block another person, or not any more."""

    def change(connection: Connection) -> None:
        connection.execute(delete(BLOCKS).where(BLOCKS.c.holder == holder, BLOCKS.c.other == other))
        if blocked:
            connection.execute(insert(BLOCKS).values(holder=holder, other=other, at=now()))

    await store.change(change)
