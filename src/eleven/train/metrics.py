"""The metrics of a training round: win shares against past selves and the teacher, by kind of table."""

from typing import Any

import torch
from torch import Tensor

from eleven.train.ppo import OpponentMix, Rollout, seat_that_learns
from eleven.train.torch_batch import TorchBatch
from eleven.train.training_setups import usual_rows

SMOOTH, MANY, SMOOTH_MANY = 0.05, 4000, 0.3
"""The weight of the latest round in the moving average; a round with at least MANY games counts SMOOTH_MANY."""


class MovingAverages:
    """Moving averages of win shares, for each number of players with usual and with unusual options."""

    def __init__(self, batch: TorchBatch) -> None:
        self.batch, self.smooth = batch, dict[str, float]()
        usual = torch.tensor(usual_rows(batch.setups), device=batch.device)[batch.setup_of_row]
        self.groups: dict[str, Tensor] = {}
        for players in sorted({setup.players for setup in batch.setups}):
            at = batch.players == players
            self.groups[f"{players}"] = at & usual
            if bool((at & ~usual).any()):
                self.groups[f"{players}_unusual"] = at & ~usual

    def line(self, played: Rollout, others: OpponentMix, imitate: bool) -> dict[str, Any]:
        """Return the metrics of a round for the log; the player samples its actions in these games."""
        found: dict[str, Any] = {}
        if imitate:
            own = torch.arange(self.batch.size, device=self.batch.device) // len(self.batch.setups) % 2 == 1
            same = (played.action == played.taught)[:, own][played.learns[:, own]]
            return {"like_teacher": round(float(same.float().mean()), 4)}
        mine = seat_that_learns(self.batch).expand(len(played.ended), -1).unsqueeze(-1)
        won = played.share.gather(-1, mine).squeeze(-1)
        for name, first, last in (
            ("against_old", others.old_from, others.teacher_from),
            ("against_greedy", others.teacher_from, self.batch.size),
        ):
            if first >= last:
                continue
            for group, rows in self.groups.items():
                over = played.ended[:, first:last] & rows[first:last]
                number, total = torch.stack([over.sum().double(), (won[:, first:last] * over).sum().double()]).tolist()
                key = f"{name}_{group}"
                if number:
                    weight = SMOOTH if number < MANY else SMOOTH_MANY
                    before = self.smooth.get(key, total / number)
                    self.smooth[key] = (1 - weight) * before + weight * total / number
                if key in self.smooth:
                    found[key] = round(self.smooth[key], 4)
        return found
