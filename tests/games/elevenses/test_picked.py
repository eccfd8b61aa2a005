"""Cards picked out for passing: who sees which, who is told what, and what can be imagined (EL-8, EL-16)."""

import pytest

from eleven.core.play.match import imagine
from eleven.core.rules import luck
from eleven.core.text.narration import question
from eleven.games.elevenses.state import EMPTY
from eleven.games.elevenses.tokens import CARD
from tests.support import Scene

SLOTS = "red slots: - red-cups red-sugar red-milk red-biscuits green-sugar red-servants red-elevenses red-trolley -\n"
CHINA = "players: 3\nred kitchen: red-china red-tea green-cakes\n" + SLOTS


def picked(scene: Scene, viewer: str, owner: str) -> str:
    return CARD.token(int(scene.seen(viewer).seats[scene.game.seat.value(owner)].picked))


@pytest.mark.rule("EL-8", "EL-16")
def test_a_card_put_down_for_passing_is_seen_by_its_owner_and_its_back_by_all() -> None:
    scene = Scene("elevenses", CHINA).play("play red-china", "pass green-cakes")
    assert picked(scene, "red", "red") == "green-cakes"
    assert {picked(scene, viewer, "red") for viewer in ("green", "blue", "spectator")} == {"green-?"}


@pytest.mark.rule("EL-8", "EL-16")
def test_the_only_card_of_its_back_is_recognised_by_who_knows_it() -> None:
    scene = Scene("elevenses", CHINA)
    scene.s.knows[1] |= 1 << CARD.value("red-tea")
    scene.play("play red-china", "pass red-tea")
    assert picked(scene, "green", "red") == "red-tea"
    assert picked(scene, "blue", "red") == "red-?"


@pytest.mark.rule("EL-8", "EL-16")
def test_one_of_two_cards_with_the_same_back_is_not_recognised() -> None:
    scene = Scene("elevenses", CHINA)
    scene.s.knows[1] |= 1 << CARD.value("green-cakes") | 1 << CARD.value("green-sugar")
    scene.play("play red-china", "pass green-cakes")
    assert picked(scene, "green", "red") == "green-?"


@pytest.mark.rule("EL-16", "EL-21")
def test_a_player_who_puts_down_the_only_card_of_their_own_back_has_no_elevenses_in_the_kitchen() -> None:
    scene = Scene("elevenses", CHINA).play("play red-china", "pass red-tea")
    seen = scene.seen("green")
    for i in range(25):
        world = imagine(scene.game, seen, luck.fresh(luck.key_of("picked", i)))
        assert scene.game.check(world) == 0
        assert int(world.seats[0].kitchen) >> CARD.value("red-elevenses") & 1 == 0
        assert int(world.seats[0].kitchen) >> int(world.seats[0].picked) & 1


@pytest.mark.rule("EL-16", "EL-17")
@pytest.mark.parametrize(("card", "to"), [("china", ["Ben", "Cem", "Ann"]), ("biscuits", ["Cem", "Ann", "Ben"])])
def test_whoever_is_asked_for_a_card_is_told_by_name_who_gets_it(card: str, to: list[str]) -> None:
    scene = Scene("elevenses", f"players: 3\nred kitchen: red-{card} red-tea red-milk\n").play(f"play red-{card}")
    for seat, name in zip(("red", "green", "blue"), to, strict=True):
        asked = question(scene.game, scene.seen(seat), scene.game.words(), ["Ann", "Ben", "Cem"])
        assert asked.endswith(f"for {name}.")
        scene.play(next(row for row in scene.legal() if row.startswith("pass ")))


@pytest.mark.rule("EL-16")
def test_whoever_holds_elevenses_alone_is_named_to_nobody() -> None:
    kitchens = "red kitchen: red-china red-tea red-milk\ngreen up: trolley servants\ngreen kitchen: green-elevenses\n"
    scene = Scene("elevenses", f"players: 3\n{kitchens}").play("play red-china")
    assert question(scene.game, scene.seen("red"), scene.game.words()).endswith("for Blue.")


