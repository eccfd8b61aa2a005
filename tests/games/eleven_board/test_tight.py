"""Worlds where hardly any deal fits what is known (EB-27, EB-28), with few tiles so that each can be told."""

from collections import Counter
from typing import Any

import pytest

from eleven.core.play.match import imagine, see
from eleven.core.rules import luck
from eleven.core.rules.record import same
from eleven.games.eleven_board import sight, tiles
from eleven.games.eleven_board.fitting import fit
from eleven.games.eleven_board.tokens import TILE
from tests.support import Scene

FULL = " ".join(str(n) for n in range(1, 21))
OPEN = "green 3 7 9 10 11 12 13 14 15 16 17 18 19 20"
BOARD = f"players: 3\nboard:\n  yellow {FULL}\n  red {FULL}\n  blue {FULL}\n  {OPEN}\n"


def held(world: Any, p: int) -> str:
    return " ".join(TILE.token(t) for t in range(104) if tiles.has(world.seats[p].rack, 0, t))


def fitted(table: Scene, tokens: str, number: int) -> Counter[tuple[str, ...]]:
    """The racks of 2 and 3 and the bag, in deals that are made to fit."""
    found: Counter[tuple[str, ...]] = Counter()
    for i in range(number):
        chance, world = luck.fresh(luck.key_of("tight", i)), table.seen("1")
        for j, token in enumerate(tokens.split()):
            chance.things[j] = TILE.value(token)
        in_bag = fit(table.seen("1"), chance, len(tokens.split()), world)
        bag = sorted(TILE.token(int(tile)) for tile in chance.things[:in_bag])
        found[held(world, 1), held(world, 2), " ".join(bag)] += 1
    return found


@pytest.mark.rule("EB-28")
def test_a_tile_goes_on_to_make_room_for_the_only_one_that_fits() -> None:
    racks = "1 rack: green-1 green-6 green-8\n2 rack: green-4\n3 rack: green-2\nbag: green-5\n"
    table = Scene("eleven_board", BOARD + racks + "2 lacks: green-5\n3 lacks: green-4 green-5\n")
    assert fitted(table, "green-2 green-4 green-5", 12) == {("green-4", "green-2", "green-5"): 12}


@pytest.mark.rule("EB-28")
def test_a_rack_is_filled_to_its_last_place() -> None:
    racks = "1 rack: green-1\n2 rack: green-4 green-2\n3 rack: green-5 green-6\nbag: green-8\n"
    lacks = "2 lacks: green-5 green-6 green-8\n3 lacks: green-8\n"
    table = Scene("eleven_board", BOARD + racks + lacks)
    found = fitted(table, "green-2 green-4 green-5 green-6 green-8", 3)
    assert found == {("green-2 green-4", "green-5 green-6", "green-8"): 3}


@pytest.mark.rule("EB-27", "EB-28")
def test_a_deal_made_to_fit_keeps_what_the_viewer_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "TRIES", 1)
    racks = "1 rack: green-1\n2 rack: green-4 green-2\n3 rack: green-5 green-6\nbag: green-8\n"
    table = Scene("eleven_board", BOARD + racks + "2 lacks: green-5 green-6 green-8\n3 lacks: green-8\n")
    for i in range(12):
        seen = table.seen("1")
        world = imagine(table.game, seen, luck.fresh(luck.key_of("kept", i)))
        assert same(seen, table.seen("1"))
        assert same(see(table.game, world, 0), seen)


@pytest.mark.rule("EB-27")
def test_several_tiles_in_doubt_all_find_a_holder() -> None:
    racks = "2 rack: red-5 blue-1\n3 rack: red-6 blue-2\n4 rack: red-4 blue-4\n1 trail: - | - | red-4 red-5 red-6\n"
    table = Scene("eleven_board", f"players: 4\nboard:\n  yellow 11\n{racks}")
    for i in range(6):
        world = table.seen("1")
        fit(table.seen("1"), luck.fresh(luck.key_of("doubt", i)), 0, world)
        assert sorted(token for p in (1, 2, 3) for token in held(world, p).split()) == ["red-4", "red-5", "red-6"]


@pytest.mark.slow
@pytest.mark.rule("EB-28")
def test_a_deal_made_to_fit_is_mixed_until_all_are_as_likely() -> None:
    racks = "1 rack: green-1 green-6\n2 rack: green-4\n3 rack: green-2\nbag: green-5 green-8\n"
    lacks = "2 lacks: green-5 green-8\n3 lacks: green-4 green-8\n"
    found = fitted(Scene("eleven_board", BOARD + racks + lacks), "green-2 green-4 green-5 green-8", 120)
    assert set(found) == {
        ("green-2", "green-5", "green-4 green-8"),
        ("green-4", "green-2", "green-5 green-8"),
        ("green-4", "green-5", "green-2 green-8"),
    }
    assert found["green-2", "green-5", "green-4 green-8"] < 50, "half of all deals before they are mixed"
    assert min(found.values()) > 20


