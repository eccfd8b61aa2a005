"""PPO in one file: a network learns Elefant by playing against itself, from nothing, and then meets greedy.

    python examples/research/ppo.py                                       # nine minutes on two cores
    python examples/research/ppo.py --device cuda --size 16384 --width 512 --minibatch 32768 --minutes 3
    python examples/research/ppo.py --game eleven_cards --players 2 --minutes 20

It needs torch (`pip install 'table-eleven[train]'`). `Games` is a batch of games as tensors, on the CPU or on a GPU.
The exit code is 1 if the network does not beat the opponent, the whole interval above one half.
`python -m eleven.train` does more of the same: a teacher, earlier selves, a critic that sees all hands, checkpoints.
"""

import argparse
import sys
import time
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from eleven.research import Batch, CudaBatch
from eleven.research.duel import duel

ILLEGAL = -1e9


def unpack(words: Tensor, count: int) -> Tensor:
    """Packed words as bits, 64 for each word, the lowest first."""
    octets = words.contiguous().view(torch.uint8)
    shifts = torch.arange(8, dtype=torch.uint8, device=words.device)
    return (octets.unsqueeze(-1) >> shifts & 1).flatten(-2)[:, :count]


class Games:
    """A batch with its buffers as tensors: copies on the CPU; on a GPU the memory itself, which every step writes."""

    def __init__(self, told: argparse.Namespace) -> None:
        made: Any = CudaBatch if told.device == "cuda" else Batch
        self.batch = made(told.game, told.players, told.size, told.seed, features=True, sight=False, check=False)
        self.size, self.players, self.device = told.size, self.batch.players, told.device
        self.bits, self.actions = self.batch.encoding.bits, len(self.batch.game.actions)

    def read(self, name: str) -> Tensor:
        """A buffer."""
        buffer = getattr(self.batch, name)
        found = torch.from_numpy(buffer.copy()) if self.device == "cpu" else torch.as_tensor(buffer, device="cuda")
        return found.view(torch.int64) if found.dtype == torch.uint64 else found

    def step(self, actions: Tensor) -> None:
        """One decision in every game."""
        self.batch.step(actions if self.device == "cuda" else actions.numpy())


