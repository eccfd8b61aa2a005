"""Drawing from masks is drawing from counts, only quicker."""

from typing import Any

import numpy as np
import pytest

from eleven.core.rules import luck
from eleven.core.rules.lists import copy

WIDTH = 5
MASKS = np.array([0b10110, 0, 0b00001])
SPARE = 2
COUNTS = np.array([0, 1, 1, 0, 1, *(0, 0, 0, 0, 0), 1, 0, 0, 0, 0, SPARE])


def drawn(way: str, chance: Any) -> int:
    """A thing by one of the two ways."""
    if way == "masks":
        return int(luck.draw_member(chance, 3, MASKS, WIDTH, SPARE))
    return int(luck.draw(chance, 3, COUNTS, int(COUNTS.sum())))


def test_a_member_of_masks_is_drawn_as_if_each_were_counted() -> None:
    """The same thing from the same luck, on the tape too; and in time all of them."""
    found = set()
    for number in range(64):
        told = []
        for way in ("masks", "counts"):
            chance = luck.fresh(luck.key_of(number), luck.RECORDING)
            luck.begin(chance, 0)
            told.append((drawn(way, chance), luck.recorded(chance)))
        assert told[0] == told[1]
        found.add(told[0][0])
    assert found == {thing for thing, count in enumerate(COUNTS) if count}


@pytest.mark.parametrize("tape", [[], [3, 1, 2], [3, 1, 15], [3, 1, 0], [3, 1, 16], [3, 1, -1], [2, 1, 2], [3, 2, 2]])
def test_a_script_is_followed_or_found_at_fault(tape: list[int]) -> None:
    """What is there is drawn; what is not there, or is told of another kind of luck, is a fault."""
    told = []
    for way in ("masks", "counts"):
        chance = luck.fresh(bytes(32))
        luck.script(chance, tape)
        luck.begin(chance, 0)
        told.append((drawn(way, chance), int(chance.fault), luck.lacking(chance)))
    assert told[0] == told[1]
    assert (told[0][1] == 0) == (tape in ([3, 1, 2], [3, 1, 15]))


@pytest.mark.parametrize("length", range(1, 20))
def test_a_list_is_copied_whole(length: int) -> None:
    """Lists are copied by eights and by fours; nothing beyond their end is written to."""
    numbers, room = np.arange(1, length + 1, dtype=np.int8), np.zeros(length + 4, np.int8)
    copy(numbers, room[:length])
    assert room.tolist() == [*range(1, length + 1), 0, 0, 0, 0]
