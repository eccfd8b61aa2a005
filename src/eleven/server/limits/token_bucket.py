"""Rate limits, and where a request comes from. The numbers are in `settings`."""

import ipaddress
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

MAX_BUCKETS = 10_000
"""Above this number of buckets, full ones are dropped."""


class TokenBucket:
    """Allow `burst` at once, then `rate` per second."""

    __slots__ = ("burst", "last", "left", "rate")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.last = float(burst), time.monotonic()

    def take(self, tokens: int = 1) -> bool:
        """Take tokens, if enough are left; returns whether there were."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.last) * self.rate)
        self.last = now
        if self.left < tokens:
            return False
        self.left -= tokens
        return True


class TokenBuckets:
    """A bucket for each address; full ones are forgotten.

    Where several `processes` share a limit, a request costs as many tokens as there are processes, so that together
    they allow no more than one would.
    """

    def __init__(self, rate: float, burst: int, processes: Callable[[], int] = lambda: 1) -> None:
        self.rate, self.burst, self._processes = rate, burst, processes
        self._of: dict[str, TokenBucket] = {}

    def take(self, who: str) -> bool:
        """Whether this address may do it once more."""
        if len(self._of) > MAX_BUCKETS:
            now = time.monotonic()
            full = self.burst / self.rate
            self._of = {name: bucket for name, bucket in self._of.items() if now - bucket.last < full}
        if who not in self._of:
            self._of[who] = TokenBucket(self.rate, self.burst)
        return self._of[who].take(min(self.burst, self._processes()))


def address(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return client[0] if client else ""


def network_of(scope: Scope) -> str:
    """The network a request comes from: an IPv4 address, or the /64 prefix of an IPv6 address, one subscriber's."""
    found = address(scope)
    return str(ipaddress.ip_network((found, 64), strict=False)) if ":" in found else found


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from a page of this server; clients other than browsers send no origin."""
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False
