"""The variant with symbols (EB-4, EB-40 to EB-43)."""

import pytest

from tests.support import Scene


def scene(text: str, symbols: str = "on") -> Scene:
    return Scene("eleven_board", f"players: 3\noption symbols: {symbols}\n{text}")


@pytest.mark.rule("EB-4", "EB-40")
@pytest.mark.parametrize(
    ("symbol", "colour"), [("square", "yellow"), ("triangle", "red"), ("star", "blue"), ("circle", "green")]
)
def test_a_symbol_goes_beside_a_one_or_twenty_of_its_row(symbol: str, colour: str) -> None:
    table = scene(f"board:\n  {colour} 1 11\n1 rack: {symbol} yellow-5")
    assert table.legal() == {f"symbol {symbol} {colour}-left"}
    assert table.refuses(f"symbol {symbol} {colour}-right") == "EB-40"
    table = scene(f"board:\n  {colour} 20 11\n1 rack: {symbol} yellow-5")
    assert table.legal() == {f"symbol {symbol} {colour}-right"}


@pytest.mark.rule("EB-4")
def test_a_symbol_has_no_other_cells() -> None:
    table = scene("board:\n  yellow 1 11\n  red 1 11\n1 rack: square yellow-5")
    assert table.legal() == {"symbol square yellow-left"}
    assert table.refuses("symbol square red-left") == "EB-4"


@pytest.mark.rule("EB-40")
def test_without_the_variant_there_are_no_symbols() -> None:
    table = scene("board:\n  yellow 1 11\n1 rack: yellow-2 yellow-5", "off")
    assert table.refuses("symbol square yellow-left") == "EB-40"


@pytest.mark.rule("EB-40")
def test_a_symbol_counts_for_the_limit() -> None:
    table = scene("board:\n  yellow 1 11\n1 rack: square yellow-2 yellow-10 yellow-15 yellow-14")
    table.play("symbol square yellow-left", "stop")
    assert int(table.s.asking[0].left) == 2
    table.play("lay yellow-2", "lay yellow-10")
    assert table.asked() == ("2", "turn")


@pytest.mark.rule("EB-40")
def test_who_can_only_lay_a_symbol_must() -> None:
    table = scene("board:\n  yellow 1 11\n1 rack: square yellow-5")
    assert table.refuses("draw") == "EB-28"


@pytest.mark.rule("EB-41")
def test_a_symbol_lets_one_tile_be_laid_without_contact_or_limit() -> None:
    table = scene("board:\n  yellow 1 11\n1 rack: square yellow-5 joker-17 star yellow-2")
    table.play("symbol square yellow-left")
    assert table.asked() == ("1", "free")
    free = {"lay yellow-5", "lay yellow-2", *(f"joker {c}-17" for c in ("yellow", "red", "blue", "green")), "stop"}
    assert table.legal() == free
    assert table.refuses("symbol star blue-left") == "EB-41"
    assert table.refuses("draw") == "EB-41"
    table.play("lay yellow-5")
    assert table.asked() == ("1", "more")
    assert int(table.s.asking[0].left) == 2
    assert int(table.s.board[0]) >> 5 & 1


@pytest.mark.rule("EB-41")
def test_only_contact_is_waived() -> None:
    table = scene("board:\n  yellow 1 11\n  red 17\n1 rack: square joker-17 yellow-2").play("symbol square yellow-left")
    assert table.refuses("joker red-17") == "EB-23"
    assert table.refuses("lay red-5") == "EB-20"


@pytest.mark.rule("EB-41")
def test_the_question_is_put_even_with_symbols_alone() -> None:
    table = scene("board:\n  yellow 1 11\n1 rack: square star circle").play("symbol square yellow-left")
    assert table.legal() == {"stop"}


@pytest.mark.rule("EB-43")
def test_a_symbol_beside_an_empty_cell_gives_it_contact() -> None:
    assert "lay blue-1" in scene("board:\n  yellow 11\n  blue left\n1 rack: blue-1 red-5").legal()
    assert "lay blue-20" in scene("board:\n  yellow 11\n  blue right\n1 rack: blue-20 red-5").legal()
    assert "lay blue-20" not in scene("board:\n  yellow 11\n  blue left\n1 rack: blue-20 red-11").legal()


@pytest.mark.rule("EB-40")
def test_a_drawn_symbol_with_two_open_cells_asks_where() -> None:
    table = scene("board:\n  blue 1 11 20\n1 rack: yellow-5 yellow-6\nbag: star")
    table.play("draw")
    assert table.asked() == ("1", "place")
    assert table.legal() == {"symbol star blue-left", "symbol star blue-right"}
    table.play("symbol star blue-left")
    assert table.asked() == ("1", "free")
    table.play("stop")
    assert int(table.s.asking[0].left) == 2
