"""Positions as text: round trips, what is filled in, and what is refused."""

import random

import pytest

from eleven.core.contract.game import Setup, find_game
from eleven.core.play.match import new_match
from eleven.core.rules.luck import key_of
from eleven.core.rules.record import same
from eleven.core.text.errors import TextMistake
from eleven.core.text.notation import read_position, write_position
from tests.games.eleven_cards.scenes import scene, variant_name

GAME = find_game("eleven_cards")


@pytest.mark.parametrize("setup", GAME.variants()[::3], ids=variant_name)
def test_positions_of_a_game_round_trip(setup: Setup) -> None:
    match = new_match(GAME, setup, key_of("trip"))
    dice = random.Random(5)
    for step in range(70):
        if match.over:
            break
        match.try_apply(dice.choice(match.legal()).name)
        if step % 7 == 0 or match.over:
            for state in (match.state, match.seen(0)):
                state.told = 0
                state.events = 0
                _, again = read_position(GAME, write_position(GAME, match.setup, state))
                assert same(again, state)


def test_what_is_left_out_is_filled_in() -> None:
    s = scene("1 hand: red-12").s
    assert [int(row) for row in s.filled] == [1 << 10] * 4
    assert s.seats[1].cards == 20
    assert s.pile == 80 - 1 - 20 + 4
    assert s.seats[0].links == 4


def test_with_a_pile_written_the_rest_is_dealt_out() -> None:
    s = scene("1 hand: red-12\npile: 10\n", players=3).s
    assert (int(s.pile), int(s.pile_jokers)) == (10, 4)
    assert [int(s.seats[p].cards) for p in range(3)] == [1, 37, 36]
    assert scene("pile: 0").s.box == 4


def test_the_question_follows_from_the_turn() -> None:
    assert scene("asking: 2 turn\n1 hand: red-1\n2 hand: red-2").asked() == ("2", "turn")
    assert scene("used: 1\nlaid: 1\n1 hand: red-1\n2 hand: red-2\nasking: 2 turn").asked() == ("2", "more")
    assert scene("1 hand: red-1\npile: 0").asked() == ("1", "empty-pile")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 hand: red-12\n2 hand: red-12", "exactly once"),
        ("1 hand: red-11", "exactly once"),
        ("1 hand: red-12 red-12", "twice"),
        ("1 hand: pink-12", "is no place"),
        ("1 jokers: 5", "jokers"),
        ("1 jokers: 2\n1 regained: 3", "jokers as it says"),
        ("1 jokers: -1", "jokers as it says"),
        ("filled: red 1-3", "no 11"),
        ("filled: red 1-22", "no number or range"),
        ("filled: red 13-11", "no number or range"),
        ("filled: pink 11", "is no colour"),
        ("filled: red 11 15", "hangs together"),
        ("filled: red 8 11, yellow 8-11", "hangs together"),
        ("stand ins: red-12", "no 11"),
        ("stand ins: red-11", "no 11"),
        ("order: red red green blue", "each colour once"),
        ("1 bonuses: 1", "bonus"),
        ("1 links: 5", "link cards"),
        ("1 links: -1", "link cards"),
        ("used: 5", "at most four"),
        ("used: 1\nlaid: 2", "at most four"),
        ("pile: -1", "less than 0"),
        ("1 hand: red-1\n2 hand: red-2\npile: 5", "the pile says 5"),
        ("1 hand: -", "empty"),
        ("1 hand: red-1\n1 cards: 3", "as it says"),
        ("1 lacks: red-12", "lack"),
        ("pile: 0\n1 hand: red-12\n1 lacks: red-12", "lack"),
        ("exchanged: 1\nused: 4", "owed"),
        ("exchanged: 1\nused: 1\nlaid: 1", "at most four"),
        ("exchanged: 2\nused: 1", "at most four"),
        ("option exchanges: free\nused: 1\nlaid: 2", "at most four"),
        ("used: 4", "question"),
        ("asking: 3 turn", "nobody sits"),
        ("asking: 1 turn, 2 turn", "question"),
        ("asking: -", "question"),
        ("option variant: beginners\n1 jokers: 1", "jokers"),
        ("3 hand: red-12", "nobody sits"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(TextMistake, match=reason):
        scene(text)
