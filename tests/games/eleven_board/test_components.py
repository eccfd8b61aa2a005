"""The data file: what may be replaced, and what is refused (EB-1 to EB-5)."""

from pathlib import Path
from typing import Any

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import match_from, new_match
from eleven.core.rules.luck import key_of
from eleven.core.text.errors import Mistake, TextMistake
from eleven.core.text.notation import read_position

GAME = find_game("eleven_board")
TEXT = (GAME.folder / "components.toml").read_text(encoding="utf-8")


def load(tmp_path: Path, old: str, new: str, times: int = 1) -> object:
    assert old in TEXT
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace(old, new, times), encoding="utf-8")
    return GAME.components(path)


@pytest.mark.rule("EB-1", "EB-2", "EB-3", "EB-4", "EB-5")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("jokers = [3, 7, 13, 17]", "jokers = [3, 7, 13]", "4 numbers with jokers, not 3"),
        ("jokers = [3, 7, 13, 17]", "jokers = [3, 7, 13, 13]", "names a number twice"),
        ("jokers = [3, 7, 13, 17]", "jokers = [3, 7, 13, 21]", "from 1 to 20"),
        ("jokers = [3, 7, 13, 17]", "jokers = [3, 7, 11, 17]", "the 11 cannot be a joker"),
        ("jokers = [3, 7, 13, 17]", 'jokers = "3"', "list of numbers"),
        ("jokers = [3, 7, 13, 17]", "", "[tiles] needs 'jokers'"),
        ("jokers = [3, 7, 13, 17]", "jokers = [3, 7, 13, 17]\nstars = 1", "[tiles] has no 'stars'"),
        ("sizes = [20, 20, 15]", "sizes = [20, 20]", "three whole numbers"),
        ("sizes = [20, 20, 15]", "sizes = [20, 20, 0]", "three whole numbers"),
        ("sizes = [20, 20, 15]", "sizes = [20, 20, true]", "three whole numbers"),
        ("sizes = [20, 20, 15]", "sizes = [20, 27, 15]", "3 hands of 27 leave nothing"),
        ("columns = [1, 11, 20]", "columns = [0, 11]", "from 1 to 20"),
        ("red-blue = [5, 10, 15]", "red-blue = [5, 5]", "names a number twice"),
        ("red-blue = [5, 10, 15]", "red-green = [5]", "[bridges] has no 'red-green'"),
        ("red-blue = []", "red-blue = [4]", "there is no bridge red-blue at 4"),
        ("red-blue = []", "red-blue = [5]", "exactly 4 bridges carry a bonus, not 5"),
        ('red = ["triangle", "triangle"]', 'red = ["triangle"]', "two of square"),
        ('red = ["triangle", "triangle"]', 'red = ["triangle", "moon"]', "two of square"),
        ('red = ["triangle", "triangle"]', 'red = ["triangle", "star"]', "exactly two cells, not 1"),
        (
            'yellow = ["square", "square"]\nred = ["triangle", "triangle"]',
            'yellow = ["square", "triangle"]\nred = ["square", "triangle"]',
            "the square needs one cell beside a 1",
        ),
        (
            'blue = ["star", "star"]\ngreen = ["circle", "circle"]',
            'blue = ["circle", "star"]\ngreen = ["circle", "star"]',
            "the star needs one cell beside a 1",
        ),
        ("[zones]", "[areas]", "the table [zones] is missing"),
        ("[zones]", '[moons]\nkind = "ruling"\n\n[zones]', "there is no table [moons]"),
        ('kind = "reconstructed"', 'kind = "guessed"', "needs a kind"),
    ],
)
def test_an_impossible_box_is_refused_with_the_reason(tmp_path: Path, old: str, new: str, reason: str) -> None:
    with pytest.raises(TextMistake) as refusal:
        load(tmp_path, old, new)
    assert reason in refusal.value.reason


@pytest.mark.rule("EB-1", "EB-2", "EB-3", "EB-4", "EB-5")
def test_what_is_printed_and_what_is_not() -> None:
    kinds = {name: table["kind"] for name, table in GAME.components().tables.items()}
    printed = {"hands": "printed", "zones": "printed"}
    assert kinds == {name: printed.get(name, "reconstructed") for name in kinds}


def test_the_line_of_the_fault_is_named(tmp_path: Path) -> None:
    with pytest.raises(TextMistake) as refusal:
        load(tmp_path, "red-blue = []", "red-blue = [4]")
    wrong = [i for i, line in enumerate(TEXT.splitlines(), 1) if line == "red-blue = []"]
    assert refusal.value.line == wrong[0]


