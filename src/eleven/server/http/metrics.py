"""`/metrics`, for Prometheus: answered to this machine and the private network, not to the world."""

import ipaddress

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST

from eleven.server.http.identity.visitor import Forbidden
from eleven.server.http.limits import address
from eleven.server.live.tables import Tables

metrics = APIRouter()


@metrics.get("/metrics", response_class=PlainTextResponse, include_in_schema=False)
async def figures(request: Request) -> PlainTextResponse:
    """Counts and times of this process."""
    if not is_near(address(request.scope)):
        raise Forbidden("this is told to the private network alone")
    tables: Tables = request.app.state.tables
    return PlainTextResponse(tables.metrics.text(), media_type=CONTENT_TYPE_LATEST)


def is_near(where: str) -> bool:
    """Whether an address is this machine's or of a private network."""
    try:
        return ipaddress.ip_address(where).is_private
    except ValueError:
        return False


def watch(app: FastAPI, tables: Tables) -> None:
    """Say where the figures are looked up."""
    look_up = tables.metrics.look_up
    look_up("tables", "Tables in memory.", lambda: len(tables.in_memory))
    look_up("sockets", "Open sockets at tables.", lambda: sum(app.state.connections.values()))
    look_up("bots_waiting", "Bots that wait for a process to think in.", lambda: tables.bots.waiting)
    look_up("store_lag_seconds", "How long the batch that is being written is under way.", lambda: tables.store.lag)
    look_up("store_commits", "Batches written since the start.", lambda: tables.store.commits)
    look_up("started_seconds", "When this process was started, in seconds since 1970.", lambda: tables.started)
