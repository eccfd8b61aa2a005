"""Error handling of commands: a user's mistake prints one line to stderr and exits with code 2, without a traceback."""

import os
import re
import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from eleven.core.text.errors import Mistake

MISTAKE = 2


RAY = "--ray"
RAY_ADDRESS = re.compile(r"auto|(ray://)?[\w.\-\[\]:]+:\d+")


def with_ray_address(args: Sequence[str]) -> list[str]:
    """Add the default address after every `--ray` that has none, because Typer has no options with optional values."""
    found: list[str] = []
    for number, word in enumerate(args):
        found.append(word)
        if word == RAY and not RAY_ADDRESS.fullmatch(next(iter(args[number + 1 :]), "")):
            found.append("auto")
    return found


def _fail(line: str) -> int:
    """Print one line to stderr, and return the exit code."""
    print(f"eleven: {' '.join(line.split())}", file=sys.stderr)
    return MISTAKE


class CommandGroup(TyperGroup):
    """A command group that prints every `Mistake` as one line."""

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *rest: Any, **extra: Any) -> Any:
        try:
            args = with_ray_address(sys.argv[1:] if args is None else args)
            code = super().main(args, prog_name, **{**extra, "standalone_mode": False})
        except typer.TyperException as error:
            where = getattr(error, "ctx", None)
            code = _fail(f"{error.format_message()} ({where.command_path if where else 'eleven'} --help says more)")
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: Any) -> Any:
        try:
            answer = super().invoke(ctx)
            sys.stdout.flush()
        except Mistake as mistake:
            raise typer.Exit(_fail(str(mistake))) from None
        except KeyboardInterrupt:
            raise typer.Exit(_fail("stopped")) from None
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(_fail("nobody reads the output any more")) from None
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            raise typer.Exit(_fail(f"{where}{error.strerror or error}")) from None
        return answer
