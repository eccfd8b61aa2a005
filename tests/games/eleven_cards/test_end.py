"""The end of a round and of the game, and the variant (EC-20 to EC-23, EC-30)."""

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import new_match
from eleven.core.rules.luck import key_of
from tests.games.eleven_cards.scenes import RED_IS_OPEN, scene

GAME = find_game("eleven_cards")
FULL = "filled: red 1-21, yellow 1-21, green 1-21, blue 1-21\npile: 0\n"


@pytest.mark.rule("EC-20", "EC-22")
def test_the_last_card_ends_it_at_once() -> None:
    played = scene("1 hand: red-12\n2 hand: blue-2 green-20\n2 jokers: 2").play("lay red-12")
    assert GAME.endings[played.s.over] == "went-out"
    assert played.match.scores() == [0, -44]
    assert played.match.winners() == [0]
    assert played.refuses("draw") == "EC-20"


@pytest.mark.rule("EC-20")
def test_going_out_with_a_joker() -> None:
    played = scene("1 hand: -\n1 jokers: 1\n2 hand: blue-2").play("joker red-12")
    assert GAME.endings[played.s.over] == "went-out"
    assert played.match.scores() == [0, -2]


@pytest.mark.rule("EC-20")
def test_going_out_with_a_linked_card_and_a_regained_joker() -> None:
    order = "order: red yellow green blue\n2 hand: blue-2\n"
    linked = scene(order + "filled: yellow 9-11\n1 hand: green-9").play("link green-9")
    regained = scene(order + "filled: red 11-12\nstand ins: red-12\n1 hand: red-12").play("exchange red-12")
    assert regained.s.over == 0
    assert linked.s.over == regained.play("joker red-13").s.over == 1


@pytest.mark.rule("EC-20", "EC-17")
def test_the_bonus_of_the_last_card_counts() -> None:
    played = scene("filled: red 2-11\n1 hand: red-1\n2 hand: blue-2").play("lay red-1")
    assert played.match.scores() == [11, -2]


@pytest.mark.rule("EC-20", "EC-22")
def test_links_left_over_count_nothing() -> None:
    played = scene("1 hand: red-12\n1 links: 4\n2 hand: blue-2\n2 links: 4").play("lay red-12")
    assert played.match.scores() == [0, -2]


@pytest.mark.rule("EC-21")
def test_all_passing_in_succession_ends_it() -> None:
    played = scene(FULL + "stand ins: red-5 blue-3\n1 hand: red-5\n2 hand: blue-3\n1 jokers: 1").play("pass")
    assert played.s.over == 0
    played.play("pass")
    assert GAME.endings[played.s.over] == "all-passed"
    assert played.match.scores() == [-16, -3]
    assert played.refuses("pass") == "EC-21"


@pytest.mark.rule("EC-22")
def test_bonus_cards_win_and_hands_lose_points() -> None:
    bonuses = "1 bonuses: 2\n2 bonuses: 3\n"
    played = scene(
        "filled: red 1-21, yellow 1-21, green 1-11\n" + bonuses + "1 hand: blue-12\n2 hand: blue-2 blue-21\n2 jokers: 1"
    )
    played.play("lay blue-12")
    assert played.match.scores() == [22, 33 - 23 - 11]
    assert "Player 2 wins 33 by bonus cards and loses 34 by cards in hand." in played.news("1")


@pytest.mark.rule("EC-22")
def test_ties_share() -> None:
    stand_ins = "stand ins: red-5 blue-5\n"
    played = scene(FULL + stand_ins + "1 hand: red-5\n2 hand: blue-5").play("pass", "pass")
    assert played.match.winners() == [0, 1]


@pytest.mark.rule("EC-22")
def test_hands_are_shown_when_the_game_is_over() -> None:
    played = scene("1 hand: red-12 red-13\n2 hand: blue-2")
    assert not played.seen("1").seats[1].hand.any()
    played.play("lay red-12", "lay red-13")
    assert played.seen("1").seats[1].hand[3] == 2


