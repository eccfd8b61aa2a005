"""Response models of the lobby."""

from typing import Literal

from eleven.server.http.models.tables import ResponseModel

ClockKind = Literal["none", "live", "days"]


class ShownRating(ResponseModel):
    """A rating and its standard deviation; `provisional` after few games."""

    rating: int
    uncertainty: int
    games: int
    provisional: bool


class LobbySeat(ResponseModel):
    """A seat; at a rated table with the rating of its player."""

    token: str
    name: str
    kind: str
    mine: bool
    rating: ShownRating | None = None


class LobbyTable(ResponseModel):
    """A table in the lobby."""

    table: str
    game: str
    title: str
    edition: str
    stage: str
    public: bool
    seats: list[LobbySeat]
    mine: bool
    my_turn: bool
    created: int
    problem: str = ""
    pace: ClockKind = "none"
    language: str = ""
    rated: bool = False
    invited_by: str | None = None


class Lobby(ResponseModel):
    """A page of open tables, and of the visitor's own; `more_…` is the `…_before` of the next page."""

    open: list[LobbyTable]
    mine: list[LobbyTable]
    more_open: str | None = None
    more_mine: str | None = None
