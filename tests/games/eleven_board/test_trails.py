"""Where tiles that were given away may be, step by step, and the start and end in words (EB-10, EB-27, EB-31)."""

import pytest

from eleven.core.contract.game import find_game
from eleven.core.text.narration import news
from eleven.games.eleven_board import tiles
from eleven.games.eleven_board.knowledge import trail_at
from eleven.games.eleven_board.tokens import TILE
from tests.games.eleven_board.test_setting_up import ALL, dealt, hands_without_eleven
from tests.support import Scene

GIFT = ("lay yellow-10", "lay yellow-9", "stop")
BEGIN = "board:\n  yellow 11\n1 rack: yellow-10 yellow-9 yellow-12 green-1 joker-3\n"


def scene(text: str, players: int) -> Scene:
    return Scene("eleven_board", f"players: {players}\n{text}")


def remembered(table: Scene, p: int, token: str) -> list[int]:
    """Among how many next players a seat remembers a tile to be, once for each tile."""
    trail = table.s.seats[p].trail
    return [reach for reach in (1, 2, 3) for _ in range(int(tiles.count_of(trail, trail_at(reach), TILE.value(token))))]


@pytest.mark.rule("EB-27")
@pytest.mark.parametrize("players", [3, 4])
def test_each_further_gift_leaves_one_player_more_to_think_of(players: int) -> None:
    second = "2 rack: red-11 red-10 blue-1 blue-2\n3 rack: blue-11 blue-10 red-1 red-2\n"
    table = scene(BEGIN + second, players).play(*GIFT, "give green-1")
    assert remembered(table, 0, "green-1") == [1]
    table.play("lay red-11", "lay red-10", "stop", "give blue-1")
    assert remembered(table, 0, "green-1") == [2]
    assert remembered(table, 1, "blue-1") == [1]
    table.play("lay blue-11", "lay blue-10", "stop", "give red-1")
    assert remembered(table, 0, "green-1") == ([3] if players == 4 else [2])
    assert remembered(table, 1, "blue-1") == [2]
    assert remembered(table, 2, "red-1") == [1]


@pytest.mark.rule("EB-27")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_tile_that_its_new_owner_lays_is_no_longer_remembered(players: int) -> None:
    table = scene(BEGIN + "2 rack: red-1 red-2\n", players).play(*GIFT, "give yellow-12")
    assert remembered(table, 0, "yellow-12") == [1]
    table.play("lay yellow-12")
    assert not any(table.s.seats[0].trail)


@pytest.mark.rule("EB-27")
def test_what_others_remember_of_their_own_gifts_stays_when_somebody_lays() -> None:
    second = "2 rack: red-11 red-10 blue-1 blue-2\n3 rack: green-11 red-9\n"
    table = scene(BEGIN + second, 3).play(*GIFT, "give joker-3", "lay red-11", "lay red-10", "stop", "give blue-1")
    table.play("lay green-11", "stop")
    assert remembered(table, 0, "joker-3") == [2]
    assert remembered(table, 1, "blue-1") == [1]


@pytest.mark.rule("EB-10")
@pytest.mark.parametrize("opener", [0, 1, 2])
@pytest.mark.parametrize("drawn", [0, 1, 3, 4])
def test_all_are_told_who_holds_no_eleven_and_who_draws_how_many_to_find_one(opener: int, drawn: int) -> None:
    hands = hands_without_eleven(3)
    left = [token for token in ALL if not token.endswith("-11")]
    for token in hands:
        left.remove(token)
    match = dealt([*hands, *left[:drawn], "red-11"], 3, opener)
    seats = [(opener + step) % 3 + 1 for step in range(3)]
    took = [len(range(step, drawn, 3)) for step in range(3)]
    told = news(match.game, match.seen(0), match.game.words())[1:]
    assert told[:-1] == [
        *(f"Player {seat} holds no 11." for seat in seats),
        *(
            f"Player {seat} draws in search of an 11; tiles drawn: {n}."
            for seat, n in zip(seats, took, strict=True)
            if n
        ),
        f"Player {seats[drawn % 3]} starts with an 11.",
    ]


