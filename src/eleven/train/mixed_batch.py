"""Batches whose rows have different set-ups in turn, with the features for all numbers of players."""

from collections.abc import Sequence

import numpy as np

from eleven.core.contract.game import Game, Setup
from eleven.core.rules.record import Array
from eleven.research import Batch, CudaBatch
from eleven.research.encoding import Encoding, encoding_of_all
from eleven.research.stepping.batch_base import BatchBase


class _Mixed(BatchBase):
    """A batch in which row i has the set-up `setups[i % len(setups)]`; all rows have room for the largest table."""

    def __init__(self, game: Game, setups: Sequence[Setup], size: int, seed: int) -> None:
        self.setups = setups
        super().__init__(game, game.max_players, size, seed, features=True, sight=False, check=False)

    @property
    def encoding(self) -> Encoding:
        """The meaning of each bit of `features`, the same at every table."""
        return encoding_of_all(self.game)

    def _prepared_records(self) -> Array:
        found = np.zeros((len(self.setups), 1), self.game.state)
        for row, setup in zip(found, self.setups, strict=True):
            self.game.prepare(row[0], setup)
        return found


class MixedBatch(_Mixed, Batch):
    """The batch on the CPU."""


class MixedCudaBatch(_Mixed, CudaBatch):
    """The batch on a GPU."""
