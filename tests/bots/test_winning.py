"""Positions in which one way wins and the others do not: search must find it."""

import pytest

from eleven.bots.choosing import advise, choose
from eleven.bots.levels import find_bot, with_simulations
from eleven.core.rules.luck import key_of
from eleven.terminal.hint_lines import in_words
from tests.support import Scene

SIMULATIONS = 40
STRIKE = (
    "players: 2\nred cubes: 5\ngreen cubes: 6\nred up: tea milk sugar servants\nred kitchen: red-elevenses red-cakes\n"
)
LOSING_STRIKE = (
    "players: 2\nred cubes: 0\ngreen cubes: 6\nred up: tea milk sugar cups\n"
    "red kitchen: red-elevenses red-cakes red-china\ngreen up: servants china sandwiches\n"
)
LAST_CHINA = (
    "players: 3\nturn: white\nopen china: red-8\nchina left: 0\n"
    "white china: red-7 blue-8\nyellow china: red-7 blue-7\norange china: green-3\n"
    "white money: 1\nyellow money: 1\norange money: 1\nwhite push: 1\n"
    "white sheet: 10 20 20 -\nyellow sheet: 10 20 20 -\norange sheet: 5 5 5 -\n"
)
GIVE_AWAY = "players: 2\nboard:\n  yellow 11\n1 rack: yellow-10 yellow-9 green-1\n2 rack: yellow-12\n"
LAST_CARD = "players: 2\nfilled: red 11, yellow 1-21, green 1-21, blue 1-21\n1 hand: red-10\n2 hand: red-12 red-13\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "text"),
    [("elevenses", STRIKE), ("elefant", LAST_CHINA), ("eleven_board", GIVE_AWAY), ("eleven_cards", LAST_CARD)],
)
def test_the_turn_that_wins_is_found(game_id: str, text: str) -> None:
    scene = Scene(game_id, text)
    seat = scene.match.asked
    bot = with_simulations(find_bot("hard"), SIMULATIONS)
    assert len(scene.legal()) > 1 or game_id == "eleven_board"
    while not scene.match.over:
        assert scene.match.asked == seat or game_id == "elefant", "the turn is over and nothing is won"
        seen = scene.match.seen(scene.match.asked)
        action = choose(scene.game, seen, bot, key_of(int(scene.s.step)))
        scene.play(scene.game.actions[action].name)
    assert scene.match.winners() == [seat]


def test_striking_eleven_is_known_to_win() -> None:
    scene = Scene("elevenses", STRIKE)
    bot = with_simulations(find_bot("hard"), SIMULATIONS)
    best = advise(scene.game, scene.seen("red"), bot, bytes(32))[0]
    assert (scene.game.actions[best.action].name, best.win_share) == ("play red-elevenses", 1.0)


@pytest.mark.slow
def test_eleven_is_not_struck_for_the_opponent() -> None:
    scene = Scene("elevenses", LOSING_STRIKE)
    assert "play red-elevenses" in scene.legal()
    bot = with_simulations(find_bot("hard"), SIMULATIONS)
    for number in range(2):
        action = choose(scene.game, scene.seen("red"), bot, key_of(number))
        assert scene.game.actions[action].name != "play red-elevenses"


def test_a_hint_says_what_and_why() -> None:
    scene = Scene("elevenses", STRIKE)
    bot = with_simulations(find_bot("hard"), SIMULATIONS)
    advice = advise(scene.game, scene.seen("red"), bot, bytes(32))
    lines = in_words(scene.game, advice, scene.game.words())
    assert len(lines) == len(advice) == 3
    assert "Elevenses" in lines[0]
    assert f"wins 100% of {advice[0].visits} imagined games" in lines[0]
