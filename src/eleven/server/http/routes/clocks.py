"""Routes of games over days: on which days somebody is away."""

from fastapi import APIRouter

from eleven.server.http.dependencies import PROBLEMS, TheTable, TheVisitor
from eleven.server.http.models.tables import AwayDays, NewVersion

clocks = APIRouter(prefix="/api", responses=PROBLEMS)


@clocks.post("/tables/{table}/away")
async def away(body: AwayDays, who: TheVisitor, live: TheTable) -> NewVersion:
    """Set the player's away days: a clock of days does not count them."""
    await live.seating.away(who.seat(live.table, body.seat), sorted({day.isoformat() for day in body.days}))
    return NewVersion(version=live.table.version)
