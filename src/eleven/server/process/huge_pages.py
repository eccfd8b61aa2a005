"""A server's memory in transparent huge pages, where Linux has them.

Tables are many small objects all over the memory; with pages of four kilobytes a tenth of the processor's time goes
into TLB misses. Linux gives pages of two megabytes on request. Python's own allocator cannot request them, but glibc's
`malloc` can, if both are told so by environment variables before the process starts.
"""

import os
import sys
from collections.abc import Sequence

ALLOCATOR, TUNING = "PYTHONMALLOC", "GLIBC_TUNABLES"
_started = False
ENVIRONMENT = {ALLOCATOR: "malloc", TUNING: "glibc.malloc.hugetlb=1"}


def should_restart() -> bool:
    """Whether this process should restart: it could have huge pages and has not requested them.

    A user's own choice of an allocator or its tuning is respected.
    """
    return sys.platform == "linux" and not _started and not any(name in os.environ for name in ENVIRONMENT)


def restart_server(arguments: Sequence[str]) -> None:
    """Replace this process by a server without Numba, with huge pages if it can have them; does not return."""
    variables = ENVIRONMENT if should_restart() else {}
    command = [sys.executable, "-m", "eleven.server", *arguments]
    os.execve(sys.executable, command, {**os.environ, **variables, "NUMBA_DISABLE_JIT": "1"})


def clear_environment() -> None:
    """Take the variables out of the environment again: compilers, which are child processes, are quicker without."""
    global _started
    _started = True
    if all(os.environ.get(name) == value for name, value in ENVIRONMENT.items()):
        for name in ENVIRONMENT:
            del os.environ[name]
