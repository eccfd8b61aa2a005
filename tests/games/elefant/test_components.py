"""The component tables (EP-1 to EP-4): a user's own box is taken, nonsense is refused with line and reason."""

from pathlib import Path

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import new_match
from eleven.core.rules import luck
from eleven.core.text.errors import TextMistake

GAME = find_game("elefant")
TEXT = (GAME.folder / "components.toml").read_text(encoding="utf-8")
RED = "red = [2, 2, 3, 3, 2, 2]"
PAIR = 'I = ["red-3", "blue-4"]'


def line_of(text: str, start: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(start))


@pytest.mark.rule("EP-1")
@pytest.mark.parametrize(
    ("old", "new", "where", "reason"),
    [
        (RED, "red = [2, 2, 3, 3, 2]", "red =", "6 whole numbers from 0 to 6"),
        (RED, "red = [2, 2, 3, 3, 2, -1]", "red =", "6 whole numbers"),
        (RED, "red = [2, 2, 3, 3, 2, 7]", "red =", "6 whole numbers"),
        (RED, "red = [2, 2, 3, 3, 2, 2.0]", "red =", "6 whole numbers"),
        (RED, "red = [2, 2, 3, 3, 2, true]", "red =", "6 whole numbers"),
        (RED, 'red = "two"', "red =", "6 whole numbers"),
        (RED, "red = [2, 2, 3, 3, 2, 3]", "blue =", "40 china cards, not 41"),
        (RED, RED + "\npink = [0, 0, 0, 0, 0, 0]", "pink", "no 'pink'"),
        (RED, "", "[china]", "'red' is missing"),
        (RED, "red = [6, 0, 2, 2, 2, 2]", "red =", "7 red-3"),
        (PAIR, 'I = ["red-3"]', "I =", "2 china cards"),
        (PAIR, 'I = ["red-3", "red-9"]', "I =", "2 china cards"),
        (PAIR, 'I = ["red-3", "?"]', "I =", "2 china cards"),
        (PAIR, 'I = ["red-3", [4]]', "I =", "2 china cards"),
        (PAIR, "I = 7", "I =", "2 china cards"),
        (PAIR, 'I = ["red-3", "blue-5"]', "I =", "a 3 and a 4"),
        (PAIR, "", "[starting]", "'I' is missing"),
        (PAIR, PAIR + '\nVI = ["red-3", "blue-4"]', "VI", "no 'VI'"),
        ("grey1 = 3", "grey1 = 4", "kind", "30 elephants, not 31"),
        ("grey1 = 3", "grey1 = -3", "grey1", "whole number from 0 to 6"),
        ("grey1 = 3", "grey1 = [3]", "grey1", "whole number from 0 to 6"),
        ("grey1 = 3", "grey3 = 3", "grey3", "no 'grey3'"),
        ("[elephants]", "[mice]", "[mice]", "[elephants] is missing"),
        ("[elephants]", '[mice]\nkind = "printed"\n[elephants]', "[mice]", "no table [mice]"),
    ],
)
def test_nonsense_is_refused(old: str, new: str, where: str, reason: str, tmp_path: Path) -> None:
    text = TEXT.replace(old, new, 1)
    assert text != TEXT
    path = tmp_path / "box.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TextMistake) as refusal:
        GAME.components(path)
    assert reason in refusal.value.reason
    if where == "kind":
        assert text.splitlines()[refusal.value.line - 1].startswith("kind")
    elif where != "[mice]" or "no table" in reason:
        assert refusal.value.line == line_of(text, where)


@pytest.mark.rule("EP-4")
def test_another_box_is_dealt_as_it_says(tmp_path: Path) -> None:
    text = TEXT.replace("red2 = 1\n", "red1-green1-blue1 = 1\n", 1).replace(PAIR, 'I = ["green-3", "green-4"]')
    path = tmp_path / "box.toml"
    path.write_text(text, encoding="utf-8")
    setup = GAME.setup(3, options={"start": "white"}, components=GAME.components(path))
    match = new_match(GAME, setup, luck.key_of("box"))
    herd = {GAME.lucks[2].things.token(kind) for kind, count in enumerate(match.state.herd_cards) if count}
    assert "red1-green1-blue1" in herd
    assert "red2" not in herd
    assert match.state.seats[0].china[0] == 1 << 6 | 1 << 7
    assert GAME.check(match.state) == 0
