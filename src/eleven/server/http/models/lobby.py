"""What goes out about tables in the lobby, and what those who sit there are rated."""

from typing import Literal

from pydantic import BaseModel

Pace = Literal["none", "live", "days"]


class ShownRating(BaseModel):
    """A rating and how many points it may be off, in two of three cases; `provisional` after few games."""

    rating: int
    uncertainty: int
    games: int
    provisional: bool


class SeatInLobby(BaseModel):
    """Who sits where; at a rated table with what people have there."""

    token: str
    name: str
    kind: str
    mine: bool
    rating: ShownRating | None = None


class TableLine(BaseModel):
    """A table in the lobby."""

    table: str
    game: str
    title: str
    edition: str
    stage: str
    public: bool
    seats: list[SeatInLobby]
    mine: bool
    my_turn: bool
    created: int
    problem: str = ""
    pace: Pace = "none"
    language: str = ""
    rated: bool = False
    invited_by: str | None = None


class Lobby(BaseModel):
    """A page of public tables that wait for players, and of one's own; `more_…` asks for the next as `…_before`."""

    open: list[TableLine]
    mine: list[TableLine]
    more_open: str | None = None
    more_mine: str | None = None
