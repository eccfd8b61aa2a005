"""Logs shown again, as somebody saw them, and broken ones refused."""

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from eleven.cli import app
from eleven.core.contract.game import Game, games
from eleven.core.play.match import Match
from eleven.core.text.log import write_log
from eleven.core.text.narration import news, seat_names
from tests.cli.driving import new_match

ALL_GAMES = pytest.mark.parametrize("game", games().values(), ids=games())


def played(game: Game, decisions: int, file: Path) -> Match:
    match, _ = new_match(game, game.players[0], 6)
    chance = random.Random(6)
    for _ in range(decisions):
        match.try_apply(chance.choice(match.legal()).name)
    file.write_text(write_log(match), encoding="utf-8")
    return match


def run(*args: str | Path) -> str:
    result = CliRunner().invoke(app, ["replay", *map(str, args)])
    assert result.exit_code == 0, result.output
    return result.stdout


@ALL_GAMES
def test_everything_open_unless_a_seat_is_named(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "a.log"
    match = played(game, 12, file)
    shown = run(file)
    assert "everything open" in shown
    for entry in match.entries:
        assert f"{game.seat.token(entry.seat)}: {game.actions[entry.action].name}" in shown


@ALL_GAMES
def test_a_seat_by_token_by_number_and_the_spectator(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "a.log"
    match = played(game, 12, file)
    words = game.words()
    name = seat_names(game, words, match.setup.players)[1]
    by_token = run(file, "--seat", game.seat.token(1))
    assert by_token == run(file, "--seat", "2")
    assert f"as {name} saw it" in by_token
    for viewer, seat in ((1, "2"), (match.setup.players, "spectator")):
        told = json.loads(run(file, "--seat", seat, "--json"))["decisions"][-1]["news"]
        assert told == news(game, match.seen(viewer), words)


@ALL_GAMES
def test_the_table_at_a_step(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "a.log"
    match = played(game, 12, file)
    shown = run(file, "--seat", "1", "--step", "7")
    assert "after decision 7" in shown
    assert "(you)" in shown
    told = json.loads(run(file, "--seat", "1", "--step", "7", "--json"))
    zones = game.zones(match.at(7).seen(0), game.words())
    assert [zone["id"] for zone in told["zones"]] == [zone.id for zone in zones]
    things = [[thing["text"] for thing in zone["things"]] for zone in told["zones"]]
    assert things == [[thing.text for thing in zone.things] for zone in zones]


def refused(*args: str | Path) -> str:
    result = CliRunner().invoke(app, ["replay", *map(str, args)])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    return result.stderr


@ALL_GAMES
def test_a_broken_log_is_refused_with_line_and_reason(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "a.log"
    played(game, 5, file)
    text = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([*text, f"{game.seat.token(0)}: dance"]), encoding="utf-8")
    assert f"a.log: line {len(text) + 1}: " in refused(file)
    file.write_text("\n".join(text[1:]), encoding="utf-8")
    assert "a.log: line 1: a log begins with" in refused(file)
    file.write_bytes(b"\xff\xfe\x00")
    assert "not a UTF-8 text" in refused(file)


@ALL_GAMES
def test_no_such_seat_or_step(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "a.log"
    played(game, 5, file)
    for seat in ("0", "99", "nobody-here"):
        assert f"there is no seat '{seat}'" in refused(file, "--seat", seat)
    for step in ("-1", "6"):
        assert "this log has 5 decisions" in refused(file, "--step", step)
