"""The training loop: imitation, then self-play until the time is up, with a log and checkpoints."""

import json
import math
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from eleven.core.contract.game import find_game
from eleven.core.text.errors import Mistake
from eleven.network.weights import Weights
from eleven.train.learned_best_response import FixedOpponent, against
from eleven.train.metrics import MovingAverages
from eleven.train.model import Critic, PolicyNetwork, half_precision
from eleven.train.ppo import Hyperparameters, OpponentMix, Rollout, gae_targets, roll_out, update
from eleven.train.torch_batch import TorchBatch
from eleven.train.training_setups import setups_for
from eleven.train.warm_start import start_from

FORMAT = 3
POOL = 8
POOL_KEPT = 1
"""The number of past selves in memory, and in a checkpoint."""
WARM_ROUNDS, SCALE_ROUNDS = 10, 60
"""The rounds of learning-rate warm-up, and the rounds in which the scale of the points is measured."""
IMITATE, CRITIC, SELF_PLAY = "imitate", "critic", "self-play"
LEAST_MEAN, MEAN_OVER = 0.01, 10
"""The weight of the latest parameters in the moving average: MEAN_OVER / (MEAN_OVER + rounds), at least LEAST_MEAN."""


@dataclass(frozen=True)
class RunConfig:
    """The configuration of a run, which trains for `minutes` of `total_minutes` now.

    The first `lesson_minutes` imitate the teacher, and in the next `critic_minutes` only the critic is trained.
    """

    game: str
    players: tuple[int, ...]
    minutes: float
    total_minutes: float
    lesson_minutes: float = 0.5
    critic_minutes: float = 0.0
    size: int = 1 << 14
    width: int = 512
    depth: int = 1
    """Hidden layers beyond the first."""
    seed: int = 1
    device: str = "cpu"
    options: tuple[tuple[str, str], ...] = ()
    unusual: float = 0.0
    """The fraction of tables with unusual options."""
    snapshot_minutes: float = 0.5
    critic_width: int = 0
    """The width of the critic, by default that of the player; it is not shipped, so it may be larger."""
    start: str = ""
    """The hash of the initial weights, if any."""
    against: str = ""
    """The fixed bot against which a best response is trained, if any; it plays all other seats."""
    hands_open: bool = False
    """Whether the player sees all hands, to measure their value; such weights are not exported."""
    often: tuple[int, ...] = ()
    """Numbers of players that occur twice as often as the others."""
    hyperparameters: Hyperparameters = field(default_factory=Hyperparameters)

    def recipe(self) -> dict[str, Any]:
        """Return all settings as plain data, so that the run can be repeated."""
        found = asdict(self)
        return found | {"settings": found.pop("hyperparameters")}


