"""What players see and remember (EL-6, EL-7, EL-8)."""

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import new_match
from eleven.games.elevenses.tokens import CARD
from tests.support import Scene

THREE = "players: 3\n"


def known(scene: Scene, viewer: str) -> set[str]:
    """The cards whose whereabouts a seat knows."""
    index = scene.s.players if viewer == "spectator" else scene.game.seat.value(viewer)
    mask = int(scene.seen(viewer).knows[index])
    return {CARD.token(card) for card in range(44) if mask >> card & 1}


def kitchen(scene: Scene, viewer: str, owner: str) -> str:
    """Another player's kitchen as somebody sees it."""
    zones = scene.game.zones(scene.seen(viewer), scene.game.words())
    return " ".join(sorted(thing.token for zone in zones if zone.id == f"kitchen:{owner}" for thing in zone.things))


@pytest.mark.rule("EL-6")
def test_backs_are_public_and_numbers_are_not() -> None:
    scene = Scene(
        "elevenses",
        THREE
        + "red kitchen: red-tea red-milk green-cakes\n"
        + "green slots: - green-tea red-cups green-milk green-sugar green-cups green-china green-biscuits\n"
        + "  green-servants -",
    )
    assert kitchen(scene, "blue", "red") == "green-? red-? red-?"
    slots = scene.seen("red").seats[1].slots
    assert [CARD.token(int(card)) for card in slots[1:4]] == ["green-?", "red-?", "green-?"]


@pytest.mark.rule("EL-7")
def test_nobody_has_seen_their_own_face_down_cards_after_the_deal() -> None:
    game = find_game("elevenses")
    match = new_match(game, game.setup(3), bytes(32))
    for p in range(3):
        assert all(card < 0 for card in match.seen(p).seats[p].slots)


@pytest.mark.rule("EL-7")
def test_own_face_down_cards_are_unseen_without_sugar() -> None:
    scene = Scene("elevenses", THREE + "red kitchen: red-tea red-milk red-elevenses")
    assert known(scene, "red") == {"red-tea", "red-milk", "red-elevenses"}
    scene.play("arrange 6 red-tea")
    assert "red-tea" in known(scene, "red"), "they know what they laid down themselves"
    assert "red-tea" not in known(scene, "green")


@pytest.mark.rule("EL-7", "EL-14")
def test_what_sugar_showed_is_remembered_after_it_is_turned_down() -> None:
    scene = Scene(
        "elevenses",
        THREE + "red kitchen: red-sugar red-milk red-elevenses\ngreen kitchen: green-tea green-milk green-cups",
    )
    scene.play("play red-sugar")
    everything = known(scene, "red")
    assert len(everything) == 11
    scene.play("play green-tea", "flip red 4")
    assert known(scene, "red") == everything | {"green-tea"}


@pytest.mark.rule("EL-8")
def test_who_cannot_tell_which_card_has_gone_loses_all_of_that_back() -> None:
    scene = Scene(
        "elevenses",
        THREE
        + "turn: green\ngreen kitchen: green-servants green-tea red-milk\nred kitchen: red-cakes red-tea green-sugar\n"
        + "blue kitchen: blue-tea blue-milk blue-sugar",
    )
    scene.play("play green-servants")
    assert known(scene, "red") >= {"green-tea", "red-milk"}
    scene.play("arrange 2 blue-tea", "done")
    scene.play("arrange 2 red-cakes", "done")
    scene.play("arrange 5 green-tea", "done")
    assert known(scene, "red") >= {"green-tea", "red-milk"}, "the only green back there, so it can be followed"


@pytest.mark.rule("EL-8")
def test_two_alike_backs_cannot_be_told_apart() -> None:
    scene = Scene(
        "elevenses",
        THREE
        + "turn: green\ngreen kitchen: green-servants green-tea green-milk\n"
        + "blue kitchen: blue-tea blue-milk blue-sugar",
    )
    scene.play("play green-servants", "arrange 2 blue-tea", "done")
    scene.play(*[sorted(scene.legal())[0], "done"])
    assert known(scene, "red") >= {"green-tea", "green-milk"}
    scene.play("arrange 5 green-tea")
    assert not {"green-tea", "green-milk"} & known(scene, "red")
    assert not {"green-tea", "green-milk"} & known(scene, "spectator")
    assert {"green-tea", "green-milk"} <= known(scene, "green")


@pytest.mark.rule("EL-8")
def test_a_known_elevenses_cannot_have_changed_hands_so_the_other_card_did() -> None:
    position = (
        THREE
        + "turn: green\ngreen up: servants\ngreen kitchen: green-elevenses green-tea\n"
        + "red kitchen: red-milk red-tea red-cups\nblue kitchen: blue-tea blue-milk blue-biscuits\n"
    )
    scene = Scene("elevenses", position)
    scene.s.knows[:] = [int(mask) | 1 << 11 + 10 | 1 << 11 + 1 for mask in scene.s.knows]
    scene.play("arrange 2 green-tea", "arrange 2 green-trolley")
    assert "green-tea" not in known(scene, "blue"), "an arranged card may be Elevenses"
    scene = Scene("elevenses", position.replace("turn: green", "turn: red"))
    scene.s.knows[:] = [int(mask) | 1 << 11 + 10 | 1 << 11 + 1 for mask in scene.s.knows]
    scene.play("play red-milk", "visit green", "take green-tea", "give red-cups")
    assert {"green-tea", "green-elevenses"} <= known(scene, "blue"), "only Tea can have gone"


