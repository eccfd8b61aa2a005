"""PPO with TorchRL: one seat learns Elefant against random players, and then meets them in every seating.

    python examples/research/with_torchrl.py
    python examples/research/with_torchrl.py --game eleven_cards --players 2

It needs torchrl (`pip install torchrl`). `Seats` is an environment of TorchRL with many games in it. TorchRL chooses by
the mask; the games refuse what is not legal, so a run that ends has kept to it. The exit code is 1 if what was learnt
does not beat the random player, the whole interval above one half.
"""

import argparse
import sys
from typing import Any

import torch
from tensordict import TensorDict, TensorDictBase
from tensordict.nn import TensorDictModule
from torch import Tensor, nn
from torchrl.collectors import Collector
from torchrl.data import Binary, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from eleven.research.duel import duel
from eleven.research.gym import TableVectorEnv


class Seats(EnvBase):
    """One seat of many games; finished ones are dealt again when TorchRL resets them."""

    def __init__(self, game: str, players: int | None, size: int) -> None:
        super().__init__(batch_size=[size])
        self.games = TableVectorEnv(game, size, players, autoreset_mode="DISABLED")
        self.bits = int(self.games.single_observation_space["observation"].shape[0])
        self.actions = int(self.games.single_action_space.n)
        self.observation_spec = Composite(
            observation=Unbounded((size, self.bits), dtype=torch.uint8),
            action_mask=Binary(self.actions, (size, self.actions), dtype=torch.bool),
            shape=(size,),
        )
        self.action_spec = Categorical(self.actions, (size,))
        self.reward_spec = Unbounded((size, 1))
        flag = {name: Categorical(2, (size, 1), dtype=torch.bool) for name in ("done", "terminated", "truncated")}
        self.full_done_spec = Composite(flag, shape=(size,))
        self._dealing: int | None = None

    def _set_seed(self, seed: int | None) -> None:
        self._dealing = seed

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        rows = None if tensordict is None else tensordict.get("_reset", None)
        if rows is None:
            observed, _ = self.games.reset(seed=self._dealing)
            self._dealing = None
        else:
            observed, _ = self.games.reset(options={"reset_mask": rows.view(-1).numpy()})
        return TensorDict(self._tensors(observed), self.batch_size)

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        observed, reward, done, cut, _ = self.games.step(tensordict["action"].numpy())
        ended = {"done": done | cut, "terminated": done, "truncated": cut}
        told = {name: torch.from_numpy(flags).view(-1, 1) for name, flags in ended.items()}
        gained = torch.from_numpy(reward).float().view(-1, 1)
        return TensorDict({**self._tensors(observed), **told, "reward": gained}, self.batch_size)

    def _tensors(self, observed: dict[str, Any]) -> dict[str, Tensor]:
        return {
            "observation": torch.from_numpy(observed["observation"]),
            "action_mask": torch.from_numpy(observed["action_mask"]).bool(),
        }


class Bits(nn.Module):
    """Bytes of 0 and 1 as numbers."""

    def forward(self, bits: Tensor) -> Tensor:
        """As a network takes them."""
        return bits.float()


def network(bits: int, width: int, out: int) -> nn.Sequential:
    """Two layers."""
    return nn.Sequential(
        Bits(), nn.Linear(bits, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, out)
    )


def train(seats: Seats, wishes: nn.Module, told: argparse.Namespace) -> None:
    """PPO as TorchRL has it."""
    actor = ProbabilisticActor(
        TensorDictModule(wishes, in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        spec=seats.action_spec,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(network(seats.bits, told.width, 1), in_keys=["observation"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01)
    optimiser = torch.optim.Adam(loss.parameters(), told.rate)
    frames = told.size * told.steps
    collector = Collector(
        seats, actor, frames_per_batch=frames, total_frames=frames * told.rounds, auto_register_policy_transforms=False
    )
    for number, played in enumerate(collector):
        ended = played["next", "done"]
        for _ in range(told.epochs):
            with torch.no_grad():
                advantage(played)
            for some in played.reshape(-1)[torch.randperm(frames)].split(told.minibatch):
                losses = loss(some)
                optimiser.zero_grad()
                (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 1.0)
                optimiser.step()
        share = played["next", "reward"][ended].mean()
        print(
            f"round {number + 1} of {told.rounds}: {int(ended.sum())} games, {share:.0%} of the victories", flush=True
        )
    collector.shutdown()


def main() -> int:
    """Train, then meet a bot on deals that were not seen before."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="elefant")
    parser.add_argument("--players", type=int)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--size", type=int, default=128, help="games at once")
    parser.add_argument("--steps", type=int, default=64, help="decisions of each in a round")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--minibatch", type=int, default=1024)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    torch.manual_seed(told.seed)
    seats = Seats(told.game, told.players, told.size)
    seats.set_seed(told.seed)
    wishes = network(seats.bits, told.width, seats.actions)
    train(seats, wishes, told)

    @torch.no_grad()
    def best(games: Any) -> Any:
        wanted = wishes(torch.from_numpy(games.dense_features()))
        return wanted.masked_fill(torch.from_numpy(games.dense_mask()) == 0, -torch.inf).argmax(-1).numpy()

    found = duel(best, told.opponent, told.game, told.players, told.deals, 1 << 40)
    print(f"{found.value:.1%} ({found.low:.1%} to {found.high:.1%}) against {told.opponent}, {told.deals} deals")
    return 0 if found.low is not None and found.low > 0.5 else 1


if __name__ == "__main__":
    sys.exit(main())
