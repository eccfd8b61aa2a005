"""Looking for garbage in cycles without holding anybody up.

Python looks through all objects made since it looked last, and now and then through all there are. A busy server keeps
much of what it makes, so everybody was held up for a tenth of a second many times a minute, and nothing was found, for
tables are not made of cycles. Here it seldom looks far: what has been looked through once is set aside, and only when
nobody decides anything, or after five minutes, is everything looked through again, and what was freed given back to
the system.
"""

import gc
import time

from eleven.server.process import heap

NEW = 4_000
NEVER = 1_000_000_000
QUIET, LONG = 2.0, 300.0


class GcPolicy:
    """Whoever looks."""

    def __init__(self) -> None:
        self._began = False
        self._passed, self._kept = 0.0, 0

    def begin(self) -> None:
        """Set aside what is loaded by now, and from now on whatever was looked through."""
        gc.freeze()
        gc.set_threshold(NEW, NEVER, NEVER)
        gc.callbacks.append(_set_aside)
        self._began = True
        self._note()

    def pass_through(self, quiet_for: float) -> bool:
        """Look through everything if there is something new and this is the moment; whether it was."""
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
