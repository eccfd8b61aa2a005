"""The table for who plays without the memory aid: what she can look at now, not what she has seen (EL-7)."""

from typing import Any

from eleven.games.elevenses.state import FIRST_PLACE, LAST_PLACE, SUGAR, TAKE, lies_up, top_back


def forget(seen: Any) -> None:
    """Face-down cards without Sugar, and the kitchens of others unless she looks into one right now."""
    for p in range(seen.players):
        seat = seen.seats[p]
        if p != seen.viewer and not _looks_into(seen, p):
            seat.kitchen = 0
        if p == seen.viewer and lies_up(seat, SUGAR):
            continue
        for n in range(FIRST_PLACE, LAST_PLACE + 1):
            if not lies_up(seat, n):
                seat.slots[n - 1] = top_back(seat.slots[n - 1])


def _looks_into(seen: Any, p: int) -> bool:
    """Whether the viewer is choosing a card from this kitchen, with all of it before her (EL-13, EL-19)."""
    if seen.depth == 0:
        return False
    question = seen.asking[seen.depth - 1]
    return bool(question.what == TAKE and question.seat == seen.viewer and question.about == p)
