"""Drives the terminal interface in tests: in this process with a function as the player, or as the real command."""

import io
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from typer.testing import CliRunner

from eleven.cli import app
from eleven.core.contract.game import Game
from eleven.core.play.match import Match
from eleven.terminal.opponents import Opponents
from eleven.terminal.playing import Session
from eleven.terminal.screen import Screen
from eleven.terminal.starting import start_match

COMMAND = [sys.executable, "-m", "eleven"]
HEEDING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
HEEDING_COMMAND = [sys.executable, "-c", HEEDING, "-m", "eleven"]
"""The command with the default handling of Ctrl-C, which background processes ignore. This is not done by Python code
between fork and exec, because that could deadlock on a lock of another thread."""
PLAIN = {**os.environ, "NUMBA_DISABLE_JIT": "1", "COLUMNS": "100"}
PATIENCE = 600


def eleven(*args: str | Path, typed: str = "", state: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the real command."""
    home = {"XDG_STATE_HOME": str(state)} if state else {}
    words = [*COMMAND, *map(str, args)]
    return subprocess.run(words, input=typed, capture_output=True, text=True, env={**PLAIN, **home}, timeout=PATIENCE)


def eleven_here(*args: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command in this process, which is much faster; for commands with short output."""
    words = [*map(str, args)]
    result = CliRunner().invoke(app, words)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return subprocess.CompletedProcess(words, result.exit_code, result.stdout, result.stderr)


def one_line_of(result: subprocess.CompletedProcess[str]) -> str:
    """Return the only line on stderr after a user's mistake."""
    assert result.returncode == 2, result
    assert re.fullmatch(r"eleven: [^\n]+\n", result.stderr), result.stderr
    return result.stderr


Read = Callable[[Match, str], str]


class Sat:
    """A terminal session in this process: `read` answers prompts; everything typed and shown is recorded."""

    def __init__(self, match: Match, seed: str, read: Read, folder: Path, humans: int = 1) -> None:
        self.out = io.StringIO()
        self.typed: list[str] = []
        self.match = match
        self._read = read
        console = Screen(file=self.out, width=100)
        self.sitting = Session(match, humans, console, self._asked, Opponents(seed, "easy"), folder / "kept.log")

    def _asked(self, prompt: str) -> str:
        line = self._read(self.match, prompt)
        self.out.write(f"{prompt}{line}\n")
        self.typed.append(line)
        return line

    @property
    def text(self) -> str:
        return self.out.getvalue()


def new_match(game: Game, players: int, seed: int, **options: str) -> tuple[Match, str]:
    return start_match(game.id, lambda found: found.setup(players, None, options), seed)


def eager(seed: int) -> Read:
    """Return a player who chooses random legal actions, verbs first."""
    chance = random.Random(seed)

    def read(match: Match, prompt: str) -> str:
        if "press Enter" in prompt:
            return ""
        legal = match.legal()
        verb = chance.choice(sorted({action.verb for action in legal}))
        return chance.choice([action for action in legal if action.verb == verb]).name

    return read


def lines(*answers: str) -> Read:
    """Return a player who types these lines, then leaves."""
    left = list(answers)

    def read(match: Match, prompt: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return read


def some(read: Read, answers: int) -> Read:
    """Return the same player, leaving after a number of answers."""
    left = iter(range(answers))

    def fewer(match: Match, prompt: str) -> str:
        if next(left, None) is None:
            raise EOFError
        return read(match, prompt)

    return fewer
