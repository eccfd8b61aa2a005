"""The games as PettingZoo environments (AEC): `eleven.research.elevenses_v0.env(players=3)` and its siblings.

One seat decides at a time, so there is no parallel environment. A seat may decide several times in a row; the question
is part of its observation. `observation` holds the features of what the seat sees, as bytes of 0 and 1
(`encoding_of`), and `action_mask` its legal actions; the mask is empty if it is not the seat's turn.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from eleven.core.text.errors import Mistake
from eleven.research.extras import needed
from eleven.research.rendering import SVG, TEXT, drawn
from eleven.research.stepping.single import SingleGame

with needed("gymnasium", "pettingzoo"):
    import gymnasium
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

AgentObservation = dict[str, Any]
HUMAN = "human"


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801
    """A game as an AEC environment; the rewards are the win shares at the end."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        edition: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = SingleGame(game, players, options, edition)
        self.metadata = {"render_modes": [TEXT, SVG, HUMAN], "name": f"{game}_v0", "is_parallelizable": False}
        if render_mode not in (None, TEXT, SVG, HUMAN):
            raise Mistake("render_mode is 'ansi', 'svg', 'human' or None, not {given}", given=repr(render_mode))
        self.render_mode = render_mode
        seats = self.table.game.seat.tokens[: self.table.players]
        self.possible_agents = list(seats)
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        box, bits, actions = gymnasium.spaces.Box, self.table.encoding.bits, len(self.table.game.actions)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                observation=box(0, 1, (bits,), np.uint8), action_mask=box(0, 1, (actions,), np.int8)
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> Any:
        """The space of an agent; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent; the same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. The same seed gives the same games; without one, the last seed's sequence continues."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.table.deal(int(self._random.integers(1 << 62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.asked]

    def observe(self, agent: str) -> AgentObservation:
        """Return what an agent sees, and its legal actions."""
        observation, mask = self.table.observe(self._seat[agent])
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.table.act(action)
        self._clear_rewards()
        if self.table.over or self.table.cut_off:
            for each, share in zip(self.possible_agents, self.table.shares(), strict=True):
                self.rewards[each] = share
                self.terminations[each] = self.table.over
                self.truncations[each] = not self.table.over
        else:
            self.agent_selection = self.possible_agents[self.table.asked]
        self._accumulate_rewards()
        if self.render_mode == HUMAN:
            self.render()

    def render(self) -> str | None:
        """Show the table and the last messages as a spectator sees them: as text, printed (`human`), or as SVG."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called without a render_mode")
            return None
        seen = self.table.sight(self.table.players)
        if self.render_mode != HUMAN:
            return drawn(seen, self.table.game, self.render_mode)
        print(drawn(seen, self.table.game, TEXT))
        return None

    def close(self) -> None:
        """Close the environment; a later step or reset raises an error."""
        self.table.close()


def env(game: str, **kwargs: Any) -> Any:
    """Return the environment with PettingZoo's wrappers: an illegal action loses the game, and order is enforced."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **kwargs), illegal_reward=-1.0)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


__all__ = ["env", "raw_env"]
