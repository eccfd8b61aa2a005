"""Facts that follow from the rules, on random games: what must be true of any game of any number of players."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import Match, new_match
from eleven.core.rules import luck

GAME = find_game("elefant")
each_number = pytest.mark.parametrize("players", [3, 4, 5])


def random_game(players: int, seed: int, pushes: bool = True) -> Iterator[tuple[Match, str]]:
    """A match before each of its decisions, with the action about to be taken; at the end with none."""
    random = Random(seed)
    match = new_match(GAME, GAME.setup(players), luck.key_of("facts", players, seed))
    while not match.over:
        names = [action.name for action in match.legal() if pushes or action.verb != "push"]
        name = random.choice(names)
        yield match, name
        match.try_apply(name)
    yield match, ""


def money(s: Any) -> int:
    return sum(int(seat.money) for seat in s.seats[: s.players])


@each_number
def test_money_balances_purchases_and_elephants(players: int) -> None:
    taken = 0
    for match, name in random_game(players, 1):
        s = match.state
        assert money(s) <= min(10, 2 * players)
        if s.suffered < 0:
            assert money(s) == players + taken - int(s.bought)
            assert int(s.discard.sum()) == taken % 30
        taken += name.startswith("take")


@each_number
def test_a_game_is_no_longer_than_it_can_be(players: int) -> None:
    for seed in range(3):
        turns = sum(name.startswith(("buy", "take", "push")) for _, name in random_game(players, seed))
        assert 79 - players <= turns <= 79 + 2 * players


@each_number
@pytest.mark.rule("EP-32")
def test_each_sheet_has_four_numbers_at_the_end(players: int) -> None:
    match = list(random_game(players, 2))[-1][0]
    assert match.over
    assert match.state.bought == 40
    for p in range(players):
        assert min(match.state.seats[p].sheet) >= 0
        assert match.scores()[p] == sum(match.state.seats[p].sheet)


@each_number
@pytest.mark.rule("EP-23")
def test_without_pushes_turns_come_in_pairs(players: int) -> None:
    kinds: dict[int, str] = dict.fromkeys(range(players), "")
    for match, name in random_game(players, 3, pushes=False):
        if name.startswith(("buy", "take")):
            kinds[match.asked] += name[0]
    for turns in kinds.values():
        assert all(set(turns[i : i + 2]) == {"b", "t"} for i in range(0, len(turns) - 1, 2))


@pytest.mark.rule("EP-24")
def test_with_five_and_no_push_the_same_seat_meets_every_fresh_row() -> None:
    fresh: set[int] = set()
    for match, name in random_game(5, 4, pushes=False):
        s = match.state
        if name.startswith(("buy", "take")) and (s.china_left % 5, s.bought % 5, int(s.discard.sum()) % 5) == (0, 0, 0):
            fresh.add(match.asked)
    assert fresh == {match.origin.turn}
