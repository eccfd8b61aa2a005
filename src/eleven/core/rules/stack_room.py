"""Reserves Python stack frames for deeply nested calls.

CPython keeps frames in chunks of 16 KiB: it maps another when one is full, and unmaps it on return. A loop that calls
across the end of a chunk pays a mapping and a page fault per call, up to a fifth of a compiler's time. A call with one
very large frame gets a chunk of that size, in which the frames below it find room.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_SLOTS = 70_000
"""Slots of 8 bytes; the chunk is rounded up to a power of two, which leaves half a mebibyte for the frames below."""


def with_stack_room(function: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
    """Call a function, with room for a few thousand frames below it."""
    return function(*args, **named)


with_stack_room.__code__ = with_stack_room.__code__.replace(co_stacksize=_SLOTS)
