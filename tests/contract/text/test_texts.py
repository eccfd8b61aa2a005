"""Texts: a log replays to the same bytes, and a position reads back as it was written, truth or sight."""

from random import Random
from typing import Any

import pytest

from eleven.core.contract.game import Game
from eleven.core.play.match import Match, match_from, new_match, see
from eleven.core.rules import luck
from eleven.core.rules.record import clone, same
from eleven.core.text.log import read_log, write_log
from eleven.core.text.notation import read_position, write_position
from tests.contract.walking import Case, each_case, each_game, legal_ids, onlookers, pick, sample

SAMPLES = 2
DECISIONS = 25


def without_news(state: Any) -> Any:
    """A copy of a state without the news of the last decision, which a position does not tell."""
    quiet = clone(state)
    quiet.told = 0
    quiet["events"] = 0
    return quiet


def play_on(match: Match, random: Random, decisions: int) -> None:
    """Some more decisions of a match."""
    for _ in range(decisions):
        if match.over:
            return
        match.try_apply(match.game.actions[pick(match.game, legal_ids(match.game, match.state), random)].name)


def assert_same_match(left: Match, right: Match) -> None:
    """Two matches in which everything was the same."""
    assert same(without_news(left.state), without_news(right.state))
    assert same(left.seen(0), right.seen(0))
    assert left.entries == right.entries
    assert left.opening == right.opening
    assert left.setup == right.setup


@each_case
def test_a_log_replays_to_the_same_bytes(case: Case) -> None:
    """Half-way and later, from the deal; written again it is the same text."""
    match, random = new_match(case.game, case.setup, luck.key_of(case.label)), Random(case.number)
    for decisions in (0, DECISIONS):
        play_on(match, random, decisions)
        text = write_log(match)
        again = read_log(text)
        assert_same_match(match, again)
        assert write_log(again) == text


@each_game
def test_a_whole_game_replays_from_its_deal_and_from_a_position(game: Game) -> None:
    """To the result, and on from a position in the middle of a game."""
    match, random = new_match(game, game.setup(), luck.key_of("whole", game.id)), Random(game.id)
    play_on(match, random, 3_000)
    assert match.over
    assert_same_match(match, read_log(write_log(match)))
    middle = match.at(len(match.entries) // 2)
    later = match_from(game, match.setup, clone(middle.state), luck.key_of("later"))
    play_on(later, random, DECISIONS)
    text = write_log(later)
    again = read_log(text)
    assert_same_match(later, again)
    assert write_log(again) == text


@pytest.mark.slow
@each_case
def test_positions_read_back_as_they_were_written(case: Case) -> None:
    """Equal text and, but for the news, equal bytes: for the truth and for what every onlooker sees of it."""
    for number, step in enumerate(sample(case, SAMPLES)):
        seats = onlookers(step.state)
        for state in (step.state, see(case.game, step.state, seats[number % len(seats)])):
            text = write_position(case.game, case.setup, state)
            setup, again = read_position(case.game, text)
            assert setup == case.setup
            assert write_position(case.game, setup, again) == text
            assert same(without_news(again), without_news(state)), text
