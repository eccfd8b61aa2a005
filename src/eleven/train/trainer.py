"""The run: a warm start, then self-play until the time is over; a log, and checkpoints to go on from."""

import json
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from eleven.core.contract.game import find_game
from eleven.core.text.errors import Mistake
from eleven.train.model import Critic, Player, halved
from eleven.train.ppo import Opponents, Rollout, Settings, learn, play, targets_of
from eleven.train.tables import Table

FORMAT = 1
POOL = 8
POOL_KEPT = 2
"""Earlier selves in memory, and in a checkpoint."""
SMOOTH = 0.05
LEAST_MEAN, MEAN_OVER = 0.01, 10
"""What the newest weights count in the mean: so little in a long run, and before that one in a tenth of its rounds."""


@dataclass(frozen=True)
class Plan:
    """What is to be learnt, and how long: `minutes` of `total_minutes` now, `lessons` of them imitating the teacher."""

    game: str
    players: tuple[int, ...]
    minutes: float
    total_minutes: float
    lesson_minutes: float = 0.5
    size: int = 1 << 14
    width: int = 512
    seed: int = 1
    device: str = "cpu"
    options: tuple[tuple[str, str], ...] = ()
    snapshot_minutes: float = 0.5
    critic_width: int = 0
    """As wide as the player unless given; the critic is not shipped, so it may be larger."""
    settings: Settings = field(default_factory=Settings)

    def recipe(self) -> dict[str, Any]:
        """All of it, for whoever wants to do it again."""
        return asdict(self)


