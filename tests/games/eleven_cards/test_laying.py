"""Laying, drawing and passing (EC-10 to EC-13)."""

import pytest

from tests.games.eleven_cards.scenes import FREE, RED_IS_OPEN, scene


@pytest.mark.rule("EC-10")
def test_up_to_four_cards_and_then_the_next_player() -> None:
    played = scene("1 hand: red-12 red-13 red-14 red-15 red-16 blue-1\n2 hand: blue-2")
    played.play("lay red-12", "lay red-13", "lay red-14")
    assert played.asked() == ("1", "more")
    played.play("lay red-15")
    assert played.asked() == ("2", "turn")


@pytest.mark.rule("EC-10")
def test_no_fifth_card() -> None:
    hand = "1 hand: red-12 red-13 red-14 red-15 red-16\n1 jokers: 1\n"
    played = scene(FREE + hand + "2 hand: blue-2\nfilled: blue 10-11\nstand ins: blue-10")
    played.play("lay red-12", "lay red-13", "lay red-14", "lay red-15")
    assert played.legal() == {"end"}
    assert played.refuses("lay red-16") == played.refuses("joker red-16") == "EC-10"


@pytest.mark.rule("EC-10")
def test_one_card_is_enough() -> None:
    played = scene("1 hand: red-12 red-13\n2 hand: blue-2").play("lay red-12", "end")
    assert played.asked() == ("2", "turn")


@pytest.mark.rule("EC-10")
def test_drawing_ends_the_turn() -> None:
    played = scene("1 hand: red-12\n2 hand: blue-2").play("draw", luck="drawn: green-21")
    assert played.asked() == ("2", "turn")
    assert played.s.seats[0].cards == 2
    assert played.s.seats[0].hand[2] == 1 << 20


@pytest.mark.rule("EC-10")
def test_who_has_laid_may_not_draw() -> None:
    played = scene("1 hand: red-12 red-13\n2 hand: blue-2").play("lay red-12")
    assert played.refuses("draw") == "EC-10"


@pytest.mark.rule("EC-10")
def test_while_the_pile_lasts_nobody_has_to_lay_but_who_does_not_must_draw() -> None:
    played = scene("1 hand: red-12\n2 hand: blue-2")
    assert "draw" in played.legal()
    assert played.refuses("pass") == played.refuses("end") == "EC-10"


@pytest.mark.rule("EC-10")
def test_only_cards_in_ones_own_hand_are_laid() -> None:
    assert scene("1 hand: red-13\n2 hand: red-12").refuses("lay red-12") == "EC-10"


@pytest.mark.rule("EC-11")
def test_with_an_empty_pile_a_fitting_number_must_be_laid() -> None:
    played = scene("pile: 0\n1 hand: red-12 blue-1")
    assert played.asked() == ("1", "empty-pile")
    assert played.refuses("pass") == played.refuses("draw") == "EC-11"
    assert "end" in played.play("lay red-12").legal()


@pytest.mark.rule("EC-11")
def test_any_card_that_fits_will_do() -> None:
    played = scene("pile: 0\n1 hand: red-12 blue-1\n1 jokers: 1").play("joker green-10")
    assert "end" in played.legal()


@pytest.mark.rule("EC-11")
def test_jokers_links_and_exchanges_are_not_compulsory() -> None:
    rows = "filled: red 10-11, yellow 9-11\nstand ins: red-10\n"
    played = scene(rows + "pile: 0\norder: red yellow green blue\n1 hand: red-10 green-9\n1 jokers: 1\n1 links: 1")
    assert {"pass", "joker red-12", "link green-9", "exchange red-10"} <= played.legal()


@pytest.mark.rule("EC-11")
def test_passing_goes_to_the_next_player() -> None:
    assert scene("pile: 0\n1 hand: blue-1").play("pass").asked() == ("2", "empty-pile")


@pytest.mark.rule("EC-11")
def test_that_a_number_must_be_laid_changes_nothing_others_can_see() -> None:
    must = scene("pile: 0\n1 hand: red-12 blue-1\n1 jokers: 1").play("discard")
    need_not = scene("pile: 0\n1 hand: red-2 blue-1\n1 jokers: 1").play("discard")
    assert must.asked() == need_not.asked() == ("1", "empty-pile")
    assert must.seen("spectator").tobytes() == need_not.seen("spectator").tobytes()


@pytest.mark.rule("EC-12")
def test_a_number_goes_next_to_its_neighbour_in_the_row_of_its_colour() -> None:
    played = scene("1 hand: red-12 red-10 red-13 yellow-13 blue-1\n2 hand: blue-2")
    assert {"lay red-12", "lay red-10"} <= played.legal()
    assert played.refuses("lay red-13") == played.refuses("lay yellow-13") == "EC-12"
    played.play("lay red-12")
    assert "lay red-13" in played.legal()
    assert played.refuses("lay yellow-13") == "EC-12"


@pytest.mark.rule("EC-12")
def test_rows_end_at_1_and_21() -> None:
    played = scene("filled: red 1-21, yellow 11\n1 hand: yellow-1 yellow-12\n1 jokers: 1\n2 hand: blue-2")
    assert played.refuses("lay yellow-1") == "EC-12"
    assert not any(name.startswith("joker red") for name in played.legal())


@pytest.mark.rule("EC-12", "EC-13")
def test_a_joker_counts_as_the_card_it_stands_for() -> None:
    played = scene("1 hand: red-13 blue-1\n1 jokers: 1\n2 hand: blue-2")
    assert played.refuses("lay red-13") == "EC-12"
    assert "lay red-13" in played.play("joker red-12").legal()


@pytest.mark.rule("EC-13")
def test_a_joker_follows_the_placing_rules() -> None:
    played = scene("1 hand: red-13 blue-1\n1 jokers: 1\n1 links: 0\n2 hand: blue-2")
    jokers = {name for name in played.legal() if name.startswith("joker")}
    assert jokers == {f"joker {colour}-{n}" for colour in ("red", "yellow", "green", "blue") for n in (10, 12)}
    assert played.refuses("joker red-13") == played.refuses("joker red-9") == "EC-12"


@pytest.mark.rule("EC-13")
def test_jokers_count_for_the_four() -> None:
    played = scene("1 hand: blue-1 red-16\n1 jokers: 4\n2 hand: blue-2")
    played.play("joker red-12", "joker red-13", "joker red-14", "joker red-15")
    assert played.refuses("lay red-16") == "EC-10"


@pytest.mark.rule("EC-13")
def test_without_a_joker_none_is_laid() -> None:
    assert scene(RED_IS_OPEN + "1 hand: red-1\n2 hand: red-2").refuses("joker red-12") == "EC-13"
