"""Every text for people in our code, found in its syntax trees."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import eleven

PACKAGE = Path(eleven.__file__).parent
SPEAKING = ("core", "bots", "server")
"""The packages whose mistakes reach people at tables; the command and texts of positions speak English."""
SAYING = {"Said", "Mistake", "TextMistake", "Refused"}
SAYING |= {"Forbidden", "Stale", "Unknown", "TooMany", "NotOver", "NoLesson", "Damaged"}

PASSED_ON = {"template", "mistake", "str(problem.detail)"}
"""Where what somebody else said is said again."""


def files(package: str) -> list[Path]:
    """The sources of a package."""
    return sorted((PACKAGE / package).rglob("*.py"))


def sayings(path: Path) -> Iterator[tuple[int, ast.expr, set[str]]]:
    """Line, template and names of the parts of everything a file says."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING:
            at = 1 if node.func.id in ("TextMistake", "Refused") else 0
            parts = {keyword.arg for keyword in node.keywords if keyword.arg is not None}
            yield node.lineno, node.args[at], parts


@cache
def templates(package: str) -> dict[str, set[str]]:
    """Every template of a package, with the parts it is given."""
    found: dict[str, set[str]] = {}
    for path in files(package):
        for _, template, parts in sayings(path):
            if isinstance(template, ast.Constant) and isinstance(template.value, str):
                found[template.value] = parts
    return found
