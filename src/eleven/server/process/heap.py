"""The C library's heap: freed memory goes back to the system only from its end, unless it is asked to."""

import ctypes
import sys


def trim() -> None:
    """Give back freed pages wherever they lie, where the C library can (`malloc_trim` of glibc)."""
    if sys.platform == "linux":
        release = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if release is not None:
            release(0)
