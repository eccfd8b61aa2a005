"""The table for who plays without the memory aid: the rows and her own hand, not what passing has shown."""

from typing import Any


def forget(seen: Any) -> None:
    """The numbers that a player showed not to hold when she laid nothing (EC-11)."""
    for p in range(seen.players):
        lacks = seen.seats[p].lacks
        lacks[:] = [0] * len(lacks)
