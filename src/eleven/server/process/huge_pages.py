"""A server's memory in large pages, where Linux has them.

Tables are many small objects all over the memory, and a processor that looks up where each page of four kilobytes lies
spends a tenth of its time on that. Linux gives pages of two megabytes to whoever asks; Python's own allocator cannot
ask, but the C library's can, if both are told so before a process begins.
"""

import os
import sys
from collections.abc import Sequence

ALLOCATOR, TUNING = "PYTHONMALLOC", "GLIBC_TUNABLES"
_begun = False
ASKED_FOR = {ALLOCATOR: "malloc", TUNING: "glibc.malloc.hugetlb=1"}


def wanted() -> bool:
    """Whether this process would better begin again: it can have large pages and has not asked for them.

    Who has chosen an allocator, or how it works, is left alone.
    """
    return sys.platform == "linux" and not _begun and not any(name in os.environ for name in ASKED_FOR)


def begin_again(arguments: Sequence[str]) -> None:
    """Begin again as a server without Numba that has asked for large pages if it can have them; does not return."""
    asked = ASKED_FOR if wanted() else {}
    command = [sys.executable, "-m", "eleven.server", *arguments]
    os.execve(sys.executable, command, {**os.environ, **asked, "NUMBA_DISABLE_JIT": "1"})


def keep_from_children() -> None:
    """What was asked for is for this process alone: compilers are quicker without."""
    global _begun
    _begun = True
    if all(os.environ.get(name) == value for name, value in ASKED_FOR.items()):
        for name in ASKED_FOR:
            del os.environ[name]
