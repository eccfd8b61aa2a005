"""Garbage in cycles is found, and nobody is held up by looking for it."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from eleven.server.tidying import NEW, QUIET, Tidy


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def tidy() -> Iterator[Tidy]:
    before, callbacks = gc.get_threshold(), list(gc.callbacks)
    found = Tidy()
    found.begin()
    yield found
    gc.set_threshold(*before)
    gc.callbacks[:] = callbacks
    gc.unfreeze()


def test_what_was_looked_through_is_set_aside(tidy: Tidy) -> None:
    kept = [[number] for number in range(3 * NEW)]
    assert len(gc.get_objects()) < 2 * NEW
    assert len(kept) == 3 * NEW


def test_a_knot_is_found_when_it_is_quiet(tidy: Tidy) -> None:
    knot, others = Knot(), [[number] for number in range(3 * NEW)]
    gone = ref(knot)
    gc.collect()
    assert others
    del knot
    gc.collect()
    assert gone() is not None, "it was set aside while somebody held it"
    assert not tidy.pass_through(QUIET / 2)
    assert gone() is not None
    assert tidy.pass_through(QUIET)
    assert gone() is None
    assert not tidy.pass_through(QUIET), "nothing is new"


def test_nothing_is_touched_where_it_has_not_begun() -> None:
    before = gc.get_freeze_count()
    assert not Tidy().pass_through(QUIET)
    assert gc.get_freeze_count() == before
