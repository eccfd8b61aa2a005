"""`/metrics`, for Prometheus: answered to this machine and the private network, not to the world."""

import ipaddress

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST

from eleven.server.http.identity.visitor import Forbidden
from eleven.server.http.origin import address
from eleven.server.live.tables import Tables

metrics = APIRouter()


@metrics.get("/metrics", response_class=PlainTextResponse, include_in_schema=False)
async def prometheus_metrics(request: Request) -> PlainTextResponse:
    """Counters and gauges of this process."""
    if not is_private_address(address(request.scope)):
        raise Forbidden("this is told to the private network alone")
    tables: Tables = request.app.state.tables
    return PlainTextResponse(tables.metrics.text(), media_type=CONTENT_TYPE_LATEST)


def is_private_address(where: str) -> bool:
    """Whether an address is this machine's or of a private network."""
    try:
        return ipaddress.ip_address(where).is_private
    except ValueError:
        return False
