"""Show that rules are being compiled: a progress bar in a terminal, otherwise lines on stderr.

A game's rules are compiled the first time it is played, which takes up to a minute; the machine code is cached.
"""

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from eleven.core.rules import jit

FIRST_MESSAGE_SECONDS = 1.0
"""Seconds before the first message; loading code from the cache takes less."""
NEXT_MESSAGE_SECONDS = 15.0
"""Seconds of compilation, added up over many short ones, before the next message."""


class Reporter:
    """Reports the progress of compilations; nested ones count as steps of the outermost."""

    def __init__(self) -> None:
        self._depth = 0
        self._compiled: dict[str, set[Any]] = {}
        self._told: set[str] = set()
        self._silent = self._since = 0.0
        self._bar: Any = None
        self._timer: threading.Timer | None = None
        self._lock = threading.RLock()

    @contextlib.contextmanager
    def __call__(self, function: Callable[..., Any]) -> Iterator[None]:
        """Wrap one compilation."""
        self._depth += 1
        outermost = self._depth == 1
        if outermost:
            self._owner, self._since = _owner(function), time.monotonic()
            rest = max(NEXT_MESSAGE_SECONDS - self._silent, 0.0)
            self._wait(rest if self._owner in self._told else min(FIRST_MESSAGE_SECONDS, rest))
        try:
            yield
        finally:
            self._depth -= 1
            self._count(function)
            if outermost:
                self._end()

    def _wait(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self._show, [self._owner])
        self._timer.daemon = True
        self._timer.start()

    def _end(self) -> None:
        """Remove the bar, and add the time of this compilation to the time without a message."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._silent += time.monotonic() - self._since
            if self._bar is not None:
                self._silent = 0.0
                self._bar[0].stop()
                self._bar = None

    def _count(self, function: Callable[..., Any]) -> None:
        """Count a function once, whatever the number of its type signatures."""
        with self._lock:
            self._compiled.setdefault(self._owner, set()).add(function)
            if self._bar is not None:
                done, all_of_it = self._how_far(self._owner)
                self._bar[0].update(self._bar[1], completed=done, total=all_of_it)

    def _how_far(self, owner: str) -> tuple[int, int]:
        """How many functions are compiled, and the estimated total."""
        done = len(self._compiled.get(owner, ()))
        return done, max(done, rules_of(owner))

    def _show(self, owner: str) -> None:
        """Start a progress bar; without a terminal, print a line and schedule the next."""
        with self._lock:
            if self._depth == 0 or self._bar is not None:
                return
            done, all_of_it = self._how_far(owner)
            progress = _progress() if sys.stderr.isatty() else None
            if progress is not None:
                progress.start()
                self._bar = (progress, progress.add_task(_what(owner), total=all_of_it, completed=done))
                return
            how_far = f"{done} of about {all_of_it} functions" if owner in self._told else "this takes up to a minute"
            print(f"{_what(owner)}; {how_far}", file=sys.stderr, flush=True)
            self._told.add(owner)
            self._silent, self._since = 0.0, time.monotonic()
            self._wait(NEXT_MESSAGE_SECONDS)


def _owner(function: Callable[..., Any]) -> str:
    """The id of the game that a function belongs to or is bound to, or an empty string."""
    names = function.__module__.split(".")
    if names[1:2] == ["games"] and len(names) > 2:
        return names[2]
    bound = function.__qualname__.split(".")[0]
    return bound if any(f".games.{bound}." in module for module in jit.rules_made) else ""


def rules_of(owner: str) -> int:
    """Estimate how many functions the rules of a game consist of."""
    prefixes = ("eleven.core.", f"eleven.games.{owner}.")
    return sum(count for module, count in jit.rules_made.items() if module.startswith(prefixes))


def _what(owner: str) -> str:
    return f"Compiling the rules of {owner}, once" if owner else "Compiling, once"


def _progress() -> Any:
    """A progress bar with the elapsed time, or None if Rich is not installed."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
    except ImportError:
        return None
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def announce() -> None:
    """Report compilations from now on."""
    if not any(isinstance(watcher, Reporter) for watcher in jit.watchers):
        jit.watchers.append(Reporter())
