"""What one seat may know, as a value, and the forms a state has."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.play.plain_records import plain
from eleven.core.rules.frozen import frozen
from eleven.core.rules.jit import JITTED


class Look:
    """What one seat may know, as a value: nobody writes to it.

    `value` is what views are made from, `data` the bytes of the record. Found in it alone: everybody's points, as far
    as this seat can count them, and the ids of its legal actions if it is asked.
    """

    def __init__(self, game: Game, data: bytes, scores: Sequence[int], legal: Sequence[int]) -> None:
        self.game, self.data, self.scores, self.legal = game, data, scores, legal
        self.value = value_of(game, data)

    @cached_property
    def shown(self) -> Any:
        """What a person is shown who plays without the memory aid: less than they may know."""
        record, form = record_of(self.game, self.data), plain(self.game.state)
        if JITTED:
            self.game.forget(record)
            return record
        sight = form.from_record(record)
        self.game.forget(sight)
        return value_of(self.game, form.to_record(sight).tobytes())


def record_of(game: Game, data: bytes) -> Any:
    """A record from its bytes, to be read and written."""
    return np.frombuffer(bytearray(data), game.state)[0]


def value_of(game: Game, data: bytes) -> Any:
    """A record's bytes as a value; where rules are compiled in this process they want a record, so it stays one."""
    return record_of(game, data) if JITTED else frozen(game.state).of(data)
