"""The names this server answers to.

A page elsewhere can let its own name point to this machine (DNS rebinding) and would then be of the same origin as the
tables. So a request has to name a host of this server: what it listens on, this machine, or a name that its operator
has allowed.
"""

import ipaddress
import re
import socket

from starlette.types import Scope

from eleven.server.settings import LOOPBACK_HOSTS, WILDCARD_ADDRESSES, Settings

HOST_PATTERN = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(?::[0-9]{1,5})?", re.IGNORECASE)


def host_in(header: str) -> str | None:
    """The host of a `Host` header, without its port; None if it is malformed."""
    found = HOST_PATTERN.fullmatch(header)
    return _plain(found["six"] or found["name"]) if found else None


class AllowedHosts:
    """The hosts that requests may name."""

    def __init__(self, settings: Settings) -> None:
        names = {_plain(name) for name in settings.allow_hosts}
        names |= names_of_machine() if settings.host in WILDCARD_ADDRESSES else {_plain(settings.host)}
        self.names = LOOPBACK_HOSTS | names

    def allows(self, host: str, scope: Scope) -> bool:
        """Whether this is one of our names, or the local address of the connection."""
        server = scope.get("server")
        return host in self.names or (server is not None and host == _plain(server[0]))


def names_of_machine() -> set[str]:
    """The names of this machine on the network."""
    name = _plain(socket.gethostname())
    short = name.partition(".")[0]
    return {name, short, f"{short}.local"}


def _plain(host: str) -> str:
    """Normalize a host: lower case, no final dot, an address in its canonical form."""
    host = host.strip().lower().strip("[]").removesuffix(".")
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    return str(getattr(address, "ipv4_mapped", None) or address)
