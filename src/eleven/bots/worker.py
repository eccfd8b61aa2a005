"""Bots in a process of their own, which is told what one seat sees and nothing else.

A request is bytes and plain values: the name of the game, the bytes of a seen record, a bot, a budget of simulations
or none, and a key for the bot's own luck. Nothing about the true state can reach it, for nothing is sent.
"""

import os
import signal
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from eleven.bots.characters import with_character
from eleven.bots.choosing import Advice, advise, choose
from eleven.bots.levels import find_bot, with_simulations
from eleven.core.contract.game import find_game
from eleven.core.text.errors import Mistake

PLAINLY = "NUMBA_DISABLE_JIT"
PATIENCE = 5.0
"""Seconds that a worker is given to end by itself."""


@dataclass(frozen=True)
class Request:
    """What a bot is asked; `best` above 0 asks for that many pieces of advice instead of a choice.

    `seconds` shortens the time the bot would take, where others are waiting; `character` is what it likes; `threads` is
    how many it thinks with, if not with its own number.
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


def answer(request: Request) -> int | list[Advice]:
    """Think about one request."""
    game = find_game(request.game)
    if len(request.seen) != game.state.itemsize:
        raise Mistake("this is no sight of {game}", game=game.title)
    seen: Any = np.frombuffer(bytearray(request.seen), game.state)[0]
    bot = find_bot(request.bot, game, int(seen.players))
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
    """Answer requests until the line is closed or a None comes; a mistake is an answer too.

    The keyboard is left to the process that asks.
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
    """A process that thinks; one request at a time.

    It runs compiled or not as this process does; `compiled` makes it run compiled beside a terminal that does not.
    """

    def __init__(self, compiled: bool = False) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        plainly = os.environ.pop(PLAINLY, None) if compiled else None
        try:
            self._process.start()
        finally:
            if plainly is not None:
                os.environ[PLAINLY] = plainly
        theirs.close()

    def ask(self, request: Request) -> int | list[Advice]:
        """The answer to a request; a worker that has died is an error."""
        self.post(request)
        return self.take()

    def post(self, request: Request) -> None:
        """Hand in a request without waiting; its answer is to be taken before the next."""
        self._line.send(request)

    def answered(self) -> bool:
        """Whether there is an answer to take."""
        return self._line.poll()

    def take(self) -> int | list[Advice]:
        """The answer to what was posted, when it comes."""
        reply = self._line.recv()
        if isinstance(reply, Mistake):
            raise reply
        return reply  # type: ignore[no-any-return]

    def choose(self, request: Request) -> int:
        """The action a bot takes."""
        action = self.ask(replace(request, best=0))
        assert isinstance(action, int)
        return action

    def advise(self, request: Request, best: int = 3) -> list[Advice]:
        """The actions it would think of first."""
        found = self.ask(replace(request, best=best))
        assert isinstance(found, list)
        return found

    def close(self) -> None:
        """Let the process end."""
        if self._process.is_alive():
            self._line.send(None)
            self._process.join(PATIENCE)
            if self._process.is_alive():
                self._process.terminate()
        self._line.close()

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