@pytest.mark.rule("EL-8")
def test_a_swap_is_public_with_its_backs_but_its_numbers_are_for_the_two() -> None:
    scene = Scene(
        "elevenses", THREE + "red kitchen: red-milk red-tea red-cups\ngreen kitchen: green-tea green-cakes green-sugar"
    )
    scene.play("play red-milk", "visit green", "take green-cakes", "give red-cups")
    assert scene.news("blue")[:2] == ["Red gives a red card to Green.", "Green gives a green card to Red."]
    assert scene.news("green")[:2] == [
        "Red gives Cups & Saucers (red) to Green.",
        "Green gives Cakes (green) to Red.",
    ]
    assert {"red-cups", "green-cakes"} <= known(scene, "red") & known(scene, "green")
    assert not {"red-cups", "green-cakes"} & known(scene, "blue")


@pytest.mark.rule("EL-8")
def test_a_returned_card_is_still_known_to_who_knew_it() -> None:
    scene = Scene(
        "elevenses",
        THREE + "red kitchen: red-sandwiches red-tea red-milk\ngreen kitchen: green-servants green-cups green-cakes",
    )
    scene.s.knows[2] = int(scene.s.knows[2]) | 1 << 1 | 1 << 2
    scene.play("play red-sandwiches")
    scene.play("visit green", luck="drawn: red-milk")
    scene.play("return")
    assert {"red-tea", "red-milk"} <= known(scene, "blue")
    assert "red-milk" in known(scene, "green")
    assert "red-tea" not in known(scene, "green")


def remembered(scene: Scene, viewer: str) -> list[str]:
    """Red's face-down cards as a seat is shown them without the memory aid."""
    seen = scene.seen(viewer)
    scene.game.forget(seen)
    return [CARD.token(int(card)) for card in seen.seats[0].slots[1:9]]


@pytest.mark.rule("EL-7", "EL-14")
def test_without_the_memory_aid_only_what_can_be_looked_at_now_is_shown() -> None:
    scene = Scene("elevenses", THREE + "red kitchen: red-tea red-sugar red-elevenses")
    scene.play("arrange 6 red-tea")
    assert CARD.token(int(scene.seen("red").seats[0].slots[5])) == "red-tea"
    assert set(remembered(scene, "red")) == {"red-?"}
    sugar = Scene("elevenses", THREE + "red kitchen: red-tea red-sugar red-elevenses").play("play red-sugar")
    assert "red-?" not in remembered(sugar, "red"), "Sugar lies face up: they may look"
    assert set(remembered(sugar, "green")) == {"red-?", "red-sugar"}


@pytest.mark.rule("EL-13")
def test_without_the_memory_aid_a_kitchen_is_shown_while_one_looks_into_it() -> None:
    text = THREE + "red kitchen: red-milk red-tea red-elevenses\ngreen kitchen: green-tea green-milk green-elevenses"
    scene = Scene("elevenses", text)
    scene.play("play red-milk", "visit green")
    seen = scene.seen("red")
    scene.game.forget(seen)
    assert seen.seats[1].kitchen == scene.s.seats[1].kitchen
    scene.play("decline")
    assert scene.seen("red").seats[1].kitchen == scene.s.seats[1].kitchen, "they remember it"
    seen = scene.seen("red")
    scene.game.forget(seen)
    assert seen.seats[1].kitchen == 0


@pytest.mark.rule("EL-18")
def test_without_the_memory_aid_the_drawn_card_is_shown_to_who_is_asked_whether_to_keep_it() -> None:
    text = THREE + "red kitchen: red-sandwiches red-tea red-milk\ngreen kitchen: green-tea green-milk green-elevenses"
    scene = Scene("elevenses", text)
    scene.play("play red-sandwiches")
    scene.play("visit green", luck="drawn: red-milk")
    shown = {seat: scene.seen(seat) for seat in ("red", "green", "blue")}
    for seen in shown.values():
        scene.game.forget(seen)
    assert shown_kitchen(scene, shown["green"]) == "red-milk red-? red-?"
    assert shown_kitchen(scene, shown["blue"]) == "red-? red-? red-?"
    assert "red-milk" in shown_kitchen(scene, shown["red"])
    scene.play("return")
    seen = scene.seen("green")
    scene.game.forget(seen)
    assert shown_kitchen(scene, seen) == "red-? red-? red-?", "they remember it, but do not see it any more"


def shown_kitchen(scene: Scene, seen: object) -> str:
    """Red's kitchen in a sight."""
    zones = scene.game.zones(seen, scene.game.words())
    return " ".join(thing.token for zone in zones if zone.id == "kitchen:red" for thing in zone.things)
