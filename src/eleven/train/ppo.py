"""Proximal policy optimisation (PPO) in self-play, preceded by imitation of a teacher."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from eleven.train.model import Critic, Perspective, PolicyNetwork
from eleven.train.torch_batch import TorchBatch

CHUNK = 1 << 17


@dataclass(frozen=True)
class Hyperparameters:
    """Hyperparameters; pairs are interpolated linearly from the beginning to the end of the run."""

    steps: int = 32
    minibatch: int = 1 << 15
    epochs: int = 1
    rate: tuple[float, float] = (5e-4, 5e-5)
    entropy: tuple[float, float] = (0.01, 0.001)
    margin: tuple[float, float] = (0.5, 0.0)
    """The weight of one standard deviation of the lead in points, relative to the win share."""
    trace: float = 0.95
    clip: float = 0.2
    longest_step: float = 1.0
    old_part: float = 0.1
    greedy_part: float = 0.1
    """`old_part` and `greedy_part`: the fractions of tables where one seat plays against a past self or the teacher."""


class Rollout(NamedTuple):
    """Several steps of all rows, shaped (steps, rows, …); `seen` is the critic's input and has one more step."""

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


class OpponentMix(NamedTuple):
    """The opponents in the last rows: a past self from `old_from`, and the teacher from `teacher_from` on.

    The past self samples its actions, or with `surely` takes the best one; `error_rates` are the opponents'.
    """

    old: PolicyNetwork | None
    old_from: int
    teacher_from: int
    surely: bool = False
    error_rates: Tensor | None = None


def seat_that_learns(batch: TorchBatch) -> Tensor:
    """Return the learning seat for every row, for rows in which only one seat learns."""
    rows = torch.arange(batch.size, device=batch.device)
    return rows // len(batch.setups) % batch.players


