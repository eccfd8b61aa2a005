"""Routes for friends, the people a visitor has played with: invite them, or block them."""

from typing import Annotated

from fastapi import APIRouter, Path, Request

from eleven.core.contract.game import find_game, games
from eleven.core.text.errors import Mistake
from eleven.server.http.dependencies import PROBLEMS, TheLanguage, TheTable, TheTables, TheVisitor, limit_new_tables
from eleven.server.http.identity.cookies import holder_of
from eleven.server.http.identity.links import seated
from eleven.server.http.identity.visitor import Visitor
from eleven.server.http.models.people import EmptyRequest
from eleven.server.http.models.tables import Name, NewVersion, ResponseModel, Seated, StrictModel
from eleven.server.http.routes.history import title_of
from eleven.server.http.routes.people import ThePeople
from eleven.server.live.live_table import LiveTable
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.tables import Tables
from eleven.server.store.rows.friends import Friend, friends_of, set_blocked
from eleven.server.store.rows.lobby import tables_of

friends = APIRouter(prefix="/api", responses=PROBLEMS)
FriendId = Annotated[
    str, Path(pattern=r"^[0-9a-f]{16}$", description="the id of somebody in the visitor's list of friends")
]


class InvitationRequest(StrictModel):
    """The name of the inviting player at the table."""

    name: Name = ""


class FriendItem(ResponseModel):
    """Somebody the visitor has played with; `friend` is their id, in this list only."""

    friend: str
    name: str
    games: int
    game: str
    title: str
    blocked: bool


class MyFriends(ResponseModel):
    """People of the latest games first; `off` if the visitor takes no invitations."""

    friends: list[FriendItem]
    off: bool


async def _friends_response(tables: Tables, kept: ThePeople, holder: str | None, language: str) -> MyFriends:
    if holder is None:
        return MyFriends(friends=[], off=False)
    person = await kept.person(holder)
    found = [
        FriendItem(
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
    """A friend in the holder's own list, by id."""
    for one in await friends_of(tables.store, holder):
        if tables.signer.friend(holder, one.holder) == name:
            return one
    raise Mistake("there is nobody of that name in your list, or they take no invitations")


@friends.get("/me/friends")
async def my_friends(who: TheVisitor, tables: TheTables, kept: ThePeople, language: TheLanguage) -> MyFriends:
    """The people the visitor has finished a game with, who want to be remembered and to be invited."""
    return await _friends_response(tables, kept, who.holder, language)


@friends.post("/me/friends/{friend}/invite", status_code=201)
async def invite(
    friend: FriendId, body: InvitationRequest, request: Request, tables: TheTables, who: TheVisitor, kept: ThePeople
) -> Seated:
    """A table for the two, of the game they last played together; the friend sees it on their home page.

    Until they answer, every invitation is for the same table. If a game needs more players, bots have the other seats.
    """
    holder = holder_of(who)
    them = await _friend(tables, holder, friend)
    if them.blocked:
        raise Mistake("you have blocked this person")
    live = await _pending(tables, who, them.holder)
    if live is None:
        limit_new_tables(request)
        person = await kept.person(holder)
        live = await _set_up(tables, holder, body.name or (person.name if person else ""), them)
    return seated(tables, live, who, request)


async def _pending(tables: Tables, who: Visitor, friend: str) -> LiveTable | None:
    """The visitor's table that already waits for this friend."""
    rows = await tables.store.read(lambda connection: tables_of(connection, str(who.holder), False))
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
    places = [SeatSpec("me", name), SeatSpec("friend", friend.name, kept_for=friend.holder)]
    places += [SeatSpec("bot")] * (fewest - len(places))
    return await tables.add(new_table(holder, friend.game, None, {}, places, public=False))


@friends.post("/me/friends/{friend}/block")
async def block(
    friend: FriendId, _: EmptyRequest, who: TheVisitor, tables: TheTables, kept: ThePeople, language: TheLanguage
) -> MyFriends:
    """Block somebody: no invitations from them, and never seated together by playing now; they are not told."""
    return await _set_blocked(tables, kept, holder_of(who), friend, True, language)


@friends.post("/me/friends/{friend}/unblock")
async def unblock(
    friend: FriendId, _: EmptyRequest, who: TheVisitor, tables: TheTables, kept: ThePeople, language: TheLanguage
) -> MyFriends:
    """Unblock somebody."""
    return await _set_blocked(tables, kept, holder_of(who), friend, False, language)


async def _set_blocked(
    tables: Tables, kept: ThePeople, holder: str, friend: str, blocked: bool, language: str
) -> MyFriends:
    them = await _friend(tables, holder, friend)
    await set_blocked(tables.store, holder, them.holder, blocked)
    return await _friends_response(tables, kept, holder, language)


@friends.post("/tables/{table}/decline")
async def decline(_: EmptyRequest, who: TheVisitor, live: TheTable) -> NewVersion:
    """Decline a reserved seat; then it is open to anybody with the link."""
    await live.seating.decline(holder_of(who))
    return NewVersion(version=live.table.version)