class Trainer:
    """Trains a player with its critic and past selves on a batch of tables."""

    def __init__(
        self, config: RunConfig, on_progress: Callable[[dict[str, Any]], None], opponent: FixedOpponent | None = None
    ) -> None:
        self.config, self.on_progress, self.opponent = config, on_progress, opponent
        self.dice = random.Random(config.seed)
        torch.manual_seed(config.seed)
        torch.set_float32_matmul_precision("high")
        game = find_game(config.game)
        setups = setups_for(game, (*config.players, *config.often), config.unusual, dict(config.options), config.seed)
        self.batch = TorchBatch(game, setups, config.size, config.seed, config.device)
        shown = self.batch.all_words if config.hands_open else 0
        made = (PolicyNetwork(game, config.width, config.depth, shown).to(config.device) for _ in range(3))
        self.player, self.old, self.mean = made
        self.critic = Critic(self.batch, config.critic_width or config.width).to(config.device)
        self.pool: list[Mapping[str, Tensor]] = []
        self.minutes_done, self.decisions, self.games = 0.0, 0, 0
        self.points = torch.zeros(2, len(setups), device=config.device)
        """The sum of squared leads and their number, for every kind of table."""
        self.scale_from = 0
        """The number of decisions when the measurement of the scale started."""
        self.averages = MovingAverages(self.batch)

    # A run

    def run(self, stop_at: float = math.inf) -> None:
        """Train for the configured minutes, but not beyond `stop_at` (a Unix time)."""
        self.optimisers = (self._optimiser(self.player), self._optimiser(self.critic))
        before, begun, rounds, snapshot = self.minutes_done, time.monotonic(), 0, self.minutes_done
        until = min(before + self.config.minutes, self.config.total_minutes)
        while self.minutes_done < until and time.time() < stop_at:
            told = self._round(rounds)
            rounds += 1
            self._average(rounds)
            self.minutes_done = before + (time.monotonic() - begun) / 60
            learnt = self.phase == SELF_PLAY and self.opponent is None
            if learnt and self.minutes_done - snapshot >= self.config.snapshot_minutes:
                snapshot = self.minutes_done
                self.pool = [*self.pool, half_precision(self.player)][-POOL:]
            self.on_progress(told | {"rounds": rounds})

    @torch.no_grad()
    def _average(self, rounds: int) -> None:
        """Update the moving average of the player's weights, which is what gets exported."""
        weight = 1.0 if self.phase == IMITATE else max(LEAST_MEAN, MEAN_OVER / (MEAN_OVER + rounds))
        for mean, now in zip(self.mean.parameters(), self.player.parameters(), strict=True):
            mean.lerp_(now, weight)

    def _optimiser(self, network: Any) -> Any:
        fused = self.config.device == "cuda"
        return torch.optim.Adam(network.parameters(), self.config.hyperparameters.rate[0], eps=1e-5, fused=fused)

    @property
    def phase(self) -> str:
        """The current phase of training."""
        if self.minutes_done < self.config.lesson_minutes:
            return IMITATE
        return CRITIC if self.minutes_done < self.config.lesson_minutes + self.config.critic_minutes else SELF_PLAY

    def _faded(self, name: str) -> float:
        first, last = getattr(self.config.hyperparameters, name)
        gone = min(1.0, self.minutes_done / self.config.total_minutes)
        return float(first + (last - first) * gone)

    def _round(self, rounds: int) -> dict[str, Any]:
        """Play some steps at all tables, and train on them."""
        phase, hyperparameters, begun = self.phase, self.config.hyperparameters, time.monotonic()
        for optimiser in self.optimisers:
            for group in optimiser.param_groups:
                group["lr"] = self._faded("rate") * min(1.0, (rounds + 1) / WARM_ROUNDS)
        others = self._opponents()
        played = roll_out(self.batch, self.player, hyperparameters, others, phase == IMITATE)
        self._measure_scale(played)
        playing = self._seconds_since(begun)
        targets = gae_targets(self.batch, played, self.critic, hyperparameters, self._faded("margin"), self._scale())
        entropy = 0.0 if phase == IMITATE else self._faded("entropy")
        told = update(
            self.batch, self.player, self.critic, self.optimisers, played, targets, hyperparameters, entropy,
            phase == IMITATE, phase == CRITIC,
        )  # fmt: skip
        self.decisions += played.action.numel()
        ended = int(played.ended.sum())
        self.games += ended
        line = {
            "minutes": round(self.minutes_done, 4),
            "phase": phase,
            "decisions": self.decisions,
            "games": self.games,
            "length": round(played.action.numel() / max(ended, 1), 1),
            "playing": round(playing / max(self._seconds_since(begun), 1e-9), 3),
        }
        found = self.averages.line(played, others, phase == IMITATE)
        return line | found | {name: round(float(value), 5) for name, value in told.items()}

    def _seconds_since(self, begun: float) -> float:
        if self.config.device == "cuda":
            torch.cuda.synchronize()
        return time.monotonic() - begun

    def _measure_scale(self, played: Rollout) -> None:
        """Update the spread of points, in the first rounds only, so that the objective stays fixed afterwards."""
        if self.decisions - self.scale_from > SCALE_ROUNDS * played.action.numel():
            return
        setup = self.batch.setup_of_row.expand(len(played.ended), -1)[played.ended]
        squares = played.lead.square().sum(-1)[played.ended]
        self.points[0].index_add_(0, setup, squares)
        self.points[1].index_add_(0, setup, self.batch.players.expand(len(played.ended), -1)[played.ended].float())

    def _scale(self) -> Tensor:
        """Return the standard deviation of leads for every row; unknown kinds of tables use the overall value."""
        total, number = self.points
        usual = (total.sum() / number.sum().clamp(min=1.0)).clamp(min=1e-6)
        each = torch.where(number > 0, total / number.clamp(min=1.0), usual)
        return each.clamp(min=1e-6).sqrt()[self.batch.setup_of_row]

    def _opponents(self) -> OpponentMix:
        size, hyperparameters = self.batch.size, self.config.hyperparameters
        if self.opponent is not None:
            return against(self.opponent, size)
        if self.phase == IMITATE:
            return OpponentMix(None, size, size)
        teacher_from = size - int(hyperparameters.greedy_part * size)
        if not self.pool:
            return OpponentMix(None, teacher_from, teacher_from)
        self.old.load_state_dict(dict(self.dice.choice(self.pool)))
        return OpponentMix(self.old, teacher_from - int(hyperparameters.old_part * size), teacher_from)

    # Checkpoints

    def save(self, path: Path) -> None:
        """Write a checkpoint: weights in half precision, without optimiser state."""
        kept = {
            "format": FORMAT,
            "plan": self.config.recipe(),
            "player": half_precision(self.player),
            "mean": half_precision(self.mean),
            "critic": half_precision(self.critic),
            "pool": self.pool[-POOL_KEPT:],
            "minutes_done": self.minutes_done,
            "decisions": self.decisions,
            "games": self.games,
            "points": self.points.cpu(),
        }
        beside = path.with_suffix(".new")
        torch.save(kept, beside)
        beside.replace(path)

    def start(self, weights: Weights) -> None:
        """Start with existing weights and an untrained critic."""
        start_from(self.player, self.batch, weights, self.config.hyperparameters)
        self.mean.load_state_dict(self.player.state_dict())
        self.pool = [half_precision(self.player)]

    def resume(self, path: Path) -> None:
        """Resume from a checkpoint."""
        try:
            kept = torch.load(path, map_location=self.config.device, weights_only=True)
        except (OSError, RuntimeError) as error:
            raise Mistake("{path} is no checkpoint: {error}", path=path, error=str(error)) from None
        if kept.get("format") != FORMAT or kept["plan"]["game"] != self.config.game:
            raise Mistake("{path} is no checkpoint of {game}", path=path, game=self.config.game)
        try:
            self.player.load_state_dict(kept["player"])
            self.mean.load_state_dict(kept["mean"])
            self.critic.load_state_dict(kept["critic"])
        except RuntimeError as error:
            raise Mistake("{path} is of another configuration: {error}", path=path, error=str(error)) from None
        self.pool = list(kept["pool"])
        self.config = replace(self.config, start=kept["plan"]["start"])
        self.minutes_done, self.decisions, self.games = kept["minutes_done"], kept["decisions"], kept["games"]
        if kept["points"].shape == self.points.shape:
            self.points.copy_(kept["points"])
        else:
            self.scale_from = self.decisions


def write_line(path: Path) -> Callable[[dict[str, Any]], None]:
    """Return a function that appends lines to a log."""

    def append(line: dict[str, Any]) -> None:
        with path.open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")

    return append
