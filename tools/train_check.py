"""A smoke test of training: `python -m tools.train_check`; needs PyTorch, and a few minutes on two cores.

It imitates greedy in Elefant for a while, then trains by self-play. The test passes if the network agrees with the
teacher clearly more often than at first, predicts results better than chance, resumes from a checkpoint, and its
exported weights beat random play. Then the shipped weights are trained as a best response to beginner, and must gain;
so must an open-hands player in the board game against hard, whose weights are not exported.
"""

import json
import math
import sys
import tempfile
from pathlib import Path

import numpy as np

from eleven.core.contract.game import find_game
from eleven.core.rules.record import Array
from eleven.network.inference import best_actions, logits_of
from eleven.network.weights import load_weights
from eleven.research import Batch
from eleven.research.duel import duel
from eleven.train.__main__ import parsed, run

BLIND = math.log(3)
"""The cross-entropy of a uniform prediction for three players."""
ANSWER = ("--players", "4", "--against", "beginner", "--start", "shipped", "--size", "64", "--held-out", "192")
HANDS_OPEN = ("--against", "hard", "--hands-open", "--start", "shipped", "--size", "64", "--held-out", "384")
SMALL = ("--size", "256", "--minibatch", "2048", "--width", "64", "--rate", "0.001", "--total-minutes", "2.4")


def main() -> int:
    """Train twice, the second time from the first checkpoint; return 1 if a check fails."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        begun = ["elefant", "--minutes", "1.8", "--lesson-minutes", "1.4", "--out", folder, *SMALL]
        run(parsed(begun))
        last = run(parsed([*begun, "--minutes", "0.6", "--resume", str(out / "checkpoint.pt")]))
        lines = [json.loads(line) for line in (out / "log.jsonl").read_text(encoding="utf-8").splitlines()]
        like = [line["like_teacher"] for line in lines if "like_teacher" in line]
        game = find_game("elefant")
        layers = load_weights(out / "elefant.npz", game).layers()

        def choose(batch: Batch) -> Array:
            logits = logits_of(game, batch.players, layers, batch.dense_features())
            return best_actions(game, batch.players, logits, batch.dense_mask(), np.asarray(batch.asked))

        answer = run(parsed(["elefant", "--minutes", "0.2", "--out", str(out / "answer"), *ANSWER]))
        gain = answer["gains"][0]["gain"]
        shown = run(parsed(["eleven_board", "--minutes", "0.2", "--out", str(out / "shown"), *HANDS_OPEN]))
        known = shown["gains"][0]["gain"]
        against = duel(choose, "random", "elefant", 3, 40, 1 << 40)
        checks = {
            f"like the teacher: {like[0]:.0%}, then {like[-1]:.0%}": like[-1] > like[0] + 0.15,
            f"outcomes guessed to {last['value_loss']:.2f}, blindly {BLIND:.2f}": last["value_loss"] < BLIND - 0.02,
            f"went on: {last['minutes']:.1f} minutes": last["minutes"] > 2.2,
            f"against random: {against.value:.0%}": (against.low or 0.0) > 0.5,
            f"gained against beginner: {gain['value']:.0%}": gain["low"] > 0.0,
            f"gained against hard, with all hands shown: {known['value']:.0%}": known["low"] > 0.0,
            "no weights of who was shown all hands": not list((out / "shown").glob("*.npz")),
        }
    for said, learnt in checks.items():
        print("yes" if learnt else "NO ", said)
    return 0 if all(checks.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
