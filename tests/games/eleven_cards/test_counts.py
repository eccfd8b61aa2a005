"""What is counted and told on the way: jokers, bonus cards, the box, passes, and a round begun anew (EC-3 to EC-23)."""

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import imagine, new_match
from eleven.core.rules import luck
from eleven.core.text.narration import news
from eleven.games.eleven_cards.state import ROW
from tests.games.eleven_cards.scenes import scene

GAME = find_game("eleven_cards")
ORDER = "order: red yellow green blue\n2 hand: blue-2\n"


@pytest.mark.rule("EC-23", "EC-3")
def test_a_new_round_begins_with_nothing_left_of_the_last() -> None:
    text = (
        "option rounds: match\nstarter: 2\nasking: 1 turn\n1 hand: red-12\n1 bonuses: 2\n1 links: 1\n"
        "2 hand: blue-2\n2 jokers: 1\n2 regained: 1\nfilled: yellow 1-11, green 1-11\nbox: 1\n"
    )
    played = scene(text).play("lay red-12")
    assert played.s.rounds == 2
    assert played.asked() == ("1", "turn")
    assert played.match.scores() == [22, -13]
    for p in range(2):
        seat = played.s.seats[p]
        assert (seat.bonuses, seat.regained, seat.links) == (0, 0, played.s.links_each)
        assert not any(seat.lacks)
    assert (played.s.box, played.s.passes, played.s.bonuses_left) == (0, 0, played.s.all_bonuses)
    assert not any(played.s.stand_ins)
    assert GAME.check(played.s) == 0


@pytest.mark.rule("EC-21", "EC-23")
def test_after_a_round_that_all_passed_nobody_is_known_to_lack_anything() -> None:
    full = "option rounds: match\nfilled: red 1-21, yellow 1-21, green 1-21, blue 1-21\npile: 0\n"
    played = scene(full + "stand ins: red-5 blue-3\n1 hand: red-5\n2 hand: blue-3\n1 jokers: 1\n2 lacks: red-5")
    played.play("pass", "pass")
    assert played.s.rounds == 2
    assert played.s.passes == 0
    assert not any(any(played.s.seats[p].lacks) for p in range(2))


@pytest.mark.rule("EC-1")
def test_the_rows_are_every_colour_once_in_an_order_of_luck_or_the_table() -> None:
    for rows in ("random", "listed"):
        orders = {
            tuple(int(c) for c in new_match(GAME, GAME.setup(3, options={"rows": rows}), luck.key_of(i)).state.order)
            for i in range(12)
        }
        assert all(sorted(order) == [0, 1, 2, 3] for order in orders)
        assert (len(orders) == 1) == (rows == "listed")


@pytest.mark.rule("EC-3")
def test_all_are_told_who_begins_the_round() -> None:
    match = new_match(GAME, GAME.setup(3, options={"start": "2"}), luck.key_of("told"))
    assert len(news(GAME, match.seen(3), GAME.words())) == 1
    assert "2" in news(GAME, match.seen(3), GAME.words())[0]


@pytest.mark.rule("EC-13", "EC-14")
def test_a_joker_everybody_knows_of_is_the_first_to_go_and_no_other_is() -> None:
    played = scene("1 hand: blue-1 blue-3\n1 jokers: 2\n1 regained: 1\n2 hand: blue-2")
    played.play("joker red-12")
    assert (played.s.seats[0].jokers, played.s.seats[0].regained) == (1, 0)
    played.play("joker red-13")
    assert (played.s.seats[0].jokers, played.s.seats[0].regained) == (0, 0)


@pytest.mark.rule("EC-13", "EC-14")
def test_jokers_in_one_row_stand_each_for_their_own_card() -> None:
    played = scene("1 hand: red-13 blue-1 blue-3\n1 jokers: 2\n2 hand: blue-2").play("joker red-12", "joker red-10")
    assert played.s.stand_ins[0] == 1 << 11 | 1 << 9
    assert list(played.s.stand_ins[1:]) == [0, 0, 0]
    played = scene("filled: red 10-13\nstand ins: red-10 red-12\n1 hand: red-12 blue-1 red-14\n2 hand: blue-2")
    played.play("exchange red-12")
    assert played.s.stand_ins[0] == 1 << 9
    assert played.s.seats[0].hand[0] == 1 << 13
    assert (played.s.seats[0].jokers, played.s.seats[0].regained, played.s.exchanged) == (1, 1, 1)


