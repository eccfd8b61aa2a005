"""What everybody knows a rack to lack, after a draw and after passing (EB-28, EB-29)."""

import pytest

from eleven.games.eleven_board import tiles
from eleven.games.eleven_board.tokens import TILE
from tests.support import Scene

KNOWN = "1 lacks: red-18 blue-2\n1 lacks to giver: red-18 blue-2\n"
TABLE = f"players: 3\nboard:\n  yellow 11\n1 rack: green-1 green-2\n{KNOWN}"


def lacks(table: Scene, token: str, seat: str = "2") -> bool:
    return bool(tiles.has(table.seen(seat).seats[0].lacks, 0, TILE.value(token)))


def lacks_to_giver(table: Scene, token: str) -> bool:
    return bool(tiles.has(table.seen("3").seats[0].lacks_to_giver, 0, TILE.value(token)))


@pytest.mark.rule("EB-28")
def test_a_player_who_keeps_drawn_tiles_may_have_what_they_lacked_before() -> None:
    table = Scene("eleven_board", TABLE + "bag: blue-4 blue-5 blue-6 blue-8").play("draw")
    assert table.asked() == ("2", "turn")
    for knows in (lacks, lacks_to_giver):
        assert knows(table, "yellow-10")
        assert knows(table, "yellow-12")
        assert not knows(table, "red-18")
        assert not knows(table, "blue-2")


@pytest.mark.rule("EB-28")
def test_who_lays_the_first_tile_drawn_has_kept_none_and_still_lacks_the_rest() -> None:
    table = Scene("eleven_board", TABLE + "bag: yellow-12 blue-4 blue-5").play("draw")
    for knows in (lacks, lacks_to_giver):
        assert knows(table, "yellow-10")
        assert knows(table, "red-18")
        assert knows(table, "blue-2")


@pytest.mark.rule("EB-29")
def test_a_player_who_passes_lacks_what_they_lacked_before_and_more() -> None:
    table = Scene("eleven_board", TABLE + "bag: -").play("pass")
    for knows in (lacks, lacks_to_giver):
        assert knows(table, "yellow-10")
        assert knows(table, "red-18")
        assert not knows(table, "green-5")
