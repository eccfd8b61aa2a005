"""The networks in torch: the player, which is shipped, and the critic, which sees all hands and is not."""

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from eleven.core.contract.game import Game
from eleven.network.layout import inputs_of
from eleven.train.tables import Table

WORD = 64
ILLEGAL = -1e9
FIRST_SPREAD = 0.05
"""A sight sets one or two hundred bits; with this, what they add up to is about one."""


def unpack(words: Tensor, kind: torch.dtype) -> Tensor:
    """Packed words as numbers 0 and 1, 64 for each."""
    octets = words.contiguous().view(torch.uint8)
    shifts = torch.arange(8, dtype=torch.uint8, device=words.device)
    return (octets.unsqueeze(-1) >> shifts & 1).flatten(-2).to(kind)


def kind_on(device: str) -> torch.dtype:
    """In what the networks are computed."""
    return torch.bfloat16 if device == "cuda" else torch.float32


class Player(nn.Module):
    """What a seat sees in; a wish for every action, and every seat's share of the victory out, the viewer's first."""

    def __init__(self, game: Game, width: int) -> None:
        super().__init__()
        self.first = nn.Parameter(torch.randn(inputs_of(game), width) * FIRST_SPREAD)
        self.bias = nn.Parameter(torch.zeros(width))
        self.second = nn.Linear(width, width)
        self.wishes = nn.Linear(width, len(game.actions))
        self.shares = nn.Linear(width, game.max_players)
        for head in (self.wishes, self.shares):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def forward(self, table: Table, features: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logarithms of the chances of all actions, those not legal hardly any, and of the shares of the seats."""
        bits = unpack(features, kind_on(table.device))
        weights = torch.zeros(bits.shape[-1], self.first.shape[1], device=bits.device)
        weights[: len(table.places)] = self.first[table.places]
        found = functional.relu(
            bits @ weights.to(bits.dtype) + (self.bias + self.first[table.count_input]).to(bits.dtype)
        )
        found = functional.relu(_linear(self.second, found))
        allowed = unpack(mask, torch.bool)[:, : self.wishes.out_features]
        wishes = _linear(self.wishes, found).float().masked_fill(~allowed, ILLEGAL)
        shares = _linear(self.shares, found).float()[:, : table.players]
        return functional.log_softmax(wishes, -1), functional.log_softmax(shares, -1)


class Critic(nn.Module):
    """What all seats see in; every seat's share of the victory and lead in points out, the asked seat's first."""

    def __init__(self, table: Table, width: int) -> None:
        super().__init__()
        self.players = table.players
        inputs = WORD * table.words * (1 if table.all_open else table.players)
        self.first, self.second = nn.Linear(inputs, width), nn.Linear(width, width)
        nn.init.normal_(self.first.weight, std=FIRST_SPREAD)
        self.last = nn.Linear(width, 2 * table.players)
        nn.init.zeros_(self.last.weight)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Logarithms of the shares, and the leads."""
        bits = unpack(seen, kind_on(seen.device.type))
        found = functional.relu(_linear(self.second, functional.relu(_linear(self.first, bits))))
        shares, leads = _linear(self.last, found).float().split(self.players, -1)
        return functional.log_softmax(shares, -1), leads


def _linear(layer: nn.Linear, given: Tensor) -> Tensor:
    return functional.linear(given, layer.weight.to(given.dtype), layer.bias.to(given.dtype))


def halved(module: nn.Module) -> dict[str, Any]:
    """The weights in half precision on the CPU."""
    return {name: value.detach().half().cpu().clone() for name, value in module.state_dict().items()}
