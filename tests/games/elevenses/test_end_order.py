"""What comes before what at the end of a round: trolleys, the end of the game, the next server, the new deal."""

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import new_match
from eleven.core.rules.luck import key_of
from tests.support import Scene

BEST = "tea milk china biscuits cakes sandwiches"


def struck(text: str) -> Scene:
    return Scene("elevenses", f"edition: grail\n{text}\nred up: {BEST}").play("play red-elevenses")


@pytest.mark.rule("EL-32", "EL-34")
def test_a_trolley_can_bring_the_cube_that_ends_the_game() -> None:
    scene = struck("players: 2\ngreen cubes: 4\ngreen up: trolley")
    assert scene.match.over
    assert scene.match.scores() == [2, 5]
    assert scene.match.winners() == [1]


@pytest.mark.rule("EL-32", "EL-34")
def test_a_trolley_can_bring_the_cube_that_shares_the_victory() -> None:
    scene = struck("players: 2\nred cubes: 3\ngreen cubes: 4\ngreen up: trolley")
    assert scene.match.scores() == [5, 5]
    assert scene.game.endings[int(scene.s.over)] == "shared"


@pytest.mark.rule("EL-32", "EL-33")
def test_the_next_server_is_found_after_the_trolleys() -> None:
    scene = struck("players: 3\nserver: red\nblue cubes: 1\ngreen up: trolley tea milk\nblue up: tea")
    assert scene.match.scores() == [2, 2, 1]
    assert scene.asked() == ("blue", "turn")


@pytest.mark.rule("EL-40", "EL-41")
def test_a_guest_who_had_arrived_is_a_new_and_hidden_one_after_the_deal() -> None:
    scene = struck("players: 2\noption guests: on\nred guest: poet\nred arrived: 1")
    assert scene.s.rounds == 2
    assert [int(seat.arrived) for seat in scene.s.seats[:2]] == [0, 0]
    assert scene.seen("green").seats[0].guest == -1


@pytest.mark.rule("EL-34")
def test_one_player_with_most_cubes_has_won_alone() -> None:
    scene = struck("players: 2\nred cubes: 3\ngreen cubes: 4")
    assert scene.match.scores() == [5, 4]
    assert scene.game.endings[int(scene.s.over)] == "won"
    assert scene.legal() == set()


@pytest.mark.rule("EL-2")
@pytest.mark.parametrize("start", ["red", "green", "blue"])
def test_a_chosen_server_is_never_drawn_by_luck(start: str) -> None:
    game = find_game("elevenses")
    setup = game.setup(3, options={"start": start})
    assert {new_match(game, setup, key_of(seed)).asked for seed in range(8)} == {game.seat.value(start)}