@pytest.mark.rule("EL-16", "EL-17")
@pytest.mark.parametrize(("card", "to"), [("china", "Green"), ("biscuits", "Blue")])
def test_everybody_is_told_who_passes_to_whom_and_the_two_what(card: str, to: str) -> None:
    kitchens = f"red kitchen: red-{card} red-tea red-milk\ngreen kitchen: green-tea green-cups green-cakes\n"
    scene = Scene("elevenses", f"players: 3\n{kitchens}blue kitchen: blue-tea blue-cups blue-cakes\n")
    scene.play(f"play red-{card}")
    for _ in range(3):
        scene.play(f"pass {scene.asked()[0]}-tea")
    assert f"Red passes Tea (red) to {to}." in scene.news("red")
    assert f"Red passes Tea (red) to {to}." in scene.news(to.lower())
    assert f"Red passes a red card to {to}." in scene.news("spectator")
    assert len([line for line in scene.news("spectator") if "passes" in line]) == 3


@pytest.mark.rule("EL-40")
def test_every_unseen_guest_is_imagined_and_no_guest_twice() -> None:
    scene = Scene(
        "elevenses", "players: 4\noption guests: on\nred guest: poet\ngreen guest: dowager\nblue guest: colonel"
    )
    for viewer in ("red", "green", "gold", "spectator"):
        world = imagine(scene.game, scene.seen(viewer), luck.fresh(luck.key_of("guests")))
        guests = [int(world.seats[p].guest) for p in range(4)]
        assert len(set(guests)) == 4
        assert min(guests) >= 0
        assert max(guests) < 6


@pytest.mark.rule("EL-13")
def test_a_card_that_is_taken_and_not_yet_paid_for_is_imagined_by_its_back() -> None:
    kitchens = "red kitchen: red-milk red-tea red-cups\ngreen kitchen: green-tea green-cups green-cakes\n"
    scene = Scene("elevenses", f"players: 3\n{kitchens}").play("play red-milk", "visit green", "take green-cups")
    assert CARD.token(int(scene.seen("blue").taken)) == "green-?"
    for i in range(12):
        world = imagine(scene.game, scene.seen("blue"), luck.fresh(luck.key_of("taken", i)))
        assert scene.game.check(world) == 0
        assert CARD.token(int(world.taken)).startswith("green-")
        assert {int(world.knows[p]) >> int(world.taken) & 1 for p in (0, 1)} == {1}


@pytest.mark.rule("EL-21")
def test_an_unseen_elevenses_may_be_in_its_owners_kitchen_or_spread_and_nowhere_else() -> None:
    scene = Scene(
        "elevenses",
        "players: 3\nred kitchen: red-tea red-milk green-cakes\ngreen kitchen: red-cups green-tea green-milk",
    )
    elevenses, places = CARD.value("red-elevenses"), set()
    for i in range(60):
        world = imagine(scene.game, scene.seen("blue"), luck.fresh(luck.key_of("home", i)))
        assert scene.game.check(world) == 0
        places.add(
            "kitchen" if int(world.seats[0].kitchen) >> elevenses & 1 else list(world.seats[0].slots).index(elevenses)
        )
    assert places == {"kitchen", *range(1, 9)}


@pytest.mark.rule("EL-18")
def test_a_returned_card_is_no_longer_picked_out_and_all_are_told() -> None:
    kitchens = "red kitchen: red-sandwiches red-tea red-milk\ngreen kitchen: green-servants green-cups green-cakes"
    scene = Scene("elevenses", f"players: 3\n{kitchens}").play("play red-sandwiches")
    scene.play("visit green", luck="drawn: red-milk").play("return")
    assert {int(scene.s.seats[p].picked) for p in range(3)} == {EMPTY}
    assert scene.news("green")[0] == "Green returns Milk (red) to Red."
    assert scene.news("blue")[0] == "Green returns the red card to Red."


@pytest.mark.rule("EL-5")
def test_all_are_told_where_a_card_is_arranged_and_its_owner_which() -> None:
    kitchen = "red kitchen: red-elevenses red-tea green-milk\n"
    slots = "red slots: - red-cups red-china red-biscuits red-cakes red-trolley red-servants red-sugar red-sandwiches -"
    scene = Scene("elevenses", f"players: 2\n{kitchen}{slots}").play("arrange 7 green-milk")
    assert scene.news("red") == [
        "Red lays Milk (green) face down on position 7.",
        "Red takes Servants (red) from position 7 into the kitchen.",
    ]
    assert scene.news("green") == [
        "Red lays a green card face down on position 7.",
        "Red takes the red card from position 7 into the kitchen.",
    ]
