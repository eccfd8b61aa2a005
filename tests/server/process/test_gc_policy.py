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


def test_objects_that_survived_a_collection_are_frozen(gc_policy: GcPolicy) -> None:
    kept = [[number] for number in range(3 * YOUNG_THRESHOLD)]
    assert len(gc.get_objects()) < 2 * YOUNG_THRESHOLD
    assert len(kept) == 3 * YOUNG_THRESHOLD


def test_reference_cycles_are_collected_when_idle(gc_policy: GcPolicy) -> None:
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


def test_few_new_objects_start_no_full_collection(gc_policy: GcPolicy) -> None:
    old = [[number] for number in range(2 * FROZEN_SHARE * MIN_FROZEN)]
    assert gc_policy.collect_when_idle(QUIET)
    few = [[number] for number in range(MIN_FROZEN + 2 * YOUNG_THRESHOLD)]
    assert not gc_policy.collect_when_idle(QUIET)
    many = [[number] for number in range(gc_policy._left // FROZEN_SHARE)]
    assert gc_policy.collect_when_idle(QUIET)
    assert old
    assert few
    assert many


def test_young_reference_cycles_are_collected_after_a_request_that_may_leave_some(gc_policy: GcPolicy) -> None:
    knot = Knot()
    gone = ref(knot)
    del knot
    gc_policy.cycles_likely()
    gc.collect(YOUNG_GENERATION)
    assert gone() is None


def test_objects_left_by_decisions_are_frozen_without_a_collection(gc_policy: GcPolicy) -> None:
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


def test_nothing_is_frozen_before_the_policy_has_started() -> None:
    before = gc.get_freeze_count()
    assert not GcPolicy().collect_when_idle(QUIET)
    assert gc.get_freeze_count() == before
