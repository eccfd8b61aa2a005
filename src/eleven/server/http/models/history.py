"""Response models of what somebody has played."""

from eleven.server.http.models.tables import ResponseModel
from eleven.server.store.rows.history import SeatResult


class PlayedGame(ResponseModel):
    """A finished game of the visitor; `ended` in milliseconds since 1970."""

    table: str
    game: str
    title: str
    ended: int
    won: bool
    seats: list[SeatResult]
    replay: str


class MyGames(ResponseModel):
    """Finished games, newest first; `next` is the `before` of the next page."""

    games: list[PlayedGame]
    next: str | None


class GameCount(ResponseModel):
    """How many games were played and won, by number of players, level, opponent or opening."""

    played: int
    won: int
    players: int | None = None
    level: str | None = None
    name: str | None = None
    opening: str | None = None


class GameRecord(ResponseModel):
    """Statistics of one game; the curve is the share won of the last twenty games, after each.

    `openings` are the kinds of the player's first decision, where there were several.
    """

    game: str
    title: str
    played: int
    won: int
    players: list[GameCount]
    levels: list[GameCount]
    people: list[GameCount]
    openings: list[GameCount]
    curve: list[tuple[int, float]]


class MyRecord(ResponseModel):
    """Game by game, the most played first."""

    games: list[GameRecord]
