"""Proximal policy optimisation in self-play, and imitation of a teacher before it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from eleven.train.model import Critic, Player
from eleven.train.tables import Table

CHUNK = 1 << 17


@dataclass(frozen=True)
class Settings:
    """How is learnt; what fades is given for the beginning and the end."""

    steps: int = 32
    minibatch: int = 1 << 15
    epochs: int = 1
    rate: tuple[float, float] = (5e-4, 5e-5)
    entropy: tuple[float, float] = (0.01, 0.001)
    margin: tuple[float, float] = (0.5, 0.0)
    """What a standard deviation of the lead in points is worth beside the victory."""
    trace: float = 0.95
    clip: float = 0.2
    longest_step: float = 1.0
    old_part: float = 0.1
    greedy_part: float = 0.1
    """The parts of the tables at which one seat learns and the others are an earlier self, or the teacher."""


class Rollout(NamedTuple):
    """Some steps of all rows, as (steps, rows, …); `seen` is what the critic is shown, one step more."""

    features: Tensor
    mask: Tensor
    action: Tensor
    chance: Tensor
    asked: Tensor
    learns: Tensor
    taught: Tensor
    share: Tensor
    lead: Tensor
    ended: Tensor
    seen: Tensor
    asked_after: Tensor


class Opponents(NamedTuple):
    """Who else plays: an earlier self in the last rows but some, and the teacher in the very last."""

    old: Player | None
    old_from: int
    greedy_from: int


@torch.no_grad()
def play(table: Table, player: Player, settings: Settings, others: Opponents, imitate: bool, scale: float) -> Rollout:
    """Play on in every row; the lead of a seat is its points above the mean, in units of `scale`."""
    kept: list[tuple[Tensor, ...]] = []
    rows = torch.arange(table.size, device=table.device)
    mine = rows % table.players
    for _ in range(settings.steps):
        features, mask, asked = (table.read(name).clone() for name in ("features", "mask", "asked"))
        asked = asked.long()
        seen = _all_seen(table, features)
        chances = player(table, features, mask)[0]
        action = (chances - torch.empty_like(chances).exponential_().log_()).argmax(-1)
        learns = (asked == mine) | (rows < others.old_from)
        learns &= chances.amax(-1) < 0.0
        taught = action
        if imitate:
            taught = table.teacher(0)
            action = torch.where(rows % 2 == 0, taught, action)
        else:
            if others.old is not None and others.greedy_from > others.old_from:
                some = slice(others.old_from, others.greedy_from)
                theirs = others.old(table, features[some], mask[some])[0]
                theirs = (theirs - torch.empty_like(theirs).exponential_().log_()).argmax(-1)
                action[some] = torch.where(asked[some] == mine[some], action[some], theirs)
            if others.greedy_from < table.size:
                some = slice(others.greedy_from, table.size)
                theirs = table.teacher(others.greedy_from)
                action[some] = torch.where(asked[some] == mine[some], action[some], theirs)
        table.step(action)
        chance = chances.gather(-1, action.unsqueeze(-1)).squeeze(-1)
        cut, score = table.read("truncated").bool(), table.read("score").float()
        share = table.read("reward").masked_fill(cut.unsqueeze(-1), 1 / table.players)
        ended = table.read("done").bool() | cut
        lead = (score - score.mean(1, keepdim=True)) / scale * ended.unsqueeze(-1)
        kept.append((features, mask, action, chance, asked, learns, taught, share, lead, ended, seen))
    features, mask, action, chance, asked, learns, taught, share, lead, ended, seen = (
        torch.stack(each) for each in zip(*kept, strict=True)
    )
    after = _all_seen(table, table.read("features").clone())
    seen = torch.cat([seen, after.unsqueeze(0)])
    asked_after = table.read("asked").long().clone()
    return Rollout(features, mask, action, chance, asked, learns, taught, share, lead, ended, seen, asked_after)


def _all_seen(table: Table, features: Tensor) -> Tensor:
    """What the critic is shown: the sight of the asked seat, then those of the others."""
    if table.all_open:
        return features
    return torch.cat([features.unsqueeze(1), table.others()], 1).flatten(1)


class Targets(NamedTuple):
    """What is learnt from a rollout: advantages of the actions taken, and outcomes from the asked seat on."""

    advantage: Tensor
    share: Tensor
    lead: Tensor
    explained: Tensor


@torch.no_grad()
def targets_of(played: Rollout, critic: Critic, settings: Settings, margin: float) -> Targets:
    """Generalised advantages over all decisions of a table, for all seats, from the critic's values."""
    steps, rows, players = played.share.shape
    asked = torch.cat([played.asked, played.asked_after.unsqueeze(0)])
    turned = (torch.arange(players, device=asked.device) - asked.unsqueeze(-1)) % players
    values = [critic(some) for some in played.seen.flatten(0, 1).split(CHUNK)]
    share = torch.cat([each[0] for each in values]).exp().view(steps + 1, rows, players).gather(-1, turned)
    lead = torch.cat([each[1] for each in values]).view(steps + 1, rows, players).gather(-1, turned)
    both = torch.stack([share, lead], -1)
    reward = torch.stack([played.share, played.lead], -1)
    gain, gains = torch.zeros_like(both[0]), torch.empty_like(both[:-1])
    for t in reversed(range(steps)):
        goes_on = (~played.ended[t]).float().view(rows, 1, 1)
        surprise = reward[t] + goes_on * both[t + 1] - both[t]
        gain = surprise + settings.trace * goes_on * gain
        gains[t] = gain
    mine = gains.gather(2, played.asked.view(steps, rows, 1, 1).expand(-1, -1, 1, 2)).squeeze(2)
    outcome = gains + both[:-1]
    back = (torch.arange(players, device=asked.device) + played.asked.unsqueeze(-1)) % players
    explained = 1 - gains[..., 0].var() / outcome[..., 0].var().clamp(min=1e-9)
    advantage = mine[..., 0] + margin * mine[..., 1]
    return Targets(advantage, outcome[..., 0].gather(-1, back), outcome[..., 1].gather(-1, back), explained)