@pytest.mark.rule("EC-17")
def test_a_second_bonus_card_is_added_to_the_first() -> None:
    rows = "filled: red 2-11, yellow 1-11\n1 bonuses: 1\n"
    played = scene(ORDER + rows + "1 hand: red-1 blue-1").play("lay red-1")
    assert played.s.seats[0].bonuses == 2


@pytest.mark.rule("EC-15")
def test_each_joker_that_is_discarded_lies_in_the_box() -> None:
    played = scene("1 hand: red-12 blue-1\n1 jokers: 2\n1 regained: 1\n2 hand: blue-2\nbox: 1").play("discard")
    assert (played.s.box, played.s.seats[0].jokers, played.s.seats[0].regained) == (2, 1, 0)
    assert played.play("discard").s.box == 3


@pytest.mark.rule("EC-16")
def test_all_are_told_of_a_link_and_the_card_it_leads_to() -> None:
    played = scene(ORDER + "filled: yellow 9-11\n1 hand: green-9 blue-1\n1 jokers: 1")
    told = played.play("link green-9").news("2")
    assert len(told) == 2
    assert "link" in told[0].lower()
    assert told[1] == "Player 1 lays green 9."


@pytest.mark.rule("EC-10")
@pytest.mark.parametrize("colour", range(4))
def test_a_card_of_any_colour_can_be_drawn(colour: int) -> None:
    name = ("red", "yellow", "green", "blue")[colour]
    others = ", ".join(f"{c} 1-21" for c in ("red", "yellow", "green", "blue") if c != name)
    text = (
        f"filled: {others}, {name} 1-19\n1 hand: {name}-20\n2 hand: -\n2 jokers: 1\npile: 1\npile numbers: {name}-21\n"
    )
    played = scene(text + f"pile jokers: 0\nbox: {int(GAME.components().tables['box']['jokers']) - 1}\n").play("draw")
    assert played.s.seats[0].hand[colour] == 1 << 20 | 1 << 19
    assert played.s.pile == 0


@pytest.mark.rule("EC-21")
def test_laying_between_two_passes_begins_the_count_anew() -> None:
    rows = "filled: red 1-12, yellow 1-21, green 1-21, blue 1-21\nstand ins: blue-3 blue-4 blue-5\npile: 0\n"
    second = " ".join(f"red-{n}" for n in (13, 14, 15, 16, 17, 19, 21))
    hands = f"1 hand: red-20 blue-3\n2 hand: {second} blue-4\n3 hand: red-18 blue-5\n"
    played = scene(rows + hands, 3).play("pass")
    assert played.s.passes == 1
    played.play("lay red-13")
    assert played.s.passes == 0
    played.play("end", "pass")
    assert played.s.passes == 1


@pytest.mark.rule("EC-21")
def test_all_are_told_that_all_have_passed_and_nothing_is_left_to_do() -> None:
    full = "filled: red 1-21, yellow 1-21, green 1-21, blue 1-21\npile: 0\n"
    played = scene(full + "stand ins: red-5 blue-3\n1 hand: red-5\n2 hand: blue-3\n1 jokers: 1").play("pass", "pass")
    assert sum("passe" in line for line in played.news("spectator")) == 2
    assert played.legal() == set()


@pytest.mark.rule("EC-11")
def test_without_the_memory_aid_nobody_is_known_to_lack_anything() -> None:
    played = scene("pile: 0\n1 hand: blue-1").play("pass")
    assert any(played.seen("2").seats[0].lacks)
    seen = played.seen("2")
    GAME.forget(seen)
    assert not any(seen.seats[0].lacks)


@pytest.mark.rule("EC-11")
def test_what_a_player_lacks_is_with_somebody_else_in_every_imagined_world() -> None:
    played = scene("pile: 0\n1 hand: red-2 blue-1", 3).play("pass")
    lacks = [int(mask) for mask in played.s.seats[0].lacks]
    assert lacks[0] & ROW
    for seat in ("2", "3", "spectator"):
        for i in range(5):
            world = imagine(GAME, played.seen(seat), luck.fresh(luck.key_of("lacks", i)))
            assert GAME.check(world) == 0
            assert all(int(world.seats[0].hand[colour]) & lacks[colour] == 0 for colour in range(4))
