"""The table for who plays without the memory aid: what she can look at now, not what she has seen (EL-7)."""

from typing import Any

from eleven.core.rules import bits
from eleven.games.elevenses.state import FIRST_PLACE, KEEP, LAST_PLACE, SUGAR, TAKE, lies_up, top_back


def forget(seen: Any) -> None:
    """Face-down cards without Sugar, and the kitchens of others, but for what the viewer looks at right now."""
    for p in range(seen.players):
        seat = seen.seats[p]
        if p != seen.viewer and not _asked_about(seen, TAKE, p):
            seat.kitchen = bits.bit(seat.picked) if _asked_about(seen, KEEP, p) else 0
        if p == seen.viewer and lies_up(seat, SUGAR):
            continue
        for n in range(FIRST_PLACE, LAST_PLACE + 1):
            if not lies_up(seat, n):
                seat.slots[n - 1] = top_back(seat.slots[n - 1])


def _asked_about(seen: Any, what: int, p: int) -> bool:
    """Whether the viewer is looking into a kitchen (EL-13, EL-19), or at the card drawn from it (EL-18)."""
    if seen.depth == 0:
        return False
    question = seen.asking[seen.depth - 1]
    return bool(question.what == what and question.seat == seen.viewer and question.about == p)
