"""A finished game can be checked by anybody, and whatever was tampered with is found."""

import random
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from eleven.cli import app
from eleven.core.contract.game import find_game
from eleven.core.play.match import new_match
from eleven.core.text.errors import TextMistake
from eleven.core.text.log import write_log
from eleven.server.live.fair_shuffle import commitment, key_of, with_fairness
from eleven.server.verify import verified

pytestmark = pytest.mark.slow

SECRET, ADDED = "5e" * 32, ["aa01", ""]


def finished_log() -> str:
    game = find_game("elevenses")
    match, dice = new_match(game, game.setup(2, "grail"), key_of(SECRET, ADDED)), random.Random(5)
    while not match.over:
        match.try_apply(dice.choice(match.legal()).name)
    return with_fairness(write_log(match), game, SECRET, ADDED)


@pytest.fixture(scope="module")
def log() -> str:
    return finished_log()


def test_an_honest_log_holds(log: str) -> None:
    assert verified(log).over
    assert f"fair commitment: {commitment(SECRET)}" in log


def test_tampering_is_found(log: str) -> None:
    deal = re.search(r"luck deal: (\S+) (\S+)", log)
    assert deal is not None
    swapped = log.replace(deal[0], f"luck deal: {deal[2]} {deal[1]}", 1)
    other_secret = "77" * 32
    for wrong in (
        swapped,
        log.replace(SECRET, other_secret),
        log.replace(SECRET, other_secret).replace(commitment(SECRET), commitment(other_secret)),
        log.replace("fair contribution red: aa01", "fair contribution red: aa02"),
        re.sub(r"result: red \d+", "result: red 99", log),
        re.sub(r"fair .*\n", "", log),
        log.replace(SECRET, "no digits"),
        log[: len(log) // 2].rsplit("\n", 1)[0] + "\n",
    ):
        assert wrong != log
        with pytest.raises(TextMistake):
            verified(wrong)


def said_by_command(*arguments: object) -> tuple[int, str]:
    """Exit code and output of `eleven verify`."""
    answer = CliRunner().invoke(app, ["verify", *map(str, arguments)])
    return answer.exit_code, answer.output


def test_the_command_says_what_it_found(log: str, tmp_path: Path) -> None:
    file = tmp_path / "game.log"
    file.write_text(log, encoding="utf-8")
    code, said = said_by_command(file)
    assert code == 0
    assert "deal, draws and result hold" in said
    assert "Shares of the luck came from: red." in said
    assert "Not checked: whether the secret was fixed before the shares came" in said
    assert "Not checked: whether your own share is in the key" in said
    file.write_text(log.replace("aa01", "aa02"), encoding="utf-8")
    code, said = said_by_command(file)
    assert code == 2
    assert "deal does not follow" in said
    assert said.count("\n") == 1
    code, said = said_by_command(tmp_path / "none")
    assert code == 2
    assert "none" in said


def test_a_log_is_compared_with_what_was_shown(log: str, tmp_path: Path) -> None:
    """Who chooses the secret after the shares have come writes a log without a fault; only the hash shown tells."""
    file = tmp_path / "game.log"
    file.write_text(log, encoding="utf-8")
    shown = commitment("77" * 32)
    assert verified(log, commitment(SECRET), "aa01").over
    with pytest.raises(TextMistake, match="not the one whose hash you were shown"):
        verified(log, shown)
    for other in ("aa02", ""):
        with pytest.raises(TextMistake, match="your share is not in the key"):
            verified(log, commitment(SECRET), other)
    code, said = said_by_command(file, "--shown", shown, "--share", "aa01")
    assert code == 2
    assert "not the one whose hash you were shown" in said
    code, said = said_by_command(file, "--shown", commitment(SECRET), "--share", "aa01")
    assert code == 0
    assert "Not checked" not in said
    assert "The secret is the one whose hash you were shown." in said
    assert "Your share is in the key." in said
