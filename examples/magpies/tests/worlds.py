"""How likely a world is, given what somebody knows."""

from math import factorial, prod
from typing import Any


def ways(seen: Any, world: Any) -> float:
    """What is known lies fast; all else is dealt at random, so heaps of it can lie in so many ways."""
    known = seen.seats[seen.viewer].known.reshape(-1, len(world.grass))
    heaps = [world.grass, *(world.seats[p].nest - known[p] for p in range(int(world.players)))]
    return 1.0 / prod(factorial(int(count)) for heap in heaps for count in heap)
