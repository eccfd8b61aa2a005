"""The table for who plays without the memory aid: the board and her own rack, not what she gave away or inferred."""

from typing import Any


def forget(seen: Any) -> None:
    """Tiles known to be on other racks, and what racks are known to lack (EB-27, EB-28); at the end all lie open."""
    for p in range(seen.players):
        seat = seen.seats[p]
        for known in (seat.trail, seat.lacks, seat.lacks_to_giver):
            known[:] = [0] * len(known)
        if p != seen.viewer and not seen.over:
            seat.rack[:] = [0] * len(seat.rack)
