"""Warm starts: training that starts from existing weights, possibly trained for other numbers of players."""

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor

from eleven.core.rules.record import Array
from eleven.network.layout import count_input, places_of
from eleven.network.weights import Weights
from eleven.train.model import PolicyNetwork, unpack
from eleven.train.ppo import CHUNK, Hyperparameters, OpponentMix, roll_out
from eleven.train.torch_batch import TorchBatch
from eleven.train.training_setups import usual_rows

ROLLOUTS = 8
"""The number of rollouts that are searched for inputs that are ever set."""


def load_player(player: PolicyNetwork, arrays: Mapping[str, Array]) -> None:
    """Load the weights of a file into a player; additional inputs get weight 0, additional layers stay the identity."""
    width = arrays["first"].shape[1]
    unknown = len(player.first) - len(arrays["first"])
    second, biases = arrays["second"].reshape(-1, width, width), arrays["second_bias"].reshape(-1, width)
    pairs = {
        "first": np.pad(arrays["first"], ((0, unknown), (0, 0))),
        "bias": arrays["first_bias"],
        "policy_head.weight": arrays["policy_head"].T,
        "policy_head.bias": arrays["policy_head_bias"],
        "value_head.weight": arrays["value_head"].T,
        "value_head.bias": arrays["value_head_bias"],
    }
    for n, (weights, bias) in enumerate(zip(second, biases, strict=True)):
        pairs |= {f"deeper.{n}.weight": weights.T, f"deeper.{n}.bias": bias}
    state = player.state_dict()
    state |= {name: torch.from_numpy(value.astype("float32")) for name, value in pairs.items()}
    player.load_state_dict(state)


@torch.no_grad()
def start_from(player: PolicyNetwork, batch: TorchBatch, weights: Weights, hyperparameters: Hyperparameters) -> int:
    """Start with existing weights; untrained inputs get weight 0. Returns the number of trained inputs.

    Numbers of players that the weights were not trained for start like the nearest one.
    """
    game, learnt = batch.game, weights.about["recipe"]["players"]
    load_player(player, weights.arrays)
    known = torch.zeros(len(player.first), dtype=torch.bool)
    for players in learnt:
        known[torch.from_numpy(places_of(game.id, players)).long()] = True
    if not set(learnt) >= set(game.players):
        known &= _ever_set(player, batch, learnt, hyperparameters).cpu()
    counts = {players: player.first[count_input(game, players)].clone() for players in learnt}
    player.first[~known.to(batch.device)] = 0.0
    for players in game.players:
        nearest = min(learnt, key=lambda each: abs(each - players))
        player.first[count_input(game, players)] = counts[nearest]
    return int(known.sum())


def _ever_set(player: PolicyNetwork, batch: TorchBatch, learnt: list[int], hyperparameters: Hyperparameters) -> Tensor:
    """Return which inputs are ever set at the trained numbers of players with the usual options."""
    usual = torch.tensor(usual_rows(batch.setups), device=batch.device)[batch.setup_of_row]
    at = torch.stack([batch.players == players for players in learnt]).any(0) & usual
    found = torch.zeros(len(player.first), dtype=torch.bool, device=batch.device)
    for _ in range(ROLLOUTS):
        played = roll_out(batch, player, hyperparameters, OpponentMix(None, batch.size, batch.size), False)
        for some in played.features[:, at].flatten(0, 1).split(CHUNK):
            found |= unpack(some, torch.bool).any(0)[: len(found)]
    return found