@pytest.mark.rule("EB-31")
@pytest.mark.parametrize(
    ("points", "ending"),
    [
        ("0 -9 -9", "won"),
        ("-9 -50 -40", "won"),
        ("-20 -8 -2", "won"),
        ("-20 -1 -8", "won"),
        ("-3 0 -9", "shared"),
        ("-6 -3 0", "won"),
        ("-9 0 -1", "shared"),
    ],
)
def test_the_fewest_minus_points_win_alone_or_share(points: str, ending: str) -> None:
    game = find_game("eleven_board")
    lines = "".join(f"{p} points: {n}\n" for p, n in enumerate(points.split(), 1))
    racks = "1 rack: yellow-10\n2 rack: green-1 green-2\n3 rack: red-2\n"
    table = scene(f"option rounds: match\nrounds: 3\nboard:\n  yellow 11\n{racks}{lines}", 3).play("lay yellow-10")
    assert table.match.over
    assert game.endings[int(table.s.over)] == ending
    best = max(table.match.scores())
    assert table.match.scores().count(best) == (1 if ending == "won" else 2)


@pytest.mark.rule("EB-27")
def test_a_tile_in_doubt_that_is_laid_after_all_is_no_longer_remembered() -> None:
    racks = "2 rack: yellow-12 red-1 red-2\n3 rack: blue-1 blue-2\n1 trail: - | yellow-12 | -\nturn: 2\n"
    table = scene(f"board:\n  yellow 11\n{racks}", 3).play("lay yellow-12")
    assert not any(table.s.seats[0].trail)


@pytest.mark.rule("EB-10")
def test_who_is_passed_over_at_the_start_is_known_to_lack_every_eleven() -> None:
    hands = hands_without_eleven(3)
    hands[40] = "blue-11"
    match = dealt(hands, 3, 0)
    for p, lacks in ((0, True), (1, True), (2, False)):
        for colour in ("yellow", "red", "blue", "green"):
            eleven = TILE.value(f"{colour}-11")
            assert tiles.has(match.seen(2).seats[p].lacks, 0, eleven) == lacks
            assert tiles.has(match.state.seats[p].lacks_to_giver, 0, eleven) == lacks


@pytest.mark.rule("EB-10")
@pytest.mark.parametrize("colour", ["yellow", "red", "blue", "green"])
def test_an_eleven_of_any_colour_may_start(colour: str) -> None:
    hands = hands_without_eleven(2)
    hands[0] = f"{colour}-11"
    assert [action.name for action in dealt(hands).legal()] == [f"lay {colour}-11"]


@pytest.mark.rule("EB-28")
@pytest.mark.parametrize("colour", ["yellow", "red", "blue", "green"])
def test_who_draws_lacks_the_joker_that_fits_in_any_one_row(colour: str) -> None:
    rack = "red-9 blue-14" if colour == "green" else "green-9 blue-14"
    table = scene(f"board:\n  {colour} 4 11\n1 rack: {rack}\nbag: blue-16 blue-18", 3).play("draw")
    assert tiles.has(table.seen("2").seats[0].lacks, 0, TILE.value("joker-3"))
    assert not tiles.has(table.seen("2").seats[0].lacks, 0, TILE.value("joker-17"))


@pytest.mark.rule("EB-24")
@pytest.mark.parametrize("column", [1, 20])
@pytest.mark.parametrize("colour", ["yellow", "red", "blue", "green"])
def test_a_tile_in_any_row_opens_its_zone_in_all(colour: str, column: int) -> None:
    others = [other for other in ("yellow", "red", "blue", "green") if other != colour]
    rack = " ".join(f"{other}-{column}" for other in others)
    table = scene(f"board:\n  {colour} {column} 11\n1 rack: {rack} yellow-5", 2)
    assert {f"lay {other}-{column}" for other in others} <= table.legal()


@pytest.mark.rule("EB-40")
@pytest.mark.parametrize(("held", "left"), [("square", 0), ("square square", 1)])
def test_a_symbol_that_is_laid_leaves_the_rack_and_its_like_stays(held: str, left: int) -> None:
    text = f"option symbols: on\nboard:\n  yellow 1 11\n1 rack: {held} yellow-5 green-6\n"
    table = scene(text, 2).play("symbol square yellow-left", "stop")
    assert tiles.count_of(table.s.seats[0].rack, 0, TILE.value("square")) == left
    assert table.s.seats[0].held == left + 2
