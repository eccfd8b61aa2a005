"""The lines of a text such as a position or a log, and which of them is to blame when they do not fit together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from eleven.core.text.errors import Mistake, TextMistake


@dataclass(frozen=True)
class TextLine:
    """One line of a text: its number, what stands before the colon, and after it."""

    number: int
    label: str
    value: str


def read_lines(text: str, first: int = 1) -> list[TextLine]:
    """The lines of a text without comments; an indented line continues the one before."""
    lines: list[TextLine] = []
    for number, raw in enumerate(text.splitlines(), first):
        line = raw.split("#", 1)[0].rstrip()
        if not line.strip():
            continue
        if line[0].isspace() and lines:
            before = lines[-1]
            lines[-1] = TextLine(before.number, before.label, before.value + "\n" + line.strip())
            continue
        if ":" not in line:
            raise TextMistake(number, "'{line}' has no colon; a line is 'name: value'", line=line.strip())
        label, value = line.split(":", 1)
        lines.append(TextLine(number, " ".join(label.split()), value.strip()))
    return lines


def to_blame(lines: Sequence[TextLine], read: Callable[[Sequence[TextLine]], Any]) -> int:
    """The number of the last line without which the others can be read, or 0 if there is no such line."""
    for line in reversed(lines):
        try:
            read([other for other in lines if other is not line])
        except Mistake:
            continue
        return line.number
    return 0


def last_line(lines: Sequence[TextLine]) -> int:
    """The number of the last line, or 1 where there is none."""
    return lines[-1].number if lines else 1
