"""Gymnasium's own checks, run unchanged; one seat and many games at once."""

import os
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from eleven.core.text.errors import Mistake
from eleven.research.gym import SeatEnv, TableVectorEnv
from eleven.research.registration import ENVIRONMENTS
from eleven.research.stepping.single import SingleGame

pytestmark = pytest.mark.slow

NATIVE = "vector_entry_point"
STEPS = 120
each_environment = pytest.mark.parametrize("name", ENVIRONMENTS)


class OnlyLegal(gymnasium.Wrapper[Any, Any, Any, Any], gymnasium.utils.RecordConstructorArgs):
    """For checks that choose any action: what is not legal becomes the first legal one."""

    def __init__(self, env: Any) -> None:
        gymnasium.utils.RecordConstructorArgs.__init__(self)
        gymnasium.Wrapper.__init__(self, env)

    def step(self, action: Any) -> Any:
        mask = np.asarray(self.env.unwrapped.action_masks())  # type: ignore[attr-defined]
        return self.env.step(action if mask[action] else np.flatnonzero(mask)[0])


@each_environment
def test_the_interface_is_kept(name: str) -> None:
    """Every check, drawings included; all it warns of is the wrapper, without which it would choose illegal actions."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        check_env(OnlyLegal(gymnasium.make(name, disable_env_checker=True).unwrapped))
    assert [each for each in told if "is different from the unwrapped version" not in str(each.message)] == []


@each_environment
def test_many_games_at_once(name: str) -> None:
    """The same seed plays the same; observations are in their space, and every game can go on."""
    played = []
    for _ in range(2):
        games = gymnasium.make_vec(name, num_envs=3, vectorization_mode=NATIVE)
        assert games.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
        random = np.random.default_rng(1)
        observation, _ = games.reset(seed=5)
        seen = [observation]
        for _ in range(30):
            assert observation in games.observation_space
            chosen = [int(random.choice(np.flatnonzero(row))) if row.any() else 0 for row in observation["action_mask"]]
            observation, reward, done, cut, _ = games.step(np.array(chosen))
            assert not reward[~done].any()
            assert not cut.any()
            seen.append(observation)
        played.append(b"".join(part.tobytes() for each in seen for part in each.values()))
    assert played[0] == played[1]


@each_environment
def test_many_games_show_what_one_would(name: str) -> None:
    """Features and mask of every row are those of a single table in the same state, which `see` has limited."""
    games, single = TableVectorEnv(ENVIRONMENTS[name], 2, seat=1), SingleGame(ENVIRONMENTS[name])
    observation, _ = games.reset(seed=3)
    for _ in range(6):
        for row, state in enumerate(games._rules_memory[1]):
            single._states[0] = state
            features, mask = single.observe(1)
            assert observation["observation"][row].tobytes() == features.tobytes()
            assert observation["action_mask"][row].tobytes() == mask.tobytes()
        observation, *_ = games.step(observation["action_mask"].argmax(1))


def test_games_end_and_follow_each_other() -> None:
    """The last observation has no actions, the reward is a share, and the next step deals."""
    games = TableVectorEnv("elefant", 4, players=3)
    observation, _ = games.reset(seed=1)
    ends = 0
    while ends < 3:
        chosen = observation["action_mask"].argmax(1)
        observation, reward, done, _, _ = games.step(chosen)
        ends += int(done.sum())
        assert (observation["action_mask"].any(1) != done).all()
        assert ((reward >= 0) & (reward <= 1)).all()


def test_one_seat_against_bots() -> None:
    environment: Any = gymnasium.make("eleven/Elefant-v0", players=3, seat=2, opponent="random", render_mode="ansi")
    environment.reset(seed=1)
    over = False
    while not over:
        _, reward, over, _, _ = environment.step(int(np.flatnonzero(environment.unwrapped.action_masks())[0]))
    assert 0 <= reward <= 1
    assert environment.unwrapped.render()
    assert SeatEnv("elefant", opponent="greedy").reset(seed=1)[0]["action_mask"].any()


FINDING = """
import gymnasium
table = gymnasium.make("eleven.research.gym:eleven/Elefant-v0", players=4)
games = gymnasium.make_vec("eleven.research.gym:eleven/Elefant-v0", 3, vectorization_mode="vector_entry_point")
print(table.spec.id, games.num_envs, sorted(name for name in gymnasium.registry if name.startswith("eleven/")))
"""


def test_gymnasium_finds_the_games_by_itself() -> None:
    """In a program that imports nothing of ours."""
    command = [sys.executable, "-W", "ignore", "-c", FINDING]
    done = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True)
    assert done.stdout.strip() == f"eleven/Elefant-v0 3 {sorted(ENVIRONMENTS)}", done.stderr[-2000:]


def test_bad_input_is_refused_in_words() -> None:
    games = TableVectorEnv("elefant", 2)
    observation, _ = games.reset(seed=1)
    wrong: list[tuple[Any, str]] = [
        (lambda: SeatEnv("elefant", seat=3), "seat is a number from 0 to 2, not 3"),
        (lambda: SeatEnv("elefant", opponent="clever"), "clever"),
        (lambda: SeatEnv("elefant", seat="0"), "seat is a number from 0 to 2, not 0"),  # type: ignore[arg-type]
        (lambda: SeatEnv("elefant", players=2), "for 3 to 5 players, not 2"),
        (lambda: SeatEnv("chess"), "there is no game 'chess'"),
        (lambda: SeatEnv("elefant", render_mode="film"), "render_mode is 'ansi'"),
        (lambda: TableVectorEnv("elefant", 0), "num_envs is a whole number from 1, not 0"),
        (lambda: TableVectorEnv("elefant", autoreset_mode="Never"), "NEXT_STEP, SAME_STEP or DISABLED, not Never"),
        (lambda: games.reset(options={"reset_mask": np.ones(2)}), "2 times true or false, not float64"),
        (lambda: games.reset(options={"reset_mask": np.ones(3, bool)}), "2 times true or false"),
        (lambda: games.reset(seed=1, options={"reset_mask": np.ones(2, bool)}), "with a seed, is of all games"),
        (lambda: TableVectorEnv("elefant").reset(options={"reset_mask": np.ones(1, bool)}), "the first reset"),
        (lambda: games.step(np.zeros(2)), "2 whole numbers, not float64"),
        (lambda: TableVectorEnv("elefant", render_mode="ansi"), "not drawn"),
        (lambda: games.reset(seed=[1, 2]), "a list of seeds"),
        (lambda: games.step(np.zeros(3, np.int64)), "2 whole numbers"),
        (lambda: games.step(np.array([-1, -1])), "row 0: action -1 is not legal"),
    ]
    for call, said in wrong:
        with pytest.raises(Mistake, match=said):
            call()
    assert games.step(observation["action_mask"].argmax(1))


def test_nothing_is_played_after_the_end() -> None:
    many, one = TableVectorEnv("elefant", 1), SeatEnv("elefant")
    observation, _ = many.reset(seed=1)
    one.reset(seed=1)
    many.close()
    one.close()
    actions = observation["action_mask"].argmax(1)
    calls: list[Any] = [many.reset, one.reset, lambda: many.step(actions), lambda: one.step(actions[0])]
    for call in calls:
        with pytest.raises(Mistake, match="this environment was closed"):
            call()


def test_the_next_game_may_follow_at_once() -> None:
    """SAME_STEP plays the same games as NEXT_STEP; the last observations are in the info."""
    kinds: dict[str, list[bytes]] = {}
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        games = gymnasium.make_vec("eleven/Elefant-v0", 1, NATIVE, autoreset_mode=mode, players=3)
        assert games.metadata["autoreset_mode"] == mode
        observation, _ = games.reset(seed=4)
        shown = kinds.setdefault(mode.name, [])
        for _ in range(STEPS):
            shown.append(observation["observation"][0].tobytes())
            observation, _, _, _, info = games.step(observation["action_mask"].argmax(1))
            if "final_obs" in info:
                shown.append(info["final_obs"][0]["observation"].tobytes())
    assert len(kinds["SAME_STEP"]) > STEPS, "no game ended"
    assert kinds["NEXT_STEP"] == kinds["SAME_STEP"][:STEPS]


def test_games_may_wait_until_they_are_reset() -> None:
    """DISABLED plays the same games as NEXT_STEP; a row that is not reset stays as it is, and is not played on."""
    shown: dict[str, list[bytes]] = {}
    for mode in ("NEXT_STEP", "DISABLED"):
        games = gymnasium.make_vec("eleven/Elefant-v0", 1, NATIVE, autoreset_mode=mode, players=3)
        observation, _ = games.reset(seed=4)
        for _ in range(STEPS):
            shown.setdefault(mode, []).append(observation["observation"][0].tobytes())
            over = not observation["action_mask"].any()
            if mode == "DISABLED" and over:
                with pytest.raises(Mistake, match="row 0: its game is over; reset it first"):
                    games.step(np.zeros(1, np.int64))
                observation, _ = games.reset(options={"reset_mask": np.array([False])})
                assert not observation["action_mask"].any()
                observation, _ = games.reset(options={"reset_mask": np.array([True])})
            else:
                observation, *_ = games.step(observation["action_mask"].argmax(1))
    assert shown["NEXT_STEP"] == shown["DISABLED"]
    assert len(set(shown["DISABLED"])) > 1


def test_last_observations_are_those_of_games_that_ended() -> None:
    games = TableVectorEnv("elefant", 3, players=3, autoreset_mode="SAME_STEP")
    observation, _ = games.reset(seed=5)
    ends = 0
    while ends < 2:
        observation, reward, done, _, info = games.step(observation["action_mask"].argmax(1))
        assert observation["action_mask"].any(1).all(), "every game goes on"
        assert not reward[~done].any()
        assert ("final_obs" in info) == done.any()
        if done.any():
            ends += 1
            assert_final(games, info, done)


def assert_final(games: Any, info: dict[str, Any], done: Any) -> None:
    assert info["_final_obs"].tolist() == info["_final_info"].tolist() == done.tolist()
    for row, last in enumerate(info["final_obs"]):
        if done[row]:
            assert last in games.single_observation_space
            assert not last["action_mask"].any()
        else:
            assert last is None