@pytest.mark.rule("EB-3", "EB-4", "EB-25", "EB-40")
def test_an_own_board_is_played_on(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = TEXT.replace("red-blue = [5, 10, 15]", "red-blue = [4]").replace(
        "jokers = [3, 7, 13, 17]", "jokers = [2, 7, 13, 17]"
    )
    text = text.replace('["square", "square"]', '["square", "star"]').replace('["star", "star"]', '["star", "square"]')
    path.write_text(text, encoding="utf-8")
    own = GAME.components(path)
    board = "players: 2\noption symbols: on\nboard:\n  yellow 20\n  red 4\n"
    board += "1 rack: blue-4 blue-5 star joker-2\n2 rack: red-3\n"
    setup, state = read_position(GAME, board + f"components: {own.fingerprint}\n", own)
    match = match_from(GAME, setup, state)
    assert {a.name for a in match.legal()} == {"lay blue-4", "symbol star yellow-right"}


@pytest.mark.rule("EB-26")
def test_a_cell_between_two_bonus_bridges_earns_two(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = TEXT.replace("red-blue = [5, 10, 15]", "red-blue = [7]").replace("red-blue = []", "red-blue = [7]")
    path.write_text(text.replace("blue-green = [7, 13]", "blue-green = [7]"), encoding="utf-8")
    own = GAME.components(path)
    board = "players: 2\nboard:\n  red 8\n1 rack: joker-7 blue-1\nbag: green-1 green-2 green-4\n"
    setup, state = read_position(GAME, board + f"components: {own.fingerprint}\n", own)
    match = match_from(GAME, setup, state)
    match.try_apply("joker red-7")
    assert match.state.in_bag == 1


SMALL = """
[numbers]
kind = "ruling"
yellow = [11, 12]
red = [9, 13]
blue = [11, 11]
green = []
"""


def small(tmp_path: Path, sizes: str = "[2, 0, 0]", given: str = "", changed: str = "") -> Any:
    assert given in SMALL
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace("[20, 20, 15]", sizes) + SMALL.replace(given, changed, 1), encoding="utf-8")
    return GAME.components(path)


@pytest.mark.parametrize(
    ("given", "changed", "reason"),
    [
        ("red = [9, 13]", "red = [0, 13]", "begin within 1 to 11"),
        ("red = [9, 13]", "red = [9, 21]", "end within 11 to 20"),
        ("red = [9, 13]", "red = [12, 13]", "begin within 1 to 11"),
        ("red = [9, 13]", "red = 9", "first and the last number"),
        ("red = [9, 13]", "red = [9, 11, 13]", "first and the last number"),
        ("red = [9, 13]", "pink = [9, 13]", "no colour 'pink'"),
        ("red = [9, 13]", "red = []", "2 hands of 2 leave nothing of 3 tiles"),
    ],
)
def test_rows_that_cannot_be_are_refused(tmp_path: Path, given: str, changed: str, reason: str) -> None:
    with pytest.raises(TextMistake, match=reason):
        small(tmp_path, given=given, changed=changed)


@pytest.mark.rule("EB-1", "EB-5", "EB-21", "EB-23")
def test_a_small_box_keeps_the_rules(tmp_path: Path) -> None:
    """Rows end earlier, there is one tile for every cell, and nothing is laid beyond."""
    own = small(tmp_path)
    match = new_match(GAME, GAME.setup(2, components=own), key_of("small"))
    assert match.state.in_bag == 2 + 5 + 1 - 4
    board = "players: 2\nboard:\n  red 11 12\n  yellow 11 12\n"
    board += "1 rack: joker-13 red-10\n2 rack: red-9\nbag: blue-11\n"
    setup, state = read_position(GAME, board + f"components: {own.fingerprint}\n", own)
    match = match_from(GAME, setup, state)
    assert {a.name for a in match.legal()} == {"lay red-10", "joker red-13"}
    with pytest.raises(TextMistake, match="there is no green-11 in this game"):
        read_position(GAME, board.replace("red-9", "green-11") + f"components: {own.fingerprint}\n", own)
    rows = [zone for zone in GAME.zones(match.state, GAME.words("en")) if zone.id.startswith("row:")]
    assert [len(zone.things) for zone in rows] == [2 + 2, 5 + 2, 1 + 2, 2]


def test_a_small_box_is_for_some_tables_only(tmp_path: Path) -> None:
    own = small(tmp_path)
    with pytest.raises(Mistake, match="no hands for 3 players"):
        new_match(GAME, GAME.setup(3, components=own), key_of("small"))
    with pytest.raises(Mistake, match="no symbols"):
        new_match(GAME, GAME.setup(2, options={"symbols": "on"}, components=own), key_of("small"))
