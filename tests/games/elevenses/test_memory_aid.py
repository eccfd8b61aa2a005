"""The table without the memory aid: one kitchen, one viewer, one question (EL-7, EL-13)."""

import pytest

from tests.support import Scene

KITCHENS = (
    "players: 3\nred kitchen: red-milk red-tea red-elevenses\ngreen kitchen: green-tea green-milk green-elevenses\n"
    "blue kitchen: blue-tea blue-milk blue-elevenses\n"
)


def shown(scene: Scene, viewer: str) -> list[bool]:
    """Whose kitchens a seat is shown, wholly, when nothing is remembered for it."""
    seen = scene.seen(viewer)
    scene.game.forget(seen)
    whole = [bool(seen.seats[p].kitchen == scene.s.seats[p].kitchen) for p in range(3)]
    assert all(whole[p] or seen.seats[p].kitchen == 0 for p in range(3))
    return whole


def everybody_knows_everything(scene: Scene) -> Scene:
    for p in range(4):
        scene.s.knows[p] = (1 << 33) - 1
    return scene


@pytest.mark.rule("EL-7", "EL-13")
def test_only_the_kitchen_that_is_looked_into_and_only_for_who_looks() -> None:
    scene = everybody_knows_everything(Scene("elevenses", KITCHENS)).play("play red-milk", "visit green")
    assert shown(scene, "red") == [True, True, False]
    assert shown(scene, "green") == [False, True, False]
    assert shown(scene, "blue") == [False, False, True]


@pytest.mark.rule("EL-7", "EL-13")
def test_another_question_about_the_same_player_opens_no_kitchen() -> None:
    scene = everybody_knows_everything(Scene("elevenses", KITCHENS)).play("play red-milk", "visit green")
    scene.play("take green-tea")
    assert scene.asked() == ("red", "give")
    assert shown(scene, "red") == [True, False, False]
    scene.play("give red-tea")
    assert shown(scene, "red") == [True, False, False]


@pytest.mark.rule("EL-7", "EL-18")
def test_a_drawn_card_is_open_for_who_has_drawn_it_alone() -> None:
    kitchens = "red kitchen: red-sandwiches red-tea blue-milk\ngreen kitchen: green-tea green-elevenses green-sugar"
    scene = everybody_knows_everything(Scene("elevenses", f"players: 3\n{kitchens}"))
    scene.play("play red-sandwiches", "visit green", "draw blue")
    assert scene.asked() == ("green", "keep")
    assert shown(scene, "blue") == [False, False, True]


@pytest.mark.rule("EL-7", "EL-34")
def test_after_the_end_nothing_is_being_looked_into() -> None:
    up = "tea milk china biscuits cakes sandwiches"
    text = f"edition: grail\nplayers: 3\nred cubes: 4\nred up: {up}"
    scene = everybody_knows_everything(Scene("elevenses", text)).play("play red-elevenses")
    assert scene.match.over
    assert shown(scene, "red") == [True, False, False]


@pytest.mark.rule("EL-7")
def test_face_up_cards_stay_open_and_face_down_ones_are_backs_for_all_but_the_sugar_holder() -> None:
    scene = everybody_knows_everything(Scene("elevenses", "players: 3\nred up: sugar cakes\ngreen up: tea cakes"))
    for viewer in ("red", "green", "blue"):
        seen = scene.seen(viewer)
        scene.game.forget(seen)
        for p, up in ((0, {4, 9}), (1, {2, 9}), (2, set())):
            for n in range(2, 10):
                open_to_her = n in up or (viewer == "red" and p == 0)
                assert (seen.seats[p].slots[n - 1] >= 0) == open_to_her, (viewer, p, n)
