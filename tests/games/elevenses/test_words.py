"""Positions, logs and component files of Elevenses."""

from pathlib import Path

import pytest

from eleven.core.contract.game import find_game
from eleven.core.text.errors import Mistake, TextMistake
from eleven.core.text.log import read_log, write_log
from eleven.core.text.notation import read_position, write_position

GAME = find_game("elevenses")
GOLDEN = Path(__file__).parent / "golden.log"
OWN = (GAME.folder / "components.toml").read_text(encoding="utf-8")


def test_the_golden_game_replays_to_its_result() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    match = read_log(text)
    assert match.over
    assert write_log(match) == text


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("players: 5", "line 1: Elevenses is for 2 to 4 players, not 5"),
        ("players: two", "line 1: 'two' is no whole number"),
        ("players: 2\nred hat: tea", "line 2: red hat: there is no such line"),
        ("players: 2\nblue cubes: 3", "line 2: blue cubes: nobody sits at blue"),
        ("players: 2\nred kitchen: red-tee", "line 2: red kitchen: 'red-tee' is no card"),
        ("players: 2\nred cubes: 1\nred cubes: 2", "line 3: 'red cubes' stands here twice"),
        ("players: 2\nred kitchen: red-tea red-tea", r"line 2: red kitchen: 'red-tea' cannot stand here \(again\)"),
        ("players: 2\nred kitchen: red-tea", "line 2: every card of each player's set must be there exactly once"),
        ("players: 2\nred kitchen: green-elevenses red-tea red-milk", "line 2: .*Elevenses"),
        ("players: 2\nred slots: red-tea", "line 2: red slots: 10 values are wanted here, not 1"),
        ("players: 2\nasking: red dance", "line 2: asking: a question is"),
        ("players: 2\nred cubes: 99999", "line 2: red cubes: '99999' does not fit here"),
        ("players: 2\noption target: 6", "line 2: option target is one of 5, 7, 9, 11, not '6'"),
        ("nonsense", "line 1: 'nonsense' has no colon"),
        ("players: 2\noption target: 6\nred cubes: 1", "line 2: option target is one of"),
        ("option start: blue\nplayers: 2\nred cubes: 1", "line 1: option start: seat blue is not taken"),
        ("edition: gral\nplayers: 2\nred cubes: 1", "line 1: Elevenses has no edition 'gral'"),
        ("players: 2\ncomponents: 0123\nred cubes: 1", "line 2: this needs the components file 0123"),
        ("players: 2\nred kitchen: red-tea\nred cubes: 1", "line 2: every card of each player's set"),
        ("players: 2\nasking: -\nred cubes: 1\ngreen cubes: 1", "line 2: a game that is not over needs"),
        ("red kitchen: green-elevenses red-tea red-milk\nplayers: 2\ngreen cubes: 1", "line 1: .*Elevenses"),
        ("players: 2\nturns: 61\nred cubes: 1", "line 2: turns: it was noon before"),
        ("players: 2\nred kitchen: red-tea\ngreen kitchen: green-tea\nred cubes: 1", "line 4: every card"),
    ],
)
def test_a_wrong_position_is_refused_with_line_and_reason(lines: str, reason: str) -> None:
    with pytest.raises(TextMistake, match=reason):
        read_position(GAME, lines)


def test_a_hand_written_position_is_completed_and_round_trips() -> None:
    setup, state = read_position(GAME, "players: 3\nred up: tea milk\nblue kitchen: red-cakes blue-tea blue-elevenses")
    text = write_position(GAME, setup, state)
    assert write_position(GAME, *read_position(GAME, text)) == text


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("2, 3, 10]", "2, 3]", 13, "dowager must want 3 different cards"),
        ("2, 3, 10]", "2, 3, 11]", 13, "dowager can want the cards 1 to 10"),
        ("2, 3, 10]", "2, 2, 10]", 13, "dowager must want 3 different cards"),
        ("dowager", "duchess", 13, "there is no guest 'duchess'"),
        ("poet = [4, 6, 9]\n", "", 9, "the guest 'poet' is missing"),
        ("3, 0]", "3]", 7, "values must be 11 whole numbers"),
        ("3, 0]", '3, "0"]', 7, "values must be 11 whole numbers"),
        ('kind = "printed"', 'kind = "made up"', 5, r"\[spoons\] needs a kind"),
        ("[guests]", "[guests", 9, "Expected"),
        ("[spoons]", "[forks]", 4, r"there is no table \[forks\]"),
    ],
)
def test_a_wrong_components_file_is_refused_with_the_line(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    assert old in OWN
    path = tmp_path / "mine.toml"
    path.write_text(OWN.replace(old, new), encoding="utf-8")
    with pytest.raises(TextMistake, match=reason) as refusal:
        GAME.components(path)
    assert refusal.value.line == line


def test_a_missing_components_file_is_a_clear_mistake(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="cannot read"):
        GAME.components(tmp_path / "none.toml")


def test_own_components_are_used_and_named_in_the_log(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(OWN.replace("dowager = [2, 3, 10]", "dowager = [6, 7, 8]"), encoding="utf-8")
    mine = GAME.components(path)
    setup, state = read_position(GAME, f"players: 2\noption guests: on\ncomponents: {mine.fingerprint}", mine)
    assert state.wishes[0] == 0b11100000
    text = write_position(GAME, setup, state)
    with pytest.raises(TextMistake, match="needs the components file"):
        read_position(GAME, text)
