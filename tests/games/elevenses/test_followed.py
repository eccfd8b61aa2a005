"""What others can follow while cards move, and what worlds they imagine meanwhile (EL-6, EL-8)."""

import pytest

from eleven.core.play.match import imagine
from eleven.core.rules import luck
from eleven.games.elevenses.tokens import CARD
from tests.support import Scene

KITCHENS = "players: 3\nred kitchen: red-milk red-tea green-sugar\ngreen kitchen: green-tea green-cups red-cakes\n"


def card(token: str) -> int:
    return 1 << CARD.value(token)


@pytest.mark.rule("EL-8", "EL-13")
def test_who_knew_two_alike_cards_no_longer_does_when_one_of_them_is_taken() -> None:
    scene = Scene("elevenses", KITCHENS)
    for onlooker in (2, 3):
        scene.s.knows[onlooker] |= card("green-tea") | card("green-cups") | card("red-cakes")
    scene.play("play red-milk", "visit green", "take green-cups")
    for onlooker in (2, 3):
        assert int(scene.s.knows[onlooker]) & (card("green-tea") | card("green-cups")) == 0
        assert int(scene.s.knows[onlooker]) & card("red-cakes"), "the only red back there was not touched"


@pytest.mark.rule("EL-6", "EL-7")
@pytest.mark.parametrize("place", [2, 6, 8])
def test_which_of_their_own_positions_a_player_knows_is_public(place: int) -> None:
    scene = Scene("elevenses", "players: 3\nred kitchen: red-elevenses red-tea\nred up: trolley cakes")
    assert {int(scene.seen(viewer).seats[0].aware) for viewer in ("red", "green", "spectator")} == {0}
    scene.play(f"arrange {place} red-tea")
    assert {int(scene.seen(viewer).seats[0].aware) for viewer in ("red", "green", "spectator")} == {1 << (place - 1)}


@pytest.mark.rule("EL-18")
def test_who_has_drawn_a_card_knows_it_in_every_imagined_world() -> None:
    text = (
        "players: 3\nred kitchen: red-sandwiches red-tea red-milk\ngreen kitchen: green-servants green-cups green-cakes"
    )
    scene = Scene("elevenses", text).play("play red-sandwiches").play("visit green", luck="drawn: red-milk")
    for i in range(40):
        world = imagine(scene.game, scene.seen("blue"), luck.fresh(luck.key_of("drawn", i)))
        assert int(world.knows[1]) >> int(world.seats[0].picked) & 1
    passing = Scene("elevenses", "players: 3\nred kitchen: red-china red-tea red-milk").play(
        "play red-china", "pass red-tea"
    )
    for i in range(8):
        world = imagine(passing.game, passing.seen("blue"), luck.fresh(luck.key_of("passing", i)))
        assert not int(world.knows[1]) >> int(world.seats[0].picked) & 1, "a card put down for passing is nobody else's"


@pytest.mark.rule("EL-12")
def test_all_are_told_who_spares_whom() -> None:
    scene = Scene("elevenses", "players: 3\nred kitchen: red-tea red-milk red-cups").play("play red-tea", "spare green")
    assert scene.news("spectator")[0] == "Red chooses Green, who has no card to turn."


@pytest.mark.rule("EL-16", "EL-21")
def test_a_player_who_must_pass_their_only_card_has_no_elevenses_in_the_kitchen() -> None:
    slots = "red slots: red-trolley red-cups red-sugar red-tea red-biscuits red-milk red-cakes red-elevenses\n"
    text = f"players: 3\nred up: trolley servants\nred kitchen: red-china\n{slots}  red-sandwiches red-servants\n"
    scene = Scene("elevenses", text).play("play red-china")
    assert scene.asked() == ("red", "pass")
    for i in range(25):
        world = imagine(scene.game, scene.seen("green"), luck.fresh(luck.key_of("only", i)))
        assert scene.game.check(world) == 0
        assert int(world.seats[0].kitchen) & card("red-elevenses") == 0


