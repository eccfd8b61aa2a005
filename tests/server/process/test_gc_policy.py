"""Garbage in cycles is found, and nobody is held up by looking for it."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from eleven.server.process.gc_policy import FROZEN_SHARE, MIN_FROZEN, QUIET, YOUNG_GENERATION, YOUNG_THRESHOLD, GcPolicy


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def gc_policy() -> Iterator[GcPolicy]:
    before, callbacks = gc.get_threshold(), list(gc.callbacks)
    found = GcPolicy()
    found.begin()
    yield found
    gc.set_threshold(*before)
    gc.callbacks[:] = callbacks
    gc.unfreeze()


def test_what_was_looked_through_is_set_aside(gc_policy: GcPolicy) -> None:
    kept = [[number] for number in range(3 * YOUNG_THRESHOLD)]
    assert len(gc.get_objects()) < 2 * YOUNG_THRESHOLD
    assert len(kept) == 3 * YOUNG_THRESHOLD


def test_a_knot_is_found_when_it_is_quiet(gc_policy: GcPolicy) -> None:
    knot, others = Knot(), [[number] for number in range(2 * MIN_FROZEN)]
    gone = ref(knot)
    gc.collect()
    assert others
    del knot
    gc.collect()
    assert gone() is not None, "it was set aside while somebody held it"
    assert not gc_policy.collect_when_idle(QUIET / 2)
    assert gone() is not None
    assert gc_policy.collect_when_idle(QUIET)
    assert gone() is None
    assert not gc_policy.collect_when_idle(QUIET), "nothing is new"


def test_many_old_objects_are_not_looked_through_for_a_few_new_ones(gc_policy: GcPolicy) -> None:
    old = [[number] for number in range(2 * FROZEN_SHARE * MIN_FROZEN)]
    assert gc_policy.collect_when_idle(QUIET)
    few = [[number] for number in range(MIN_FROZEN + 2 * YOUNG_THRESHOLD)]
    assert not gc_policy.collect_when_idle(QUIET)
    many = [[number] for number in range(gc_policy._left // FROZEN_SHARE)]
    assert gc_policy.collect_when_idle(QUIET)
    assert old
    assert few
    assert many


def test_young_knots_are_looked_for_where_a_request_may_have_left_some(gc_policy: GcPolicy) -> None:
    knot = Knot()
    gone = ref(knot)
    del knot
    gc_policy.cycles_likely()
    gc.collect(YOUNG_GENERATION)
    assert gone() is None


def test_what_decisions_leave_is_set_aside_without_a_look(gc_policy: GcPolicy) -> None:
    gc.collect(YOUNG_GENERATION)
    knot = Knot()
    gone = ref(knot)
    del knot
    gc.collect(YOUNG_GENERATION)
    assert gone() is not None, "it was looked at"
    gc_policy.cycles_likely()
    gc.collect(YOUNG_GENERATION)
    assert gone() is not None, "what is set aside waits for a full collection"
    kept = [[number] for number in range(2 * MIN_FROZEN)]
    assert gc_policy.collect_when_idle(QUIET)
    assert gone() is None
    assert kept


def test_nothing_is_touched_where_it_has_not_begun() -> None:
    before = gc.get_freeze_count()
    assert not GcPolicy().collect_when_idle(QUIET)
    assert gc.get_freeze_count() == before
