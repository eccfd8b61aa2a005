"""PettingZoo's own checks, run unchanged."""

import importlib
import subprocess
import sys
import warnings
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from eleven.core.contract.game import Game
from eleven.core.rules import luck
from eleven.core.text.errors import Mistake
from tests.contract.walking import each_game

pytestmark = pytest.mark.slow

CYCLES = 60


def module(game: Game) -> Any:
    return importlib.import_module(f"eleven.research.{game.id}_v0")


@each_game
def test_the_interface_is_kept(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(module(game).env(), num_cycles=CYCLES)


@each_game
def test_the_same_seed_plays_the_same(game: Game) -> None:
    seed_test(module(game).env, num_cycles=CYCLES)


@each_game
def test_it_renders(game: Game) -> None:
    render_test(lambda render_mode: module(game).env(render_mode=render_mode))
    environment = module(game).raw_env(render_mode="ansi")
    environment.reset(seed=1)
    assert len(environment.render().splitlines()) > 3


@each_game
def test_a_drawing_has_what_a_spectator_sees_and_nothing_else(game: Game) -> None:
    """It is well-formed, has every thing on the table, and is the same in every world that looks the same."""
    environment = module(game).raw_env(render_mode="svg")
    dream, table = luck.fresh(bytes(32)), environment.table
    for number in range(3):
        environment.reset(seed=number)
        for _ in range(4):
            environment.step(int(np.flatnonzero(table.observe(table.asked)[1])[-1]))
        drawing, seen = environment.render(), table.sight(table.players)
        texts = [each.text or "" for each in ElementTree.fromstring(drawing).iter("{http://www.w3.org/2000/svg}text")]
        for zone in game.zones(seen, game.words()):
            assert any(text.startswith(zone.label) for text in texts)
            for thing in zone.things:
                assert any(text.startswith(thing.text or thing.back or "·") for text in texts)
        luck.begin(dream, number)
        truth = table.state.tobytes()
        game.imagine(seen, dream, table.state)
        assert table.state.tobytes() != truth
        assert environment.render() == drawing


@each_game
def test_an_observation_tells_nothing_that_is_hidden(game: Game) -> None:
    """Of every seat, asked or not: in any world that it cannot tell from the truth its bytes are the same."""
    environment = module(game).raw_env(players=game.max_players)
    environment.reset(seed=2)
    dream, table, differed = luck.fresh(bytes(32)), environment.table, 0
    for number in range(8):
        truth = table.state.tobytes()
        for seat, agent in enumerate(environment.agents):
            shown = [part.tobytes() for part in environment.observe(agent).values()]
            luck.begin(dream, number * len(environment.agents) + seat)
            game.imagine(table.sight(seat), dream, table.state)
            differed += table.state.tobytes() != truth
            assert [part.tobytes() for part in environment.observe(agent).values()] == shown
            table._states[:] = np.frombuffer(truth, game.state)
        assert table.state.tobytes() == truth
        environment.step(int(np.flatnonzero(environment.observe(environment.agent_selection)["action_mask"])[-1]))
        assert not any(environment.rewards.values()), "a reward before the end would tell how things stand"
    assert differed, "worlds that are all true prove nothing"


def test_its_speed_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's benchmark runs, for five seconds; the figures of compiled games are in bench/research_results.md."""
    performance_benchmark(module_of("elefant").raw_env())
    said = capsys.readouterr().out
    assert float(said.split(" turns per second")[0].split()[-1]) > 0


def module_of(name: str) -> Any:
    return importlib.import_module(f"eleven.research.{name}_v0")


def test_a_game_to_its_end() -> None:
    """Rewards come at the end and are shared out; only whoever is asked has actions."""
    environment = module_of("elefant").env(players=4)
    environment.reset(seed=3)
    rewards = dict.fromkeys(environment.possible_agents, 0.0)
    random = np.random.default_rng(1)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        rewards[agent] += reward
        assert not truncated
        if terminated:
            environment.step(None)
            continue
        assert reward == 0
        for other in environment.agents:
            assert environment.observe(other)["action_mask"].any() == (other == agent)
        environment.step(random.choice(np.flatnonzero(observation["action_mask"])))
    assert sum(rewards.values()) == pytest.approx(1)


def test_bad_input_is_refused_in_words() -> None:
    with pytest.raises(Mistake, match="for 3 to 5 players"):
        module_of("elefant").env(players=2)
    with pytest.raises(Mistake, match="render_mode is 'ansi'"):
        module_of("elefant").raw_env(render_mode="film")
    environment = module_of("elefant").raw_env()
    environment.reset(seed=1)
    wrong = int(np.flatnonzero(environment.observe(environment.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(Mistake, match=f"action {wrong} .* is not legal"):
        environment.step(wrong)
    for nonsense in (0.5, "draw", [1, 2]):
        with pytest.raises(Mistake, match="an action is one whole number"):
            environment.step(nonsense)
    environment.close()
    for call in (environment.reset, lambda: environment.step(0)):
        with pytest.raises(Mistake, match="this environment was closed"):
            call()


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("pettingzoo", "pettingzoo", "research"),
        ("pettingzoo", "gymnasium", "research"),
        ("gym", "gymnasium", "research"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_what_is_missing_is_named_with_the_command(module: str, missing: str, extra: str) -> None:
    program = f"import sys; sys.modules['{missing}'] = None; import eleven.research.{module}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    assert f"{missing} is not installed; pip install 'table-eleven[{extra}]'" in done.stderr.splitlines()[-1]
