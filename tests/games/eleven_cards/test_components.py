"""The components file: the printed one holds, and nonsense is refused with its line."""

from pathlib import Path

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import new_match
from eleven.core.rules.luck import key_of
from eleven.core.text.errors import TextMistake

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
