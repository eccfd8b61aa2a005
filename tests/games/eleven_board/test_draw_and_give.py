"""Drawing when nothing fits (EB-28, EB-29), giving (EB-27, EB-42) and the end (EB-30, EB-31)."""

import pytest

from tests.support import Scene

STUCK = "board:\n  yellow 11\n1 rack: green-1 green-2\n"


def scene(text: str, players: int = 3, **options: str) -> Scene:
    head = "".join(f"option {name}: {value}\n" for name, value in options.items())
    return Scene("eleven_board", f"players: {players}\n{head}{text}")


def rack(table: Scene, seat: str) -> str:
    return next(f for f in table.game.notation.fields if f.name == "rack").codec.write(
        table.s.seats[table.game.seat.value(seat)].rack
    )


@pytest.mark.rule("EB-28")
def test_who_can_lay_may_not_draw() -> None:
    assert scene("board:\n  yellow 11\n1 rack: red-11 green-2").refuses("draw") == "EB-28"


@pytest.mark.rule("EB-28")
def test_drawing_stops_at_the_first_tile_that_fits_which_is_laid() -> None:
    table = scene(STUCK + "bag: blue-2 yellow-10 blue-4 blue-5")
    assert table.legal() == {"draw"}
    table.play("draw")
    assert int(table.s.board[0]) == 1 << 10 | 1 << 11
    assert rack(table, "1") == "blue-2 green-1 green-2"
    assert table.s.in_bag == 2
    assert table.asked() == ("1", "more")
    assert int(table.s.asking[0].left) == 2
    assert table.refuses("draw") == "EB-28"


@pytest.mark.rule("EB-28")
def test_a_drawn_joker_that_fits_twice_asks_where() -> None:
    table = scene("board:\n  yellow 12\n  blue 12\n  red 13\n1 rack: green-1 green-2\nbag: joker-13 blue-2")
    table.play("draw")
    assert table.asked() == ("1", "place")
    assert table.legal() == {"joker yellow-13", "joker blue-13"}
    assert table.refuses("joker green-13") == "EB-21"
    assert table.refuses("lay green-1") == "EB-28"
    table.play("joker blue-13")
    assert int(table.s.asking[0].left) == 2


@pytest.mark.rule("EB-28")
def test_after_three_tiles_that_do_not_fit_the_turn_ends() -> None:
    table = scene(STUCK + "bag: blue-2 blue-4 blue-5 yellow-10").play("draw")
    assert rack(table, "1") == "blue-2 blue-4 blue-5 green-1 green-2"
    assert table.asked() == ("2", "turn")
    assert table.s.in_bag == 1


@pytest.mark.rule("EB-28")
def test_the_bag_runs_out_in_the_middle_of_drawing() -> None:
    table = scene(STUCK + "bag: blue-2 blue-4").play("draw")
    assert rack(table, "1") == "blue-2 blue-4 green-1 green-2"
    assert table.asked() == ("2", "turn")
    assert table.s.in_bag == 0


@pytest.mark.rule("EB-28")
def test_tiles_drawn_and_kept_are_private_and_the_laid_one_public() -> None:
    table = scene(STUCK + "bag: blue-2 yellow-10 blue-4").play("draw")
    assert table.news("1")[0] == "Player 1 draws blue 2 and keeps it."
    for other in ("2", "3", "spectator"):
        assert table.news(other)[:2] == ["Player 1 draws a tile and keeps it.", "Player 1 draws yellow 10, which fits."]


@pytest.mark.rule("EB-29")
def test_with_an_empty_bag_who_cannot_lay_passes() -> None:
    table = scene(STUCK + "bag: -")
    assert table.legal() == {"pass"}
    table.play("pass")
    assert table.asked() == ("2", "turn")


@pytest.mark.rule("EB-29")
def test_nobody_passes_who_can_lay_or_draw() -> None:
    assert scene("board:\n  yellow 11\n1 rack: red-11 green-2\nbag: -").refuses("pass") == "EB-29"
    assert scene(STUCK).refuses("pass") == "EB-29"


@pytest.mark.rule("EB-29")
def test_an_empty_bag_is_the_reason_why_nobody_draws() -> None:
    assert scene(STUCK + "bag: -").refuses("draw") == "EB-29"
    assert scene("board:\n  yellow 11\n1 rack: red-11 green-2\nbag: -").refuses("draw") == "EB-29"
    laying = scene("board:\n  yellow 11\n1 rack: red-11 green-2 green-1\nbag: -").play("lay red-11")
    assert laying.refuses("draw") == "EB-29"


# Giving


@pytest.mark.rule("EB-27")
def test_two_neighbours_of_one_row_let_a_player_give_to_the_left() -> None:
    table = scene("board:\n  yellow 11\n1 rack: yellow-10 yellow-9 green-1 joker-3\n2 rack: blue-1\n")
    table.play("lay yellow-10", "lay yellow-9", "stop")
    assert table.asked() == ("1", "give")
    assert table.legal() == {"give green-1", "give joker-3", "keep"}
    table.play("give joker-3")
    assert rack(table, "2") == "blue-1 joker-3"
    assert rack(table, "1") == "green-1"
    assert table.asked() == ("2", "turn")


@pytest.mark.rule("EB-27")
def test_a_player_may_keep_all_and_gives_but_once() -> None:
    text = "board:\n  yellow 11\n1 rack: yellow-10 yellow-9 green-1 joker-3"
    kept = scene(text).play("lay yellow-10", "lay yellow-9", "stop", "keep")
    assert rack(kept, "1") == "green-1 joker-3"
    gave = scene(text).play("lay yellow-10", "lay yellow-9", "stop", "give green-1")
    assert gave.refuses("give joker-3") == "EB-27"