@torch.no_grad()
def roll_out(
    batch: TorchBatch, player: PolicyNetwork, hyperparameters: Hyperparameters, others: OpponentMix, imitate: bool
) -> Rollout:
    """Play several steps in every row; the lead of a seat is its points minus the mean."""
    kept: list[tuple[Tensor, ...]] = []
    rows, mine = torch.arange(batch.size, device=batch.device), seat_that_learns(batch)
    for _ in range(hyperparameters.steps):
        features, mask, asked = (batch.read(name).clone() for name in ("features", "mask", "asked"))
        who = Perspective(batch.players, asked.long(), batch.seats)
        seen = all_seen(batch, features)
        shown = seen if player.hands_open else features
        chances = player(batch, shown, mask, who)[0]
        action = by_chance(chances)
        learns = (who.asked == mine) | (rows < others.old_from)
        learns &= chances.amax(-1) < 0.0
        taught = action
        if imitate:
            taught = batch.teacher()
            action = torch.where(rows // len(batch.setups) % 2 == 0, taught, action)
        else:
            action = with_others(batch, action, features, mask, who, mine, others)
        batch.step(action)
        chance = chances.gather(-1, action.unsqueeze(-1)).squeeze(-1)
        share, lead, ended = outcome(batch)
        kept.append((shown, mask, action, chance, who.asked, learns, taught, share, lead, ended, seen))
    shown, mask, action, chance, asked, learns, taught, share, lead, ended, seen = (
        torch.stack(each) for each in zip(*kept, strict=True)
    )
    after = all_seen(batch, batch.read("features").clone())
    seen = torch.cat([seen, after.unsqueeze(0)])
    asked_after = batch.read("asked").long().clone()
    return Rollout(shown, mask, action, chance, asked, learns, taught, share, lead, ended, seen, asked_after)


def by_chance(chances: Tensor) -> Tensor:
    """Sample an action for every row from log-probabilities (Gumbel-max trick)."""
    return (chances - torch.empty_like(chances).exponential_().log_()).argmax(-1)


def with_others(
    batch: TorchBatch,
    action: Tensor,
    features: Tensor,
    mask: Tensor,
    who: Perspective,
    mine: Tensor,
    others: OpponentMix,
) -> Tensor:
    """Replace the actions in rows where an opponent is to move."""
    if others.old is not None and others.teacher_from > others.old_from:
        some = slice(others.old_from, others.teacher_from)
        noticed = mask if others.error_rates is None else batch.noticed(others.error_rates)
        theirs = others.old(batch, features[some], noticed[some], who[some])[0]
        theirs = theirs.argmax(-1) if others.surely else by_chance(theirs)
        action[some] = torch.where(who.asked[some] == mine[some], action[some], theirs)
    if others.teacher_from < batch.size:
        some = slice(others.teacher_from, batch.size)
        theirs = batch.teacher(others.teacher_from, others.error_rates)
        action[some] = torch.where(who.asked[some] == mine[some], action[some], theirs)
    return action


def outcome(batch: TorchBatch) -> tuple[Tensor, Tensor, Tensor]:
    """Return the win shares and leads in points after the last step in every row, and whether a game has ended."""
    there = torch.arange(batch.seats, device=batch.device) < batch.players.unsqueeze(-1)
    players = batch.players.unsqueeze(-1)
    cut, score = batch.read("truncated").bool(), batch.read("score").float()
    share = torch.where(cut.unsqueeze(-1), there / players, batch.read("reward"))
    ended = batch.read("done").bool() | cut
    lead = (score - score.sum(1, keepdim=True) / players) * (there & ended.unsqueeze(-1))
    return share, lead, ended


def all_seen(batch: TorchBatch, features: Tensor) -> Tensor:
    """Return the input of a critic or of an open-hands player: what the seat to move sees, then what the others see."""
    if batch.all_open:
        return features
    return torch.cat([features, batch.others().flatten(1)], 1)


class Targets(NamedTuple):
    """The training targets of a rollout: advantages of the actions, and outcomes counted from the seat to move."""

    advantage: Tensor
    share: Tensor
    lead: Tensor
    explained: Tensor


@torch.no_grad()
def gae_targets(
    batch: TorchBatch, played: Rollout, critic: Critic, hyperparameters: Hyperparameters, margin: float, scale: Tensor
) -> Targets:
    """Compute generalised advantage estimates (GAE) for all seats, over all decisions of a table."""
    steps, rows, seats = played.share.shape
    asked = torch.cat([played.asked, played.asked_after.unsqueeze(0)]).unsqueeze(-1)
    seat, players = torch.arange(seats, device=asked.device), batch.players.unsqueeze(-1)
    there = seat < players
    turned = torch.where(there, (seat - asked) % players, seat)
    everywhere = there.expand(steps + 1, -1, -1).flatten(0, 1)
    parts = zip(played.seen.flatten(0, 1).split(CHUNK), everywhere.split(CHUNK), strict=True)
    values = [critic(some, those) for some, those in parts]
    share = torch.cat([each[0] for each in values]).exp().view(steps + 1, rows, seats).gather(-1, turned)
    lead = torch.cat([each[1] for each in values]).view(steps + 1, rows, seats).gather(-1, turned)
    both = torch.stack([share, lead], -1)
    reward = torch.stack([played.share, played.lead / scale.view(-1, 1)], -1)
    gain, gains = torch.zeros_like(both[0]), torch.empty_like(both[:-1])
    for t in reversed(range(steps)):
        goes_on = (~played.ended[t]).float().view(rows, 1, 1)
        surprise = reward[t] + goes_on * both[t + 1] - both[t]
        gain = surprise + hyperparameters.trace * goes_on * gain
        gains[t] = gain
    mine = gains.gather(2, played.asked.view(steps, rows, 1, 1).expand(-1, -1, 1, 2)).squeeze(2)
    found = gains + both[:-1]
    back = torch.where(there, (seat + asked[:-1]) % players, seat)
    uneven = (found[..., 0] - 1 / players).square() * there
    explained = 1 - (gains[..., 0].square() * there).mean() / uneven.mean().clamp(min=1e-9)
    advantage = mine[..., 0] + margin * mine[..., 1]
    return Targets(advantage, found[..., 0].gather(-1, back), found[..., 1].gather(-1, back), explained)


def minibatches(number: int, size: int, device: Any) -> Iterator[Tensor]:
    """Yield shuffled indices in minibatches; a last one that is less than half full is dropped."""
    for part in torch.randperm(number, device=device).split(size):
        if 2 * len(part) >= min(size, number):
            yield part


def update(
    batch: TorchBatch, player: PolicyNetwork, critic: Critic, optimisers: tuple[Any, Any], played: Rollout,
    targets: Targets, hyperparameters: Hyperparameters, entropy: float, imitate: bool, critic_only: bool,
) -> dict[str, Tensor]:  # fmt: skip
    """Train for some epochs on a rollout; return the metrics of the last minibatch."""
    told: dict[str, Tensor] = {}
    for _ in range(1 if imitate or critic_only else hyperparameters.epochs):
        if not critic_only:
            told |= _update_player(batch, player, optimisers[0], played, targets, hyperparameters, entropy, imitate)
        told |= _update_critic(batch, critic, optimisers[1], played, targets, hyperparameters)
    told["explained"] = targets.explained
    return {name: value.detach() for name, value in told.items()}


def _update_player(
    batch: TorchBatch, player: PolicyNetwork, optimiser: Any, played: Rollout, targets: Targets,
    hyperparameters: Hyperparameters, entropy: float, imitate: bool,
) -> dict[str, Tensor]:  # fmt: skip
    chosen = torch.nonzero(played.learns.flatten()).squeeze(-1)
    features, mask, asked = played.features.flatten(0, 1), played.mask.flatten(0, 1), played.asked.flatten()
    action, before = (played.taught if imitate else played.action).flatten(), played.chance.flatten()
    share, advantage = targets.share.flatten(0, 1), targets.advantage.flatten()
    picked = advantage[chosen]
    advantage = ((advantage - picked.mean()) / (picked.std() + 1e-6)).clamp(-6.0, 6.0)
    told: dict[str, Tensor] = {}
    for part in minibatches(len(chosen), hyperparameters.minibatch, chosen.device):
        some = chosen[part]
        who = Perspective(batch.players[some % batch.size], asked[some], batch.seats)
        chances, shares = player(batch, features[some], mask[some], who)
        taken = chances.gather(-1, action[some].unsqueeze(-1)).squeeze(-1)
        spread = -(chances.exp() * chances.clamp(min=-50.0)).sum(-1).mean()
        if imitate:
            policy = taken.mean()
        else:
            ratio = (taken - before[some]).exp()
            gained = advantage[some]
            policy = torch.minimum(
                ratio * gained, ratio.clamp(1 - hyperparameters.clip, 1 + hyperparameters.clip) * gained
            ).mean()
            told["approx_kl"] = (before[some] - taken).mean()
            told["clip_fraction"] = ((ratio - 1).abs() > hyperparameters.clip).float().mean()
        judged = -(share[some] * shares * who.there).sum(-1).mean()
        _gradient_step(player, optimiser, 0.5 * judged - policy - entropy * spread, hyperparameters)
        told |= {"policy": policy, "entropy": spread, "value_loss": judged}
    return told


def _update_critic(
    batch: TorchBatch,
    critic: Critic,
    optimiser: Any,
    played: Rollout,
    targets: Targets,
    hyperparameters: Hyperparameters,
) -> dict[str, Tensor]:
    seen, share, lead = played.seen[:-1].flatten(0, 1), targets.share.flatten(0, 1), targets.lead.flatten(0, 1)
    told: dict[str, Tensor] = {}
    for some in minibatches(len(seen), hyperparameters.minibatch, seen.device):
        there = torch.arange(batch.seats, device=seen.device) < batch.players[some % batch.size].unsqueeze(-1)
        shares, leads = critic(seen[some], there)
        wrong = -(share[some] * shares * there).sum(-1).mean() + 0.5 * (leads - lead[some]).square().mean()
        _gradient_step(critic, optimiser, wrong, hyperparameters)
        told["critic"] = wrong
    return told


def _gradient_step(network: nn.Module, optimiser: Any, loss: Tensor, hyperparameters: Hyperparameters) -> None:
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), hyperparameters.longest_step)
    optimiser.step()
