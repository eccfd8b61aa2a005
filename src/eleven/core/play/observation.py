"""What one seat may know, as a value."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from eleven.core.contract.game import Game
from eleven.core.play.plain_records import plain
from eleven.core.rules.frozen import value_of
from eleven.core.rules.jit import JITTED
from eleven.core.rules.luck import Tape
from eleven.core.rules.record import from_bytes

Decision = tuple[int, int, Tape]
"""The result of an action (`decisions`), who was asked, and, if it was carried out, what luck decided."""


@dataclass(eq=False)
class Observation:
    """What one seat may know, as an immutable value.

    `data` are the bytes of the record, `value` is what views are made from. `scores` and `legal` are derived from it
    alone: all points, as far as this seat can count them, and the ids of its legal actions if it is asked.
    """

    game: Game
    data: bytes
    value: Any
    scores: Sequence[int]
    legal: Sequence[int]

    @cached_property
    def shown(self) -> Any:
        """What a person without the memory aid is shown: less than they may know."""
        record, form = from_bytes(self.game.state, self.data), plain(self.game.state)
        if JITTED:
            self.game.forget(record)
            return record
        sight = form.from_record(record)
        self.game.forget(sight)
        return value_of(self.game.state, form.to_record(sight).tobytes())
