"""Ratings over HTTP: the visitor's own, and the conditions of a rated table."""

from fastapi import APIRouter

from eleven.core.text.errors import Mistake
from eleven.server.http.dependencies import PROBLEMS, TheLanguage, TheTables, TheVisitor
from eleven.server.http.models.lobby import ShownRating
from eleven.server.http.models.tables import NewTable, ResponseModel
from eleven.server.http.routes.history import title_of
from eleven.server.live.new_table import UNLISTED, Listing
from eleven.server.matchmaking.rating_model import NEWCOMER, Rating
from eleven.server.store import Store
from eleven.server.store.rows.ratings import ratings_of

ratings = APIRouter(prefix="/api/me", responses=PROBLEMS)


class GameRating(ShownRating):
    """The visitor's rating in a game."""

    game: str
    title: str


class MyRatings(ResponseModel):
    """Game by game, the most played first; games without a rated one are left out."""

    games: list[GameRating]


def shown(rating: Rating) -> ShownRating:
    """A rating as people read it."""
    return ShownRating(
        rating=rating.shown, uncertainty=rating.uncertainty, games=rating.games, provisional=rating.provisional
    )


@ratings.get("/ratings")
async def my_ratings(who: TheVisitor, tables: TheTables, language: TheLanguage) -> MyRatings:
    """The visitor's ratings, with their uncertainty."""
    found = await ratings_of(tables.store, who.holder) if who.holder else {}
    rows = {game: shown(rating).model_dump() for game, rating in found.items()}
    return MyRatings(games=[GameRating(game=game, title=title_of(game, language), **one) for game, one in rows.items()])


def refuse_unratable(new: NewTable) -> None:
    """Refuse a rated table that is not public, or has players who are not people on devices of their own."""
    kinds = [seat.kind for seat in new.seats]
    if not new.public:
        raise Mistake("a rated table is public: anybody may sit down and watch")
    if "bot" in kinds or "hotseat" in kinds or kinds.count("me") > 1:
        raise Mistake("at a rated table everybody is a person on a device of their own")
    if len(kinds) < 2:
        raise Mistake("a rated game needs at least two people")
    if new.hints:
        raise Mistake("there are no hints at a rated table")


async def listing_of(store: Store, holder: str, new: NewTable, language: str) -> Listing:
    """The lobby's data about a new table; nothing for a private one."""
    if not new.public:
        return UNLISTED
    known = (await ratings_of(store, holder)).get(new.game, NEWCOMER if new.rated else None)
    return Listing(language, known.shown if known else None)
