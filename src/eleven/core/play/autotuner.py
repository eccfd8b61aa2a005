"""An autotuner: finds the fastest of several variants while the real work is done."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

ROUNDS = 6
"""In each round of a trial every variant has one turn, in a different order."""
STAYS = 256
"""The winner is kept for this many turns, then all are measured again: what is fastest changes as games go on."""


class Autotuner:
    """Measures variants by the GPU's own clock, then uses the `best` one for a while.

    `event` makes a CUDA event. It waits for the GPU once, after the last turn of a trial.
    """

    def __init__(self, ways: Sequence[int], event: Callable[[], Any]) -> None:
        self.best, self._ways, self._event = ways[0], ways, event
        self._stay, self._timed = 0, list[tuple[int, Any, Any]]()

    @contextmanager
    def turn(self) -> Iterator[int]:
        """The variant to use this time; during a trial the `with` block is timed."""
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
        """Whether no trial is running."""
        return len(self._ways) == 1 or self._stay > 0

    def _next(self) -> int:
        turns, ways = len(self._timed), len(self._ways)
        return self._ways[(turns + turns // ways) % ways]

    def _decide(self) -> None:
        self._timed[-1][2].synchronize()
        least = dict.fromkeys(self._ways, float("inf"))  # the minimum, as a busy CPU can only make a turn longer
        for way, began, ended in self._timed:
            least[way] = min(least[way], began.elapsed_time(ended))
        self.best = min(self._ways, key=least.__getitem__)
        self._timed, self._stay = [], STAYS
