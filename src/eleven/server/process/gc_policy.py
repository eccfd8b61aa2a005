"""The garbage collector's policy: short young collections, and a full one when nobody is waiting.

By default a full collection of a busy server stops everybody for a tenth of a second, many times a minute, and finds
nothing, for tables are not made of cycles. So whatever survives a young collection is frozen (`gc.freeze`), and a full
collection comes when nobody decides anything, or after an hour; freed memory then goes back to the system.

Decisions leave no cycles at all (2,000 of them nine objects), requests and connections some thirty objects each. So
where there were decisions alone since the last young collection, their objects are frozen without being looked at: to
look at 800 takes two milliseconds when many tables have pushed them out of the processor's caches.
"""

import gc
import time

from eleven.server.process import heap

YOUNG_THRESHOLD = 800
"""The threshold of a young collection, in new objects. Each takes two microseconds, in which everything else stands
still; the total cost does not depend on the threshold, for no object is looked at twice."""
MIN_FROZEN = 4_000
"""How many frozen objects make a full collection worth while. `YOUNG_THRESHOLD` are counted for each young collection,
as `gc.get_freeze_count` walks through all of them: a tenth of a second where there are many tables."""
FROZEN_SHARE = 4
"""New frozen objects must also be at least a quarter of what the last full collection has left: otherwise many idle
tables would be scanned every minute."""
NEVER = 1_000_000_000
YOUNG_GENERATION = 0
QUIET, LONG = 2.0, 3600.0
"""Seconds. With 64 busy tables a full collection takes 0.4 to 0.8 s and finds some sixty objects for each second:
once an hour keeps them under some tens of MB, and everybody waits as seldom as that."""


class GcPolicy:
    """When this process collects garbage."""

    def __init__(self) -> None:
        self._began = False
        self._cycles_likely = True
        self._passed, self._frozen, self._left = 0.0, 0, 0

    def begin(self) -> None:
        """Freeze what is loaded by now, and from now on whatever survives a collection."""
        gc.freeze()
        gc.set_threshold(YOUNG_THRESHOLD, NEVER, NEVER)
        gc.callbacks.append(self._freeze_survivors)
        self._began = True
        self._note()

    def collect_when_idle(self, quiet_for: float) -> bool:
        """Run a full collection if enough was frozen, and nobody has played for a while or the last was long ago.

        Returns whether it ran.
        """
        waited = time.monotonic() - self._passed
        enough = self._frozen > (max(MIN_FROZEN, self._left // FROZEN_SHARE) if waited < LONG else MIN_FROZEN)
        if not self._began or not enough or (quiet_for < QUIET and waited < LONG):
            return False
        gc.unfreeze()
        gc.collect()
        self._left = gc.get_freeze_count()
        heap.trim()
        self._note()
        return True

    def cycles_likely(self) -> None:
        """Call when something begins or ends that leaves cycles: the next young collection looks for them."""
        self._cycles_likely = True

    def _note(self) -> None:
        self._passed, self._frozen = time.monotonic(), 0

    def _freeze_survivors(self, phase: str, about: dict[str, int]) -> None:
        if phase == "stop":
            gc.freeze()
            self._frozen += YOUNG_THRESHOLD
            self._cycles_likely = False
        elif not self._cycles_likely and about["generation"] == YOUNG_GENERATION:
            gc.freeze()  # so that this collection finds nothing to look at


gc_policy = GcPolicy()
"""The policy of this process."""
