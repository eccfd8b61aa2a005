"""Setting up and the first turn (EL-1, EL-2)."""

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import Match, new_match
from eleven.core.rules.luck import key_of
from eleven.games.elevenses.state import EMPTY, back_of
from tests.support import Scene

TWO = "players: 2\n"


def fresh(players: int = 3, seed: int = 1, **options: str) -> Match:
    game = find_game("elevenses")
    return new_match(game, game.setup(players, "grail", options), key_of(seed))


@pytest.mark.rule("EL-1")
def test_eight_cards_lie_face_down_and_unseen_and_three_are_in_the_kitchen() -> None:
    s = fresh().state
    for p in range(3):
        seat = s.seats[p]
        cards = [card for card in range(44) if int(seat.kitchen) >> card & 1]
        assert len(cards) == 3
        assert list(seat.slots[[0, 9]]) == [EMPTY, EMPTY]
        assert sorted([*cards, *seat.slots[1:9]]) == list(range(11 * p, 11 * p + 11))
        assert seat.up == 0
        assert s.knows[p] == seat.kitchen


@pytest.mark.rule("EL-1")
def test_before_the_next_round_all_cards_go_back_to_their_owners() -> None:
    scene = Scene(
        "elevenses",
        TWO
        + "red up: tea milk sugar cups\nred kitchen: red-elevenses green-tea green-milk\n"
        + "green kitchen: red-china red-biscuits green-elevenses",
    )
    scene.play("play red-elevenses")
    assert scene.s.rounds == 2
    for p in range(2):
        assert {int(back_of(card)) for card in scene.s.seats[p].slots if card != EMPTY} == {p}
        assert scene.s.seats[p].up == 0
        assert scene.s.knows[p] == scene.s.seats[p].kitchen


@pytest.mark.rule("EL-2")
def test_the_chosen_server_begins_and_play_goes_clockwise() -> None:
    match = fresh(start="blue")
    assert match.asked == 2
    match.try_apply(next(a.name for a in match.legal() if a.verb == "arrange"))
    match.try_apply("done")
    assert match.asked == 0


@pytest.mark.rule("EL-2")
def test_the_first_server_is_drawn_by_luck() -> None:
    servers = {fresh(seed=seed).asked for seed in range(20)}
    assert servers == {0, 1, 2}
