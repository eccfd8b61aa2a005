"""Routes for people one has played with: invite them with one touch, or have nothing to do with them."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel

from eleven.core.contract.game import find_game, games
from eleven.core.text.errors import Mistake
from eleven.server.http.dependencies import PROBLEMS, TheLanguage, TheTable, TheTables, TheVisitor, limit_new_tables
from eleven.server.http.identity.cookies import holder_of
from eleven.server.http.identity.links import seated
from eleven.server.http.identity.visitor import Visitor
from eleven.server.http.models.people import Nothing
from eleven.server.http.models.tables import Done, Name, Seated, Strict
from eleven.server.http.routes.history import title_of
from eleven.server.http.routes.people import ThePeople
from eleven.server.live.live_table import LiveTable
from eleven.server.live.tables import Place, Tables
from eleven.server.store.rows.friends import Friend, friends_of, set_blocked
from eleven.server.store.rows.lobby import tables_of

friends = APIRouter(prefix="/api", responses=PROBLEMS)
FriendId = Annotated[
    str, Path(pattern=r"^[0-9a-f]{16}$", description="somebody as one's own list of friends names them")
]


class InvitationWish(Strict):
    """What whoever invites is called at the table."""

    name: Name = ""


class FriendLine(BaseModel):
    """Somebody one has played with; `friend` is their name in this list and nowhere else."""

    friend: str
    name: str
    games: int
    game: str
    title: str
    blocked: bool


class MyFriends(BaseModel):
    """Those of the latest games first; `off` if one takes no invitations oneself."""

    friends: list[FriendLine]
    off: bool


async def _told(tables: Tables, kept: ThePeople, holder: str | None, language: str) -> MyFriends:
    if holder is None:
        return MyFriends(friends=[], off=False)
    person = await kept.person(holder)
    found = [
        FriendLine(
            friend=tables.signer.friend(holder, one.holder),
            name=one.name,
            games=one.games,
            game=one.game,
            title=title_of(one.game, language),
            blocked=one.blocked,
        )
        for one in await friends_of(tables.store, holder)
    ]
    return MyFriends(friends=found, off=person is not None and person.settings.get("invitations") == "off")


async def _friend(tables: Tables, holder: str, name: str) -> Friend:
    """Somebody of one's own list."""
    for one in await friends_of(tables.store, holder):
        if tables.signer.friend(holder, one.holder) == name:
            return one
    raise Mistake("there is nobody of that name in your list, or they take no invitations")


@friends.get("/me/friends")
async def my_friends(who: TheVisitor, tables: TheTables, kept: ThePeople, language: TheLanguage) -> MyFriends:
    """The people one has finished a game with, who want to be remembered and to be invited."""
    return await _told(tables, kept, who.holder, language)


@friends.post("/me/friends/{friend}/invite", status_code=201)
async def invite(
    friend: FriendId, wish: InvitationWish, request: Request, tables: TheTables, who: TheVisitor, kept: ThePeople
) -> Seated:
    """A table for the two, of the game they last played together; the friend finds it on their first page.

    As long as they have not answered, it is the same one. Where a game is for more, bots have the other seats.
    """
    holder = holder_of(who)
    them = await _friend(tables, holder, friend)
    if them.blocked:
        raise Mistake("you have blocked this person")
    live = await _pending(tables, who, them.holder)
    if live is None:
        limit_new_tables(request)
        person = await kept.person(holder)
        live = await _set_up(tables, holder, wish.name or (person.name if person else ""), them)
    return seated(tables, live, who, request)


async def _pending(tables: Tables, who: Visitor, friend: str) -> LiveTable | None:
    """A table of one's own that waits for somebody."""
    rows = await tables.store.read(lambda line: tables_of(line, str(who.holder), False))
    for row, _ in rows:
        if row["stage"] == "waiting":
            live = await tables.find(row["id"])
            if live.table.kept_for(friend) is not None and who.seats(live.table):
                return live
    return None


async def _set_up(tables: Tables, holder: str, name: str, friend: Friend) -> LiveTable:
    if friend.game not in games():
        raise Mistake("the game you last played together is not here any more")
    fewest = min(find_game(friend.game).players)
    places = [Place("me", name), Place("friend", friend.name, kept_for=friend.holder)]
    places += [Place("bot")] * (fewest - len(places))
    return await tables.create(holder, friend.game, None, {}, places, public=False)


@friends.post("/me/friends/{friend}/block")
async def block(
    friend: FriendId, _: Nothing, who: TheVisitor, tables: TheTables, kept: ThePeople, language: TheLanguage
) -> MyFriends:
    """Take no invitations from somebody, and never be seated with them by playing now; they are not told."""
    return await _set_blocked(tables, kept, holder_of(who), friend, True, language)


@friends.post("/me/friends/{friend}/unblock")
async def unblock(
    friend: FriendId, _: Nothing, who: TheVisitor, tables: TheTables, kept: ThePeople, language: TheLanguage
) -> MyFriends:
    """Let somebody invite one again."""
    return await _set_blocked(tables, kept, holder_of(who), friend, False, language)


async def _set_blocked(
    tables: Tables, kept: ThePeople, holder: str, friend: str, blocked: bool, language: str
) -> MyFriends:
    them = await _friend(tables, holder, friend)
    await set_blocked(tables.store, holder, them.holder, blocked)
    return await _told(tables, kept, holder, language)


@friends.post("/tables/{table}/decline")
async def decline(_: Nothing, who: TheVisitor, live: TheTable) -> Done:
    """Say no to a seat that is kept for one; it is anybody's then who has the link."""
    await live.seating.decline(holder_of(who))
    return Done(version=live.table.version)
