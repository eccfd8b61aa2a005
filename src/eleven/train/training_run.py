"""One run of training: its settings, its log and checkpoints, and what it measures in the end."""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from eleven.bots.levels import NETWORK_BOT
from eleven.core.contract.game import find_game
from eleven.core.text.errors import Mistake
from eleven.network.weights import Weights
from eleven.progress import OnProgress, progress_bar
from eleven.train.curves import draw
from eleven.train.export import export
from eleven.train.learned_best_response import FixedOpponent, fixed_opponent, gains
from eleven.train.ppo import Hyperparameters
from eleven.train.torch_batch import TorchBatch
from eleven.train.trainer import RunConfig, Trainer, write_line
from eleven.train.training_setups import usual_setups

HELD_OUT = 9_193_000
"""The seed of the evaluation games, which are not used for training."""
WriteLine = Callable[[dict[str, Any]], None]


def train(args: argparse.Namespace, config: RunConfig, weights: Weights | None) -> dict[str, Any]:
    """Train as requested on the command line; return the last line of the log."""
    game = find_game(args.game)
    setups = [game.setup(number, options=dict(config.options)) for number in config.players]
    opponent = fixed_opponent(args.against, game, setups, weights, args.device) if args.against else None
    args.out.mkdir(parents=True, exist_ok=True)
    log = write_line(args.out / "log.jsonl")
    trainer, last = _learn(args, config, weights, opponent, log)
    if weights and not opponent:
        before = fixed_opponent(NETWORK_BOT.name, game, setups, weights, args.device)
        last |= {"against_start": gains(_held_out(args, trainer, usual=True), trainer.mean, before)}
        log(last)
    if opponent:
        last |= {"game": args.game, "against": args.against, "weights": config.start, "date": date.today().isoformat()}
        last |= {"hands_open": args.hands_open, "gains": gains(_held_out(args, trainer), trainer.mean, opponent)}
        (args.out / "gains.json").write_text(json.dumps(last) + "\n", encoding="utf-8")
    return last


def _learn(
    args: argparse.Namespace, config: RunConfig, weights: Weights | None, opponent: FixedOpponent | None, log: WriteLine
) -> tuple[Trainer, dict[str, Any]]:
    """Train until the time is up, and write what was learnt; return the trainer and the last line of the log."""
    with progress_bar("compiling", max(1, round(60 * args.minutes))) as on_progress:
        reports = Reports(args, log, on_progress)
        trainer = Trainer(config, lambda line: reports.add(trainer, line), opponent)
        if args.resume:
            trainer.resume(args.resume)
        elif weights:
            trainer.start(weights)
        trainer.run(args.stop_at)
    if not reports.last:
        done, total = trainer.minutes_done, config.total_minutes
        raise Mistake("no time was left to learn: {done} of {total} minutes are over", done=done, total=total)
    log(reports.last)
    save(args, trainer)
    draw(args.out / "log.jsonl", args.out / "curves.svg")
    return trainer, reports.last


def _held_out(args: argparse.Namespace, trainer: Trainer, usual: bool = False) -> TorchBatch:
    """Return the tables that measure what was gained; `usual` leaves out those with other options."""
    setups = usual_setups(trainer.batch.setups) if usual else trainer.batch.setups
    return TorchBatch(trainer.batch.game, setups, args.held_out, HELD_OUT + args.seed, args.device)


def save(args: argparse.Namespace, trainer: Trainer) -> None:
    """Write a checkpoint, and the weights unless they are of a player that sees all hands."""
    trainer.save(args.out / "checkpoint.pt")
    if not args.hands_open:
        export(trainer, args.out / f"{args.game}.npz")


class Reports:
    """Logs what a trainer reports, at most once a second, and saves it every few minutes."""

    def __init__(self, args: argparse.Namespace, log: WriteLine, on_progress: OnProgress) -> None:
        self.last: dict[str, Any] = {}
        self._args, self._log, self._on_progress = args, log, on_progress
        self._begun = self._logged = 0.0
        self._saved = time.monotonic()

    def add(self, trainer: Trainer, line: dict[str, Any]) -> None:
        """Take the report of one round."""
        now, args = time.monotonic(), self._args
        self._begun = self._begun or now
        self.last = line
        if now - self._logged > 1.0:
            self._logged = now
            self._log(line)
            self._on_progress(min(round(now - self._begun), round(60 * args.minutes)), what=line["phase"])
        if now - self._saved > 60 * args.save_minutes:
            self._saved = now
            save(args, trainer)


def config_of(
    args: argparse.Namespace,
    players: tuple[int, ...],
    options: tuple[tuple[str, str], ...],
    often: Sequence[int],
    weights: Weights | None,
) -> RunConfig:
    """Return the settings of a run from the command line; weights to begin with decide the size of the network."""
    hyperparameters = Hyperparameters(
        steps=args.steps, minibatch=args.minibatch, epochs=args.epochs, rate=(args.rate, args.rate / 10),
        entropy=(args.entropy, args.entropy / 10), trace=args.trace, margin=(args.margin, 0.0),
    )  # fmt: skip
    width, depth = (weights.width, max(args.depth, weights.depth)) if weights else (args.width, args.depth)
    return RunConfig(
        args.game, players, args.minutes, args.total_minutes or args.minutes,
        0.0 if weights else args.lesson_minutes, args.critic_minutes,
        args.size, width, depth, args.seed, args.device, options,
        args.unusual, critic_width=args.critic_width, start=weights.about["sha256"] if weights else "",
        against=args.against, hands_open=args.hands_open, often=tuple(often), hyperparameters=hyperparameters,
    )  # fmt: skip
