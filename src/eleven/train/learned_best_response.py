"""Learned best responses: one seat is trained against a fixed bot, and evaluated on new deals."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from eleven.arena.estimates import share_of
from eleven.bots.available_levels import declared
from eleven.bots.levels import NETWORK
from eleven.core.contract.game import Game, Setup
from eleven.core.text.errors import Mistake
from eleven.network.weights import Weights
from eleven.train.error_rates import bots_without_search, error_rates_of
from eleven.train.model import Perspective, PolicyNetwork
from eleven.train.ppo import OpponentMix, all_seen, outcome, seat_that_learns, with_others
from eleven.train.torch_batch import TorchBatch
from eleven.train.warm_start import load_player


class FixedOpponent(NamedTuple):
    """A fixed bot: a network that takes its best action, or (without one) greedy; and its error rates."""

    player: PolicyNetwork | None
    error_rates: Tensor


def fixed_opponent(
    name: str, game: Game, setups: Sequence[Setup], weights: Weights | None, device: str
) -> FixedOpponent:
    """Return a bot without search, with its settings for these tables."""
    bots = bots_without_search(name, game, setups)
    error_rates, player = torch.from_numpy(error_rates_of(game, bots)).to(device), None
    if any(bot.kind == NETWORK for bot in bots.values()):
        found = declared(game.id, name)
        if weights is None or (found and found.weights != weights.about["sha256"]):
            raise Mistake("a best response to {bot} begins with its weights: --start shipped", bot=name)
        player = PolicyNetwork(game, weights.width, weights.depth).to(device)
        load_player(player, weights.arrays)
    return FixedOpponent(player, error_rates)


def against(opponent: FixedOpponent, size: int) -> OpponentMix:
    """Return opponents for training one seat in every row against the bot."""
    return OpponentMix(opponent.player, 0, size if opponent.player is not None else 0, True, opponent.error_rates)


@torch.no_grad()
def gains(batch: TorchBatch, player: PolicyNetwork, opponent: FixedOpponent) -> list[dict[str, Any]]:
    """Return the player's win share minus an even share, over the first game of every row, without sampling."""
    mine, others = seat_that_learns(batch), against(opponent, batch.size)
    playing = torch.ones(batch.size, dtype=torch.bool, device=batch.device)
    won = torch.zeros(batch.size, device=batch.device)
    for _ in range(batch.game.truncate_at + 1):
        features, mask = batch.read("features").clone(), batch.read("mask").clone()
        who = Perspective(batch.players, batch.read("asked").long().clone(), batch.seats)
        shown = all_seen(batch, features) if player.hands_open else features
        action = player(batch, shown, mask, who)[0].argmax(-1)
        batch.step(with_others(batch, action, features, mask, who, mine, others))
        share, _, ended = outcome(batch)
        won = torch.where(playing & ended, share.gather(-1, mine.unsqueeze(-1)).squeeze(-1), won)
        playing &= ~ended
        if not bool(playing.any()):
            break
    return [_gain(players, won[batch.players == players].cpu().numpy()) for players in _sizes(batch)]


def _sizes(batch: TorchBatch) -> list[int]:
    return sorted({setup.players for setup in batch.setups})


def _gain(players: int, shares: Any) -> dict[str, Any]:
    found, even = share_of(np.asarray(shares, np.float64)), 1 / players
    gain = {
        "value": round(found.value - even, 4),
        "low": round((found.low or 0.0) - even, 4),
        "high": round((found.high or 1.0) - even, 4),
    }
    return {"players": players, "games": len(shares), "even_share": round(even, 4), "gain": gain}
