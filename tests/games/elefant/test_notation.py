"""Positions as text: what is left out is filled in, the impossible is refused, and nothing changes in between."""

from typing import Any

import pytest

from eleven.core.contract.game import find_game
from eleven.core.rules.record import clone, same
from eleven.core.text.errors import TextMistake
from eleven.core.text.notation import read_position, write_position
from tests.games.elefant.shop import THREE, line, total
from tests.support import Scene

GAME = find_game("elefant")


def quiet(state: Any) -> Any:
    """A copy without the news, which a position does not tell."""
    copy = clone(state)
    copy.told = 0
    copy["events"] = 0
    return copy


@pytest.mark.parametrize(
    ("text", "plays"),
    [
        ("", ()),
        ("open china: red-5\nchina left: 20", ("buy red-5", "score everything")),
        ("white china: red-3 red-4 blue-6\nopen herd: red1-blue2 grey2", ("take grey2",)),
        ("white china: red-3 red-4 blue-6 blue-7 blue-8\nopen herd: green2-blue1 red1-blue2", ("take red1-blue2",)),
    ],
)
def test_positions_read_back_as_they_were_written(text: str, plays: tuple[str, ...]) -> None:
    scene = Scene("elefant", THREE + text)
    for name in plays:
        scene.play(name)
    for state in (scene.s, scene.seen("white"), scene.seen("spectator")):
        written = write_position(GAME, scene.match.setup, state)
        setup, again = read_position(GAME, written)
        assert same(quiet(again), quiet(state))
        assert write_position(GAME, setup, again) == written


def test_an_empty_position_is_the_beginning() -> None:
    scene = Scene("elefant", "game: elefant\nplayers: 4\noption start: orange")
    assert scene.asked() == ("orange", "turn")
    assert line(scene, "orange china") == "red-3 blue-4"
    assert (total(scene, "open china"), line(scene, "china left"), line(scene, "herd left")) == (5, "35", "25")


def test_players_without_china_leave_the_decks_as_they_are() -> None:
    scene = Scene("elefant", THREE + "white china: -\nyellow china: -\norange china: -")
    assert (total(scene, "open china"), line(scene, "china left"), total(scene, "broken")) == (5, "35", 6)
    scene = Scene("elefant", THREE + "white china: -\nyellow china: -\norange china: -\nopen china: red-5")
    assert line(scene, "china left") == "35"


def test_what_does_not_fit_is_blamed_on_its_line() -> None:
    with pytest.raises(TextMistake, match="line 2: money is 0, 1 or 2"):
        read_position(GAME, "players: 3\nwhite money: 3\nyellow money: 0\nturn: white")


def test_top_cards_of_a_deck_are_enough() -> None:
    scene = Scene("elefant", THREE + "china deck: blue-8 green-3\nherd deck: odd")
    assert line(scene, "china deck").split()[:2] == ["blue-8", "green-3"]
    assert (total(scene, "china deck"), total(scene, "herd deck")) == (35, 25)


def test_sheets_are_filled_for_the_scorings_that_have_been() -> None:
    scene = Scene("elefant", THREE + "open china: red-5\nchina left: 15\nyellow sheet: - 9 - 20")
    assert line(scene, "white sheet") == "0 0 - -"
    assert line(scene, "yellow sheet") == "- 9 - 20"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("white china: red-8 red-8 red-8", "once too often (EP-1)"),
        ("open herd: grey1 grey1 grey1 grey1", "once too often (EP-1)"),
        ("herd deck: red1", "not in the box"),
        ("broken: -\nopen china: red-5", "the china does not add up"),
        ("discard: -\nopen herd: odd", "the elephants do not add up"),
        ("china left: 33", "whole rows of five"),
        ("china left: 40", "0 to 35 cards can be left"),
        ("china left: -5", "0 to 35 cards can be left"),
        ("open china: red-3 red-3 red-4 red-4 red-5 red-5", "one to five cards"),
        ("open china: -\nchina left: 35", "one to five cards"),
        ("open herd: -", "one to five cards"),
        ("white money: 3", "money is 0, 1 or 2"),
        ("white money: -1", "money is 0, 1 or 2"),
        ("white push: 2", "push card 0 or 1"),
        ("white sheet: 3 - - -", "one number for each scoring"),
        ("china left: 15\nwhite sheet: -5 3 - -", "one number for each scoring"),
        ("white sheet: 3 -", "4 values are wanted"),
        ("white china: ?", "cannot stand here"),
        ("china deck: ? ?", "once too often"),
        ("turn: black", "the open questions do not fit"),
        ("turn: -", "the open questions do not fit"),
        ("asking: yellow turn", "the open questions do not fit"),
        ("asking: -", "needs an open question"),
        ("over: won\nasking: -\nchina left: 10", "40 cards bought"),
        ("asking: white turn, white turn", "the open questions do not fit"),
        ("china left: 30\nasking: yellow score, orange score, white score", "the open questions do not fit"),
        ("asking: white lose-any 0 1", "the open questions do not fit"),
        ("suffered: grey1\nopen herd: odd\nasking: white lose-any 0 2", "the open questions do not fit"),
        ("suffered: red2\nopen herd: odd\nasking: white lose-blue 0 1", "the open questions do not fit"),
        ("suffered: red2\nopen herd: odd\nasking: white lose-red 0 1", "the open questions do not fit"),
        ("suffered: grey1\nopen herd: odd", "the open questions do not fit"),
        ("violet china: red-3", "nobody sits at violet"),
        ("white purse: 3", "no such line"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(TextMistake) as refusal:
        Scene("elefant", THREE + text)
    assert reason in refusal.value.reason