def minibatches(number: int, size: int, device: Any) -> Iterator[Tensor]:
    """All numbers in random order, in parts."""
    yield from torch.randperm(number, device=device).split(size)


def learn(
    table: Table, player: Player, critic: Critic, optimisers: tuple[Any, Any], played: Rollout, targets: Targets,
    settings: Settings, entropy: float, imitate: bool,
) -> dict[str, Tensor]:  # fmt: skip
    """Some passes over a rollout; what is told is of the last minibatch."""
    chosen = torch.nonzero(played.learns.flatten()).squeeze(-1)
    features, mask = played.features.flatten(0, 1), played.mask.flatten(0, 1)
    action, before = (played.taught if imitate else played.action).flatten(), played.chance.flatten()
    share, lead, seen = targets.share.flatten(0, 1), targets.lead.flatten(0, 1), played.seen[:-1].flatten(0, 1)
    advantage = targets.advantage.flatten()
    picked = advantage[chosen]
    advantage = ((advantage - picked.mean()) / (picked.std() + 1e-6)).clamp(-6.0, 6.0)
    told: dict[str, Tensor] = {}
    for _ in range(1 if imitate else settings.epochs):
        for part in minibatches(len(chosen), settings.minibatch, chosen.device):
            some = chosen[part]
            chances, shares = player(table, features[some], mask[some])
            taken = chances.gather(-1, action[some].unsqueeze(-1)).squeeze(-1)
            spread = -(chances.exp() * chances.clamp(min=-50.0)).sum(-1).mean()
            if imitate:
                policy = taken.mean()
            else:
                ratio = (taken - before[some]).exp()
                gained = advantage[some]
                policy = torch.minimum(
                    ratio * gained, ratio.clamp(1 - settings.clip, 1 + settings.clip) * gained
                ).mean()
                told["moved"] = (before[some] - taken).mean()
                told["clipped"] = ((ratio - 1).abs() > settings.clip).float().mean()
            judged = -(share[some] * shares).sum(-1).mean()
            _descend(player, optimisers[0], 0.5 * judged - policy - entropy * spread, settings)
            told |= {"policy": policy, "entropy": spread, "judged": judged}
        for some in minibatches(len(seen), settings.minibatch, seen.device):
            shares, leads = critic(seen[some])
            wrong = -(share[some] * shares).sum(-1).mean() + 0.5 * (leads - lead[some]).square().mean()
            _descend(critic, optimisers[1], wrong, settings)
            told["critic"] = wrong
    told["explained"] = targets.explained
    return {name: value.detach() for name, value in told.items()}


def _descend(network: nn.Module, optimiser: Any, loss: Tensor, settings: Settings) -> None:
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), settings.longest_step)
    optimiser.step()
