"""`eleven verify`: check a downloaded game without trusting the server it was played on."""

from pathlib import Path
from typing import Annotated

import typer

from eleven.core.errors import Mistake, TextMistake
from eleven.core.log import read_log, result
from eleven.core.match import Match
from eleven.server.fairness import verify_luck


def verified(text: str) -> Match:
    """The game of a log whose every line holds: actions, result, deal and draws; or the line that does not."""
    match = read_log(text)
    if not match.over:
        raise TextMistake(len(text.splitlines()), "the game is not over, so there is no result to verify")
    if not any(line.startswith("result:") for line in text.splitlines()):
        raise TextMistake(len(text.splitlines()), "the line 'result: …' is missing")
    verify_luck(match, text)
    return match


def verify(file: Annotated[Path, typer.Argument(help="a log downloaded from a table")]) -> None:
    """Check deal, every draw, every action and the result of a finished game."""
    try:
        text = file.read_text(encoding="utf-8")
        match = verified(text)
    except (OSError, UnicodeDecodeError) as problem:
        typer.echo(f"cannot read {file}: {problem}", err=True)
        raise typer.Exit(2) from None
    except Mistake as mistake:
        typer.echo(f"{file}: {mistake}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{match.game.title}: {len(match.entries)} decisions, deal, draws and result hold. {result(match)}")
