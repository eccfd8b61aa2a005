"""Health checks: whether the server is up, and whether it can write to its store."""

import time

from fastapi import APIRouter, Request, Response

from eleven import __version__
from eleven.server.http.dependencies import TheLanguage, TheTables
from eleven.server.http.models.tables import ErrorAnswer, Health, Liveness

health = APIRouter()


@health.get("/health", responses={422: {"model": ErrorAnswer}, 503: {"model": Health}})
async def readiness(request: Request, tables: TheTables, language: TheLanguage, response: Response) -> Health:
    """Whether the server can serve: it answers, and can write to its store."""
    fault = await request.app.state.probe.fault()
    response.status_code = 503 if fault else 200
    reason = fault.in_language(language) if fault else None
    uptime = time.time() - tables.started
    return Health(
        ok=not fault, version=__version__, store=not fault, reason=reason, tables=len(tables.in_memory), uptime=uptime
    )


@health.get("/health/live")
async def liveness() -> Liveness:
    """Whether the server answers, even if its store does not; one that does not answer should be restarted."""
    return Liveness()
