"""An autotuner: which of several ways to do the same work is the quickest, found out while the work is done."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

ROUNDS = 6
"""In each round every way has one turn, in another order than before."""
STAYS = 256
"""For so many turns the quickest stays; then all are tried again, for what is quickest changes as games go on."""


class Autotuner:
    """Each way has its turns, timed by the GPU's own clock; then `best` stays a while.

    `event` makes a CUDA event. The GPU is waited for once, after the last turn of a trial.
    """

    def __init__(self, ways: Sequence[int], event: Callable[[], Any]) -> None:
        self.best, self._ways, self._event = ways[0], ways, event
        self._stay, self._timed = 0, list[tuple[int, Any, Any]]()

    @contextmanager
    def turn(self) -> Iterator[int]:
        """The way to take this time; what is done in the `with` block is timed while ways are tried."""
        if self.settled:
            self._stay = max(self._stay - 1, 0)
            yield self.best
            return
        way = self._next()
        began, ended = self._event(), self._event()
        began.record()
        yield way
        ended.record()
        self._timed.append((way, began, ended))
        if len(self._timed) == ROUNDS * len(self._ways):
            self._decide()

    @property
    def settled(self) -> bool:
        """Whether nothing is tried now."""
        return len(self._ways) == 1 or self._stay > 0

    def _next(self) -> int:
        turns, ways = len(self._timed), len(self._ways)
        return self._ways[(turns + turns // ways) % ways]

    def _decide(self) -> None:
        self._timed[-1][2].synchronize()
        least = dict.fromkeys(self._ways, float("inf"))  # a busy processor that launches late makes a turn longer only
        for way, began, ended in self._timed:
            least[way] = min(least[way], began.elapsed_time(ended))
        self.best = min(self._ways, key=least.__getitem__)
        self._timed, self._stay = [], STAYS
