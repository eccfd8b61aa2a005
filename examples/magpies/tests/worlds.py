"""How likely a world is, given what somebody knows."""

from math import factorial, prod
from typing import Any


def ways(seen: Any, world: Any) -> float:
    """How many deals of the unknown trinkets give this world, relative to other worlds."""
    known = seen.seats[seen.viewer].known.reshape(-1, len(world.grass))
    heaps = [world.grass, *(world.seats[p].nest - known[p] for p in range(int(world.players)))]
    return 1.0 / prod(factorial(int(count)) for heap in heaps for count in heap)
