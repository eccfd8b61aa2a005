"""A finished game can be checked by anybody, and whatever was tampered with is found."""

import random
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from eleven.cli import app
from eleven.core.errors import TextMistake
from eleven.core.game import find_game
from eleven.core.log import write_log
from eleven.core.match import new_match
from eleven.server.fairness import commitment, key_of, with_fairness
from eleven.server.verify import verified
from tests.server.conftest import Device

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
    file.write_text(log.replace("aa01", "aa02"), encoding="utf-8")
    code, said = said_by_command(file)
    assert code == 2
    assert "deal does not follow" in said
    assert said.count("\n") == 1
    code, said = said_by_command(tmp_path / "none")
    assert code == 2
    assert "none" in said


def test_a_served_game_commits_before_and_reveals_after(client: Device) -> None:
    table = client.create("me", "hotseat")["table"]
    view, dice = client.view(table), random.Random(2)
    shown = view["hash"]
    assert client.get(f"/api/tables/{table}/log").status_code == 400
    while view["over"] is None:
        view = client.view(table, seat=view["asked"])
        action = dice.choice(view["actions"])["name"]
        client.post(f"/api/tables/{table}/moves", action=action, version=view["version"])
        view = client.view(table)
    text = client.get(f"/api/tables/{table}/log").text
    assert commitment(view["over"]["secret"]) == shown
    assert f"fair commitment: {shown}" in text
    assert "fair contribution red: ab12" in text
    assert verified(text).scores() == view["over"]["scores"]
