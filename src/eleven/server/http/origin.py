"""Where a request comes from: its address, the network that rate limits count, and the page that sent it."""

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from eleven.core.text.errors import Mistake

SUBSCRIBER_PREFIX = 64
"""The bits of an IPv6 address that name a subscriber, who chooses the others as they like."""
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""Addresses that stand for an IPv4 address, their last 32 bits."""
LOCAL_NETWORKS = (ipaddress.IPv6Network("fc00::/7"), ipaddress.IPv6Network("fe80::/10"))
"""Addresses of a local network, where one prefix stands for everybody."""
LOCAL_PROXIES = ("127.0.0.1", "::1")


def trusted_proxies(named: Iterable[str]) -> list[str]:
    """The proxies that are believed about where a request comes from: those of this machine, and those named."""
    found = list(LOCAL_PROXIES)
    for name in named:
        try:
            network = ipaddress.ip_network(name)
        except ValueError as problem:
            raise Mistake(
                "--trusted-proxy takes an address such as 10.0.0.7 or 10.0.0.0/24: {reason}", reason=str(problem)
            ) from None
        found.append(str(network if network.num_addresses > 1 else network.network_address))
    return found


def address(scope: Scope) -> str:
    """The address that a request comes from; empty if it is unknown."""
    client = scope.get("client")
    return _plain(client[0]) if client else ""


def addresses_on_the_way(scope: Scope) -> list[str]:
    """The address that a request comes from, and all that `X-Forwarded-For` names, whoever wrote it there."""
    named = ",".join(Headers(scope=scope).getlist("x-forwarded-for"))
    return [address(scope), *(_plain(one.strip()) for one in named.split(",") if one.strip())]


def network_of(scope: Scope) -> str:
    """The network that a request comes from (see `network`)."""
    return network(address(scope))


def network(where: str) -> str:
    """An IPv4 address or one of a local network itself, else the /64 prefix of an IPv6 address, one subscriber's."""
    where = _plain(where)
    if ":" not in where:
        return where
    try:
        found = ipaddress.IPv6Address(where)
    except ValueError:
        return where
    if any(found in local for local in LOCAL_NETWORKS):
        return where
    return str(ipaddress.IPv6Network((int(found), SUBSCRIBER_PREFIX), strict=False))


def _plain(where: str) -> str:
    """An address; of an IPv6 one that stands for an IPv4 one (`::ffff:192.0.2.7`, or NAT64), the IPv4 address."""
    if ":" not in where:
        return where
    try:
        found = ipaddress.IPv6Address(where)
        inside = ipaddress.IPv4Address(int(found) & 0xFFFF_FFFF) if found in NAT64 else found.ipv4_mapped
        return str(inside or where)
    except ValueError:  # a proxy may name a client as it likes
        return where


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from a page of this server; clients other than browsers send no origin."""
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False
