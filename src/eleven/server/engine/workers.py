"""Worker processes, for work that must not hold up the tables, such as the check whether a decision may be undone.

A bot's process is sent the bytes of its seat's sight and nothing else (`bots`). The undo check is sent whole states,
so it has a process of its own, which also compiles the rules; the serving process never waits for that.
"""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

JIT = "NUMBA_DISABLE_JIT"
WORKER_NICENESS, COMPILER_NICENESS = 3, 8
"""The niceness of a worker, and of its thread that compiles."""


def _initialize_worker() -> None:
    """Ignore Ctrl-C, lower the priority, and exit when the server does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(WORKER_NICENESS)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def at_low_priority(work: Callable[..., Any], *arguments: Any) -> Any:
    """Do slow work in a thread of low priority; a whole process could never raise its priority again."""
    with ThreadPoolExecutor(1, initializer=_lower_priority) as thread:
        return thread.submit(work, *arguments).result()


def _lower_priority() -> None:
    with contextlib.suppress(OSError):  # where threads have no priorities of their own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), COMPILER_NICENESS)


class WorkerProcess:
    """One process, started on demand and again when it has died."""

    def __init__(self, compiled: bool = False) -> None:
        self._compiled = compiled
        self._pool: ProcessPoolExecutor | None = None
        self.waiting = 0

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _initialize_worker)
        return self._pool

    def _submit(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Submit work; a new process reads NUMBA_DISABLE_JIT from its environment."""
        before = os.environ.get(JIT)
        os.environ[JIT] = "0" if self._compiled else "1"
        try:
            return self._open().submit(work, *arguments)
        finally:
            if before is None:
                del os.environ[JIT]
            else:
                os.environ[JIT] = before

    async def call(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Run a function in the worker, a second time if the process dies."""
        self.waiting += 1
        try:
            return await self.call_once(work, *arguments)
        except BrokenProcessPool:
            return await self.call_once(work, *arguments)
        finally:
            self.waiting -= 1

    async def call_once(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Run a function in the worker, once; a process that dies is replaced with the next call."""
        pool = self._open()
        try:
            return await asyncio.wrap_future(self._submit(work, *arguments))
        except BrokenProcessPool:
            if self._pool is pool:
                self.stop()
            raise

    def stop(self) -> None:
        """End the process."""
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                process.kill()  # a suspended process would not react to anything milder
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


def check_undo(game_id: str, before: bytes, action: int, after: bytes) -> bool:
    """Whether a decision between two states revealed nothing to anybody."""
    import numpy as np

    from eleven.core.play.engine import engine
    from eleven.core.play.match import teaches_nothing

    rules = engine(game_id)
    states = np.frombuffer(before + after, rules.game.state)
    return teaches_nothing(rules, states[0], action, states[1])


def compile_native(game_id: str) -> None:
    """Compile the rules of a game into machine code that the serving process can load."""
    from eleven.core.contract.game import find_game
    from eleven.core.play.native_build import write

    write(find_game(game_id))
