"""OpenSpiel's own checks, run unchanged; its Python IS-MCTS plays with worlds from `imagine`."""

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

import eleven.research.openspiel as adapter
from eleven.core.contract.game import Game
from eleven.core.rules import luck
from eleven.core.text.errors import Mistake
from eleven.research.decks import DECKS, OPTIONS
from eleven.research.explicit import GameTree
from examples.cfr_small_deck import Solver
from tests.contract.walking import each_game

SMALL = f"table_eleven(game=eleven_cards,players=2,options=rows:listed;start:1,components={DECKS['eleven_cards']})"
SHORT = {"elevenses": ",options=noon:15"}
"""Random players seldom end a round of Elevenses."""


def load(game: str, more: str = "") -> Any:
    return pyspiel.load_game(f"table_eleven(game={game}{more})")


def walk(state: Any, decisions: int, dice: random.Random) -> Any:
    """Play at random until so many decisions are taken."""
    while not state.is_terminal():
        if state.is_chance_node():
            things, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(dice.choices(things, chances)[0])
        elif decisions == 0:
            break
        else:
            decisions -= 1
            state.apply_action(dice.choice(state.legal_actions()))
    return state


def test_the_example_of_the_page_runs() -> None:
    """The lines of docs/research.md."""
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(re.findall(r"^```python\n(import pyspiel.*?)^```$", page, re.MULTILINE | re.DOTALL)[0], names)
    assert names["state"].move_number() > 84


@pytest.mark.slow
@each_game
def test_it_passes_openspiels_simulation_with_serialisation(game: Game) -> None:
    pyspiel.random_sim_test(load(game.id, SHORT.get(game.id, "")), num_sims=1, serialize=True, verbose=False)


def test_a_script_that_is_too_short_says_what_it_lacks() -> None:
    """Chance nodes are made of this: the kind of luck, how many things, and from which they are taken."""
    chance = luck.fresh(bytes(32))
    luck.script(chance, [5, 1, 2])
    luck.begin(chance, 0)
    assert luck.choose(chance, 5, 0b1100) == 2
    luck.draw(chance, 6, np.array([0, 2, 1]), 3)
    assert luck.lacking(chance) == (6, 1, [1, 1, 2])
    assert not luck.used_up(chance)
    luck.script(chance, [5, 1, 0])
    luck.begin(chance, 0)
    luck.choose(chance, 5, 0b1100)
    assert luck.lacking(chance) is None
    assert not luck.used_up(chance)


@each_game
def test_a_resampled_state_looks_the_same_to_the_asked_seat(game: Game) -> None:
    """Strings, tensors and legal actions of the asked seat are those of every world that it imagines."""
    state = walk(load(game.id).new_initial_state(), 12, random.Random(1))
    seat, resample, hidden = state.current_player(), adapter.resampler(3), set()
    for _ in range(5):
        other = resample(state, seat)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.legal_actions() == state.legal_actions()
        np.testing.assert_array_equal(other.observation_tensor(seat), state.observation_tensor(seat))
        assert other.history() == []
        hidden.add(other.at.records.tobytes())
    assert len(hidden) > 1


def test_a_clone_goes_its_own_way() -> None:
    state = walk(load("elefant").new_initial_state(), 3, random.Random(1))
    before, other = state.at.records.tobytes(), state.clone()
    walk(other, 5, random.Random(2))
    assert state.at.records.tobytes() == before != other.at.records.tobytes()


def test_information_states_remember_what_was_done() -> None:
    state = walk(load("elefant").new_initial_state(), 0, random.Random(1))
    seat = state.current_player()
    strings = {state.child(action).information_state_string(seat) for action in state.legal_actions()}
    assert len(strings) == len(state.legal_actions())


@pytest.mark.slow
def test_is_mcts_plays_the_full_deck_to_the_end() -> None:
    """Both seats; what is tested is the tree and the worlds, for every position is worth the same to it."""
    game = load("eleven_cards")
    dice = random.Random(1)
    state = walk(game.new_initial_state(), 0, dice)
    evaluator = _Shallow()
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 2, random_state=np.random.RandomState(1))
    bot.set_resampler(adapter.resampler(1))
    while not state.is_terminal():
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        walk(state, 0, dice)
    assert evaluator.asked > 0
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.slow
def test_is_mcts_plays_the_small_deck_against_random() -> None:
    """OpenSpiel's own rollouts and tree, worlds from `imagine`; the game is over, and somebody has won."""
    game = pyspiel.load_game(SMALL)
    dice = random.Random(3)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 20, random_state=np.random.RandomState(1))
    bot.set_resampler(adapter.resampler(1))
    decisions = 0
    for _ in range(3):
        state = walk(game.new_initial_state(), 0, dice)
        while not state.is_terminal():
            chosen = bot.step(state) if state.current_player() == 0 else dice.choice(state.legal_actions())
            assert chosen in state.legal_actions()
            decisions += state.current_player() == 0
            state.apply_action(chosen)
            walk(state, 0, dice)
        assert sum(state.returns()) == pytest.approx(0)
    assert decisions >= 3


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(DECKS))
def test_small_decks_pass_openspiels_simulation(game: str) -> None:
    options = ";".join(f"{name}:{value}" for name, value in OPTIONS[game].items())
    small = load(game, f",players=2,options={options},components={DECKS[game]}")
    pyspiel.random_sim_test(small, num_sims=5, serialize=True, verbose=False)


@pytest.mark.slow
def test_our_cfr_finds_the_policies_of_openspiels(tmp_path: Path) -> None:
    """The same policies, sight by sight, and OpenSpiel's exact exploitability of them is that of our example.

    The deck is smaller still, two cards for each and none left, for OpenSpiel walks through its tree very often.
    """
    path = tmp_path / "tiny.toml"
    tiny = DECKS["eleven_cards"].read_text(encoding="utf-8").replace("red = [10, 13]", "red = [9, 13]")
    path.write_text(tiny.replace("jokers = 1", "jokers = 0").replace("hands = [1,", "hands = [2,"), encoding="utf-8")
    game = pyspiel.load_game(SMALL.replace(str(DECKS["eleven_cards"]), str(path)))
    ours = Solver(GameTree("eleven_cards", 2, OPTIONS["eleven_cards"], components=path))
    theirs, start = cfr.CFRSolver(game), ours.exploitability(ours.average())
    for _ in range(4):
        theirs.evaluate_and_update_policy()
        ours.iterate()
    policy = theirs.average_policy()
    for name, chances in ours.average().items():
        row = policy.action_probability_array[policy.state_lookup[name]]
        assert row[ours.information[name].actions] == pytest.approx(chances)
    found = exploitability.exploitability(game, policy)
    assert found == pytest.approx(ours.exploitability(ours.average()))
    assert found < start / 2


class _Shallow(mcts.Evaluator):  # type: ignore[misc]
    """Everything is worth the same: what is tested is the tree, not its strength."""

    asked = 0

    def evaluate(self, state: Any) -> list[float]:
        self.asked += 1
        return [0.0] * int(state.num_players())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return list(state.chance_outcomes())
        return [(action, 1 / len(state.legal_actions())) for action in state.legal_actions()]


def test_mistakes_are_told() -> None:
    with pytest.raises(Mistake, match="name:value"):
        adapter.TableEleven({"game": "elefant", "options": "start"})
    with pytest.raises(Mistake, match="there is no game"):
        adapter.TableEleven({"game": "chess"})
