"""Traces which lines of the rules each test runs, and measures its time."""

import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ENOUGH = 3_000
"""After this many line events of a function in a test, all its lines count as run, because tracing loops is slow."""


IMPORT = "import"
"""Used in place of a test for lines that run, or mutants that are killed, during import and collection."""


@dataclass(frozen=True)
class Reach:
    """The lines that one test runs, by file, and its seconds of processor time."""

    lines: dict[str, list[int]]
    seconds: float


class Tracer:
    """Collects the lines of some files that are run between `start` and `stop`."""

    def __init__(self, files: Iterable[Path]) -> None:
        self.files = {str(path) for path in files}
        self.lines: dict[CodeType, set[int]] = {}
        self.seen: dict[CodeType, int] = {}
        self.all_lines: dict[CodeType, set[int]] = {}
        self.began = 0.0

    def start(self) -> None:
        self.lines, self.seen = {}, {}
        self.began = time.process_time()
        sys.settrace(self._call)

    def stop(self) -> tuple[dict[str, list[int]], float]:
        """The lines by file, and the seconds of processor time."""
        sys.settrace(None)
        found: dict[str, set[int]] = {}
        for code, lines in self.lines.items():
            found.setdefault(code.co_filename, set()).update(lines)
        return {name: sorted(lines) for name, lines in found.items()}, time.process_time() - self.began

    def _call(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        if code.co_filename not in self.files:
            return None
        lines = self.lines.setdefault(code, set())
        everything = self.all_lines.get(code)
        if everything is None:
            everything = {line for _, _, line in code.co_lines() if line}
            self.all_lines[code] = everything
        if len(lines) >= len(everything) - 1:
            lines.update(everything)
            return None
        return self._line

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        lines = self.lines[code]
        if event == "line":
            lines.add(frame.f_lineno)
            self.seen[code] = self.seen.get(code, 0) + 1
            if self.seen[code] > ENOUGH:
                lines.update(self.all_lines[code])
                return None
        return self._line