@pytest.mark.rule("EB-27")
@pytest.mark.parametrize(
    "lays",
    [("lay yellow-10", "lay yellow-12"), ("lay yellow-10", "lay red-11"), ("lay red-11", "lay blue-11")],
)
def test_a_tile_that_lay_before_is_no_neighbour_of_this_turn(lays: tuple[str, str]) -> None:
    table = scene("board:\n  yellow 11\n1 rack: yellow-10 yellow-12 red-11 blue-11 green-1").play(*lays, "stop")
    assert table.asked() == ("2", "turn")


@pytest.mark.rule("EB-27")
def test_two_neighbours_laid_in_different_turns_do_not_count() -> None:
    table = scene("board:\n  yellow 11\n1 rack: yellow-10 yellow-9 green-1\n2 rack: red-11 blue-11 green-2", 2)
    table.play("lay yellow-10", "stop", "lay red-11", "stop", "lay yellow-9", "stop")
    assert table.asked() == ("2", "turn")


@pytest.mark.rule("EB-27")
def test_jokers_count_as_neighbours() -> None:
    table = scene("board:\n  yellow 19\n1 rack: yellow-18 joker-17 green-1").play("lay yellow-18", "joker yellow-17")
    table.play("stop")
    assert table.asked() == ("1", "give")


@pytest.mark.rule("EB-27")
def test_the_gift_allowed_by_a_bonus_tile() -> None:
    table = scene("board:\n  yellow 12\n1 rack: joker-13 green-1\nbag: yellow-14").play("joker yellow-13", "stop")
    assert table.asked() == ("1", "give")


@pytest.mark.rule("EB-27", "EB-41")
def test_a_tile_laid_freely_counts_as_a_neighbour() -> None:
    table = scene("board:\n  red 1 11\n1 rack: triangle red-10 red-9 green-1", symbols="on")
    table.play("symbol triangle red-left", "lay red-9", "lay red-10", "stop")
    assert table.asked() == ("1", "give")


@pytest.mark.rule("EB-42")
def test_symbols_are_no_neighbours_but_may_be_given() -> None:
    table = scene("board:\n  red 2 11\n1 rack: triangle triangle red-1 red-10 red-9 star", symbols="on")
    table.play("lay red-1", "symbol triangle red-left", "stop", "stop")
    assert table.asked() == ("2", "turn")
    table = scene("board:\n  red 2 11\n1 rack: triangle red-10 red-9 star", symbols="on")
    table.play("lay red-10", "lay red-9", "stop")
    assert table.legal() == {"give triangle", "give star", "keep"}
    table.play("give star")
    assert rack(table, "2").endswith("star")


# The end


@pytest.mark.rule("EB-30")
def test_laying_the_last_tile_wins_at_once_and_the_others_pay() -> None:
    text = "board:\n  yellow 11\n1 rack: yellow-10\n2 rack: green-1 joker-17 green-20 star\n3 rack: red-2\n"
    table = scene(text, symbols="on").play("lay yellow-10")
    assert table.match.over
    assert table.match.scores() == [0, -(1 + 17 + 20 + 11), -2]
    assert table.match.winners() == [0]
    assert table.refuses("stop") == "EB-30"


@pytest.mark.rule("EB-30", "EB-27")
def test_giving_the_last_tile_wins_and_the_receiver_pays_for_it() -> None:
    text = "board:\n  yellow 11\n1 rack: yellow-10 yellow-9 green-20\n2 rack: green-1\n3 rack: red-2\n"
    table = scene(text).play("lay yellow-10", "lay yellow-9", "stop", "give green-20")
    assert table.match.over
    assert table.match.scores() == [0, -21, -2]


@pytest.mark.rule("EB-30")
def test_nothing_follows_the_last_tile() -> None:
    bonus = scene("board:\n  yellow 12\n1 rack: joker-13\n2 rack: green-1\n3 rack: red-2\n")
    left = int(bonus.s.in_bag)
    bonus.play("joker yellow-13")
    assert bonus.match.over
    assert bonus.s.in_bag == left
    free = scene("board:\n  red 1\n1 rack: triangle\n2 rack: green-1\n3 rack: red-2\n", symbols="on")
    assert free.play("symbol triangle red-left").match.over


@pytest.mark.rule("EB-30")
def test_at_the_end_all_racks_lie_open() -> None:
    text = "board:\n  yellow 11\n1 rack: yellow-10\n2 rack: green-1\n3 rack: red-2\n"
    table = scene(text)
    assert not any(table.seen("spectator").seats[1].rack)
    table.play("lay yellow-10")
    assert any(table.seen("spectator").seats[1].rack)


@pytest.mark.rule("EB-31")
def test_a_match_goes_on_with_the_next_starting_player() -> None:
    text = "board:\n  yellow 11\nopener: 2\n1 rack: yellow-10\n2 rack: green-1\n3 rack: red-2\n"
    table = scene(text, rounds="match").play("lay yellow-10")
    assert not table.match.over
    assert int(table.s.rounds) == 2
    assert int(table.s.opener) == 2
    assert [int(table.s.seats[p].points) for p in range(3)] == [0, -1, -2]
    assert table.s.in_bag + sum(int(table.s.seats[p].held) for p in range(3)) + int(table.s.laid) == 80


@pytest.mark.rule("EB-31")
def test_the_last_round_ends_a_match_and_ties_share() -> None:
    text = "rounds: 3\nboard:\n  yellow 11\n1 rack: yellow-10\n2 rack: green-1\n3 rack: red-2\n"
    table = scene(text + "1 points: -5\n2 points: -4\n3 points: -9", rounds="match").play("lay yellow-10")
    assert table.match.over
    assert table.match.scores() == [-5, -5, -11]
    assert table.match.winners() == [0, 1]
    assert table.game.endings[int(table.s.over)] == "shared"
