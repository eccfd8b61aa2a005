"""Finds all user-visible texts in our code by its syntax trees."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import eleven

PACKAGE = Path(eleven.__file__).parent
SPEAKING = ("core", "bots", "server")
"""The packages whose error messages reach players; the command line and position texts are in English only."""
SAYING = {"Message", "Mistake", "TextMistake", "Refused"}
SAYING |= {"Forbidden", "StaleVersion", "UnknownTable", "RateLimited", "GameNotOver", "NoLesson", "DamagedTable"}

PASSED_ON = {"template", "mistake", "str(problem.detail)"}
"""Expressions that pass on an existing message."""


def files(package: str) -> list[Path]:
    """The sources of a package."""
    return sorted((PACKAGE / package).rglob("*.py"))


def sayings(path: Path) -> Iterator[tuple[int, ast.expr, set[str]]]:
    """Yield line, template and placeholder names of all messages in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING:
            at = 1 if node.func.id in ("TextMistake", "Refused") else 0
            parts = {keyword.arg for keyword in node.keywords if keyword.arg is not None}
            yield node.lineno, node.args[at], parts


@cache
def templates(package: str) -> dict[str, set[str]]:
    """Return every message template of a package with its placeholders."""
    found: dict[str, set[str]] = {}
    for path in files(package):
        for _, template, parts in sayings(path):
            if isinstance(template, ast.Constant) and isinstance(template.value, str):
                found[template.value] = parts
    return found
