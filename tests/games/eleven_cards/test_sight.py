"""What each seat knows, and what is imagined from it."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import imagine, legal_actions, see
from eleven.core.rules import luck
from eleven.games.eleven_cards.dealing import new_round
from eleven.games.eleven_cards.state import NUMBERS
from eleven.games.eleven_cards.tokens import CARD
from tests.games.eleven_cards.scenes import FREE, scene

GAME = find_game("eleven_cards")
TRIES = 500
ALMOST_FULL = "filled: red 4-21, yellow 3-21, green 2-21, blue 1-21\npile: 0\n"


def worlds(seen: Any, count: int) -> list[Any]:
    chance = luck.fresh(luck.key_of("worlds"))
    found = []
    for number in range(count):
        luck.begin(chance, number)
        found.append(imagine(GAME, seen, chance))
    return found


def hand(s: Any, p: int) -> tuple[str, ...]:
    numbers = range(len(CARD.tokens) - 1)
    cards = [CARD.token(n) for n in numbers if int(s.seats[p].hand[n // NUMBERS]) >> n % NUMBERS & 1]
    return (*cards, *["joker"] * int(s.seats[p].jokers))


@pytest.mark.rule("EC-10")
def test_only_the_player_who_draws_sees_the_card() -> None:
    played = scene("1 hand: red-12\n2 hand: blue-2").play("draw", luck="drawn: green-21")
    assert played.news("1") == ["Player 1 draws green 21."]
    assert played.news("2") == played.news("spectator") == ["Player 1 draws a card."]
    assert not played.seen("2").seats[0].hand.any()
    assert played.seen("2").seats[0].cards == 2


@pytest.mark.rule("EC-11")
def test_who_passes_is_known_to_lack_what_fits() -> None:
    played = scene(ALMOST_FULL + "1 hand: red-1 yellow-1\n2 hand: red-3 yellow-2\n3 hand: green-1 red-2", players=3)
    played.play("pass")
    assert [int(mask) for mask in played.seen("3").seats[0].lacks] == [1 << 2, 1 << 1, 1 << 0, 0]
    assert {hand(world, 0) for world in worlds(played.seen("3"), 60)} == {("red-1", "yellow-1")}


@pytest.mark.rule("EC-11", "EC-15")
def test_passing_after_a_discard_shows_the_same_and_laying_shows_nothing() -> None:
    position = ALMOST_FULL + "1 hand: red-1 yellow-1\n1 jokers: 2\n2 hand: red-3 yellow-2\n3 hand: green-1 red-2"
    assert scene(position, players=3).play("discard", "pass").s.seats[0].lacks.any()
    assert not scene(position, players=3).play("joker red-3", "end").s.seats[0].lacks.any()


@pytest.mark.rule("EC-10", "EC-11")
def test_drawing_the_last_card_shows_nothing() -> None:
    played = scene("filled: red 4-21, yellow 3-21, green 2-21, blue 1-21\npile: 1\nbox: 4\n1 hand: red-1 red-3").play(
        "draw"
    )
    assert played.s.pile == 0
    assert not played.s.seats[0].lacks.any()


@pytest.mark.rule("EC-11")
def test_what_one_player_lacks_is_imagined_with_every_other() -> None:
    hands = "1 hand: red-3 red-2\n2 hand: red-1\n3 hand: yellow-1 yellow-2\n4 hand: green-1\nbox: 4\n"
    sight = scene(ALMOST_FULL + "4 lacks: red-3\n" + hands, players=4).seen("2")
    holders = Counter(p for world in worlds(sight, 40) for p in range(4) if "red-3" in hand(world, p))
    assert set(holders) == {0, 2}
    assert min(holders.values()) > 8


def test_what_luck_was_used_for_before_changes_no_deal_and_no_sight() -> None:
    played, used = scene("1 hand: red-12 red-13\n2 hand: blue-2"), luck.fresh(luck.key_of("used"))
    used.things[:] = 3
    world = imagine(GAME, played.seen("1"), used)
    assert see(GAME, world, 0).tobytes() == played.seen("1").tobytes()
    used.things[:] = 3
    new_round(played.s, used)
    assert sorted(played.s.order) == [0, 1, 2, 3]


@pytest.mark.slow
def test_every_deal_that_fits_is_as_likely() -> None:
    lacks = "2 lacks: red-3\n3 lacks: yellow-2\n4 lacks: red-3 green-1\n"
    hands = "1 hand: red-1\n2 hand: yellow-2 green-1\n3 hand: red-2 red-3\n4 hand: yellow-1\nbox: 4\n"
    sight = scene(ALMOST_FULL + lacks + hands, players=4).seen("1")
    cards = ("red-2", "red-3", "yellow-1", "yellow-2", "green-1")
    possible = {
        (frozenset(deal[:2]), frozenset(deal[2:4]), frozenset(deal[4:]))
        for deal in permutations(cards)
        if "red-3" in deal[2:4] and "yellow-2" not in deal[2:4] and deal[4] != "green-1"
    }
    found = Counter(tuple(frozenset(hand(world, p)) for p in (1, 2, 3)) for world in worlds(sight, TRIES))
    assert set(found) == possible
    expected = TRIES / len(possible)
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 4 * len(possible)


@pytest.mark.slow
def test_jokers_and_numbers_are_imagined_by_their_share() -> None:
    hands = "1 hand: red-1 red-2 red-3\n1 links: 0\n2 hand: yellow-1\n3 hand: yellow-2\n3 jokers: 1\nbox: 3\n"
    rows = "filled: red 4-21, yellow 3-21, green 1-21, blue 1-21\npile: 0\n"
    sight = scene(rows + hands, players=3).seen("1")
    found = Counter(hand(world, 1) for world in worlds(sight, 300))
    assert set(found) == {("yellow-1",), ("yellow-2",), ("joker",)}
    assert all(65 < count < 135 for count in found.values())


def test_a_finished_game_looks_the_same_from_every_world() -> None:
    played = scene("1 hand: red-12\n2 hand: blue-2\n2 jokers: 1\n3 hand: blue-3", players=3).play("lay red-12")
    for seat in ("1", "3", "spectator"):
        sight = played.seen(seat)
        (world,) = worlds(sight, 1)
        assert hand(world, 1) == ("blue-2", "joker")
        assert see(GAME, world, int(sight.viewer)).tobytes() == sight.tobytes()


@pytest.mark.rule("EC-14")
def test_a_regained_joker_is_in_every_imagined_hand() -> None:
    rows = "filled: red 11-12\nstand ins: red-12\n2 hand: blue-2\n"
    played = scene(rows + "1 hand: red-12 red-13 blue-1").play("exchange red-12")
    assert all(world.seats[0].jokers >= 1 for world in worlds(played.seen("2"), 30))


@pytest.mark.slow
@pytest.mark.rule("EC-18")
def test_who_discarded_while_owing_is_imagined_with_a_card_to_pay() -> None:
    rows = "filled: red 11-12\nstand ins: red-12\n2 hand: blue-2\n"
    played = scene(rows + "1 hand: red-12 red-13 blue-1\n1 links: 0").play("exchange red-12", "discard")
    for world in worlds(played.seen("2"), 60):
        assert legal_actions(GAME, world)


@pytest.mark.rule("EC-14")
def test_after_four_cards_the_question_does_not_tell_whether_a_joker_can_be_exchanged() -> None:
    rows = "filled: red 11-12\nstand ins: red-12\n2 hand: blue-2\nused: 3\nlaid: 3\n"
    can = scene(FREE + rows + "1 hand: red-12 red-13 blue-1").play("lay red-13")
    cannot = scene(FREE + rows + "1 hand: red-21 red-13 blue-1").play("lay red-13")
    assert can.seen("2").tobytes() == cannot.seen("2").tobytes()
    assert can.asked() == ("1", "more")
