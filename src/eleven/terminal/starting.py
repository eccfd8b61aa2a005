"""Starting or resuming a match: its randomness, and reading lines of input."""

import contextlib
import importlib
import secrets
import sys
from collections.abc import Callable

from rich.console import Console

from eleven.core.contract.game import Game, Setup, find_game
from eleven.core.play.match import Match, new_match
from eleven.core.rules import luck
from eleven.core.text.errors import Mistake


def _seed_text(seed: int | None) -> str:
    return secrets.token_hex(32) if seed is None else str(seed)


def start_match(game_id: str, setup: Callable[[Game], Setup], seed: int | None) -> tuple[Match, str]:
    """Create a match; return it with the text from which the randomness of match and bots is derived."""
    game = find_game(game_id)
    text = _seed_text(seed)
    return new_match(game, setup(game), luck.key_of(text)), text


def resume_match(game_id: str, match: Match, seed: int | None) -> tuple[Match, str]:
    """Continue a saved match with new randomness, because a log contains only the random outcomes so far."""
    if find_game(game_id).id != match.game.id:
        raise Mistake(f"this is a game of {match.game.id}, not of {game_id}")
    if match.over:
        raise Mistake("this game is over; see it again with eleven replay")
    text = _seed_text(seed)
    match.use_luck(luck.key_of(text))
    return match, text


def line_reader(console: Console) -> Callable[[str], str]:
    """Return a function that reads a line; input from a pipe is echoed."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")  # if available, adds line editing and history

    def read(prompt: str) -> str:
        if sys.stdin.isatty():
            return console.input(prompt)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        console.print(prompt + line.rstrip("\n"))
        return line

    return read
