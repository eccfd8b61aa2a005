"""Who knows which tile: gifts, draws, and what follows from them (EB-5, EB-10, EB-27, EB-28)."""

from collections import Counter
from typing import Any

import pytest

from eleven.core.play.match import imagine, see
from eleven.core.rules import luck
from eleven.core.rules.record import same
from eleven.games.eleven_board import tiles
from eleven.games.eleven_board.fitting import fit
from eleven.games.eleven_board.knowledge import known_copies
from eleven.games.eleven_board.tokens import TILE
from tests.support import Scene

PAIR = "board:\n  yellow 11\n1 rack: yellow-10 yellow-9 green-1 green-2\n"
GIFT = ("lay yellow-10", "lay yellow-9", "stop")


def scene(text: str, players: int = 3, **options: str) -> Scene:
    head = "".join(f"option {name}: {value}\n" for name, value in options.items())
    return Scene("eleven_board", f"players: {players}\n{head}{text}")


def worlds(table: Scene, seat: str, number: int = 40) -> list[Any]:
    seen = table.seen(seat)
    found = []
    for i in range(number):
        world = imagine(table.game, seen, luck.fresh(luck.key_of("world", i)))
        if i < 10:
            assert table.game.check(world) == 0
            assert same(see(table.game, world, int(seen.viewer)), seen)
        found.append(world)
    return found


def holders(table: Scene, seat: str, token: str, number: int = 40) -> set[str]:
    """Where a tile is in the worlds that a seat imagines."""
    tile, found = TILE.value(token), set()
    for world in worlds(table, seat, number):
        for p in range(world.players):
            if tiles.has(world.seats[p].rack, 0, tile):
                found.add(str(p + 1))
        if tile in world.bag:
            found.add("bag")
    return found


@pytest.mark.rule("EB-5")
def test_racks_are_seen_by_their_owners_alone() -> None:
    table = scene(PAIR)
    assert any(table.seen("1").seats[0].rack)
    for other in ("2", "3", "spectator"):
        assert not any(table.seen(other).seats[0].rack)
    assert all(tile == -1 for tile in table.seen("1").bag)
    assert holders(table, "2", "green-1") == {"1", "3", "bag"}


@pytest.mark.slow
@pytest.mark.rule("EB-27")
def test_a_given_tile_is_known_to_the_two_concerned() -> None:
    table = scene(PAIR).play(*GIFT, "give green-1")
    assert table.news("1") == table.news("2") == ["Player 1 gives green 1 to Player 2."]
    assert table.news("3") == table.news("spectator") == ["Player 1 gives a tile to Player 2."]
    assert holders(table, "1", "green-1") == {"2"}
    assert holders(table, "2", "green-1") == {"2"}
    assert holders(table, "3", "green-1") == {"1", "2", "bag"}
    assert tiles.has(table.seen("2").seats[0].trail, 0, TILE.value("green-1"))
    assert not any(table.seen("3").seats[0].trail)


@pytest.mark.slow
@pytest.mark.rule("EB-27")
def test_a_tile_that_may_have_been_given_on_is_with_one_of_two() -> None:
    second = "2 rack: red-11 red-10 blue-1 blue-2\n"
    table = scene(PAIR + second).play(*GIFT, "give green-1", "lay red-11", "lay red-10", "stop", "give blue-1")
    assert holders(table, "1", "green-1") == {"2", "3"}
    assert holders(table, "1", "blue-1") >= {"3", "bag"}
    assert holders(table, "2", "blue-1") == {"3"}
    assert "bag" in holders(table, "3", "green-1")


@pytest.mark.slow
@pytest.mark.rule("EB-27")
def test_a_tile_that_comes_back_is_no_longer_in_doubt() -> None:
    text = PAIR + "2 rack: red-11 red-10 blue-1 blue-2\n3 rack: blue-11 blue-10 red-1\n"
    table = scene(text).play(*GIFT, "give green-1", "lay red-11", "lay red-10", "stop", "give green-1")
    table.play("lay blue-11", "lay blue-10", "stop", "give green-1")
    assert not any(table.s.seats[0].trail)
    assert holders(table, "1", "green-1") == {"1"}
    assert holders(table, "2", "green-1") >= {"1", "3"}
    assert holders(table, "2", "green-1") <= {"1", "3"}


@pytest.mark.slow
@pytest.mark.rule("EB-27")
def test_of_jokers_that_are_alike_one_less_is_known_after_one_is_laid() -> None:
    text = (
        "board:\n  yellow 11\n  red 16\n1 rack: yellow-10 yellow-9 green-1 joker-17\n2 rack: joker-17 blue-1 red-11\n"
    )
    table = scene(text, 2).play(*GIFT, "give joker-17")
    joker = TILE.value("joker-17")
    assert tiles.count_of(table.seen("1").seats[1].rack, 0, joker) == 1
    assert {int(tiles.count_of(w.seats[1].rack, 0, joker)) for w in worlds(table, "1")} >= {1, 2}
    table.play("joker red-17")
    assert tiles.count_of(table.seen("1").seats[1].rack, 0, joker) == 0
    assert {int(tiles.count_of(w.seats[1].rack, 0, joker)) for w in worlds(table, "1")} >= {0, 1}


