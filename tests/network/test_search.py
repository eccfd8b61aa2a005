"""A network in a search: which actions it tries, that it finds what wins, and that it keeps its time."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from eleven.bots.choosing import choose, plan_of
from eleven.bots.levels import GUIDED_BOT, without_clock
from eleven.core.contract.game import find_game
from eleven.core.play.engine import engine
from eleven.core.rules import bits
from eleven.core.rules.luck import key_of
from eleven.core.rules.record import Array
from eleven.network import playing
from eleven.network.inference import CANDIDATE, net_for
from eleven.network.playing import NetworkWorkspace
from eleven.network.search import affordable, propose, rounds_for, sort
from eleven.network.weights import Weights
from tests.bots.positions import match_at
from tests.bots.test_winning import LAST_CARD
from tests.network.test_network import random_weights, small
from tests.support import Scene

__all__ = ["small"]
FEW = 24
ANY = 1e-300


def proposed(most: int, least: float) -> tuple[list[int], list[float], Array]:
    """The actions that are tried of some, their logits, and the set they were taken from."""
    game = find_game("elefant")
    net = net_for(game, 3, Weights("elefant", random_weights(game, 8), {}).layers())
    net.hidden[:] = np.linspace(0.0, 300.0, len(net.hidden))
    mask = engine("elefant").no_actions()
    for action in (3, 4, 9, 17, 30):
        bits.add(mask, action)
    number = propose(net.candidates, most, mask, 0, least, net)
    found = net.candidates[:number]
    return found["action"].tolist(), found["logit"].tolist(), mask


def test_the_likeliest_actions_are_tried_and_no_unlikely_ones() -> None:
    actions, logits, mask = proposed(16, ANY)
    assert sorted(actions) == bits.members(mask)
    assert logits == sorted(logits, reverse=True)
    assert proposed(2, ANY)[0] == actions[:2]
    least = np.exp((logits[2] + logits[3]) / 2 - logits[0])
    assert proposed(16, least)[0] == actions[:3]
    assert proposed(16, 1.0)[0] == actions[:1]


def test_equal_candidates_keep_their_order() -> None:
    rows: Any = np.zeros(4, CANDIDATE)
    rows["action"], rows["value"] = [7, 8, 9, 10], [1.0, 2.0, 1.0, 2.0]
    sort(rows, 4)
    assert rows["action"].tolist() == [8, 10, 7, 9]


@pytest.mark.usefixtures("small")
def test_a_search_finds_the_winning_action_with_an_untrained_network() -> None:
    scene = Scene("eleven_cards", LAST_CARD)
    seat = scene.match.asked
    assert len(scene.legal()) > 1
    bot = without_clock(replace(GUIDED_BOT, reward_weight=1e6, least_ratio=ANY, cutoff=9), FEW)
    while not scene.match.over:
        assert scene.match.asked == seat, "the turn is over and nothing is won"
        action = choose(scene.game, scene.match.seen(scene.match.asked), bot, key_of(int(scene.s.step)))
        scene.play(scene.game.actions[action].name)
    assert scene.match.winners() == [seat]


@pytest.mark.usefixtures("small")
def test_the_network_alone_decides_where_search_results_count_nothing() -> None:
    game = find_game("elefant")
    bot = without_clock(replace(GUIDED_BOT, reward_weight=0.0, least_ratio=ANY), FEW)
    for decisions in (3, 17, 40):
        match = match_at(game, 3, 1, decisions)
        seen = match.seen(match.asked)
        assert choose(game, seen, bot, bytes(32)) == playing.choose_plainly(game, seen)


@pytest.mark.usefixtures("small")
def test_it_searches_as_much_as_there_is_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock on which every simulation takes a hundredth of a second."""
    match = match_at(find_game("elefant"), 3, 1, 3)
    seen, workspace = match.seen(match.asked), NetworkWorkspace("elefant", 3)
    bot = replace(GUIDED_BOT, least_ratio=ANY)
    now = 0.0

    def searched(seconds: float, simulations: int) -> int:
        plan = plan_of(replace(bot, simulations=simulations))

        def decide(*_: Any) -> int:
            nonlocal now
            plan.done = plan.simulations
            now += 0.01 * int(plan.done)
            return 0

        monkeypatch.setattr(workspace, "decide", decide)
        workspace.decide_within(seen, plan, bytes(32), seconds)
        return int(plan.done)

    monkeypatch.setattr("eleven.network.playing.time.perf_counter", lambda: now)
    assert searched(0.5, 80) == 80, "nobody knows yet how long it takes"
    assert searched(0.5, 80) == pytest.approx(50, abs=1)
    assert searched(0.5, 20) == 20
    assert searched(0.0, 20) == 1


def spent(number: int, simulations: int) -> int:
    """How many simulations a search of so many actions needs, as `sequential_halving` shares them out."""
    number = affordable(number, simulations)
    rounds, done = rounds_for(number), 0
    for part in range(rounds):
        done += number * max(1, (simulations - done) // ((rounds - part) * number))
        number = (number + 1) // 2
    assert number == 1
    return done


def test_few_simulations_try_few_actions() -> None:
    assert [affordable(16, simulations) for simulations in (1, 5, 14, 24, 63, 64)] == [2, 2, 4, 8, 15, 16]
    assert affordable(1, 100) == 1


def test_a_search_spends_what_it_is_given_and_no_more() -> None:
    for number in range(3, 17):
        for simulations in range(2, 300):
            assert simulations - number <= spent(number, simulations) <= simulations
