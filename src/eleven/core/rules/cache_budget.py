"""Caches that share one budget of bytes.

Each is an `lru_cache`: to find something takes no Python at all, and when one is full, what was asked for longest ago
goes first. What is put in is weighed now and then, since weighing takes as long as making some of it. When all caches
together take more than the budget, the heaviest is emptied and fills anew with what is asked for.
"""

import logging
import sys
from collections.abc import Callable
from functools import lru_cache, update_wrapper
from inspect import signature
from typing import Any, ParamSpec, TypeVar, cast

LOG = logging.getLogger("eleven.caches")
BUDGET_BYTES = 160 << 20
"""As reckoned here, which is two to four times what they take."""
ENTRIES = 8_192
"""The most that one cache keeps: enough for the places of hundreds of tables. One that is full lets go of one thing at
a time, which nobody notices; a whole one takes tens of milliseconds to empty and seconds of work to fill."""
TUPLE, POINTER, NUMBER, ENTRY = 64, 8, 32, 160
"""Bytes of a tuple, of a reference, of a number, and of an entry's own places; rather too many."""
WEIGHED = 16
"""One of so many is weighed and stands for the others."""

P = ParamSpec("P")
T = TypeVar("T")


def bytes_of(value: Any) -> int:
    """What a value takes, roughly; an object can tell it itself as `kept_bytes`."""
    if isinstance(value, tuple | list):
        if value and type(value[0]) is int:
            return TUPLE + (POINTER + NUMBER) * len(value)
        return TUPLE + POINTER * len(value) + sum(map(bytes_of, value))
    if isinstance(value, str | bytes):
        return sys.getsizeof(value)
    return cast(int, getattr(value, "kept_bytes", NUMBER))


class Cache:
    """What one function has made; `find` calls it, or gives what it made before of the same."""

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
        """The bytes that its entries take."""
        return self.find.cache_info().currsize * self._weight // max(1, self._samples)

    def clear(self) -> None:
        """Forget everything."""
        self.find.cache_clear()
        self._made = self._samples = self._weight = 0


class Budget:
    """So many bytes for all caches that were made here, whichever threads ask them."""

    def __init__(self, limit: int) -> None:
        self.limit, self.emptied = limit, 0
        self._room = limit
        """Bytes that can still be put in for certain; what full caches let go is not counted until it is used up."""
        self.caches: list[Cache] = []

    def cached(self, make: Callable[..., T], size: Callable[[tuple[Any, ...], T], int]) -> Callable[..., T]:
        """A function like `make` that keeps what it made; `size` says what the arguments and the answer take."""
        self.caches.append(Cache(self, make, size))
        return cast(Callable[..., T], self.caches[-1].find)

    @property
    def weight(self) -> int:
        """What all take together."""
        return sum(cache.weight for cache in self.caches)

    def charge(self, size: int) -> None:
        """So many bytes are put in; all are added up only when there may be too many."""
        self._room -= size
        if self._room < 0:
            self._check()

    def _check(self) -> None:
        """Empty the heaviest if all together take too much."""
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
"""Of this process."""


REMEMBERED: list[Callable[..., object]] = []
"""All functions whose answers are remembered."""


def remembered(make: Callable[P, T]) -> Callable[P, T]:
    """Remember the answers of a function while they are asked for: for the same it gives the same object."""
    declared = signature(make)

    def made(*given: Any, **named: Any) -> T:
        if not named:
            return make(*given)  # type: ignore[call-arg]
        bound = declared.bind(*given, **named)
        bound.apply_defaults()  # without them `args` ends at the first one that was left out
        return answer(*bound.args)

    answer = shared_budget.cached(made, lambda given, found: bytes_of(given) + bytes_of(found))
    update_wrapper(answer, make)
    REMEMBERED.append(answer)
    return cast(Callable[P, T], answer)