@pytest.mark.slow
@pytest.mark.rule("EB-28")
def test_who_draws_lacks_all_that_could_be_laid() -> None:
    table = scene("board:\n  yellow 11\n1 rack: green-1 green-2\nbag: blue-2 blue-4 blue-5 yellow-10 red-18").play(
        "draw"
    )
    for other in ("2", "3", "spectator"):
        for world in worlds(table, other, 15):
            for token in ("yellow-10", "yellow-12", "red-11", "blue-11", "green-11"):
                assert not tiles.has(world.seats[0].rack, 0, TILE.value(token))
    found = Counter(_world_of(world)[0] for world in worlds(table, "spectator", 15))
    assert len(found) > 10


@pytest.mark.rule("EB-28", "EB-27")
def test_after_a_gift_only_the_giver_knows_what_is_still_lacking() -> None:
    text = "board:\n  yellow 11\n  red 11\n1 rack: green-1 green-2\n"
    table = scene(text + "2 rack: yellow-1 yellow-2\n3 rack: yellow-10 yellow-9 yellow-12 blue-4\nturn: 1").play("draw")
    while table.asked()[0] != "3":
        table.play(min(table.legal()))
    table.play("lay yellow-10", "lay yellow-9", "stop", "give yellow-12")
    assert tiles.has(table.s.seats[0].rack, 0, TILE.value("yellow-12"))
    lacks = table.seen("2").seats[0].lacks
    assert not tiles.has(lacks, 0, TILE.value("yellow-12"))
    assert not tiles.has(table.seen("3").seats[0].lacks_to_giver, 0, TILE.value("yellow-12"))
    assert not any(table.seen("2").seats[0].lacks_to_giver)


@pytest.mark.rule("EB-10")
def test_who_was_passed_over_holds_no_eleven_and_who_starts_does() -> None:
    text = "1 rack: red-5 red-6\n2 rack: red-11 red-4\nasking: 2 start\n"
    lacks = "1 lacks: yellow-11 red-11 blue-11 green-11\n"
    table = scene("board: -\n" + text + lacks)
    for world in worlds(table, "3", 12):
        assert tiles.has_eleven(world.seats[1].rack)
        assert not tiles.has_eleven(world.seats[0].rack)


@pytest.mark.rule("EB-30")
def test_at_the_end_only_the_order_of_the_bag_is_unknown() -> None:
    table = scene("board:\n  yellow 11\n1 rack: yellow-10\n2 rack: green-1 joker-3\n3 rack: red-2\n").play(
        "lay yellow-10"
    )
    found = {(_world_of(world), tuple(world.bag)) for world in worlds(table, "spectator", 5)}
    assert {racks for racks, _ in found} == {("", "green-1 joker-3", "red-2")}
    assert len(found) == 5


def _world_of(world: Any) -> tuple[str, ...]:
    return tuple(
        " ".join(TILE.token(t) for t in range(104) if tiles.has(world.seats[p].rack, 0, t))
        for p in range(world.players)
    )


FEW = (
    "board:\n"
    "  yellow 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20\n"
    "  red 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20\n"
    "  blue 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20\n"
    "  green 3 7 8 9 10 11 12 13 14 15 16 17 18 19 20\n"
    "1 rack: green-1\n2 rack: green-2\n3 rack: green-4\nbag: green-5 green-6\n"
)


@pytest.mark.slow
@pytest.mark.rule("EB-5")
def test_all_consistent_worlds_are_dealt_equally_often() -> None:
    table = scene(FEW)
    found = Counter(_world_of(world) for world in worlds(table, "1", 360))
    assert len(found) == 4 * 3
    assert max(found.values()) < 55
    assert min(found.values()) > 11


@pytest.mark.slow
@pytest.mark.rule("EB-28")
def test_lacking_tiles_leave_the_others_equally_likely() -> None:
    table = scene(FEW + "2 lacks: green-4 green-5\n3 lacks: green-6\n")
    found = Counter(_world_of(world) for world in worlds(table, "1", 250))
    assert len(found) == 5
    assert max(found.values()) < 80
    assert min(found.values()) > 25


@pytest.mark.slow
@pytest.mark.rule("EB-28")
def test_a_deal_made_to_fit_is_mixed_just_as_well() -> None:
    table = scene(FEW + "2 lacks: green-4 green-5\n3 lacks: green-6\n")
    seen = table.seen("1")
    found: Counter[tuple[str, ...]] = Counter()
    for i in range(250):
        chance = luck.fresh(luck.key_of("fit", i))
        for j, token in enumerate(("green-2", "green-4", "green-5", "green-6")):
            chance.things[j] = TILE.value(token)
        world = table.seen("1")
        assert fit(seen, chance, 4, world) == 2
        found[_world_of(world)] += 1
    assert len(found) == 5
    assert max(found.values()) < 80
    assert min(found.values()) > 25


@pytest.mark.rule("EB-27", "EB-28")
def test_of_two_tiles_in_doubt_the_bound_one_is_placed_first() -> None:
    table = scene("board:\n  yellow 11\n2 rack: red-6\n3 rack: red-5\n1 trail: - | red-5 red-6 | -\n3 lacks: red-6\n")
    for i in range(12):
        world = table.seen("1")
        fit(table.seen("1"), luck.fresh(luck.key_of("bound", i)), 0, world)
        assert _world_of(world)[1:] == ("red-6", "red-5")


def test_a_spectator_of_four_has_no_trail_of_tiles_to_look_at() -> None:
    """Nobody sits where a spectator's number points to."""
    scene = Scene("eleven_board", "players: 4\nboard:\n  yellow 11\n1 rack: yellow-10 green-1\n2 rack: yellow-12\n")
    seen = see(scene.game, scene.s, 4)
    assert known_copies(seen, TILE.value("yellow-11")) == 1
    assert known_copies(seen, TILE.value("yellow-10")) == 0
