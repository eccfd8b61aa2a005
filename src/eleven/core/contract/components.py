"""Component tables: one TOML file per game, each table with its kind; owners of another box can supply their own.

`kind` says where a table comes from: printed (in the rulebook), ruling (our reading where the rulebook is silent) or
reconstructed (from a lost picture, consistent with every printed count and example).
"""

import hashlib
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eleven.core.text.errors import Mistake, TextMistake

KINDS = ("printed", "ruling", "reconstructed")


@dataclass(frozen=True)
class Components:
    """The tables of a file, and the fingerprint that logs name them by."""

    tables: Mapping[str, Any]
    fingerprint: str
    source: str


class ComponentsError(Exception):
    """An error in a components file: its table, its key and the reason."""

    def __init__(self, table: str, key: str, reason: str) -> None:
        super().__init__(reason)
        self.table, self.key, self.reason = table, key, reason


def load_components(path: Path, check: Callable[[Mapping[str, Any]], None]) -> Components:
    """Read and check a file; an invalid one raises a Mistake with the line and the reason."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Mistake("cannot read {path}: {reason}", path=path, reason=error.strerror) from None
    except UnicodeDecodeError as error:
        raise Mistake("{path} is not a UTF-8 text: {reason}", path=path, reason=error.reason) from None
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise TextMistake(
            int(found.group(1)) if found else 1, "{file}: {reason}", file=path.name, reason=error
        ) from None
    try:
        for name, table in tables.items():
            if not isinstance(table, Mapping) or table.get("kind") not in KINDS:
                raise ComponentsError(name, "kind", f"[{name}] needs a kind: {', '.join(KINDS)}")
        check(tables)
    except ComponentsError as problem:
        raise TextMistake(
            _line_of(text, problem.table, problem.key), "{file}: {reason}", file=path.name, reason=problem.reason
        ) from None
    return Components(tables, hashlib.sha256(repr(sorted(tables.items())).encode()).hexdigest()[:16], str(path))


def _line_of(text: str, table: str, key: str) -> int:
    """The line number of a key in a table, else of the table, else of the last line."""
    lines = text.splitlines()
    inside, table_line = False, 0
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*\[", line):
            inside = re.match(rf"\s*\[\s*{re.escape(table)}\s*[\].]", line) is not None
            if inside and not table_line:
                table_line = number
        elif inside and re.match(rf"\s*\"?{re.escape(key)}\"?\s*=", line):
            return number
    return table_line or max(len(lines), 1)


def check_tables(tables: Mapping[str, Any], names: Sequence[str]) -> None:
    """Raise ComponentsError if a table is missing or unknown."""
    for name in (*names, *tables):
        if name not in tables:
            raise ComponentsError(name, "", f"the table [{name}] is missing")
        if name not in names:
            raise ComponentsError(name, "", f"there is no table [{name}] here; there is {', '.join(names)}")


def check_counts(tables: Mapping[str, Any], table: str, tokens: Sequence[str], fewest: int, most: int) -> None:
    """Raise ComponentsError unless a table maps tokens to whole numbers, `fewest` to `most` in total."""
    rows = tables[table]
    for name, count in rows.items():
        if name != "kind" and name not in tokens:
            raise ComponentsError(table, name, f"there is no '{name}' in [{table}]; there is {', '.join(tokens[:8])} …")
        if name != "kind" and (type(count) is not int or not 0 <= count <= most):
            raise ComponentsError(table, name, f"{name} must be a whole number from 0 to {most}")
    total = sum(counts_of(tables, table, tokens))
    if not fewest <= total <= most:
        raise ComponentsError(table, "kind", f"there must be {fewest} to {most} in [{table}], not {total}")


def counts_of(tables: Mapping[str, Any], table: str, tokens: Sequence[str]) -> list[int]:
    """The counts of a table in the order of the tokens; a missing token counts as 0."""
    return [tables[table].get(name, 0) for name in tokens]
