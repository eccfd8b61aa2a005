"""A scenario for every rule; break the rule and look whether its scenario fails."""

import pytest

from eleven.testing import Scene, dealt


def at(*lines: str) -> Scene:
    """Red's turn with three players, and two feathers for everybody."""
    feathers = [f"{seat} feathers: 2" for seat in ("red", "green", "blue")]
    return Scene("magpies", "\n".join(["players: 3", "turn: red", *feathers, *lines]))


@pytest.mark.rule("MA-1", "MA-2", "MA-3")
def test_everybody_gets_a_nest_and_feathers() -> None:
    scene = dealt("magpies", 3)
    assert [(int(seat.held), int(seat.feathers)) for seat in scene.s.seats] == [(4, 3), (4, 3), (4, 3), (0, 0)]
    assert (int(scene.s.left), list(scene.s.box)) == (18, [9, 8, 7, 6])
    assert [sum(seat.nest) for seat in scene.seen("red").seats[:3]] == [4, 0, 0]


@pytest.mark.rule("MA-4")
def test_luck_says_who_begins_and_play_goes_clockwise() -> None:
    assert {dealt("magpies", 3, seed).asked()[0] for seed in range(30)} == {"red", "green", "blue"}
    assert at().play("forage").asked()[0] == "green"


@pytest.mark.rule("MA-5")
def test_only_the_finder_sees_what_was_found() -> None:
    scene = at().play("forage", luck="found: ring")
    assert scene.news("red") == ["Red finds a ring in the grass."]
    assert scene.news("green") == ["Red finds something in the grass."]


@pytest.mark.rule("MA-6", "MA-7")
def test_who_peeks_knows_what_must_still_be_there() -> None:
    scene = at("green nest: ring key").play("peek green", "forage")
    assert list(scene.seen("red").seats[0].known[4:8]) == [0, 0, 1, 1]
    assert not any(scene.seen("blue").seats[2].known)
    assert int(scene.s.seats[0].feathers) == 1
    assert at("red known: green-key", "green nest: key").refuses("peek green") == "MA-6"
    assert at("red nest: key").refuses("peek red") == "MA-6"


@pytest.mark.rule("MA-6", "MA-8", "MA-9", "MA-13")
def test_what_is_known_is_snatched_and_snatched_back_for_a_feather() -> None:
    scene = at("green nest: ring key", "red known: green-ring", "blue known: green-ring")
    assert scene.refuses("snatch green key") == "MA-8"
    assert scene.play("snatch green ring").news("blue") == ["Red snatches a ring from Green."]
    assert [(int(seat.held), int(seat.feathers)) for seat in scene.s.seats[:2]] == [(1, 1), (1, 2)]
    assert list(scene.s.seats[2].known[:8]) == [0, 0, 0, 1, 0, 0, 0, 0]
    assert scene.play("snatch red ring").asked() == ("blue", "turn")
    assert {"snatch green ring"} == {name for name in scene.legal() if name.startswith("snatch")}
    scene = at("green nest: ring key", "red known: green-ring").play("peek green", "forage", "forage", "peek green")
    assert (scene.refuses("peek green"), scene.refuses("snatch green ring")) == ("MA-6", "MA-8")


@pytest.mark.rule("MA-10", "MA-11", "MA-12")
@pytest.mark.parametrize(("trinket", "points"), [("bead", 3), ("coin", 5), ("key", 7), ("ring", 9)])
def test_three_alike_are_shown(trinket: str, points: int) -> None:
    six, known = f"{trinket} " * 6, f"red-{trinket} " * 4
    scene = at(f"red nest: {six}", f"blue known: {known}").play(f"show {trinket}")
    assert (scene.match.scores()[0], int(scene.s.seats[0].feathers), int(scene.s.seats[0].held)) == (points, 3, 3)
    assert sum(scene.s.seats[2].known) == 1
    assert int(scene.play("forage", "forage", f"show {trinket}").s.seats[0].feathers) == 3
    assert at("red nest: ring ring").refuses("show ring") == "MA-10"


@pytest.mark.rule("MA-14", "MA-15")
def test_the_last_trinket_ends_the_game_and_full_nests_cost() -> None:
    shown = "green shown: " + "bead " * 9 + "coin " * 8 + "key " * 7 + "ring " * 3
    scene = at(shown, "blue points: 1", "blue nest: ring", "red nest: ring").play("forage")
    assert (scene.match.scores(), scene.match.winners()) == ([-2, 0, 0], [1, 2])
    assert scene.refuses("forage") == "MA-14"
