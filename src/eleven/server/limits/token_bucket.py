"""Rate limits, by token buckets. The numbers are in `settings`."""

import time
from collections import OrderedDict
from collections.abc import Callable

DROPPED_AT_ONCE = 2
"""How many full buckets are dropped for each request: more than it adds, so that they cannot pile up."""


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
    """A bucket for each key, such as a network or a person; full ones are forgotten.

    Where several `processes` share a limit, a request costs as many tokens as there are processes, so that together
    they allow no more than one would.
    """

    def __init__(self, rate: float, burst: int, processes: Callable[[], int] = lambda: 1) -> None:
        self.rate, self.burst, self._processes = rate, burst, processes
        self._of: OrderedDict[str, TokenBucket] = OrderedDict()
        """The one that was used last comes last."""

    def take(self, key: str) -> bool:
        """Whether this key may do it once more."""
        bucket = self._of.get(key)
        if bucket is None:
            bucket = self._of[key] = TokenBucket(self.rate, self.burst)
        else:
            self._of.move_to_end(key)
        allowed = bucket.take(min(self.burst, self._processes()))
        self._drop_full(bucket.last)
        return allowed

    def _drop_full(self, now: float) -> None:
        """Drop the oldest buckets that are full again; a new one would allow the same."""
        for _ in range(DROPPED_AT_ONCE):
            key, oldest = next(iter(self._of.items()))
            if now - oldest.last < self.burst / self.rate:
                return
            del self._of[key]
