"""`/metrics`, for Prometheus: answered to this machine and the private network, not to the world."""

import ipaddress

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST

from eleven.server.http.identity.visitor import Forbidden
from eleven.server.http.origin import addresses_on_the_way
from eleven.server.live.tables import Tables

metrics = APIRouter()


@metrics.get("/metrics", response_class=PlainTextResponse, include_in_schema=False)
async def prometheus_metrics(request: Request) -> PlainTextResponse:
    """Counters and gauges of this process; refused to the world also when a proxy that is not trusted passes it on."""
    if "forwarded" in request.headers or not all(map(is_private_address, addresses_on_the_way(request.scope))):
        raise Forbidden("this is told to the private network alone")
    tables: Tables = request.app.state.tables
    return PlainTextResponse(tables.metrics.text(), media_type=CONTENT_TYPE_LATEST)


def is_private_address(where: str) -> bool:
    """Whether an address is this machine's or of a private network."""
    try:
        return ipaddress.ip_address(where).is_private
    except ValueError:
        return False
