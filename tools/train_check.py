"""Prove that a small run of training learns: `python -m tools.train_check`; needs torch, a few minutes on two cores.

It imitates greedy in Elefant for a while, then plays against itself. It has learnt if it takes the teacher's action
clearly more often than at the beginning, if it foresees outcomes better than chance, if a checkpoint goes on where it
ended, and if the file it writes beats random play. Then what is shipped learns a best response to beginner, and gains;
and so does a learner who is shown all hands of the board game, against hard; of that one no weights are written.
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
"""The error of who expects nothing of three players."""
ANSWER = ("--players", "4", "--against", "beginner", "--start", "shipped", "--size", "64", "--held-out", "192")
HANDS_OPEN = ("--against", "hard", "--hands-open", "--start", "shipped", "--size", "64", "--held-out", "384")
SMALL = ("--size", "256", "--minibatch", "2048", "--width", "64", "--rate", "0.001", "--total-minutes", "2.4")


def main() -> int:
    """Train twice, the second time from the first one's checkpoint; 1 if something was not learnt."""
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