@pytest.mark.rule("EC-23")
def test_one_round_or_as_many_as_players_with_points_added_up() -> None:
    hands = "1 hand: red-12\n1 points: 7\n2 hand: blue-2\n2 points: 9\n3 hand: blue-3\n"
    position = "rounds: 1\nstarter: 2\nasking: 1 turn\n" + hands
    assert scene(position, players=3).play("lay red-12").s.over == 1
    played = scene("option rounds: match\n" + position, players=3).play("lay red-12")
    assert played.s.over == 0
    assert played.s.rounds == 2
    assert played.match.scores() == [7, 7, -3]
    assert played.asked() == ("3", "turn")
    assert [int(played.s.seats[p].cards) for p in range(3)] == [20, 20, 20]


@pytest.mark.rule("EC-23")
def test_the_last_round_ends_the_match() -> None:
    played = scene("option rounds: match\nrounds: 2\n1 hand: red-12\n1 points: 7\n2 hand: blue-2").play("lay red-12")
    assert played.s.over == 1
    assert played.match.scores() == [7, -2]


@pytest.mark.rule("EC-23")
def test_a_new_round_forgets_the_old_one() -> None:
    lacks = "filled: red 11-21, yellow 1-21, green 1-21, blue 1-21\npile: 0\n2 lacks: red-10\n1 bonuses: 3\nbox: 3\n"
    hands = "1 hand: red-10\n1 links: 0\n2 jokers: 1\n2 regained: 1"
    played = scene("option rounds: match\n" + lacks + hands).play("lay red-10")
    seats = played.s.seats
    assert played.s.bonuses_left == 7
    assert played.s.box == 0
    assert [(int(seats[p].links), int(seats[p].bonuses), int(seats[p].regained)) for p in range(2)] == [(4, 0, 0)] * 2
    assert not seats[1].lacks.any()


@pytest.mark.rule("EC-30")
@pytest.mark.parametrize(("players", "hand", "pile"), [(2, 20, 40), (3, 20, 20), (4, 15, 20), (5, 12, 20), (6, 12, 8)])
def test_beginners_have_numbers_only(players: int, hand: int, pile: int) -> None:
    s = new_match(GAME, GAME.setup(players, options={"variant": "beginners"}), key_of("beginners")).state
    for p in range(players):
        assert s.seats[p].cards == hand
        assert s.seats[p].jokers == s.seats[p].links == 0
    assert s.pile == pile
    assert s.pile_jokers == s.bonuses_left == 0


@pytest.mark.rule("EC-30")
def test_beginners_get_no_bonus_and_the_first_one_out_wins() -> None:
    played = scene("option variant: beginners\nfilled: red 2-11\n1 hand: red-1 red-12\n2 hand: blue-2")
    for name in ("joker red-12", "link red-1", "link-joker red-1", "exchange red-1", "discard"):
        assert played.refuses(name) == "EC-30"
    assert played.play("lay red-1").news("2") == ["Player 1 lays red 1."]
    played.play("lay red-12")
    assert played.match.winners() == [0]
    assert played.match.scores() == [0, -2]


@pytest.mark.rule("EC-30")
def test_beginners_score_hands_over_several_rounds() -> None:
    played = scene("option variant: beginners\noption rounds: match\n" + "1 hand: red-12\n2 hand: blue-2 blue-21")
    assert played.play("lay red-12").match.scores() == [0, -23]
    assert played.s.rounds == 2


@pytest.mark.rule("EC-18", "EC-20")
def test_a_red_row_alone_is_played_to_its_end() -> None:
    played = scene(RED_IS_OPEN + "pile: 0\n1 hand: red-10 red-9\n1 jokers: 1").play(
        "lay red-10", "lay red-9", "discard"
    )
    assert played.s.over == 1
