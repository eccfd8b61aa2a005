"""Tell whoever waits that rules are being compiled: a progress bar in a terminal, else one line on the error stream.

The first time a game is played its rules are compiled, which takes up to a minute; the code is kept for later.
"""

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from eleven.core.rules import jit

PATIENCE = 1.0
"""Seconds of silence; code that is found in the cache is loaded sooner."""


class Reporter:
    """Watches compilations; nested ones count as steps of the outermost."""

    def __init__(self) -> None:
        self._depth = 0
        self._compiled: dict[str, int] = {}
        self._told: set[str] = set()
        self._bar: Any = None
        self._lock = threading.RLock()

    @contextlib.contextmanager
    def __call__(self, function: Callable[..., Any]) -> Iterator[None]:
        """Stand beside one compilation."""
        timer = None
        self._depth += 1
        if self._depth == 1:
            self._owner = _owner(function)
            timer = threading.Timer(PATIENCE, self._show, [self._owner])
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            self._depth -= 1
            self._count()
            if timer is not None:
                timer.cancel()
                self._hide()

    def _count(self) -> None:
        with self._lock:
            self._compiled[self._owner] = self._compiled.get(self._owner, 0) + 1
            if self._bar is not None:
                self._bar[0].update(self._bar[1], completed=self._compiled[self._owner])

    def _show(self, owner: str) -> None:
        with self._lock:
            if self._depth == 0 or self._bar is not None:
                return
            progress = _progress() if sys.stderr.isatty() else None
            if progress is not None:
                progress.start()
                task = progress.add_task(_what(owner), total=rules_of(owner), completed=self._compiled.get(owner, 0))
                self._bar = (progress, task)
            elif owner not in self._told:
                self._told.add(owner)
                print(f"{_what(owner)}; this takes up to a minute", file=sys.stderr, flush=True)

    def _hide(self) -> None:
        with self._lock:
            if self._bar is not None:
                self._bar[0].stop()
                self._bar = None


def _owner(function: Callable[..., Any]) -> str:
    """The game that a function belongs to or is bound to, or nothing."""
    names = function.__module__.split(".")
    if names[1:2] == ["games"] and len(names) > 2:
        return names[2]
    bound = function.__qualname__.split(".")[0]
    return bound if any(f".games.{bound}." in module for module in jit.rules_made) else ""


def rules_of(owner: str) -> int:
    """About how many functions the rules of a game are made of."""
    prefixes = ("eleven.core.", f"eleven.games.{owner}.")
    return sum(count for module, count in jit.rules_made.items() if module.startswith(prefixes))


def _what(owner: str) -> str:
    return f"Compiling the rules of {owner}, once" if owner else "Compiling, once"


def _progress() -> Any:
    """A bar with the time that has passed, where rich is installed."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
    except ImportError:
        return None
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def announce() -> None:
    """Tell of compilations from now on."""
    if not any(isinstance(watcher, Reporter) for watcher in jit.watchers):
        jit.watchers.append(Reporter())
