"""Link cards (EC-16)."""

import pytest

from tests.games.eleven_cards.scenes import scene

ORDER = "order: red yellow green blue\n2 hand: blue-2\n"


def links(names: set[str], verb: str = "link") -> set[str]:
    return {name.removeprefix(f"{verb} ") for name in names if name.startswith(f"{verb} ")}


@pytest.mark.rule("EC-16")
def test_links_lead_up_and_down_to_neighbouring_rows_only() -> None:
    hand = "1 hand: red-9 yellow-8 green-9 blue-9 blue-1\n"
    played = scene(ORDER + "filled: yellow 9-11\n" + hand)
    assert links(played.legal()) == {"red-9", "green-9"}
    assert played.refuses("link blue-9") == "EC-16"


@pytest.mark.rule("EC-16")
@pytest.mark.parametrize(("filled", "found"), [("blue", {"green-9"}), ("red", {"yellow-9"})])
def test_the_top_and_the_bottom_row_are_no_neighbours(filled: str, found: set[str]) -> None:
    played = scene(
        f"{ORDER}filled: {filled} 8-11\n1 hand: red-9 yellow-9 green-9 blue-9 blue-1\n".replace(f" {filled}-9", "")
    )
    assert links(played.legal()) == found


@pytest.mark.rule("EC-16")
def test_the_card_is_laid_at_once_and_the_link_is_spent() -> None:
    played = scene(ORDER + "filled: yellow 9-11\n1 hand: green-9 green-8 green-10 blue-1").play("link green-9")
    assert played.s.filled[2] == 1 << 8 | 1 << 10
    assert played.s.seats[0].links == 3
    assert played.s.used == played.s.laid == 1
    assert {"lay green-8", "lay green-10"} <= played.legal()


@pytest.mark.rule("EC-16")
def test_anybody_may_build_on_to_both_sides() -> None:
    played = scene(
        "order: red yellow green blue\nfilled: yellow 9-11\n1 hand: green-9 blue-1\n2 hand: green-8 green-10 green-7"
    )
    played.play("link green-9", "end")
    assert {"lay green-8", "lay green-10"} <= played.legal()
    assert played.refuses("lay green-7") == "EC-12"


@pytest.mark.rule("EC-16")
def test_links_lead_onto_and_from_jokers() -> None:
    played = scene(ORDER + "filled: yellow 9-11\nstand ins: yellow-9\n1 hand: blue-9 blue-1\n1 jokers: 1")
    assert links(played.legal(), "link-joker") == {"red-9", "green-9"}
    played.play("link-joker green-9")
    assert played.s.stand_ins[2] == 1 << 8
    assert played.s.seats[0].jokers == 0
    assert "link blue-9" in played.legal()


@pytest.mark.rule("EC-16")
def test_several_links_in_one_turn_but_never_more_than_a_player_has() -> None:
    played = scene(ORDER + "filled: yellow 9-11\n1 hand: red-9 green-9 blue-9 blue-1\n1 links: 2")
    played.play("link red-9", "link green-9")
    assert played.s.seats[0].links == 0
    assert played.s.used == 2
    assert played.refuses("link blue-9") == "EC-16"


@pytest.mark.rule("EC-16")
def test_no_link_leads_to_a_filled_place() -> None:
    played = scene(ORDER + "filled: yellow 9-11, green 9-11\nstand ins: green-9\n1 hand: green-9 blue-1\n1 jokers: 1")
    assert played.refuses("link green-9") == played.refuses("link-joker yellow-9") == "EC-16"


@pytest.mark.rule("EC-16")
def test_no_link_after_the_fourth_card() -> None:
    hand = "1 hand: green-9 blue-1\n1 jokers: 1\nused: 4\nlaid: 4"
    played = scene(ORDER + "filled: yellow 8-11\nstand ins: yellow-8\n" + hand)
    assert played.legal() == {"end"}
    assert played.refuses("link green-9") == played.refuses("link-joker green-9") == "EC-10"


@pytest.mark.rule("EC-16")
def test_no_link_where_the_card_can_be_laid_without_one() -> None:
    played = scene(ORDER + "filled: yellow 10-11\n1 hand: green-10 blue-1")
    assert "lay green-10" in played.legal()
    assert played.refuses("link green-10") == "EC-16"


@pytest.mark.rule("EC-16")
def test_a_link_does_not_bridge_a_gap_within_a_row() -> None:
    played = scene(ORDER + "filled: yellow 9-11\n1 hand: yellow-7 green-9 green-7 blue-1").play("link green-9")
    assert played.refuses("lay green-7") == "EC-12"
    assert played.refuses("link yellow-7") == "EC-16"


@pytest.mark.rule("EC-16")
def test_the_order_of_the_rows_makes_neighbours() -> None:
    played = scene("order: yellow blue red green\n2 hand: blue-2\nfilled: yellow 9-11\n1 hand: red-9 blue-9 green-9")
    assert links(played.legal()) == {"blue-9"}


@pytest.mark.rule("EC-13", "EC-16")
def test_the_printed_example() -> None:
    tom = "1 hand: blue-9 red-8 green-1\n1 jokers: 1\n"
    vera = "2 hand: red-7 red-5\nasking: 1 turn\n"
    played = scene("order: yellow blue red green\nfilled: yellow 9-11\n" + tom + vera)
    assert played.refuses("lay blue-9") == "EC-12"
    played.play("link blue-9", "link-joker red-9", "lay red-8", "end")
    assert "lay red-7" in played.legal()
    assert played.refuses("lay red-5") == "EC-12"
    assert played.refuses("link red-5") == "EC-16"
