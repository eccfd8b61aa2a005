"""Where tiles may be laid, and how many (EB-2, EB-3, EB-20 to EB-25)."""

import pytest

from tests.support import Scene

TWO = "players: 2\n"
ELEVEN = "board:\n  yellow 11\n"


def scene(text: str) -> Scene:
    return Scene("eleven_board", TWO + text)


@pytest.mark.rule("EB-20")
def test_at_least_one_tile_must_be_laid() -> None:
    table = scene(ELEVEN + "1 rack: yellow-10 yellow-9 yellow-8 red-1")
    assert table.legal() == {"lay yellow-10"}
    assert table.refuses("stop") == "EB-20"


@pytest.mark.rule("EB-20")
def test_at_most_three_tiles_in_any_rows() -> None:
    table = scene(ELEVEN + "1 rack: yellow-10 yellow-9 blue-11 green-11 yellow-1")
    table.play("lay yellow-10", "lay yellow-9")
    assert table.asked() == ("1", "more")
    table.play("lay blue-11")
    assert table.asked() == ("1", "give")
    assert table.refuses("lay green-11") == "EB-20"


@pytest.mark.rule("EB-20")
def test_a_player_may_stop_after_one_tile() -> None:
    table = scene(ELEVEN + "1 rack: red-11 blue-11 green-1").play("lay red-11", "stop")
    assert table.asked() == ("2", "turn")


@pytest.mark.rule("EB-20")
def test_only_tiles_of_the_rack_are_laid() -> None:
    assert scene(ELEVEN + "1 rack: yellow-10 red-2").refuses("lay yellow-12") == "EB-20"


@pytest.mark.rule("EB-21")
def test_contact_is_left_or_right_in_the_same_row() -> None:
    table = scene(ELEVEN + "1 rack: yellow-10 yellow-12 yellow-9 red-10 red-12")
    assert table.legal() == {"lay yellow-10", "lay yellow-12"}
    assert table.refuses("lay red-10") == "EB-21"
    table.play("lay yellow-10")
    assert "lay yellow-9" in table.legal()


@pytest.mark.rule("EB-21")
def test_an_eleven_is_always_laid_even_on_a_board_without_one() -> None:
    table = scene("board:\n  yellow 5\n1 rack: blue-11 blue-10")
    assert table.legal() == {"lay blue-11"}


@pytest.mark.rule("EB-22")
def test_a_coloured_tile_goes_onto_its_own_cell_alone() -> None:
    table = scene("board:\n  yellow 11\n  red 11\n1 rack: yellow-10 red-1").play("lay yellow-10")
    assert int(table.s.board[0]) >> 10 & 1
    assert not int(table.s.board[1]) >> 10 & 1


@pytest.mark.rule("EB-23")
def test_a_joker_goes_onto_any_open_cell_of_its_number() -> None:
    table = scene("board:\n  yellow 11 12\n  red 11 12\n  green 11 12 13\n1 rack: joker-17 joker-13 red-1")
    assert table.legal() == {"joker yellow-13", "joker red-13", "joker blue-13"}
    assert table.refuses("joker green-13") == "EB-23"
    assert table.refuses("joker green-17") == "EB-21"


@pytest.mark.rule("EB-1")
def test_joker_numbers_have_no_coloured_tiles_and_others_no_jokers() -> None:
    table = scene(ELEVEN + "1 rack: yellow-10 red-1")
    assert table.refuses("lay yellow-13") == "EB-1"
    assert table.refuses("joker yellow-12") == "EB-1"


@pytest.mark.rule("EB-2", "EB-24")
@pytest.mark.parametrize("number", ["1", "20"])
def test_a_zone_opens_with_its_first_tile(number: str) -> None:
    rack = f"1 rack: red-{number} green-{number} red-8"
    inner = "2" if number == "1" else "19"
    closed = scene(f"board:\n  yellow 11\n  blue {inner}\n{rack}")
    assert closed.legal() == {"draw"}
    assert closed.refuses(f"lay red-{number}") == "EB-21"
    table = scene(f"board:\n  yellow 11\n  blue {number}\n{rack}")
    assert table.legal() == {f"lay red-{number}", f"lay green-{number}"}


@pytest.mark.rule("EB-2", "EB-24")
def test_the_zone_of_the_eleven_is_open_before_and_after_the_first() -> None:
    rack = "1 rack: red-11 green-11 red-8"
    assert scene("board: -\n" + rack).legal() == {"lay red-11", "lay green-11"}
    assert scene(ELEVEN + rack).legal() == {"lay red-11", "lay green-11"}


@pytest.mark.rule("EB-24")
def test_a_zone_is_no_contact_for_other_columns() -> None:
    assert scene("board:\n  yellow 1\n1 rack: red-2 red-1").legal() == {"lay red-1"}


@pytest.mark.rule("EB-3", "EB-25")
@pytest.mark.parametrize(
    ("laid", "other"),
    [
        ("yellow 18", "red-18"),
        ("red 2", "yellow-2"),
        ("red 5", "blue-5"),
        ("blue 15", "red-15"),
        ("green 18", "blue-18"),
    ],
)
def test_a_bridge_is_crossed_from_either_end(laid: str, other: str) -> None:
    table = scene(f"board:\n  {laid}\n1 rack: {other} yellow-8")
    assert table.legal() == {f"lay {other}"}


@pytest.mark.rule("EB-3", "EB-25")
def test_no_bridge_no_crossing() -> None:
    table = scene("board:\n  yellow 5 10\n  blue 18\n1 rack: red-5 red-10 red-18")
    assert table.legal() == {"draw"}
    assert table.refuses("lay red-5") == "EB-21"


@pytest.mark.rule("EB-25")
def test_a_joker_crosses_a_bridge() -> None:
    assert scene("board:\n  yellow 13\n1 rack: joker-13 red-8").legal() == {"joker red-13"}
