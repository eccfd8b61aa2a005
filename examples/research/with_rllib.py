"""PPO with RLlib: one seat learns Elefant against random players, and then meets them in every seating.

    python examples/research/with_rllib.py
    python examples/research/with_rllib.py --environment eleven/ElevenCards-v0

It needs RLlib and torch (`pip install torch 'ray[rllib]'`). The games are a vector environment of Gymnasium; `Masked`
is a module of RLlib that chooses by the mask; the games refuse what is not legal, so a run that ends has kept to it.
The exit code is 1 if what was learnt does not beat the random player, the whole interval above one half.
"""

import argparse
import os
import sys
from typing import Any

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.distribution.torch.torch_distribution import TorchCategorical
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import Tensor, nn

from eleven.research.duel import duel
from eleven.research.registration import ENVIRONMENTS, register

ILLEGAL = -1e9


class Masked(TorchRLModule, ValueFunctionAPI):
    """Two networks of two layers: how much each legal action is wished for, and what the seat will get."""

    def setup(self) -> None:
        """Build them."""
        self.action_dist_cls = TorchCategorical
        self.wishes = self._network(int(self.action_space.n))
        self.outcome = self._network(1)

    def _network(self, out: int) -> nn.Sequential:
        bits, width = self.observation_space["observation"].shape[0], self.model_config["width"]
        return nn.Sequential(
            nn.Linear(bits, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, out)
        )

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Tensor]:
        seen = batch[Columns.OBS]
        wishes = self.wishes(seen["observation"].float())
        return {Columns.ACTION_DIST_INPUTS: wishes.masked_fill(seen["action_mask"] == 0, ILLEGAL)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Tensor:
        """What PPO's critic says."""
        return self.outcome(batch[Columns.OBS]["observation"].float()).squeeze(-1)


def configured(told: argparse.Namespace) -> PPOConfig:
    """Everything in this process, games many at once."""
    return (
        PPOConfig()
        .environment(told.environment, env_config={"players": told.players})
        .env_runners(num_env_runners=0, num_envs_per_env_runner=told.size, gym_env_vectorize_mode="vector_entry_point")
        .learners(num_learners=0)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=Masked, model_config={"width": told.width}))
        .training(
            lr=told.rate,
            gamma=1.0,
            lambda_=0.95,
            clip_param=0.2,
            entropy_coeff=0.01,
            use_kl_loss=False,
            train_batch_size_per_learner=told.decisions,
            minibatch_size=told.minibatch,
            num_epochs=told.epochs,
        )
        .debugging(seed=told.seed, log_level="ERROR")
    )


def train(told: argparse.Namespace) -> Any:
    """PPO as RLlib has it; returns what was learnt."""
    learner = configured(told).build_algo()
    for number in range(told.rounds):
        found = learner.train()["env_runners"]
        share, games = found["episode_return_mean"], int(found["num_episodes"])
        print(f"round {number + 1} of {told.rounds}: {games} games, {share:.0%} of the victories", flush=True)
    learnt = learner.get_module()
    learner.stop()
    return learnt


def main() -> int:
    """Train, then meet a bot on deals that were not seen before."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--environment", default="eleven/Elefant-v0", choices=ENVIRONMENTS)
    parser.add_argument("--players", type=int)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--size", type=int, default=128, help="games at once")
    parser.add_argument("--decisions", type=int, default=8192, help="decisions in a round")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--minibatch", type=int, default=1024)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    register()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    learnt = train(told)
    ray.shutdown()

    @torch.no_grad()
    def best(games: Any) -> Any:
        seen = {"observation": games.dense_features(), "action_mask": games.dense_mask()}
        seen = {name: torch.from_numpy(value) for name, value in seen.items()}
        return learnt.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS].argmax(-1).numpy()

    found = duel(best, told.opponent, ENVIRONMENTS[told.environment], told.players, told.deals, 1 << 40)
    print(f"{found.value:.1%} ({found.low:.1%} to {found.high:.1%}) against {told.opponent}, {told.deals} deals")
    return 0 if found.low is not None and found.low > 0.5 else 1


if __name__ == "__main__":
    sys.exit(main())
