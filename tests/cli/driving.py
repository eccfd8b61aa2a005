"""Playing through the terminal from a test: in this process with a player as a function, or the real command."""

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
from eleven.terminal.seating import seated

COMMAND = [sys.executable, "-m", "eleven"]
HEEDING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
HEEDING_COMMAND = [sys.executable, "-c", HEEDING, "-m", "eleven"]
"""The command, which heeds Ctrl-C also where these tests run in the background and ignore it. Python code between
fork and exec could wait for ever for what another thread of these tests had locked."""
PLAIN = {**os.environ, "NUMBA_DISABLE_JIT": "1", "COLUMNS": "100"}
PATIENCE = 600


def eleven(*args: str | Path, typed: str = "", state: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the real command."""
    home = {"XDG_STATE_HOME": str(state)} if state else {}
    words = [*COMMAND, *map(str, args)]
    return subprocess.run(words, input=typed, capture_output=True, text=True, env={**PLAIN, **home}, timeout=PATIENCE)


def eleven_here(*args: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command in this process, which is much quicker; for what ends in a line or two."""
    words = [*map(str, args)]
    result = CliRunner().invoke(app, words)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return subprocess.CompletedProcess(words, result.exit_code, result.stdout, result.stderr)


def one_line_of(result: subprocess.CompletedProcess[str]) -> str:
    """The line on the error stream of a command that the user got wrong."""
    assert result.returncode == 2, result
    assert re.fullmatch(r"eleven: [^\n]+\n", result.stderr), result.stderr
    return result.stderr


Read = Callable[[Match, str], str]


class Sat:
    """A sitting in this process: `read` sees the match and the prompt and answers; what was typed and shown is kept."""

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
    return seated(game.id, lambda found: found.setup(players, None, options), seed)


def eager(seed: int) -> Read:
    """Somebody who answers at random, verbs first, and never with anything but a legal action."""
    chance = random.Random(seed)

    def read(match: Match, prompt: str) -> str:
        if "press Enter" in prompt:
            return ""
        legal = match.legal()
        verb = chance.choice(sorted({action.verb for action in legal}))
        return chance.choice([action for action in legal if action.verb == verb]).name

    return read


def lines(*answers: str) -> Read:
    """Somebody who types these lines, then leaves."""
    left = list(answers)

    def read(match: Match, prompt: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return read


def some(read: Read, answers: int) -> Read:
    """The same player, who leaves after so many answers."""
    left = iter(range(answers))

    def fewer(match: Match, prompt: str) -> str:
        if next(left, None) is None:
            raise EOFError
        return read(match, prompt)

    return fewer
