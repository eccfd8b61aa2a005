"""Caches that share one budget of bytes.

Every cache has two generations: what was asked for since the last turn, and what was asked for only before it. When
the younger generation of all caches takes a third of the budget, it takes the place of the older one, which is given
back bit by bit, so that nobody waits for it. So what is asked for stays, in whichever cache it is, and together they
never take more than the budget. To find something is one look into a dictionary; what is put in is weighed only now
and then, since weighing takes as long as making some of it.
"""

import logging
import sys
from collections.abc import Callable
from functools import cache, wraps
from inspect import signature
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar, cast

LOG = logging.getLogger("eleven.caches")
BUDGET_BYTES = 160 << 20
"""As reckoned here, which is two to four times what they take."""
TUPLE, POINTER, NUMBER, ENTRY = 64, 8, 32, 160
"""Bytes of a tuple, of a reference, of a number, and of an entry's places in both generations; rather too many."""

P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")
FULL = 3
"""So many turns fill the budget: a third is younger, a third older, and a third is given back."""
GIVEN_BACK = 4
"""How many are given back for each that is put in; so all are before the next turn."""
WEIGHED = 16
"""One of so many is weighed and stands for the others."""


def bytes_of(value: Any) -> int:
    """What a value takes, roughly; an object can tell it itself as `kept_bytes`."""
    if isinstance(value, tuple | list):
        if value and type(value[0]) is int:
            return TUPLE + (POINTER + NUMBER) * len(value)
        return TUPLE + POINTER * len(value) + sum(map(bytes_of, value))
    if isinstance(value, str | bytes):
        return sys.getsizeof(value)
    return cast(int, getattr(value, "kept_bytes", NUMBER))


class Cache(dict[K, V], Generic[K, V]):
    """What `make` makes of a key, made once while it is asked for: `cache[key]`.

    `at_turns` is called when a generation begins.
    """

    def __init__(self, budget: "Budget", make: Callable[[K], V], size: Callable[[K, V], int]) -> None:
        super().__init__()
        self._charge, self._make, self._size = budget.charge, make, size
        self._older: dict[K, V] = {}
        self._unpaid = 0
        self.at_turns: Callable[[], None] = _nothing

    def __missing__(self, key: K) -> V:
        found = self._older.pop(key, None)
        if found is None:
            found = self._make(key)
        self[key] = found
        self._unpaid += 1
        if self._unpaid >= WEIGHED:
            entries, self._unpaid = self._unpaid, 0
            self._charge(entries, ENTRY + self._size(key, found))
        return found

    def turn(self) -> dict[K, V]:
        """Begin the next generation; what the oldest still has is not needed any more."""
        dropped, self._older = self._older, dict(self)
        self.clear()
        self.at_turns()
        return dropped


def _nothing() -> None:
    pass


class Budget:
    """So many bytes for all caches that were made here, whichever threads ask them."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.turns = self._filled = 0
        self._younger = 0
        self._caches: list[Cache[Any, Any]] = []
        self._dropped: list[dict[Any, Any]] = []
        self._lock = Lock()

    def cache(self, make: Callable[[K], V], size: Callable[[K, V], int]) -> Cache[K, V]:
        """A cache of what `make` makes; `size` says what a key and a value take."""
        made = Cache(self, make, size)
        self._caches.append(made)
        return made

    def charge(self, entries: int, size: int) -> None:
        """So many entries of such a size were put into the younger generation."""
        with self._lock:
            self._younger += entries * size
            self._give_back(entries * GIVEN_BACK)
            if self._younger > self.limit // FULL:
                self._turn()
                self._filled += 1
                if self._filled == FULL:
                    LOG.info("the caches are full", extra={"why": f"{self.limit >> 20} MB"})

    def _give_back(self, most: int) -> None:
        """Free some of what was dropped."""
        for _ in range(most):
            while self._dropped and not self._dropped[-1]:
                self._dropped.pop()
            if not self._dropped:
                return
            self._dropped[-1].popitem()

    def _turn(self) -> None:
        self.turns += 1
        self._younger = 0
        self._dropped = [cache.turn() for cache in self._caches]

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            for _ in range(FULL):
                self._turn()


shared_budget = Budget(BUDGET_BYTES)
"""Of this process."""


REMEMBERED: list[Callable[..., object]] = []
"""All functions whose answers are remembered."""


def remembered(make: Callable[P, T]) -> Callable[P, T]:
    """Remember the answers of a function while they are asked for: for the same it gives the same object."""

    def size(given: tuple[Any, ...], answer: T) -> int:
        return bytes_of(given) + bytes_of(answer)

    answers: Cache[tuple[Any, ...], T] = shared_budget.cache(lambda given: cast(Any, make)(*given), size)
    look_up = answers.__missing__
    declared = signature(make)

    @cache
    @wraps(make)
    def answer(*given: P.args, **named: P.kwargs) -> T:
        """Asked once a generation; then the answer is found without any Python."""
        if not named:
            return look_up(given)
        bound = declared.bind(*given, **named)
        bound.apply_defaults()  # without them `args` ends at the first one that was left out
        return answers[bound.args]

    answers.at_turns = answer.cache_clear
    REMEMBERED.append(answer)
    return cast(Callable[P, T], answer)
