"""Routes of games over days: on which days somebody is away."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from eleven.server.http.dependencies import PROBLEMS, TheTable, TheVisitor
from eleven.server.http.models.tables import Done, SeatNumber, Strict

clocks = APIRouter(prefix="/api", responses=PROBLEMS)


class Away(Strict):
    """The days on which one is away, from today on, in the time of the table; they replace those named before."""

    days: Annotated[list[date], Field(max_length=60)]
    seat: SeatNumber | None = None


@clocks.post("/tables/{table}/away")
async def away(wish: Away, who: TheVisitor, live: TheTable) -> Done:
    """Say on which days one is away: a clock of days does not count them."""
    await live.seating.away(who.seat(live.table, wish.seat), sorted({day.isoformat() for day in wish.days}))
    return Done(version=live.table.version)