@pytest.mark.rule("EL-8", "EL-18")
def test_who_knew_two_alike_cards_no_longer_does_when_one_of_them_is_kept() -> None:
    text = (
        "players: 3\nred kitchen: red-sandwiches red-tea red-milk\ngreen kitchen: green-servants green-cups green-cakes"
    )
    scene = Scene("elevenses", text)
    scene.s.knows[2] |= card("red-tea") | card("red-milk")
    scene.play("play red-sandwiches").play("visit green", luck="drawn: red-milk").play("give green-cups")
    assert int(scene.s.knows[2]) & (card("red-tea") | card("red-milk")) == 0
    assert int(scene.s.knows[0]) & int(scene.s.knows[1]) & card("red-milk")


@pytest.mark.rule("EL-16", "EL-21")
def test_a_card_put_down_for_passing_is_never_imagined_to_be_an_elevenses() -> None:
    scene = Scene("elevenses", "players: 3\nred kitchen: red-china red-tea red-milk").play(
        "play red-china", "pass red-tea"
    )
    found = set()
    for i in range(60):
        world = imagine(scene.game, scene.seen("green"), luck.fresh(luck.key_of("no eleven", i)))
        assert world.seats[0].picked != CARD.value("red-elevenses")
        found.add(bool(int(world.seats[0].kitchen) & card("red-elevenses")))
    assert found == {True, False}


@pytest.mark.rule("EL-6", "EL-18")
def test_a_back_of_the_fourth_set_can_be_chosen() -> None:
    kitchens = "red kitchen: red-sandwiches gold-tea red-milk\ngold kitchen: red-tea gold-milk gold-cups"
    scene = Scene("elevenses", f"players: 4\n{kitchens}").play("play red-sandwiches", "visit green")
    assert scene.legal() == {"draw red", "draw gold"}


@pytest.mark.rule("EL-21")
@pytest.mark.parametrize("kitchen", ["green-tea green-milk red-cakes", "green-tea red-cups red-cakes"])
def test_an_unseen_elevenses_of_another_set_may_be_in_its_kitchen_too(kitchen: str) -> None:
    mine = (
        "red kitchen: red-tea red-milk green-cakes"
        if "cups" not in kitchen
        else "red kitchen: red-tea green-milk green-cakes"
    )
    scene = Scene("elevenses", f"players: 3\n{mine}\ngreen kitchen: {kitchen}")
    elevenses, places = CARD.value("green-elevenses"), set()
    for i in range(80):
        world = imagine(scene.game, scene.seen("blue"), luck.fresh(luck.key_of("unseen", i)))
        kept = int(world.seats[1].kitchen) >> elevenses & 1
        places.add(0 if kept else list(world.seats[1].slots).index(elevenses))
    assert places == set(range(9))


@pytest.mark.rule("EL-16")
def test_who_is_skipped_passes_nothing() -> None:
    text = (
        "players: 3\ngreen up: trolley servants\ngreen kitchen: green-elevenses\n"
        "red kitchen: red-china red-tea red-milk\nblue kitchen: blue-tea blue-milk blue-cups"
    )
    scene = Scene("elevenses", text).play("play red-china", "pass red-tea", "pass blue-tea")
    assert sorted(line for line in scene.news("spectator") if "passes" in line) == [
        "Blue passes a blue card to Red.",
        "Red passes a red card to Blue.",
    ]


@pytest.mark.rule("EL-41")
def test_a_guest_who_has_arrived_has_arrived_in_every_imagined_world() -> None:
    scene = Scene("elevenses", "players: 3\noption guests: on\nred guest: poet\nred arrived: 1")
    world = imagine(scene.game, scene.seen("blue"), luck.fresh(luck.key_of("arrived")))
    assert [int(world.seats[p].arrived) for p in range(3)] == [1, 0, 0]
    assert world.seats[0].guest == scene.s.seats[0].guest
