"""Scoring, servers and the end (EL-30 to EL-35)."""

import pytest

from eleven.core.contract.game import find_game
from eleven.games.elevenses.scoring import value
from tests.support import Scene


def cubes_after(players: int, **up: str) -> list[int]:
    """The cubes after red has ended the first round with these cards face up."""
    lines = [f"players: {players}"] + [f"{seat} up: {cards}" for seat, cards in up.items()]
    scene = Scene("elevenses", "\n".join(lines))
    scene.play("play red-elevenses")
    return [int(scene.s.seats[p].cubes) for p in range(players)]


FOUR = "tea milk sugar cups"  # 4 spoons
TEN = "tea milk china biscuits cakes sandwiches"  # 10 spoons
EIGHT = "china biscuits sandwiches cakes"  # 8 spoons


@pytest.mark.rule("EL-30")
def test_the_value_is_the_spoons_of_the_face_up_cards_and_two_for_a_guest() -> None:
    scene = Scene("elevenses", "players: 2\noption guests: on\nred up: tea servants\nred guest: poet\nred arrived: 1\n")
    assert value(scene.s, 0) == 1 + 3 + 2
    everything = "tea milk sugar cups china biscuits sandwiches cakes trolley servants"
    scene = Scene("elevenses", f"players: 2\noption guests: on\nred up: {everything}\nred arrived: 1\n")
    assert value(scene.s, 0) == 17


@pytest.mark.rule("EL-31")
def test_the_best_spread_gets_two_and_the_second_one_with_three_players() -> None:
    assert cubes_after(3, red=FOUR, green=TEN, blue=EIGHT) == [0, 2, 1]


@pytest.mark.rule("EL-31")
def test_with_two_players_the_second_gets_nothing() -> None:
    assert cubes_after(2, red=FOUR, green=TEN) == [0, 2]


@pytest.mark.rule("EL-31")
def test_tied_for_best_players_get_one_cube_each_and_others_none() -> None:
    assert cubes_after(3, red=FOUR, green=EIGHT, blue=EIGHT) == [0, 1, 1]


@pytest.mark.rule("EL-31")
def test_tied_for_second_nobody_gets_a_cube() -> None:
    assert cubes_after(4, red=TEN, green=EIGHT, blue=EIGHT, gold="tea") == [2, 0, 0, 0]


@pytest.mark.rule("EL-32", "EL-11")
def test_a_face_up_trolley_brings_a_cube_to_anybody() -> None:
    assert cubes_after(3, red=f"trolley {FOUR}", green=f"trolley {TEN}", blue=EIGHT) == [1, 3, 1]


def server_after(server: str, cubes: str, options: str = "") -> str:
    amounts = "\n".join(f"{seat} cubes: {n}" for seat, n in zip(("red", "green", "blue"), cubes.split(), strict=True))
    scene = Scene("elevenses", f"players: 3\n{options}server: {server}\nred up: {TEN}\ngreen up: {EIGHT}\n{amounts}")
    scene.play("play red-elevenses")
    assert scene.asked()[1] == "turn"
    return scene.asked()[0]


@pytest.mark.rule("EL-33")
def test_the_fewest_cubes_serve_next() -> None:
    assert server_after("red", "0 0 2") == "green"  # red 2, green 1, blue 2


@pytest.mark.rule("EL-33")
def test_tied_the_first_clockwise_from_the_holder_who_counts_first() -> None:
    assert server_after("blue", "0 1 2") == "blue"  # all have 2: the holder keeps it
    assert server_after("red", "1 0 1") == "green"  # red 3, green 1, blue 1
    assert server_after("blue", "1 0 1") == "blue"


HOLDER_LAST = "option server_tie: holder-last\n"


@pytest.mark.rule("EL-33")
def test_tied_the_first_clockwise_after_the_holder_who_counts_last() -> None:
    """The option `server_tie`: the card moves on where it can."""
    assert server_after("blue", "0 1 2", HOLDER_LAST) == "red"  # all have 2
    assert server_after("red", "0 1 2", HOLDER_LAST) == "green"
    assert server_after("red", "1 0 1", HOLDER_LAST) == "green"  # red 3, green 1, blue 1
    assert server_after("blue", "1 0 1", HOLDER_LAST) == "green"
    assert server_after("green", "1 0 1", HOLDER_LAST) == "blue"


@pytest.mark.rule("EL-33")
def test_a_holder_who_alone_has_the_fewest_keeps_the_card_even_when_counted_last() -> None:
    assert server_after("blue", "1 1 0", HOLDER_LAST) == "blue"  # red 3, green 2, blue 0
    assert server_after("green", "0 0 2", HOLDER_LAST) == "green"  # red 2, green 1, blue 2


def end_with(options: str, red: int, green: int, green_up: str = "tea") -> Scene:
    scene = Scene(
        "elevenses",
        f"edition: grail\nplayers: 2\n{options}red cubes: {red}\ngreen cubes: {green}\n"
        f"red up: {TEN}\ngreen up: {green_up}",
    )
    return scene.play("play red-elevenses")


@pytest.mark.rule("EL-34")
def test_the_game_ends_when_the_target_is_reached_and_most_cubes_win() -> None:
    scene = end_with("", 3, 2)
    assert scene.match.over
    assert scene.match.winners() == [0]
    assert not end_with("", 2, 2).match.over


@pytest.mark.rule("EL-34")
def test_targets_and_their_defaults() -> None:
    game = find_game("elevenses")
    assert game.setup(2, "grail").options["target"] == "5"
    assert game.setup(2, "adventureland").options["target"] == "7"
    assert not end_with("option target: 7\n", 3, 2).match.over
    for target in (5, 7, 9, 11):
        assert end_with(f"option target: {target}\n", target - 2, 0).match.over


@pytest.mark.rule("EL-34")
def test_a_tie_is_shared_or_played_on() -> None:
    shared = end_with("", 3, 5)
    assert shared.match.winners() == [0, 1]
    assert shared.game.endings[int(shared.s.over)] == "shared"
    on = end_with("option ties: play-on\n", 3, 5)
    assert not on.match.over
    assert on.s.rounds == 2


@pytest.mark.rule("EL-35")
def test_cubes_never_run_out() -> None:
    scene = end_with("option ties: play-on\n", 40, 42)
    assert scene.s.seats[0].cubes == 42
    assert not scene.match.over
