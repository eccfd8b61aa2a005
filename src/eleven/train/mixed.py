"""Batches whose rows are set up in several ways, one after the other, with the features of all table sizes."""

from collections.abc import Sequence

import numpy as np

from eleven.core.contract.game import Game, Setup
from eleven.core.rules.record import Array
from eleven.research import Batch, CudaBatch
from eleven.research.encoding import Encoding, encoding_of_all
from eleven.research.stepping.batch_base import BatchBase


class _Mixed(BatchBase):
    """Row i is set up as `kinds[i % len(kinds)]`; there is room for the seats of the largest table in every row."""

    def __init__(self, game: Game, kinds: Sequence[Setup], size: int, seed: int) -> None:
        self.kinds = kinds
        super().__init__(game, game.max_players, size, seed, features=True, sight=False, check=False)

    @property
    def encoding(self) -> Encoding:
        """What each bit of `features` means, at every table."""
        return encoding_of_all(self.game)

    def _prepared_records(self) -> Array:
        found = np.zeros((len(self.kinds), 1), self.game.state)
        for row, kind in zip(found, self.kinds, strict=True):
            self.game.prepare(row[0], kind)
        return found


class MixedBatch(_Mixed, Batch):
    """On the CPU."""


class MixedCudaBatch(_Mixed, CudaBatch):
    """On a GPU."""
