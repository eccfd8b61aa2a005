"""Exports a PyTorch model to a weights file for inference."""

from datetime import UTC, datetime
from pathlib import Path

import numpy as np

import eleven
from eleven.core.rules.record import Array
from eleven.network.weights import save_weights
from eleven.train.model import PolicyNetwork
from eleven.train.trainer import Trainer


def arrays_of(player: PolicyNetwork) -> dict[str, Array]:
    """Return the weights as `network/weights.py` calls them, with the inputs as the first axis."""
    kept = {name: value.detach().float().cpu().numpy() for name, value in player.state_dict().items()}
    return {
        "first": kept["first"],
        "first_bias": kept["bias"],
        "second": np.stack([kept[f"deeper.{n}.weight"].T for n in range(len(player.deeper))]),
        "second_bias": np.stack([kept[f"deeper.{n}.bias"] for n in range(len(player.deeper))]),
        "policy_head": kept["policy_head.weight"].T,
        "policy_head_bias": kept["policy_head.bias"],
        "value_head": kept["value_head.weight"].T,
        "value_head_bias": kept["value_head.bias"],
    }


def export(trainer: Trainer, path: Path) -> None:
    """Write the moving average of the player's weights, with the training recipe."""
    about = {
        "recipe": trainer.config.recipe(),
        "minutes": round(trainer.minutes_done, 2),
        "decisions": trainer.decisions,
        "games": trainer.games,
        "date": datetime.now(UTC).date().isoformat(),
        "version": eleven.__version__,
    }
    save_weights(path, trainer.config.game, arrays_of(trainer.mean), about)
