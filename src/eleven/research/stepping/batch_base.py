"""The common base of batches on the CPU and on a GPU: parameters and validation."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from eleven.core.contract.game import Game, find_game
from eleven.core.play.engine import engine
from eleven.core.rules.record import Array
from eleven.core.text.errors import Mistake
from eleven.research.encoding import Encoding, encoding_of
from eleven.research.encoding.pieces import FEATURE_WORD_BITS
from eleven.research.stepping import step_kernels

MOST_ROWS = 1 << 24
MAX_SEED = (1 << 63) - 1


class BatchBase:
    """A batch of `size` games; subclasses allocate the memory."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        size: int = 1,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        *,
        edition: str | None = None,
        sight: bool = True,
        features: bool = False,
        check: bool = True,
        truncate_at: int | None = None,
        first_row: int = 0,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.setup = self.game.setup(players, edition, options)
        self.size, self.players, self.check = whole("size", size, 1, MOST_ROWS), self.setup.players, check
        longest = self.game.truncate_at if truncate_at is None else whole("truncate_at", truncate_at, 1, 1 << 30)
        self._span = np.zeros(step_kernels.SPAN, np.int64)
        self._span[step_kernels.SEED] = whole("seed", seed, 0, MAX_SEED)
        self._span[step_kernels.FIRST_ROW] = whole("first_row", first_row, 0, 1 << 62)
        self._span[step_kernels.LONGEST :] = longest, sight, features, len(self.game.actions) if check else 0
        self._closed = False
        self._allocate(sight, features)
        self.reset()

    def _prepared_records(self) -> Array:
        """Return the prepared records from which games are dealt."""
        return engine(self.game.id).prepared(self.setup)

    def _allocate(self, sight: bool, features: bool) -> None:
        """Make the buffers."""
        raise NotImplementedError

    def _deal(self) -> None:
        """Deal the first game of every row."""
        raise NotImplementedError

    @property
    def encoding(self) -> Encoding:
        """The meaning of each bit of `features`."""
        return encoding_of(self.game, self.players)

    @property
    def mask_words(self) -> int:
        """The number of 64-bit words in the mask of a row."""
        return -(-len(self.game.actions) // FEATURE_WORD_BITS)

    def reset(self, seed: int | None = None) -> None:
        """Deal the first game of every row, with the same or a new seed."""
        self._refuse_if_closed()
        if seed is not None:
            self._span[step_kernels.SEED] = whole("seed", seed, 0, MAX_SEED)
        self._deal()

    def _refuse_wrong(self, shape: tuple[int, ...], dtype: Any) -> None:
        """Raise an error unless the actions are one integer per row."""
        if shape != (self.size,):
            raise Mistake("actions have the shape {shape}, not {given}", shape=(self.size,), given=shape)
        if dtype.kind not in "iu":
            raise Mistake("actions are whole numbers, not {given}", given=dtype)

    def _illegal(self, row: int, action: int) -> Mistake:
        count = len(self.game.actions)
        name = self.game.actions[action].name if 0 <= action < count else f"not one of the {count} actions"
        return Mistake("row {row}: action {action} ({name}) is not legal", row=row, action=action, name=name)

    def close(self) -> None:
        """Close the batch; a later step raises an error."""
        self._closed = True

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise Mistake("this batch was closed")


def whole(name: str, given: Any, low: int, high: int) -> int:
    """Check that a value is an integer within bounds, and return it."""
    if isinstance(given, bool) or not isinstance(given, int | np.integer) or not low <= given <= high:
        parts = {"name": name, "low": low, "high": high, "given": given}
        raise Mistake("{name} is a whole number from {low} to {high}, not {given}", **parts)
    return int(given)


def read_only(buffer: Array) -> Array:
    """Return a read-only view, because legality is checked against this memory."""
    view = buffer.view()
    view.flags.writeable = False
    return view