@pytest.mark.rule("EB-27", "EB-28")
@pytest.mark.parametrize(("lacking", "racks"), [("red-6", ("red-6", "red-5")), ("red-5", ("red-5", "red-6"))])
def test_of_tiles_in_doubt_the_bound_one_comes_first_whichever_it_is(lacking: str, racks: tuple[str, str]) -> None:
    text = f"2 rack: {racks[0]}\n3 rack: {racks[1]}\n1 trail: - | red-5 red-6 | -\n3 lacks: {lacking}\n"
    table = Scene("eleven_board", f"players: 3\nboard:\n  yellow 11\n{text}")
    for i in range(8):
        world = table.seen("1")
        fit(table.seen("1"), luck.fresh(luck.key_of("bound", i)), 0, world)
        assert (held(world, 1), held(world, 2)) == racks


@pytest.mark.rule("EB-27")
@pytest.mark.parametrize("gift", ["yellow-1", "red-1", "joker-3"])
def test_what_a_giver_remembers_is_in_every_imagined_world(gift: str) -> None:
    table = Scene(
        "eleven_board",
        f"players: 3\nboard:\n  yellow 11\n1 rack: yellow-10 yellow-9 {gift} green-2\n2 rack: blue-1 blue-2",
    )
    table.play("lay yellow-10", "lay yellow-9", "stop", f"give {gift}")
    for seat in ("1", "2"):
        seen = table.seen(seat)
        world = imagine(table.game, seen, luck.fresh(luck.key_of("gift")))
        assert same(see(table.game, world, int(seen.viewer)), seen)
        assert table.game.check(world) == 0
        assert tiles.has(world.seats[1].rack, 0, TILE.value(gift))


@pytest.mark.rule("EB-27")
@pytest.mark.parametrize(("tile", "more"), [("joker-3", " red-6 red-8"), ("red-5", " red-6 red-8"), ("red-5", "")])
def test_a_tile_with_one_of_two_players_is_with_either_and_counted_once(tile: str, more: str) -> None:
    racks = f"2 rack: {tile}{more}\n3 rack: blue-5{more.replace('red', 'blue')}\n1 trail: - | {tile} | -\n"
    table, owners = Scene("eleven_board", f"players: 3\nboard:\n  yellow 11\n{racks}"), set()
    for i in range(10):
        world = imagine(table.game, table.seen("1"), luck.fresh(luck.key_of("two", i)))
        assert table.game.check(world) == 0
        owners |= {p for p in (1, 2) if tiles.has(world.seats[p].rack, 0, TILE.value(tile))}
    assert owners == {1, 2}


@pytest.mark.rule("EB-28")
def test_a_drawn_joker_that_waits_for_its_place_is_no_other_tile_of_the_world() -> None:
    text = "players: 3\nboard:\n  yellow 2 11\n  red 2\n1 rack: green-1 green-9\nbag: joker-3 blue-4 blue-5"
    table = Scene("eleven_board", text).play("draw")
    assert table.asked() == ("1", "place")
    world = imagine(table.game, table.seen("2"), luck.fresh(luck.key_of("pending")))
    assert table.game.check(world) == 0
    assert world.pending == TILE.value("joker-3")


@pytest.mark.rule("EB-27", "EB-28")
def test_without_the_memory_aid_nothing_is_remembered() -> None:
    lacks = "3 lacks: red-18\n3 lacks to giver: red-18\n"
    text = f"players: 3\nboard:\n  yellow 11\n1 rack: yellow-10 yellow-9 green-1 green-2\n{lacks}"
    table = Scene("eleven_board", text).play("lay yellow-10", "lay yellow-9", "stop", "give green-1")
    for seat in ("1", "2"):
        seen = table.seen(seat)
        table.game.forget(seen)
        for p in range(3):
            assert not any(seen.seats[p].trail)
            assert not any(seen.seats[p].lacks)
            assert not any(seen.seats[p].lacks_to_giver)
            assert any(seen.seats[p].rack) == (p == int(seen.viewer))


@pytest.mark.rule("EB-28", "EB-41")
def test_a_drawn_symbol_with_one_place_lets_a_tile_be_laid_freely() -> None:
    text = "players: 3\noption symbols: on\nboard:\n  yellow 1 11\n1 rack: green-5 green-9\nbag: square blue-4"
    table = Scene("eleven_board", text).play("draw")
    assert table.asked() == ("1", "free")
    assert table.legal() == {"lay green-5", "lay green-9", "stop"}
