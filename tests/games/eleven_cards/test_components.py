"""The components file: the printed one holds, and nonsense is refused with its line."""

from pathlib import Path

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import match_from, new_match
from eleven.core.rules.luck import key_of
from eleven.core.text.errors import Mistake, TextMistake
from eleven.core.text.notation import read_position, write_setup

GAME = find_game("eleven_cards")
PRINTED = (GAME.folder / "components.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("printed", "changed", "reason"),
    [
        ("[box]", "[bix]", "no table"),
        ("jokers = 4\n", "", "needs the key 'jokers'"),
        ("jokers = 4", "jokers = 9", "0 to 8"),
        ("jokers = 4", "jokers = -1", "0 to 8"),
        ("jokers = 4", "jokers = true", "0 to 8"),
        ("bonuses = 7", "bonuses = 9", "0 to 8"),
        ("bonuses = 7", "bonuses = 7\ncubes = 3", "no key 'cubes'"),
        ("links = 15", 'links = "many"', "whole number"),
        ("links = 15", "links = 10", "there are 10 link cards"),
        ("[20, 20, 15, 12, 12]", "[20, 20, 15, 12]", "5 whole numbers"),
        ("[20, 20, 15, 12, 12]", "[20, 20, 15, 12, 12.5]", "5 whole numbers"),
        ("[20, 20, 15, 12, 12]", "[20, 20, 15, 12, 0]", "too few"),
        ("[20, 20, 15, 12, 12]", "[20, 20, 21, 12, 12]", "there are 80 number cards"),
        ("[4, 4, 3, 3, 2]", "[4, 4, 3, 3, -2]", "too few"),
        ("bonus = 11", "bonus = 100", "0 to 99"),
        ("joker = 11", "joker = 1.5", "0 to 99"),
        ('"red", "yellow"', '"red", "red"', "each colour once"),
        ('"red", "yellow"', '"red"', "each colour once"),
        ('listed = ["red", "yellow", "green", "blue"]', "listed = 4", "each colour once"),
        ('[rows]\nkind = "ruling"', "[rows]", "needs a kind"),
    ],
)
def test_nonsense_is_refused(tmp_path: Path, printed: str, changed: str, reason: str) -> None:
    assert printed in PRINTED
    path = tmp_path / "mine.toml"
    path.write_text(PRINTED.replace(printed, changed, 1), encoding="utf-8")
    with pytest.raises(TextMistake, match=reason):
        GAME.components(path)


@pytest.mark.parametrize(
    ("printed", "changed", "line", "reason"),
    [
        ("jokers = 4\n", "", "[box]", "needs the key 'jokers'"),
        ("jokers = 4", "jokers = 9", "jokers = 9", "jokers must be"),
        ("bonuses = 7", "bonuses = 9", "bonuses = 9", "bonuses must be"),
    ],
)
def test_the_line_that_is_wrong_is_named(tmp_path: Path, printed: str, changed: str, line: str, reason: str) -> None:
    path = tmp_path / "mine.toml"
    mine = PRINTED.replace(printed, changed, 1)
    path.write_text(mine, encoding="utf-8")
    number = next(number for number, text in enumerate(mine.splitlines(), 1) if text.startswith(line))
    with pytest.raises(TextMistake, match=f"line {number}: .*{reason}"):
        GAME.components(path)


def test_a_box_may_lack_jokers_bonuses_and_links(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    mine = PRINTED.replace("jokers = 4", "jokers = 0").replace("bonuses = 7", "bonuses = 0")
    path.write_text(mine.replace("[4, 4, 3, 3, 2]", "[4, 0, 3, 3, 0]"), encoding="utf-8")
    s = new_match(GAME, GAME.setup(3, components=GAME.components(path)), key_of("bare")).state
    assert s.all_jokers == s.all_bonuses == s.seats[0].links == 0


SMALL = """
[numbers]
kind = "ruling"
red = [9, 13]
yellow = [11, 12]
green = [11, 11]
blue = [11, 11]
"""


@pytest.mark.parametrize(
    ("given", "changed", "reason"),
    [
        ("red = [9, 13]", "red = [0, 13]", "begin within 1 to 11"),
        ("red = [9, 13]", "red = [9, 22]", "end within 11 to 21"),
        ("red = [9, 13]", "red = [12, 13]", "begin within 1 to 11"),
        ("red = [9, 13]", "red = 9", "first and the last number"),
        ("red = [9, 13]", "red = [9, 11, 13]", "first and the last number"),
        ("red = [9, 13]", "pink = [9, 13]", "no colour 'pink'"),
        ("green = [11, 11]", "", "there are 25 number cards"),
    ],
)
def test_rows_that_cannot_be_are_refused(tmp_path: Path, given: str, changed: str, reason: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(PRINTED.replace("[20, 20, 15, 12, 12]", "[13, 1, 1, 1, 0]") + SMALL.replace(given, changed))
    with pytest.raises(TextMistake, match=reason):
        GAME.components(path)


def test_a_small_deck_keeps_the_rules(tmp_path: Path) -> None:
    """Rows end earlier, a half row is complete with its last card (EC-17), and nothing is laid beyond (EC-12)."""
    path = tmp_path / "mine.toml"
    mine = PRINTED.replace("[20, 20, 15, 12, 12]", "[2, 1, 1, 1, 0]").replace("jokers = 4", "jokers = 1")
    path.write_text(mine + SMALL, encoding="utf-8")
    setup = GAME.setup(2, options={"start": "1", "rows": "listed"}, components=GAME.components(path))
    match = new_match(GAME, setup, key_of("small"))
    assert match.state.pile == 5 + 1 - 4
    hands = ["1 hand: red-12 red-13", "1 jokers: 1", "2 hand: red-9 red-10"]
    text = "\n".join([*write_setup(GAME, setup), *hands])
    match = match_from(GAME, setup, read_position(GAME, text, setup.components)[1])
    assert {action.name for action in match.legal()} >= {"lay red-12", "joker yellow-12"}
    assert not {action.name for action in match.legal()} & {"joker yellow-10", "joker green-12"}
    match.try_apply("lay red-12")
    match.try_apply("lay red-13")
    assert match.state.seats[0].bonuses == 1
    assert "joker red-14" not in {action.name for action in match.legal()}
    with pytest.raises(Mistake, match="no hands for 6 players"):
        new_match(GAME, GAME.setup(6, components=GAME.components(path)), key_of("small"))


def test_a_missing_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(PRINTED[: PRINTED.index("[rows]")], encoding="utf-8")
    with pytest.raises(TextMistake, match=r"\[rows\] is missing"):
        GAME.components(path)


def test_a_changed_box_is_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    mine = (
        PRINTED.replace("jokers = 4", "jokers = 6")
        .replace("[20, 20,", "[9, 20,")
        .replace('"red", "yellow"', '"yellow", "red"')
    )
    path.write_text(mine, encoding="utf-8")
    setup = GAME.setup(2, options={"rows": "listed"}, components=GAME.components(path))
    s = new_match(GAME, setup, key_of("mine")).state
    assert s.pile == 80 + 6 - 18
    assert [int(colour) for colour in s.order] == [1, 0, 2, 3]
