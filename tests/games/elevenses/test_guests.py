"""The Special Guests (EL-40 to EL-43)."""

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import new_match
from eleven.core.rules.luck import key_of
from eleven.core.text.errors import TextMistake
from eleven.games.elevenses.tokens import GUEST
from tests.support import Scene

GUESTS = "players: 3\noption guests: on\n"
PLEASED = GUESTS + "red guest: dowager\nred up: milk servants\nred kitchen: green-tea red-cups\n"


@pytest.mark.rule("EL-40")
def test_one_guest_each_seen_by_the_owner_alone() -> None:
    game = find_game("elevenses")
    match = new_match(game, game.setup(4, "grail", {"guests": "on"}), key_of(1))
    guests = [int(match.state.seats[p].guest) for p in range(4)]
    assert len(set(guests)) == 4
    for p in range(4):
        assert [int(match.seen(p).seats[q].guest) for q in range(4)] == [guests[q] if q == p else -1 for q in range(4)]
    assert {int(match.seen(4).seats[q].guest) for q in range(4)} == {-1}


@pytest.mark.rule("EL-40")
def test_guests_that_a_position_leaves_out_are_others_than_those_it_names() -> None:
    scene = Scene("elevenses", "players: 4\noption guests: on\nblue guest: dowager\ngold guest: vicar\n")
    assert [GUEST.token(int(scene.s.seats[p].guest)) for p in range(4)] == ["colonel", "film-star", "dowager", "vicar"]


@pytest.mark.rule("EL-40")
@pytest.mark.parametrize(
    "lines",
    [
        "option guests: on\nred guest: poet\ngreen guest: poet\n",
        "option guests: on\nred guest: -\n",
        "option guests: on\nred arrived: 2\n",
        "red guest: poet\n",
        "red arrived: 1\n",
    ],
)
def test_a_position_with_a_guest_twice_or_uninvited_is_refused(lines: str) -> None:
    with pytest.raises(TextMistake, match="EL-40"):
        Scene("elevenses", "players: 2\n" + lines)


@pytest.mark.rule("EL-41")
def test_a_pleased_guest_may_be_revealed_at_the_end_of_the_turn() -> None:
    scene = Scene("elevenses", PLEASED)
    scene.play("play green-tea", "spare green")
    assert scene.legal() == {"end", "reveal"}
    scene.play("reveal")
    assert scene.s.seats[0].arrived == 1
    assert scene.news("spectator") == ["Red welcomes the Dowager."]
    assert scene.asked() == ("green", "turn")


@pytest.mark.rule("EL-41")
def test_the_guest_stays_when_a_wanted_card_is_turned_down() -> None:
    scene = Scene("elevenses", PLEASED + "green kitchen: red-tea green-milk green-cups\n")
    scene.play("play green-tea", "spare green", "reveal", "play red-tea", "flip red 3")
    assert scene.s.seats[0].arrived == 1
    assert scene.asked() == ("green", "end")


@pytest.mark.rule("EL-41")
def test_a_guest_whose_wish_is_open_cannot_be_revealed() -> None:
    scene = Scene("elevenses", PLEASED.replace("dowager", "colonel"))
    scene.play("play green-tea", "spare green")
    assert scene.refuses("reveal") == "EL-41"


@pytest.mark.rule("EL-41")
def test_others_do_not_learn_whether_a_guest_could_have_been_revealed() -> None:
    """Others see the same question, the same news and the same record whether the guest was pleased or not."""
    views = []
    for guest in ("dowager", "colonel"):
        scene = Scene("elevenses", PLEASED.replace("dowager", guest) + "green guest: poet\nblue guest: vicar\n")
        scene.play("play green-tea", "spare green")
        before = scene.seen("green").tobytes()
        scene.play("end")
        views.append((before, scene.seen("green").tobytes(), scene.seen("spectator").tobytes()))
    assert views[0] == views[1]


@pytest.mark.rule("EL-41")
def test_no_guest_is_revealed_in_the_turn_that_ends_the_round() -> None:
    scene = Scene(
        "elevenses", GUESTS + "red guest: dowager\nred up: tea milk servants cups\nred kitchen: red-elevenses red-cakes"
    )
    scene.play("play red-elevenses")
    assert scene.asked()[1] == "turn"
    assert scene.s.rounds == 2


@pytest.mark.rule("EL-41")
def test_without_a_hidden_guest_the_turn_just_ends() -> None:
    scene = Scene("elevenses", PLEASED + "red arrived: 1\n")
    scene.play("play green-tea", "spare green")
    assert scene.asked() == ("green", "turn")


@pytest.mark.rule("EL-42")
def test_a_guest_does_not_count_towards_the_four_cards() -> None:
    scene = Scene(
        "elevenses", GUESTS + "red arrived: 1\nred up: tea milk servants\nred kitchen: red-elevenses red-cakes"
    )
    assert scene.refuses("play red-elevenses") == "EL-21"


@pytest.mark.rule("EL-42")
def test_no_action_moves_a_guest() -> None:
    game = find_game("elevenses")
    assert not [a.name for a in game.actions if any(kind.name == "guest" for kind, _ in a.arguments)]


@pytest.mark.rule("EL-43")
def test_the_wishes_have_the_properties_that_are_claimed() -> None:
    game = find_game("elevenses")
    tables = game.components().tables
    wishes = {name: set(wish) for name, wish in tables["guests"].items() if name != "kind"}
    assert tables["guests"]["kind"] == "reconstructed"
    assert sorted(card for wish in wishes.values() for card in wish) == sorted([*range(2, 11)] * 2)
    spoons = tables["spoons"]["values"]
    assert {sum(spoons[card - 1] for card in wish) for wish in wishes.values()} == {5}
    names = list(wishes)
    assert max(len(wishes[a] & wishes[b]) for a in names for b in names if a != b) == 1
    assert wishes["film-star"] == {3, 8, 9}
