"""The PyTorch models: the player, which is shipped, and the critic, which sees all hands and is not shipped."""

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from eleven.core.contract.game import Game
from eleven.network.layout import inputs_of
from eleven.research.encoding.pieces import FEATURE_WORD_BITS
from eleven.train.torch_batch import TorchBatch

ILLEGAL = -1e9
FIRST_SPREAD = 0.05
"""The initial standard deviation: one or two hundred bits are set at a time, so their sum is about 1."""


def unpack(words: Tensor, kind: torch.dtype) -> Tensor:
    """Unpack 64-bit words into numbers 0 and 1."""
    octets = words.contiguous().view(torch.uint8)
    shifts = torch.arange(8, dtype=torch.uint8, device=words.device)
    return (octets.unsqueeze(-1) >> shifts & 1).flatten(-2).to(kind)


def kind_on(device: str) -> torch.dtype:
    """Return the floating-point type for computing on a device."""
    return torch.bfloat16 if device == "cuda" else torch.float32


class PolicyNetwork(nn.Module):
    """The policy and value network: input is what a seat sees; outputs are action logits and win shares.

    Seats count from the viewer. With `all_words` above 0 the input is what all seats see, in that many words, to
    measure the value of knowing all hands.
    """

    def __init__(self, game: Game, width: int, depth: int = 1, all_words: int = 0) -> None:
        super().__init__()
        self.hands_open = all_words > 0
        inputs = FEATURE_WORD_BITS * all_words if self.hands_open else inputs_of(game)
        self.first = nn.Parameter(torch.randn(inputs, width) * FIRST_SPREAD)
        self.bias = nn.Parameter(torch.zeros(width))
        self.deeper = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        for layer in self.deeper[1:]:
            _pass_on(layer)
        self.policy_head = nn.Linear(width, len(game.actions))
        self.value_head = nn.Linear(width, game.max_players)
        for head in (self.policy_head, self.value_head):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def forward(self, batch: TorchBatch, features: Tensor, mask: Tensor, rows: "Perspective") -> tuple[Tensor, Tensor]:
        """Return log-probabilities of all actions (illegal ones masked), and the logarithms of the win shares."""
        bits = unpack(features, kind_on(batch.device))
        first = functional.pad(self.first.to(bits.dtype), (0, 0, 0, bits.shape[-1] - len(self.first)))
        found = functional.relu(bits @ first + self.bias.to(bits.dtype))
        for layer in self.deeper:
            found = functional.relu(_linear(layer, found))
        allowed = unpack(mask, torch.bool)[:, : self.policy_head.out_features]
        logits = _linear(self.policy_head, found).float()
        if batch.turned is not None:
            logits = logits.gather(-1, batch.turned[rows.players, rows.asked])
        shares = _linear(self.value_head, found).float().masked_fill(~rows.there, ILLEGAL)
        return functional.log_softmax(logits.masked_fill(~allowed, ILLEGAL), -1), functional.log_softmax(shares, -1)


class Perspective:
    """For some rows: the number of players, the seat to move, and which seats exist, counted from the seat to move."""

    def __init__(self, players: Tensor, asked: Tensor, seats: int) -> None:
        self.players, self.asked = players, asked
        self.there = torch.arange(seats, device=players.device) < players.unsqueeze(-1)

    def __getitem__(self, some: Any) -> "Perspective":
        """Return the perspective of a subset of the rows."""
        return Perspective(self.players[some], self.asked[some], self.there.shape[-1])


class Critic(nn.Module):
    """The critic: input is what all seats see; outputs are win shares and leads in points, from the seat to move on."""

    def __init__(self, batch: TorchBatch, width: int) -> None:
        super().__init__()
        self.seats = batch.seats
        self.first, self.second = nn.Linear(FEATURE_WORD_BITS * batch.all_words, width), nn.Linear(width, width)
        nn.init.normal_(self.first.weight, std=FIRST_SPREAD)
        self.last = nn.Linear(width, 2 * batch.seats)
        nn.init.zeros_(self.last.weight)

    def forward(self, seen: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logarithms of the win shares, and the leads; `there` masks the seats that exist."""
        bits = unpack(seen, kind_on(seen.device.type))
        found = functional.relu(_linear(self.second, functional.relu(_linear(self.first, bits))))
        shares, leads = _linear(self.last, found).float().split(self.seats, -1)
        return functional.log_softmax(shares.masked_fill(~there, ILLEGAL), -1), leads * there


def _pass_on(layer: nn.Linear) -> None:
    """Initialise a layer to the identity, which also survives the ReLU, because its inputs are never negative."""
    nn.init.eye_(layer.weight)
    nn.init.zeros_(layer.bias)


def _linear(layer: nn.Linear, given: Tensor) -> Tensor:
    return functional.linear(given, layer.weight.to(given.dtype), layer.bias.to(given.dtype))


def half_precision(module: nn.Module) -> dict[str, Any]:
    """Return the weights in half precision on the CPU."""
    return {name: value.detach().half().cpu().clone() for name, value in module.state_dict().items()}
