"""Room for Python's own frames, for computations with deep calls.

CPython keeps frames in chunks of 16 KiB, takes the next chunk from the system when one is full, and gives it back on
return. Where a loop calls across the end of a chunk, every call costs a mapping and a page fault: of a compiler's time
up to a fifth. A call with one very large frame gets a chunk that is as large, and those below it find room in there.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_SLOTS = 70_000
"""Of 8 bytes; rounded up to a power of two that leaves half a mebibyte, and the frame's own part is never touched."""


def with_stack_room(function: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
    """Call a function, with room for some thousand frames below it."""
    return function(*args, **named)


with_stack_room.__code__ = with_stack_room.__code__.replace(co_stacksize=_SLOTS)
