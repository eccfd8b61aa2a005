"""The games as Gymnasium environments: the agent plays one seat, and bots play the others.

`gymnasium.make("eleven/Elevenses-v0", players=3, opponent="greedy")` is a single game; `gymnasium.make_vec(…,
vectorization_mode="vector_entry_point")` is a batch of games against random players, in compiled code. The reward
comes at the end of a game: the seat's win share.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from eleven.core.contract.game import RANDOM, Game, Rule, find_game
from eleven.core.play.engine import engine, rules_of
from eleven.core.rules import luck
from eleven.core.rules.jit import bind
from eleven.core.text.errors import Mistake
from eleven.research.encoding import encode_rule, encoding_of
from eleven.research.extras import needed
from eleven.research.registration import register
from eleven.research.rendering import SVG, TEXT, drawn
from eleven.research.stepping import seat_step_kernels, step_kernels
from eleven.research.stepping.single import SingleGame

with needed("gymnasium"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

register()

SEED_RANGE = 1 << 62


def _space(game: Game, players: int) -> spaces.Dict:
    bits, actions = encoding_of(game, players).bits, len(game.actions)
    return spaces.Dict(
        observation=spaces.Box(0, 1, (bits,), np.uint8), action_mask=spaces.Box(0, 1, (actions,), np.int8)
    )


def _checked_seat(game: Game, seat: int, players: int) -> int:
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < players:
        raise Mistake("seat is a number from 0 to {last}, not {given}", last=players - 1, given=seat)
    return int(seat)


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """One seat of one game; `opponent` is the bot in all other seats (docs/bots.md)."""

    metadata = {"render_modes": [TEXT, SVG], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seat: int = 0,
        opponent: str = RANDOM,
        options: Mapping[str, str] | None = None,
        edition: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = SingleGame(game, players, options, edition)
        self.seat = _checked_seat(self.table.game, seat, self.table.players)
        self._bot = None if opponent == RANDOM else _bot(opponent, self.table.game, self.table.players)
        if render_mode not in (None, TEXT, SVG):
            raise Mistake("render_mode is 'ansi', 'svg' or None, not {given}", given=repr(render_mode))
        self.render_mode = render_mode
        self.observation_space = _space(self.table.game, self.table.players)
        self.action_space = spaces.Discrete(len(self.table.game.actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game, and let the bots play until it is this seat's turn."""
        super().reset(seed=seed)
        self.table.deal(int(self.np_random.integers(SEED_RANGE)))
        self._others_play()
        return self._observed(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play an action, and let the bots play until it is this seat's turn; raise an error if it is illegal."""
        self.table.act(action)
        self._others_play()
        over, cut = self.table.over, self.table.cut_off
        return self._observed(), self.table.shares()[self.seat], over, cut, {}

    def _others_play(self) -> None:
        table = self.table
        while not (table.over or table.cut_off) and table.asked != self.seat:
            table.act(self._chosen_by_bot(table.asked))

    def _chosen_by_bot(self, seat: int) -> int:
        if self._bot is None:
            return int(self.np_random.choice(np.flatnonzero(self.table.observe(seat)[1])))
        from eleven.bots.choosing import choose

        return choose(self.table.game, self.table.sight(seat), self._bot, self.np_random.bytes(32))

    def _observed(self) -> dict[str, Any]:
        observation, mask = self.table.observe(self.seat)
        return {"observation": observation, "action_mask": mask}

    def action_masks(self) -> Any:
        """Return the legal actions as booleans, under the name that MaskablePPO of sb3-contrib expects."""
        return self.table.observe(self.seat)[1].astype(bool)

    def render(self) -> str | None:
        """Return the table and the last messages as this seat sees them, as text or SVG."""
        if self.render_mode is None:
            return None
        return drawn(self.table.sight(self.seat), self.table.game, self.render_mode)

    def close(self) -> None:
        """Close the environment; a later step or reset raises an error."""
        self.table.close()


def _checked_mode(mode: AutoresetMode | str) -> AutoresetMode:
    for offered in AutoresetMode:
        if mode in (offered, offered.value, offered.name):
            return offered
    raise Mistake("autoreset_mode is NEXT_STEP, SAME_STEP or DISABLED, not {given}", given=mode)


def _bot(name: str, game: Game, players: int) -> Any:
    from eleven.bots.levels import find_bot

    return find_bot(name, game, players)


@cache
def _functions(game_id: str, players: int) -> Rule:
    game, rules = find_game(game_id), engine(game_id)
    names = {**rules_of(game), "start": rules.start, "apply": rules.apply, "random_action": rules.random_action}
    names["encode"] = encode_rule(game, players)
    names["observe_seat"] = bind(seat_step_kernels.observe_seat_template, game_id, f"observe_seat{players}", **names)
    for name in ("deal_one", "play_one", "deal_row", "play_row"):
        names[name] = bind(getattr(step_kernels, f"{name}_template"), game_id, f"batch_{name}", **names)
    return bind(seat_step_kernels.seat_step_template, game_id, f"seat_step{players}", **names)


class TableVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """One seat in each game of a batch, against random players, all in compiled code.

    With `autoreset_mode` NEXT_STEP, a finished game returns its last observation, and the next step starts a new game
    whatever the action. With SAME_STEP the new game starts at once, and `info["final_obs"]` has the last observation.
    With DISABLED, a finished game waits for `reset(options={"reset_mask": …})`, a boolean array of the rows to deal
    again. The same seed gives the same games.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        seat: int = 0,
        options: Mapping[str, str] | None = None,
        edition: str | None = None,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        if render_mode is not None:
            raise Mistake("many games at once are not drawn; render_mode is None, not {given}", given=render_mode)
        self.game, rules = find_game(game), engine(game)
        setup = self.game.setup(players, edition, options)
        if isinstance(num_envs, bool) or not isinstance(num_envs, int | np.integer) or num_envs < 1:
            raise Mistake("num_envs is a whole number from 1, not {given}", given=num_envs)
        self.num_envs, self.seat = int(num_envs), _checked_seat(self.game, seat, setup.players)
        self.autoreset_mode = _checked_mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = _space(self.game, setup.players)
        self.single_action_space = spaces.Discrete(len(self.game.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._step = _functions(game, setup.players)
        state, bits = self.game.state, encoding_of(self.game, setup.players)
        self._rules_memory = (rules.prepared(setup), np.zeros(num_envs, state), np.zeros(1, state), np.zeros(1, state))
        self._games, self._dice = np.zeros(num_envs, np.int64), np.zeros(1, luck.DICE)
        self._lucks, self._words = np.zeros(1, luck.LUCK), rules.no_actions()
        self._span = np.zeros(step_kernels.SPAN, np.int64)
        self._span[step_kernels.LONGEST] = self.game.truncate_at
        self._packed = np.zeros(bits.words, np.uint64)
        self._features = np.zeros((num_envs, bits.bits), np.uint8)
        self._mask = np.zeros((num_envs, len(self.game.actions)), np.int8)
        self._reward = np.zeros((num_envs, setup.players), np.float32)
        self._score = np.zeros((num_envs, setup.players), np.int64)
        self._done, self._truncated = np.zeros(num_envs, np.bool_), np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal new games, in the rows of `options["reset_mask"]` only if it is given."""
        if isinstance(seed, list):
            raise Mistake("one seed names all the games; a list of seeds is not wanted")
        self._refuse_if_closed()
        if options and "reset_mask" in options:
            self._deal_some(options["reset_mask"], seed)
            return self._observed(), {}
        super().reset(seed=seed)
        self._span[step_kernels.SEED] = self._dice[0] = self.np_random.integers(SEED_RANGE)
        self._games[:] = 0
        self._done[:] = True
        self._play(np.zeros(self.num_envs, np.int64))
        return self._observed(), {}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Play an action in every game; play none of them if any is illegal."""
        self._refuse_if_closed()
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            parts = {"size": self.num_envs, "shape": given.shape, "kind": given.dtype}
            raise Mistake("actions are {size} whole numbers, not {kind} of the shape {shape}", **parts)
        chosen = given.astype(np.int64)
        playing = ~(self._done | self._truncated)
        if self.autoreset_mode == AutoresetMode.DISABLED and not playing.all():
            raise Mistake("row {row}: its game is over; reset it first", row=int(playing.argmin()))
        inside = (chosen >= 0) & (chosen < self._mask.shape[1])
        legal = inside & (self._mask[np.arange(self.num_envs), np.where(inside, chosen, 0)] != 0)
        if not (legal | ~playing).all():
            row = int(np.flatnonzero(playing & ~legal)[0])
            raise Mistake("row {row}: action {action} is not legal", row=row, action=int(chosen[row]))
        self._play(np.where(playing, chosen, 0))
        rewards = self._reward[:, self.seat].astype(np.float64)
        done, truncated, info = self._done.copy(), self._truncated.copy(), {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and (done | truncated).any():
            info = self._next_games(done | truncated)
        return self._observed(), rewards, done, truncated, info

    def _deal_some(self, rows: Any, seed: int | None) -> None:
        """Deal the next game in some rows."""
        given = np.asarray(rows)
        if given.shape != (self.num_envs,) or given.dtype != np.bool_:
            parts = {"size": self.num_envs, "shape": given.shape, "kind": given.dtype}
            raise Mistake("reset_mask is {size} times true or false, not {kind} of the shape {shape}", **parts)
        if seed is not None or not self._games.all():
            raise Mistake("the first reset, and one with a seed, is of all games; a reset_mask is not wanted")
        self._done[given] = True
        self._play(np.where(given, 0, seat_step_kernels.LEFT_ALONE))

    def _next_games(self, ended: Any) -> dict[str, Any]:
        """Start new games in the rows that have ended, and return their last observations as `info`."""
        last = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(ended):
            last[row] = {"observation": self._features[row].copy(), "action_mask": self._mask[row].copy()}
        self._play(np.where(ended, 0, seat_step_kernels.LEFT_ALONE))
        return {"final_obs": last, "_final_obs": ended.copy(), "final_info": {}, "_final_info": ended.copy()}

    def _refuse_if_closed(self) -> None:
        if self.closed:
            raise Mistake("this environment was closed")

    def _play(self, actions: Any) -> None:
        self._step(
            *self._rules_memory, self._lucks, self._games, self._words, self._dice, self._span, self.seat, actions,
            self._packed, self._features, self._mask, self._reward, self._score, self._done, self._truncated,
        )  # fmt: skip

    def _observed(self) -> dict[str, Any]:
        return {"observation": self._features.copy(), "action_mask": self._mask.copy()}
