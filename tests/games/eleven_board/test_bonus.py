"""Bonus bridges (EB-26) and what may follow them."""

import pytest

from tests.support import Scene

OPEN = "board:\n  yellow 11 12\n"


def scene(text: str, players: int = 2, symbols: str = "off", bonus_after_draw: str = "yes") -> Scene:
    options = f"option symbols: {symbols}\noption bonus_after_draw: {bonus_after_draw}\n"
    return Scene("eleven_board", f"players: {players}\n{options}{text}")


def lies(table: Scene, row: int, column: int) -> bool:
    return bool(int(table.s.board[row]) >> column & 1)


@pytest.mark.rule("EB-3", "EB-26")
def test_the_first_tile_on_a_bonus_bridge_draws_one_without_contact() -> None:
    table = scene(OPEN + "1 rack: joker-13 green-1 green-2\nbag: red-16")
    table.play("joker yellow-13")
    assert lies(table, 1, 16)
    assert table.s.in_bag == 0
    assert table.asked() == ("1", "more")
    assert int(table.s.asking[0].left) == 2
    assert table.news("2")[1:] == ["Player 1 draws red 16 as a bonus tile.", "Player 1 lays red 16."]


@pytest.mark.rule("EB-26")
@pytest.mark.parametrize(("laid", "cell"), [("yellow", "red-13"), ("red", "yellow-13")])
def test_the_second_tile_on_the_bridge_draws_nothing(laid: str, cell: str) -> None:
    table = scene(f"board:\n  {laid} 11 12 13\n1 rack: joker-13 green-1")
    before = int(table.s.in_bag)
    table.play(f"joker {cell}")
    assert table.s.in_bag == before


@pytest.mark.rule("EB-3", "EB-26")
@pytest.mark.parametrize("cell", ["yellow-7", "red-7", "blue-7", "green-7", "red-13", "green-13"])
def test_all_four_bonus_bridges_from_both_sides(cell: str) -> None:
    colour, number = cell.split("-")
    table = scene(f"board:\n  {colour} {int(number) + 1}\n1 rack: joker-{number} green-1")
    before = int(table.s.in_bag)
    table.play(f"joker {cell}")
    assert table.s.in_bag == before - 1


@pytest.mark.rule("EB-3", "EB-26")
def test_plain_bridges_bring_no_bonus() -> None:
    table = scene("board:\n  yellow 19\n1 rack: yellow-18 green-1")
    before = int(table.s.in_bag)
    table.play("lay yellow-18")
    assert table.s.in_bag == before


@pytest.mark.rule("EB-26")
def test_a_bonus_does_not_count_for_the_limit() -> None:
    table = scene("board:\n  yellow 12\n1 rack: joker-13 yellow-14 yellow-15 green-1\nbag: red-16", 3)
    table.play("joker yellow-13", "lay yellow-14", "lay yellow-15")
    assert table.asked() == ("1", "give")


@pytest.mark.rule("EB-26")
def test_a_bonus_that_triggers_a_bonus() -> None:
    table = scene("board:\n  yellow 12\n  blue 13\n  red 7\n1 rack: joker-13 green-1\nbag: joker-7 red-16 red-18", 3)
    table.play("joker yellow-13")
    assert table.asked() == ("1", "bonus")
    table.play("joker green-7")
    assert lies(table, 3, 7)
    assert lies(table, 1, 16)
    assert table.s.in_bag == 1


@pytest.mark.rule("EB-26")
def test_a_joker_drawn_as_bonus_goes_where_the_drawer_likes() -> None:
    table = scene("board:\n  yellow 12 17\n1 rack: joker-13 green-1\nbag: joker-17 red-16", 3)
    table.play("joker yellow-13")
    assert table.asked() == ("1", "bonus")
    assert table.legal() == {"joker red-17", "joker blue-17", "joker green-17"}
    assert table.refuses("joker yellow-17") == "EB-23"
    assert table.refuses("lay green-1") == "EB-26"
    assert table.refuses("stop") == "EB-26"
    table.play("joker blue-17")
    assert table.asked() == ("1", "more")
    assert table.s.in_bag == 1


@pytest.mark.rule("EB-26")
def test_a_joker_with_one_free_cell_is_laid_without_asking() -> None:
    board = "board:\n  yellow 12 17\n  red 17\n  blue 17\n"
    table = scene(board + "1 rack: joker-13 green-1\nbag: joker-17 red-16", 3).play("joker yellow-13")
    assert lies(table, 3, 17)
    assert table.asked() == ("1", "more")


@pytest.mark.rule("EB-26", "EB-29")
def test_with_an_empty_bag_the_bonus_is_used_up() -> None:
    table = scene("board:\n  yellow 12\n1 rack: joker-13 green-1\nbag: -", 3).play("joker yellow-13")
    assert table.asked() == ("1", "more")
    assert "Player 1 gets no bonus tile: the bag is empty." in table.news("1")
    assert int(table.s.bonuses) == 0


