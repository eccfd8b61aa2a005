"""The garbage collector's policy: short young collections, and a full one when nobody is waiting.

By default a full collection of a busy server stops everybody for a tenth of a second, many times a minute, and finds
nothing, for tables are not made of cycles. So whatever survives a young collection is frozen (`gc.freeze`), and a full
collection comes when nobody decides anything, or after five minutes; freed memory then goes back to the system.
"""

import gc
import time

from eleven.server.process import heap

NEW = 4_000
NEVER = 1_000_000_000
QUIET, LONG = 2.0, 300.0


class GcPolicy:
    """When this process collects garbage."""

    def __init__(self) -> None:
        self._began = False
        self._passed, self._kept = 0.0, 0

    def begin(self) -> None:
        """Freeze what is loaded by now, and from now on whatever survives a collection."""
        gc.freeze()
        gc.set_threshold(NEW, NEVER, NEVER)
        gc.callbacks.append(_set_aside)
        self._began = True
        self._note()

    def pass_through(self, quiet_for: float) -> bool:
        """A full collection, if there is something new and nobody waits or the last was long ago; whether it ran."""
        waited = time.monotonic() - self._passed
        if not self._began or gc.get_freeze_count() <= self._kept + NEW or (quiet_for < QUIET and waited < LONG):
            return False
        gc.unfreeze()
        gc.collect()
        heap.trim()
        self._note()
        return True

    def _note(self) -> None:
        self._passed, self._kept = time.monotonic(), gc.get_freeze_count()


def _set_aside(phase: str, _: dict[str, int]) -> None:
    if phase == "stop":
        gc.freeze()


gc_policy = GcPolicy()
"""Of this process."""