class Network(nn.Module):
    """What a seat sees in; the chances of all actions, and the outcome for every seat, the viewer first, out."""

    def __init__(self, games: Games, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(games.bits, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.wishes, self.outcome = nn.Linear(width, games.actions), nn.Linear(width, games.players)
        nn.init.normal_(self.body[0].weight, std=0.05)
        for head in (self.wishes, self.outcome):
            nn.init.normal_(head.weight, std=0.01)

    def forward(self, features: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logarithms of the chances, and the outcomes."""
        found = self.body(unpack(features, self.body[0].in_features).float())
        allowed = unpack(mask, self.wishes.out_features) != 0
        return functional.log_softmax(self.wishes(found).masked_fill(~allowed, ILLEGAL), -1), self.outcome(found)


@torch.no_grad()
def play(games: Games, network: Network, told: argparse.Namespace) -> dict[str, Tensor]:
    """Some decisions of all games, as (steps, rows, …), with advantages and what the outcomes should have been.

    The network judges every position for all seats; surprises are added up over all decisions of a game.
    """
    kept: list[dict[str, Tensor]] = []
    seats = torch.arange(games.players, device=games.device)
    for _ in range(told.steps):
        features, mask, asked = games.read("features").clone(), games.read("mask").clone(), games.read("asked").long()
        chances, judged = network(features, mask)
        action = (chances - torch.empty_like(chances).exponential_().log_()).argmax(-1)
        games.step(action)
        ended, score = games.read("done") | games.read("truncated"), games.read("score").float()
        lead = told.margin * (score - score.mean(1, keepdim=True))
        kept.append(
            {
                "features": features,
                "mask": mask,
                "action": action,
                "chance": chances.gather(-1, action.unsqueeze(-1)).squeeze(-1),
                "asked": asked,
                "ended": ended,
                "value": judged.gather(-1, (seats - asked.unsqueeze(-1)) % games.players),
                "reward": (games.read("reward") - 1 / games.players + lead) * ended.unsqueeze(-1),
                "choice": chances.amax(-1) < 0,
            }
        )
    found = {name: torch.stack([each[name] for each in kept]) for name in kept[0]}
    judged = network(games.read("features"), games.read("mask"))[1]
    following = judged.gather(-1, (seats - games.read("asked").long().unsqueeze(-1)) % games.players)
    gain, gains = torch.zeros_like(following), torch.empty_like(found["value"])
    for t in reversed(range(told.steps)):
        goes_on = (~found["ended"][t]).float().unsqueeze(-1)
        gain = found["reward"][t] + goes_on * following - found["value"][t] + told.trace * goes_on * gain
        gains[t], following = gain, found["value"][t]
    back = (seats + found["asked"].unsqueeze(-1)) % games.players
    found["target"] = (gains + found["value"]).gather(-1, back)
    found["advantage"] = gains.gather(-1, found["asked"].unsqueeze(-1)).squeeze(-1)
    return {name: value.flatten(0, 1) for name, value in found.items()}


def learn(network: Network, optimiser: Any, played: dict[str, Tensor], told: argparse.Namespace) -> None:
    """A pass over what was played, by clipped ratios; where there was no choice there is nothing to learn."""
    chosen = torch.nonzero(played["choice"]).squeeze(-1)
    gained = played["advantage"][chosen]
    played["advantage"] = ((played["advantage"] - gained.mean()) / (gained.std() + 1e-6)).clamp(-6, 6)
    for part in torch.randperm(len(chosen), device=chosen.device).split(told.minibatch):
        some = {name: value[chosen[part]] for name, value in played.items()}
        chances, judged = network(some["features"], some["mask"])
        taken = chances.gather(-1, some["action"].unsqueeze(-1)).squeeze(-1)
        ratio, gain = (taken - some["chance"]).exp(), some["advantage"]
        policy = torch.minimum(ratio * gain, ratio.clamp(1 - told.clip, 1 + told.clip) * gain).mean()
        policy = policy - told.entropy * (chances.exp() * chances.clamp(min=-50)).sum(-1).mean()
        loss = told.judging * (judged - some["target"]).square().mean() - policy
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()


def train(games: Games, network: Network, told: argparse.Namespace) -> int:
    """Play and learn in turn until the time is over; returns how many decisions were made."""
    optimiser = torch.optim.Adam(network.parameters(), told.rate, eps=1e-5)
    begin, decisions, said = time.monotonic(), 0, 0.0
    while (gone := (time.monotonic() - begin) / (60 * told.minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = told.rate * max(1 - gone, 0.1)
        learn(network, optimiser, play(games, network, told), told)
        decisions += games.size * told.steps
        if gone - said > 0.05:
            said = gone
            print(f"{gone:.0%}, {decisions:,} decisions", flush=True)
    return decisions


def main() -> int:
    """Train, then meet a bot on deals that were not seen before."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="elefant")
    parser.add_argument("--players", type=int)
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--size", type=int, default=512, help="games at once")
    parser.add_argument("--steps", type=int, default=32, help="decisions of each between two passes")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--minibatch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--trace", type=float, default=0.95)
    parser.add_argument("--entropy", type=float, default=0.005)
    parser.add_argument("--judging", type=float, default=2.0, help="weight of the outcomes beside the actions")
    parser.add_argument("--margin", type=float, default=0.01, help="what a point of lead is worth beside the victory")
    parser.add_argument("--threads", type=int, default=1, help="of torch; more pay on a machine of one's own")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    torch.manual_seed(told.seed)
    torch.set_num_threads(told.threads)
    games = Games(told)
    network = Network(games, told.width).to(told.device)
    print(f"{train(games, network, told):,} decisions in {told.minutes} minutes")

    @torch.no_grad()
    def best(batch: Any) -> Any:
        features, mask = (torch.from_numpy(each.view("int64").copy()) for each in (batch.features, batch.mask))
        return network(features.to(told.device), mask.to(told.device))[0].argmax(-1).cpu().numpy()

    found = duel(best, told.opponent, told.game, told.players, told.deals, 1 << 40)
    print(f"{found.value:.1%} ({found.low:.1%} to {found.high:.1%}) against {told.opponent}, {told.deals} deals")
    return 0 if found.low is not None and found.low > 0.5 else 1


if __name__ == "__main__":
    sys.exit(main())