class Trainer:
    """A player, its critics and its earlier selves, and the tables they play at."""

    def __init__(self, plan: Plan, tell: Callable[[dict[str, Any]], None]) -> None:
        self.plan, self.tell = plan, tell
        self.dice = random.Random(plan.seed)
        torch.manual_seed(plan.seed)
        torch.set_float32_matmul_precision("high")
        self.tables = [
            Table(plan.game, players, plan.size, plan.seed + 1000 * players, plan.device, dict(plan.options))
            for players in plan.players
        ]
        game = find_game(plan.game)
        self.player = Player(game, plan.width).to(plan.device)
        self.critics = {
            table.players: Critic(table, plan.critic_width or plan.width).to(plan.device) for table in self.tables
        }
        self.old = Player(game, plan.width).to(plan.device)
        self.mean = Player(game, plan.width).to(plan.device)
        self.pool: list[Mapping[str, Tensor]] = []
        self.minutes_done, self.decisions, self.games = 0.0, 0, 0
        self.scale: dict[int, float] = {}
        self.smooth: dict[str, float] = {}

    # A run

    def run(self) -> None:
        """Learn for the minutes that were given."""
        self.player_descent = self._optimiser(self.player)
        self.critic_descents = {players: self._optimiser(critic) for players, critic in self.critics.items()}
        before, begun, rounds, snapshot = self.minutes_done, time.monotonic(), 0, self.minutes_done
        while self.minutes_done < min(before + self.plan.minutes, self.plan.total_minutes):
            table = self.tables[rounds % len(self.tables)]
            told = self._round(table)
            rounds += 1
            self._average(rounds)
            self.minutes_done = before + (time.monotonic() - begun) / 60
            if not self._imitates and self.minutes_done - snapshot >= self.plan.snapshot_minutes:
                snapshot = self.minutes_done
                self.pool = [*self.pool, halved(self.player)][-POOL:]
            self.tell(told | {"rounds": rounds})

    @torch.no_grad()
    def _average(self, rounds: int) -> None:
        """The mean of the player over the last rounds: what is written, for it plays more evenly than any of them."""
        weight = 1.0 if self._imitates else max(LEAST_MEAN, MEAN_OVER / (MEAN_OVER + rounds))
        for mean, now in zip(self.mean.parameters(), self.player.parameters(), strict=True):
            mean.lerp_(now, weight)

    def _optimiser(self, network: Any) -> Any:
        fused = self.plan.device == "cuda"
        return torch.optim.Adam(network.parameters(), self.plan.settings.rate[0], eps=1e-5, fused=fused)

    @property
    def _imitates(self) -> bool:
        return self.minutes_done < self.plan.lesson_minutes

    def _faded(self, name: str) -> float:
        first, last = getattr(self.plan.settings, name)
        gone = min(1.0, self.minutes_done / self.plan.total_minutes)
        return float(first + (last - first) * gone)

    def _round(self, table: Table) -> dict[str, Any]:
        """Play on at one table, and learn from it."""
        imitate, players = self._imitates, table.players
        critic, settings = self.critics[players], self.plan.settings
        for descent in (self.player_descent, self.critic_descents[players]):
            for group in descent.param_groups:
                group["lr"] = self._faded("rate")
        others = self._opponents(table, imitate)
        played = play(table, self.player, settings, others, imitate, self.scale.get(players, 1.0))
        self._measure_scale(table, played)
        targets = targets_of(played, critic, settings, self._faded("margin"))
        descents = (self.player_descent, self.critic_descents[players])
        entropy = 0.0 if imitate else self._faded("entropy")
        told = learn(table, self.player, critic, descents, played, targets, settings, entropy, imitate)
        self.decisions += played.action.numel()
        return self._summary(table, played, told, others, imitate)

    def _measure_scale(self, table: Table, played: Rollout) -> None:
        """How far points usually lie apart; the first rounds only, so that the aim stays where it is."""
        if table.players in self.scale and self.decisions > 50 * played.action.numel():
            return
        leads = played.lead[played.ended]
        if len(leads):
            spread = float(leads.std()) * self.scale.get(table.players, 1.0)
            self.scale[table.players] = max(spread, 1e-3)

    def _opponents(self, table: Table, imitate: bool) -> Opponents:
        if imitate:
            return Opponents(None, table.size, table.size)
        settings = self.plan.settings
        greedy_from = table.size - int(settings.greedy_part * table.size)
        if not self.pool:
            return Opponents(None, greedy_from, greedy_from)
        self.old.load_state_dict(dict(self.dice.choice(self.pool)))
        return Opponents(self.old, greedy_from - int(settings.old_part * table.size), greedy_from)

    def _summary(
        self, table: Table, played: Rollout, told: Mapping[str, Tensor], others: Opponents, imitate: bool
    ) -> dict[str, Any]:
        """A line of the log; shares against the teacher and earlier selves are smoothed, and of play by chance."""
        ended = int(played.ended.sum())
        self.games += ended
        line: dict[str, Any] = {
            "minutes": round(self.minutes_done, 4),
            "phase": "imitate" if imitate else "self-play",
            "players": table.players,
            "decisions": self.decisions,
            "games": self.games,
            "length": round(played.action.numel() / max(ended, 1), 1),
        }
        if imitate:
            same = (played.action == played.taught)[:, 1::2][played.learns[:, 1::2]]
            line["like_teacher"] = round(float(same.float().mean()), 4)
        mine = torch.arange(table.size, device=table.device) % table.players
        for name, some in (
            ("against_old", slice(others.old_from, others.greedy_from)),
            ("against_greedy", slice(others.greedy_from, table.size)),
        ):
            over = played.ended[:, some]
            won = played.share[:, some].gather(-1, mine[some].expand(len(over), -1).unsqueeze(-1)).squeeze(-1)[over]
            key = f"{name}_{table.players}"
            if len(won):
                now = float(won.mean())
                weight = SMOOTH if len(won) < 4000 else 0.3
                self.smooth[key] = now if key not in self.smooth else (1 - weight) * self.smooth[key] + weight * now
            if key in self.smooth and others.old_from < table.size:
                line[key] = round(self.smooth[key], 4)
        return line | {name: round(float(value), 5) for name, value in told.items()}

    # Checkpoints

    def save(self, path: Path) -> None:
        """Write a checkpoint: weights in half precision, without the momentum of the optimisers."""
        kept = {
            "format": FORMAT,
            "plan": self.plan.recipe(),
            "player": halved(self.player),
            "critics": {players: halved(critic) for players, critic in self.critics.items()},
            "pool": self.pool[-POOL_KEPT:],
            "minutes_done": self.minutes_done,
            "decisions": self.decisions,
            "games": self.games,
            "scale": self.scale,
        }
        beside = path.with_suffix(".new")
        torch.save(kept, beside)
        beside.replace(path)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint."""
        try:
            kept = torch.load(path, map_location=self.plan.device, weights_only=True)
        except (OSError, RuntimeError) as error:
            raise Mistake("{path} is no checkpoint: {error}", path=path, error=str(error)) from None
        if kept.get("format") != FORMAT or kept["plan"]["game"] != self.plan.game:
            raise Mistake("{path} is no checkpoint of {game}", path=path, game=self.plan.game)
        self.player.load_state_dict(kept["player"])
        self.mean.load_state_dict(kept["player"])
        for players, critic in self.critics.items():
            if players in kept["critics"]:
                critic.load_state_dict(kept["critics"][players])
        self.pool = list(kept["pool"])
        self.minutes_done, self.decisions, self.games = kept["minutes_done"], kept["decisions"], kept["games"]
        self.scale = dict(kept["scale"])


def write_line(path: Path) -> Callable[[dict[str, Any]], None]:
    """Add lines to a log."""

    def tell(line: dict[str, Any]) -> None:
        with path.open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")

    return tell