@pytest.mark.rule("EB-26", "EB-41")
def test_a_symbol_drawn_as_bonus_and_its_free_lay() -> None:
    table = scene("board:\n  yellow 12\n1 rack: joker-13 green-4 circle\nbag: star red-16", 3, "on")
    table.play("joker yellow-13")
    assert table.asked() == ("1", "bonus")
    assert table.legal() == {"symbol star blue-left", "symbol star blue-right"}
    assert table.refuses("symbol star red-left") == "EB-4"
    table.play("symbol star blue-right")
    assert table.asked() == ("1", "free")
    assert table.legal() == {"lay green-4", "stop"}
    table.play("lay green-4")
    assert lies(table, 3, 4)
    assert table.asked() == ("1", "more")
    assert int(table.s.asking[0].left) == 2


@pytest.mark.rule("EB-26", "EB-41")
def test_a_tile_laid_freely_on_a_bonus_bridge_draws() -> None:
    table = scene("board:\n  red 1\n1 rack: triangle joker-7 green-4\nbag: red-16 blue-20", 3, "on")
    table.play("symbol triangle red-left", "joker blue-7")
    assert lies(table, 1, 16)
    assert table.s.in_bag == 1


@pytest.mark.rule("EB-26", "EB-28")
def test_the_bonus_after_a_compulsory_draw() -> None:
    table = scene("board:\n  yellow 12\n1 rack: green-1 green-2\nbag: joker-13 red-16 blue-20", 3)
    table.play("draw")
    assert lies(table, 0, 13)
    assert lies(table, 1, 16)
    assert table.s.in_bag == 1
    assert table.asked() == ("1", "more")
    assert int(table.s.asking[0].left) == 2


STUCK = "1 rack: green-1 green-2\n"


@pytest.mark.rule("EB-28")
def test_by_option_no_bonus_is_drawn_for_the_tile_drawn_of_need() -> None:
    text = "board:\n  yellow 12\n" + STUCK + "bag: joker-13 red-16 blue-20"
    table = scene(text, 3, bonus_after_draw="no").play("draw")
    assert lies(table, 0, 13)
    assert not lies(table, 1, 16)
    assert table.s.in_bag == 2
    assert int(table.s.bonuses) == 0
    assert table.news("2")[-1] == "Player 1 gets no bonus tile after drawing."
    assert table.asked() == ("1", "more")


@pytest.mark.rule("EB-28")
@pytest.mark.parametrize(("option", "left"), [("yes", 1), ("no", 2)])
def test_by_option_no_bonus_is_drawn_where_the_place_was_asked_for(option: str, left: int) -> None:
    text = "board:\n  yellow 12\n  blue 12\n" + STUCK + "bag: joker-13 red-16 blue-20"
    table = scene(text, 3, bonus_after_draw=option).play("draw", "joker blue-13")
    assert table.s.in_bag == left


@pytest.mark.rule("EB-28")
@pytest.mark.parametrize(("option", "left"), [("yes", 1), ("no", 2)])
def test_by_option_no_bonus_is_drawn_for_the_tiles_that_follow_from_the_rack(option: str, left: int) -> None:
    text = "board:\n  yellow 9\n1 rack: joker-7 green-1\nbag: yellow-8 red-16 blue-20"
    table = scene(text, 3, bonus_after_draw=option).play("draw", "joker yellow-7")
    assert table.s.in_bag == left


@pytest.mark.rule("EB-26", "EB-28")
def test_the_option_forbids_no_bonus_in_a_turn_without_a_draw() -> None:
    text = "board:\n  yellow 12\n1 rack: joker-13 green-1\nbag: red-16 blue-20"
    table = scene(text, 3, bonus_after_draw="no").play("joker yellow-13")
    assert table.s.in_bag == 1


@pytest.mark.rule("EB-28")
def test_the_option_lasts_for_one_turn_only() -> None:
    racks = "1 rack: green-1 green-2\n2 rack: joker-13 blue-1\n"
    table = scene(
        "board:\n  yellow 12\n" + racks + "bag: blue-2 blue-4 blue-5 red-16 blue-20", 3, bonus_after_draw="no"
    )
    table.play("draw")
    assert table.asked() == ("2", "turn")
    assert table.s.drew == 0
    assert table.play("joker yellow-13").s.in_bag == 1


@pytest.mark.rule("EB-26", "EB-28", "EB-41")
def test_by_option_the_free_lay_of_a_symbol_drawn_of_need_brings_no_bonus() -> None:
    text = "board:\n  red 1\n1 rack: joker-7 green-4\nbag: triangle red-16 blue-20"
    table = scene(text, 3, "on", bonus_after_draw="no").play("draw", "joker blue-7")
    assert lies(table, 2, 7)
    assert table.s.in_bag == 2
