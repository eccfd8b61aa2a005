"""The commands that show something, and how the command refuses."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from eleven.cli import app
from eleven.core.contract.game import games
from eleven.core.contract.rulebook import rulebook
from tests.cli.driving import COMMAND, HEEDING_COMMAND, PATIENCE, PLAIN, eleven, eleven_here, one_line_of

GAME = next(iter(games()))
COMMANDS = ("games", "play", "simulate", "replay", "rules")


def run(*args: str) -> str:
    result = CliRunner().invoke(app, list(args))
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command: str) -> None:
    shown = run(command, "--help")
    assert f"eleven {command}" in shown.split("Examples:")[1]


def test_without_a_command_there_is_help() -> None:
    shown = run()
    assert all(command in shown for command in COMMANDS)


def test_games_lists_every_game_with_editions_and_options() -> None:
    shown = run("games")
    for game in games().values():
        assert game.id in shown
        assert all(edition.id in shown for edition in game.editions)
        assert all(f"{option.name}=" in shown for option in game.options)


def test_games_for_a_script() -> None:
    told = {game["id"]: game for game in json.loads(run("games", "--json"))}
    assert told.keys() == games().keys()
    for game in games().values():
        assert told[game.id]["players"] == list(game.players)
        for option, data in zip(game.options, told[game.id]["options"], strict=True):
            assert data["default"] == {e.id: option.default_for(e.id) for e in game.editions}


@pytest.mark.parametrize("game_id", games())
def test_rules_show_the_whole_book_and_the_kind_of_every_component(game_id: str) -> None:
    game = games()[game_id]
    shown = run("rules", game_id)
    assert all(rule_id in shown for rule_id in rulebook(game).rules)
    for name, table in game.components().tables.items():
        assert f"Components: {name}, {table['kind']}" in shown


@pytest.mark.parametrize("game_id", games())
def test_one_rule_with_its_parts(game_id: str) -> None:
    rule_id = list(rulebook(games()[game_id]).rules)[-1]
    assert rule_id in run("rules", game_id, rule_id.lower())
    told = json.loads(run("rules", game_id, rule_id, "--json"))
    assert told["rules"][rule_id] == rulebook(games()[game_id]).rules[rule_id]


MISTAKES = [
    ("dance",),
    ("play",),
    ("play", "chess"),
    ("play", GAME, "--dance"),
    ("play", GAME, "--players", "many"),
    ("play", GAME, "--players", "99"),
    ("play", GAME, "--edition", "stone"),
    ("play", GAME, "--option", "colour"),
    ("play", GAME, "--option", "colour=red"),
    ("play", GAME, "--humans", "99"),
    ("play", GAME, "--components", "nowhere.toml"),
    ("play", GAME, "--resume", "nowhere.log"),
    ("play", GAME, "--resume", "nowhere.log", "--players", "3"),
    ("play", GAME, "--seed", "-1"),
    ("simulate", GAME, "--games", "0"),
    ("simulate", GAME, "--games", "1", "--seconds", "1"),
    ("simulate", GAME, "--workers", "0"),
    ("replay", "nowhere.log"),
    ("replay", "."),
    ("rules", GAME, "ZZ-1"),
    ("rules", "chess"),
    ("games", "--yaml"),
]


@pytest.mark.parametrize("args", MISTAKES, ids=" ".join)
def test_a_mistake_is_one_line_and_exit_code_2(args: tuple[str, ...]) -> None:
    result = CliRunner().invoke(app, list(args))
    assert result.exit_code == 2
    assert result.stderr.startswith("eleven: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_a_wrong_components_file_is_refused_with_its_line(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('[a]\nkind = "printed"\n\n[b]\nkind = "guessed"\n', encoding="utf-8")
    result = CliRunner().invoke(app, ["simulate", GAME, "--components", str(mine)])
    assert result.exit_code == 2
    assert "line 5: mine.toml" in result.stderr


@pytest.mark.slow
def test_a_full_disk_is_told_in_one_line() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        result = subprocess.run([*COMMAND, "games"], stdout=full, stderr=subprocess.PIPE, text=True, env=PLAIN)
    assert "No space left" in one_line_of(result)


@pytest.mark.slow
def test_a_broken_pipe_is_told_in_one_line() -> None:
    process = subprocess.Popen(
        [*COMMAND, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=PLAIN
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 2
    assert error == "eleven: nobody reads the output any more\n"


def read_until(terminal: int, end: str) -> None:
    """Read what a terminal shows until it ends so, and waits for somebody to type."""
    shown = ""
    while not shown.endswith(end):
        shown += os.read(terminal, 4096).decode()


def press_ctrl_c(process: subprocess.Popen[str]) -> str:
    """Press it until the program ends, as people do, and return its error stream.

    Python forgets the one that comes after `input` has shown the prompt and before it waits for a line.
    """
    for _ in range(PATIENCE):
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=1)[1]
    raise AssertionError("Ctrl-C ended nothing")


@pytest.mark.slow
def test_ctrl_c_at_the_table_keeps_the_game(tmp_path: Path) -> None:
    env = {**PLAIN, "XDG_STATE_HOME": str(tmp_path), "TERM": "dumb"}
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [*HEEDING_COMMAND, "play", GAME], stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, text=True, env=env
    )
    os.close(theirs)
    read_until(ours, "Press Enter to begin. ")
    os.write(ours, b"\n")
    read_until(ours, "> ")
    error = press_ctrl_c(process)
    os.close(ours)
    assert process.returncode == 2
    assert error.startswith("eleven: stopped; the game is kept; go on with: eleven play ")
    assert error.count("\n") == 1
    kept = Path(error.split("--resume ")[1].split()[0])
    assert eleven("replay", kept).returncode == 0


@pytest.mark.slow
def test_a_game_and_its_rulebook_are_shown_in_another_language(tmp_path: Path) -> None:
    """At the table and in the rulebook; an unknown language is one line."""
    played = eleven(
        "play", "elevenses", "--players", "2", "--language", "de", typed="play green-tea\nquit\n", state=tmp_path
    )
    assert "Küche" in played.stdout
    assert "nicht erlaubt" in played.stdout
    assert run("rules", "elevenses", "EL-12", "--language", "fr") != run("rules", "elevenses", "EL-12")
    assert "there is no language 'xx'" in one_line_of(eleven_here("play", "elevenses", "--language", "xx"))


def test_the_compiler_is_not_loaded_before_a_command_needs_it() -> None:
    """What plays single decisions runs plainly, which only works while Numba was not imported."""
    look = "import sys, eleven.cli; sys.exit('numba' in sys.modules)"
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    assert subprocess.run([sys.executable, "-c", look], env=environment, check=False).returncode == 0
