"""PPO in one file: a network learns Elefant from greedy, then by playing against itself, and then meets greedy.

    python examples/research/ppo.py                                       # ten minutes on two cores
    python examples/research/ppo.py --device cuda --size 16384 --width 512 --minibatch 32768 --minutes 3
    python examples/research/ppo.py --game eleven_cards --players 2 --minutes 20

It needs torch (`pip install 'table-eleven[train]'`). `Table` is a batch of games as tensors, with a teacher that takes
what looks best. The exit code is 1 if the network does not beat the opponent, the whole interval above one half.
`python -m eleven.train` does more of the same: earlier selves, a critic that sees all hands, checkpoints.
"""

import argparse
import sys
import time
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from eleven.research.duel import duel
from eleven.train.model import unpack
from eleven.train.tables import Table

ILLEGAL = -1e9


class Network(nn.Module):
    """What a seat sees in; the chances of all actions, and the outcome for every seat, the viewer first, out."""

    def __init__(self, table: Table, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(64 * table.words, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )  # fmt: skip
        self.wishes, self.outcome = nn.Linear(width, len(table.game.actions)), nn.Linear(width, table.players)
        nn.init.normal_(self.body[0].weight, std=0.05)
        for head in (self.wishes, self.outcome):
            nn.init.normal_(head.weight, std=0.01)

    def forward(self, features: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logarithms of the chances, and the outcomes."""
        found = self.body(unpack(features, torch.float32))
        allowed = unpack(mask, torch.bool)[:, : self.wishes.out_features]
        return functional.log_softmax(self.wishes(found).masked_fill(~allowed, ILLEGAL), -1), self.outcome(found)


@torch.no_grad()
def play(table: Table, network: Network, told: argparse.Namespace, lessons: bool) -> dict[str, Tensor]:
    """Some decisions of all games, as (steps, rows, …), with advantages and what the outcomes should have been.

    The network judges every position for all seats; surprises are added up over all decisions of a game. In lessons the
    teacher decides in half of the games, and says in all of them what it would do.
    """
    kept: list[dict[str, Tensor]] = []
    rows = torch.arange(table.size, device=table.device)
    seats = torch.arange(table.players, device=table.device)
    for _ in range(told.steps):
        features, mask, asked = (table.read(name).clone() for name in ("features", "mask", "asked"))
        chances, judged = network(features, mask)
        action = (chances - torch.empty_like(chances).exponential_().log_()).argmax(-1)
        wanted = table.teacher() if lessons else action
        action = torch.where(rows % 2 == 0, wanted, action)
        turned = (seats - asked.long().unsqueeze(-1)) % table.players
        table.step(action)
        ended = table.read("done").bool() | table.read("truncated").bool()
        score = table.read("score").float()
        lead = told.margin * (score - score.mean(1, keepdim=True))
        reward = (table.read("reward") - 1 / table.players + lead) * ended.unsqueeze(-1)
        chance = chances.gather(-1, action.unsqueeze(-1)).squeeze(-1)
        kept.append(
            {
                "features": features,
                "mask": mask,
                "action": wanted,
                "chance": chance,
                "asked": asked.long(),
                "ended": ended,
            }
            | {"value": judged.gather(-1, turned), "reward": reward, "choice": chances.amax(-1) < 0}
        )
    found = {name: torch.stack([each[name] for each in kept]) for name in kept[0]}
    judged = network(table.read("features"), table.read("mask"))[1]
    following = judged.gather(-1, (seats - table.read("asked").long().unsqueeze(-1)) % table.players)
    gain, gains = torch.zeros_like(following), torch.empty_like(found["value"])
    for t in reversed(range(told.steps)):
        goes_on = (~found["ended"][t]).float().unsqueeze(-1)
        gain = found["reward"][t] + goes_on * following - found["value"][t] + told.trace * goes_on * gain
        gains[t], following = gain, found["value"][t]
    back = (seats + found["asked"].unsqueeze(-1)) % table.players
    found["target"] = (gains + found["value"]).gather(-1, back)
    found["advantage"] = gains.gather(-1, found["asked"].unsqueeze(-1)).squeeze(-1)
    return {name: value.flatten(0, 1) for name, value in found.items()}


def learn(network: Network, optimiser: Any, played: dict[str, Tensor], told: argparse.Namespace, lessons: bool) -> None:
    """A pass over what was played: like the teacher, or by clipped ratios (PPO)."""
    chosen = torch.nonzero(played["choice"]).squeeze(-1)
    gained = played["advantage"][chosen]
    played["advantage"] = ((played["advantage"] - gained.mean()) / (gained.std() + 1e-6)).clamp(-6, 6)
    for part in torch.randperm(len(chosen), device=chosen.device).split(told.minibatch):
        some = {name: value[chosen[part]] for name, value in played.items()}
        chances, judged = network(some["features"], some["mask"])
        taken = chances.gather(-1, some["action"].unsqueeze(-1)).squeeze(-1)
        if lessons:
            policy = taken.mean()
        else:
            ratio, gain = (taken - some["chance"]).exp(), some["advantage"]
            policy = torch.minimum(ratio * gain, ratio.clamp(1 - told.clip, 1 + told.clip) * gain).mean()
            policy = policy - told.entropy * (chances.exp() * chances.clamp(min=-50)).sum(-1).mean()
        loss = told.judging * (judged - some["target"]).square().mean() - policy
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()


def train(table: Table, network: Network, told: argparse.Namespace) -> int:
    """Play and learn in turn until the time is over; returns how many decisions were made."""
    optimiser = torch.optim.Adam(network.parameters(), told.rate, eps=1e-5)
    begin, decisions, said = time.monotonic(), 0, 0.0
    while (gone := (time.monotonic() - begin) / (60 * told.minutes)) < 1:
        lessons = gone < told.lessons
        for group in optimiser.param_groups:
            group["lr"] = told.rate * max(1 - gone, 0.1)
        learn(network, optimiser, play(table, network, told, lessons), told, lessons)
        decisions += table.size * told.steps
        if gone - said > 0.05:
            said = gone
            print(f"{gone:.0%}, {'lessons' if lessons else 'self-play'}, {decisions:,} decisions", flush=True)
    return decisions


def main() -> int:
    """Train, then meet a bot on deals that were not seen before."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="elefant")
    parser.add_argument("--players", type=int)
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--lessons", type=float, default=0.3, help="part of the time that the teacher is imitated")
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
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    torch.manual_seed(told.seed)
    torch.set_num_threads(told.threads)
    table = Table(told.game, told.players, told.size, told.seed, told.device)
    network = Network(table, told.width).to(told.device)
    print(f"{train(table, network, told):,} decisions in {told.minutes} minutes")

    @torch.no_grad()
    def best(games: Any) -> Any:
        features, mask = (torch.from_numpy(each.view("int64").copy()) for each in (games.features, games.mask))
        return network(features.to(told.device), mask.to(told.device))[0].argmax(-1).cpu().numpy()

    found = duel(best, told.opponent, told.game, told.players, told.deals, 1 << 40)
    print(f"{found.value:.1%} ({found.low:.1%} to {found.high:.1%}) against {told.opponent}, {told.deals} deals")
    return 0 if found.low is not None and found.low > 0.5 else 1


if __name__ == "__main__":
    sys.exit(main())
