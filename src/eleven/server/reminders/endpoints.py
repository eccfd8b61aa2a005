"""Which addresses a push service may have: public ones only, against server-side request forgery (SSRF).

A name is resolved when somebody subscribes and again whenever something is sent. The address that was checked is the
one that is connected to, so DNS rebinding gains nothing.
"""

import asyncio
import ipaddress
import re
import socket
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import urlsplit

from eleven.core.text.errors import Mistake
from eleven.server.http.origin import NAT64

HTTPS = 443
DNS_TIMEOUT_SECONDS = 5.0
HOST_NAME = re.compile(r"([A-Za-z0-9_-]+\.)+[A-Za-z][A-Za-z0-9-]*\.?")
"""A host name with a dot in it; an IP address does not match."""
NON_PUBLIC_NETWORKS = [
    ipaddress.ip_network(text) for text in ("192.0.0.0/24", "192.88.99.0/24", "3fff::/20", "fec0::/10")
]
"""Not public, though some versions of Python say so: protocol assignments, 6to4 relays, documentation, site-local."""
ISATAP = (0x0000_5EFE, 0x0200_5EFE)
"""What stands before the embedded IPv4 address in an ISATAP address."""
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Unreachable(Exception):
    """A name that cannot be resolved now."""


@dataclass(frozen=True)
class Endpoint:
    """Where a push service listens."""

    host: str
    port: int
    tls: bool
    path: str

    @property
    def origin(self) -> str:
        """The origin of the service, as its `aud` claim names it."""
        usual = self.port == (HTTPS if self.tls else 80)
        return f"http{'s' if self.tls else ''}://{self.host}{'' if usual else f':{self.port}'}"


def read_endpoint(url: str, allowed: Collection[str] = ()) -> Endpoint:
    """The endpoint of a URL; `allowed` names (`host:port`) may be plain HTTP and have any port."""
    try:
        parts = urlsplit(url)
        host, tls = parts.hostname or "", parts.scheme == "https"
        port = parts.port or (HTTPS if tls else 80)
    except ValueError:
        raise _refused() from None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not path.isascii() or not path.isprintable() or " " in path or parts.username or parts.password:
        raise _refused()
    if f"{host}:{port}" in allowed and parts.scheme in ("http", "https"):
        return Endpoint(host, port, tls, path)
    if not tls or port != HTTPS or not HOST_NAME.fullmatch(host):
        raise _refused()
    return Endpoint(host, port, tls, path)


async def addresses_of(endpoint: Endpoint, allowed: Collection[str] = ()) -> list[str]:
    """The addresses of an endpoint; refused if any of them is not public."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(DNS_TIMEOUT_SECONDS):
            found = await loop.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):  # a timeout is an OSError
        raise Unreachable from None
    addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
    if f"{endpoint.host}:{endpoint.port}" not in allowed and not all(map(is_public, addresses)):
        raise _refused()
    return addresses


def is_public(text: str) -> bool:
    """Whether an address is public, including any IPv4 address that it contains."""
    try:
        address: Address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return all(_is_outside(one) for one in _meant(address))


def _is_outside(address: Address) -> bool:
    special = address.is_multicast or address.is_reserved or any(address in network for network in NON_PUBLIC_NETWORKS)
    return address.is_global and not special


def _meant(address: Address) -> list[Address]:
    """An address, and the IPv4 addresses that it contains; a NAT64 address only stands for one."""
    if address.version == 4:
        return [address]
    if address in NAT64:
        return [ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)]
    wrapped = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if int(address) >> 32 & 0xFFFF_FFFF in ISATAP:
        wrapped.append(ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF))
    return [address, *(one for one in wrapped if one is not None)]


def _refused() -> Mistake:
    return Mistake("reminders go to public push services with https only")
