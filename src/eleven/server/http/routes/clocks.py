"""Routes of games over days: on which days somebody is away."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from eleven.server.http.dependencies import PROBLEMS, TheTable, TheVisitor
from eleven.server.http.models.tables import NewVersion, SeatNumber, StrictModel

clocks = APIRouter(prefix="/api", responses=PROBLEMS)


class AwayDays(StrictModel):
    """The player's away days, from today on, in the time of the table; they replace those set before."""

    days: Annotated[list[date], Field(max_length=60)]
    seat: SeatNumber | None = None


@clocks.post("/tables/{table}/away")
async def away(body: AwayDays, who: TheVisitor, live: TheTable) -> NewVersion:
    """Set the player's away days: a clock of days does not count them."""
    await live.seating.away(who.seat(live.table, body.seat), sorted({day.isoformat() for day in body.days}))
    return NewVersion(version=live.table.version)
