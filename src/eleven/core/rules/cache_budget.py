"""Caches that share one budget of bytes.

Each is an `lru_cache`: a hit runs no Python code, and a full cache drops its least recently used entry. Sizes are
sampled, since measuring an entry takes as long as making some of them. When all caches together exceed the budget, the
largest is cleared and refills on demand.
"""

import logging
import sys
from collections.abc import Callable
from functools import lru_cache, update_wrapper
from inspect import signature
from typing import Any, ParamSpec, TypeVar, cast

LOG = logging.getLogger("eleven.caches")
BUDGET_BYTES = 160 << 20
"""By the estimates here, which are two to four times the real size."""
ENTRIES = 8_192
"""Maximum entries of one cache: enough for the seats of hundreds of tables. A full cache drops one entry at a time,
which is cheap; clearing a whole one takes tens of milliseconds, and refilling it seconds of work."""
TUPLE, POINTER, NUMBER, ENTRY = 64, 8, 32, 160
"""Estimated bytes of a tuple, a reference, a number, and the overhead of an entry; rather too high."""
WEIGHED = 16
"""One entry in this many is measured and stands for the others."""

P = ParamSpec("P")
T = TypeVar("T")


def bytes_of(value: Any) -> int:
    """The approximate size of a value; an object may report its own as `kept_bytes`."""
    if isinstance(value, tuple | list):
        if value and type(value[0]) is int:
            return TUPLE + (POINTER + NUMBER) * len(value)
        return TUPLE + POINTER * len(value) + sum(map(bytes_of, value))
    if isinstance(value, str | bytes):
        return sys.getsizeof(value)
    return cast(int, getattr(value, "kept_bytes", NUMBER))


class Cache:
    """The cached results of one function; `find` is the cached version of it."""

    def __init__(self, budget: "Budget", make: Callable[..., Any], size: Callable[[tuple[Any, ...], Any], int]) -> None:
        self._make, self._size, self._charge = make, size, budget.charge
        self._made = self._samples = self._weight = 0
        self.find = lru_cache(ENTRIES)(self._miss)

    def _miss(self, *given: Any, **named: Any) -> Any:
        found = self._make(*given, **named)
        self._made += 1
        if self._made % WEIGHED == 1:
            size = ENTRY + self._size(given, found)
            self._samples += 1
            self._weight += size
            self._charge(WEIGHED * size)
        return found

    @property
    def weight(self) -> int:
        """The estimated bytes of its entries."""
        return self.find.cache_info().currsize * self._weight // max(1, self._samples)

    def clear(self) -> None:
        """Forget everything."""
        self.find.cache_clear()
        self._made = self._samples = self._weight = 0


class Budget:
    """A limit in bytes for a group of caches, whichever threads use them."""

    def __init__(self, limit: int) -> None:
        self.limit, self.emptied = limit, 0
        self._room = limit
        """Bytes that can be added before the total is computed again; evictions are not subtracted until then."""
        self.caches: list[Cache] = []

    def cached(self, make: Callable[..., T], size: Callable[[tuple[Any, ...], T], int]) -> Callable[..., T]:
        """A cached version of `make`; `size` estimates the bytes of its arguments and its result."""
        self.caches.append(Cache(self, make, size))
        return cast(Callable[..., T], self.caches[-1].find)

    @property
    def weight(self) -> int:
        """The estimated bytes of all caches."""
        return sum(cache.weight for cache in self.caches)

    def charge(self, size: int) -> None:
        """Account for added bytes; the total is computed only when it may exceed the limit."""
        self._room -= size
        if self._room < 0:
            self._check()

    def _check(self) -> None:
        """Clear the largest cache if the total exceeds the limit."""
        if self.weight > self.limit:
            max(self.caches, key=lambda cache: cache.weight).clear()
            self.emptied += 1
            if self.emptied == 1:
                LOG.info("the caches are full", extra={"why": f"{self.limit >> 20} MB"})
        self._room = self.limit - self.weight

    def clear(self) -> None:
        """Forget everything."""
        for cache in self.caches:
            cache.clear()
        self._room = self.limit


shared_budget = Budget(BUDGET_BYTES)
"""The budget of this process."""


CACHED_FUNCTIONS: list[Callable[..., object]] = []
"""All functions decorated with `cached_in_budget`."""


def cached_in_budget(make: Callable[P, T]) -> Callable[P, T]:
    """Cache the results of a function within the shared budget: equal arguments give the same object."""
    declared = signature(make)

    def made(*given: Any, **named: Any) -> T:
        if not named:
            return make(*given)  # type: ignore[call-arg]
        bound = declared.bind(*given, **named)
        bound.apply_defaults()  # without them `args` ends at the first one that was left out
        return answer(*bound.args)

    answer = shared_budget.cached(made, lambda given, found: bytes_of(given) + bytes_of(found))
    update_wrapper(answer, make)
    CACHED_FUNCTIONS.append(answer)
    return cast(Callable[P, T], answer)
