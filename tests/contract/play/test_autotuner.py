"""Which way is the quickest, found out with pretended times."""

from collections import Counter
from typing import Any

import pytest

from eleven.core.play.autotuner import ROUNDS, STAYS, Autotuner

WAYS = (0, 16, 8)


class Clock:
    """The clock of a GPU, whose events may be asked only once it was waited for."""

    def __init__(self) -> None:
        self.now, self.waited = 0.0, 0

    def event(self) -> Any:
        return Event(self)


class Event:
    """A moment of the clock."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.at = clock, 0.0

    def record(self) -> None:
        self.at = self.clock.now

    def synchronize(self) -> None:
        self.clock.waited += 1

    def elapsed_time(self, later: "Event") -> float:
        assert self.clock.waited, "the GPU may not be there yet"
        return later.at - self.at


def turns(chooser: Autotuner, clock: Clock, takes: dict[int, float], number: int) -> list[int]:
    """The ways that were taken, one after the other."""
    taken = []
    for n in range(number):
        with chooser.turn() as way:
            clock.now += takes[way] * (1 + n % 2)
            taken.append(way)
    return taken


def test_every_choice_is_tried_equally_often_and_the_quickest_stays() -> None:
    """Every second turn takes twice as long, whichever way; no way has more of them than another."""
    clock = Clock()
    chooser = Autotuner(WAYS, clock.event)
    tried = turns(chooser, clock, {0: 1.1, 16: 1.0, 8: 1.2}, ROUNDS * len(WAYS))
    assert Counter(tried) == dict.fromkeys(WAYS, ROUNDS)
    assert Counter(tried[::2]) == dict.fromkeys(WAYS, ROUNDS // 2)
    assert (chooser.best, clock.waited) == (16, 1)
    assert set(turns(chooser, clock, {16: 1.0}, STAYS)) == {16}
    assert clock.waited == 1


def test_a_single_slow_turn_decides_nothing() -> None:
    clock = Clock()
    chooser = Autotuner(WAYS, clock.event)
    for n in range(ROUNDS * len(WAYS)):
        with chooser.turn() as way:
            clock.now += {0: 1.0, 16: 1.4, 8: 1.8}[way] + (50.0 if n == 0 else 0.0)
    assert chooser.best == 0


def test_the_quickest_choice_may_change() -> None:
    clock = Clock()
    chooser = Autotuner(WAYS, clock.event)
    turns(chooser, clock, {0: 1.0, 16: 2.0, 8: 3.0}, ROUNDS * len(WAYS) + STAYS)
    assert chooser.best == 0
    assert set(turns(chooser, clock, {0: 3.0, 16: 2.0, 8: 1.0}, ROUNDS * len(WAYS))) == set(WAYS)
    assert set(turns(chooser, clock, {8: 1.0}, STAYS)) == {8}


def test_where_there_is_one_choice_nothing_is_timed() -> None:
    clock = Clock()
    chooser = Autotuner((0,), clock.event)
    assert chooser.settled
    assert set(turns(chooser, clock, {0: 1.0}, 2 * STAYS)) == {0}
    assert clock.waited == 0


def test_a_turn_that_failed_is_not_counted() -> None:
    clock = Clock()
    chooser = Autotuner(WAYS, clock.event)
    with pytest.raises(MemoryError), chooser.turn():
        raise MemoryError
    assert turns(chooser, clock, dict.fromkeys(WAYS, 1.0), ROUNDS * len(WAYS))[0] == WAYS[0]
