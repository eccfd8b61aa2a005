"""A bot in a separate process, which receives what one seat sees and nothing else.

A request consists of bytes and plain values: the game, the bytes of what the seat sees, a bot, its budget, and a key
for the bot's own random numbers. The true state is never sent, so the bot cannot use it.
"""

import os
import signal
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from eleven.bots.characters import with_character
from eleven.bots.choosing import Advice, advise, choose
from eleven.bots.levels import ADVISER, HINTS_SHOWN, find_adviser, find_bot, with_simulations
from eleven.core.contract.game import find_game
from eleven.core.text.errors import Mistake

DISABLE_JIT = "NUMBA_DISABLE_JIT"
EXIT_TIMEOUT_SECONDS = 5.0
"""Seconds to wait for a worker to exit before it is terminated."""


@dataclass(frozen=True)
class BotRequest:
    """A request for an action, or for the `best` best actions if `best` is above 0.

    `seconds` lowers the bot's time limit, `character` sets its character, and `threads` overrides its number of
    threads.
    """

    game: str
    seen: bytes
    bot: str
    key: bytes
    simulations: int | None = None
    best: int = 0
    seconds: float | None = None
    character: str = ""
    threads: int | None = None


def answer(request: BotRequest) -> int | list[Advice]:
    """Compute the answer to one request."""
    game = find_game(request.game)
    if len(request.seen) != game.state.itemsize:
        raise Mistake("this is no sight of {game}", game=game.title)
    seen: Any = np.frombuffer(bytearray(request.seen), game.state)[0]
    find = find_adviser if request.best and request.bot == ADVISER else partial(find_bot, request.bot)
    bot = find(game, int(seen.players))
    if request.character:
        bot = with_character(bot, request.character, game)
    if request.simulations is not None:
        bot = with_simulations(bot, request.simulations)
    if request.seconds is not None:
        bot = replace(bot, seconds=min(bot.seconds, request.seconds))
    if request.threads is not None:
        bot = replace(bot, threads=request.threads)
    if request.best:
        return list(advise(game, seen, bot, request.key, request.best))
    return choose(game, seen, bot, request.key)


def _serve(line: Connection) -> None:
    """Answer requests until the connection closes or None arrives; a `Mistake` is sent back as an answer.

    Ctrl-C is ignored here: the parent process handles it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            request = line.recv()
        except EOFError:
            return
        if request is None:
            return
        try:
            line.send(answer(request))
        except Mistake as mistake:
            line.send(mistake)


class Worker:
    """A bot process that handles one request at a time.

    It compiles the rules if this process does, or always if `compiled` is set.
    """

    def __init__(self, compiled: bool = False) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        disable_jit = os.environ.pop(DISABLE_JIT, None) if compiled else None
        try:
            self._process.start()
        finally:
            if disable_jit is not None:
                os.environ[DISABLE_JIT] = disable_jit
        theirs.close()

    def ask(self, request: BotRequest) -> int | list[Advice]:
        """Send a request and wait for the answer; raises EOFError if the worker has died."""
        self.post(request)
        return self.take()

    def post(self, request: BotRequest) -> None:
        """Send a request without waiting; call `take` before sending the next one."""
        self._line.send(request)

    def answered(self) -> bool:
        """Whether an answer is ready, so that `take` will not block."""
        return self._line.poll()

    def take(self) -> int | list[Advice]:
        """Wait for the answer to the posted request; raises the `Mistake` if that is the answer."""
        reply = self._line.recv()
        if isinstance(reply, Mistake):
            raise reply
        return reply  # type: ignore[no-any-return]

    def choose(self, request: BotRequest) -> int:
        """Return the action that the bot takes."""
        action = self.ask(replace(request, best=0))
        assert isinstance(action, int)
        return action

    def advise(self, request: BotRequest, best: int = HINTS_SHOWN) -> list[Advice]:
        """Return the bot's best actions."""
        found = self.ask(replace(request, best=best))
        assert isinstance(found, list)
        return found

    def close(self) -> None:
        """Ask the process to exit, and terminate it if it does not."""
        if self._process.is_alive():
            self._line.send(None)
            self._process.join(EXIT_TIMEOUT_SECONDS)
            if self._process.is_alive():
                self._process.terminate()
        self._line.close()

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
