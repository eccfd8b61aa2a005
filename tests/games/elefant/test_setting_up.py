"""The cards and the set-up (EP-1 to EP-4, EP-10, EP-11)."""

from collections import Counter

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import Match, new_match
from eleven.core.rules import luck
from eleven.core.text.log import write_log
from tests.games.elefant.shop import THREE, line, total
from tests.support import Scene

GAME = find_game("elefant")
SEATS = ("white", "yellow", "orange", "violet", "black")


def dealt(players: int, start: str = "random", seed: int = 0) -> Match:
    return new_match(GAME, GAME.setup(players, options={"start": start}), luck.key_of("deal", seed))


def scene_of(match: Match) -> Scene:
    scene = Scene.__new__(Scene)
    scene.game, scene.match = GAME, match
    return scene


@pytest.mark.rule("EP-1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_card_is_there(players: int) -> None:
    scene = scene_of(dealt(players))
    assert total(scene, "china deck") + total(scene, "open china") == 40
    assert total(scene, "herd deck") + total(scene, "open herd") == 30
    assert sum(total(scene, f"{seat} china") for seat in SEATS[:players]) == 2 * players
    assert len(line(scene, "white sheet").split()) == 4


@pytest.mark.rule("EP-2")
def test_two_of_each_kind_and_four_more() -> None:
    scene = scene_of(dealt(3))
    cards = Counter(f"{line(scene, 'china deck')} {line(scene, 'open china')}".split())
    more = {"red-5", "red-6", "green-5", "blue-6"}
    kinds = [f"{colour}-{value}" for colour in ("red", "green", "blue") for value in range(3, 9)]
    assert cards == {kind: 3 if kind in more else 2 for kind in kinds}


@pytest.mark.rule("EP-3")
def test_pairs_go_round_from_the_starting_player() -> None:
    scene = scene_of(dealt(5, "orange"))
    pairs = [line(scene, f"{seat} china") for seat in ("orange", "violet", "black", "white", "yellow")]
    assert pairs == ["red-3 blue-4", "green-4 blue-3", "red-4 green-3", "red-4 blue-3", "green-3 blue-4"]


@pytest.mark.rule("EP-3")
def test_other_pairs_stay_in_the_box() -> None:
    scene = scene_of(dealt(3, "white"))
    assert [line(scene, f"{seat} china") for seat in SEATS[:3]] == ["red-3 blue-4", "green-4 blue-3", "red-4 green-3"]
    assert line(scene, "broken") == "-"


@pytest.mark.rule("EP-4")
def test_thirty_elephants_of_four_sorts() -> None:
    scene = scene_of(dealt(4))
    herd = Counter(f"{line(scene, 'herd deck')} {line(scene, 'open herd')}".split())
    once = "red2 green2 blue2 red2-green1 red2-blue1 red1-green2 green2-blue1 red1-blue2 green1-blue2"
    assert {kind for kind, count in herd.items() if count == 1} == {
        *once.split(),
        *("red2-green2", "red2-blue2", "green2-blue2"),
    }
    assert {kind for kind, count in herd.items() if count == 2} == {"big-red", "big-green", "big-blue"}
    assert {kind for kind, count in herd.items() if count == 3} == {"grey1", "grey2", "odd", "even"}


@pytest.mark.rule("EP-10")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_everybody_begins_with(players: int) -> None:
    scene = scene_of(dealt(players))
    for seat in SEATS[:players]:
        assert (line(scene, f"{seat} money"), line(scene, f"{seat} push")) == ("1", "1")
        assert line(scene, f"{seat} sheet") == "- - - -"
    assert (total(scene, "open china"), total(scene, "open herd")) == (5, 5)
    assert (line(scene, "china left"), line(scene, "herd left")) == ("35", "25")
    assert (line(scene, "broken"), line(scene, "discard")) == ("-", "-")


@pytest.mark.rule("EP-10")
def test_the_decks_are_shuffled_and_nobody_sees_their_order() -> None:
    matches = [dealt(3, "white", seed) for seed in (1, 2)]
    for name in ("china_deck", "herd_deck"):
        assert bytes(matches[0].state[name]) != bytes(matches[1].state[name])
        for match in matches:
            for seat in range(4):
                assert set(match.seen(seat)[name].tolist()) == {-1, -2}


@pytest.mark.rule("EP-10")
def test_rows_come_from_the_top_of_the_decks() -> None:
    log = write_log(dealt(3, "white")).splitlines()
    scene = scene_of(dealt(3, "white"))
    for name in ("china", "herd"):
        order = next(text for text in log if text.startswith(f"luck {name}:")).split()[2:]
        assert sorted(line(scene, f"open {name}").split()) == sorted(order[:5])
        assert line(scene, f"{name} deck").split() == order[5:]


@pytest.mark.rule("EP-11")
def test_the_table_may_name_who_starts() -> None:
    assert scene_of(dealt(4, "violet")).asked() == ("violet", "turn")


@pytest.mark.rule("EP-11")
def test_luck_names_who_starts_otherwise() -> None:
    starters = {scene_of(dealt(3, seed=seed)).asked()[0] for seed in range(30)}
    assert starters == {"white", "yellow", "orange"}


@pytest.mark.rule("EP-11")
def test_play_goes_clockwise() -> None:
    scene = Scene("elefant", THREE + "turn: yellow")
    asked = [scene.play("push").asked()[0] for _ in range(3)]
    assert asked == ["orange", "white", "yellow"]
