"""The bots of a game in the terminal, and the adviser; they get only what a seat sees.

Search compiles in a separate process, so that people need not wait: until it is ready, a bot without search plays.
"""

import hashlib
from dataclasses import dataclass, field, replace
from typing import Any

from eleven.bots.choosing import Advice
from eleven.bots.levels import (
    ADVISER,
    BOTS,
    DEFAULT_LEVEL,
    GUIDED,
    HINTS_SHOWN,
    LEVELS,
    LIGHT,
    NETWORK,
    SEARCH,
    WARM_UP_SIMULATIONS,
    find_bot,
)
from eleven.bots.worker import BotRequest, Worker, answer
from eleven.core.contract.game import Game
from eleven.core.text.errors import Mistake
from eleven.core.text.narration import sentence
from eleven.core.text.words import Words
from eleven.terminal.hint_lines import in_words, ranked_in_words

QUICK = 10
"""The maximum number of simulations that are fast enough without compilation."""
STILL_COMPILING = "Search is being compiled, which takes a minute or two, once; until then the bots play lightly."
COMPILED = "Search is compiled: the bots now play at level {level}."


@dataclass
class Opponents:
    """Bots of one level; their random numbers are derived from the text `seed`."""

    seed: str
    level: str = DEFAULT_LEVEL
    adviser: str = ADVISER
    worker: Worker | None = field(default=None, init=False)
    ready: bool = field(default=False, init=False)
    told: str = field(default="", init=False)
    searching: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise Mistake(f"there is no level '{self.level}'; there is {', '.join(LEVELS)}")

    @property
    def _learnt(self) -> bool:
        """Whether the level uses a network, which decides without search if nothing is compiled."""
        return BOTS[self.level].kind == NETWORK

    def searches(self, game: Game, players: int) -> bool:
        """Whether bots of this level search so much, for this number of players, that it must be compiled."""
        bot = find_bot(self.level, game, players)
        return bot.kind == GUIDED or (bot.kind == SEARCH and (bot.simulations is None or bot.simulations > QUICK))

    def prepare(self, game: Game, seen: Any) -> None:
        """Start compiling the search of a game in another process; any `seen` will do."""
        if self.worker is None:
            self.searching = self.searches(game, int(seen.players))
            self.worker = Worker(compiled=True)
            first = BotRequest(game.id, seen.tobytes(), ADVISER, bytes(32), WARM_UP_SIMULATIONS, best=1)
            self.worker.post(replace(first, bot=self.level, best=0) if self._learnt else first)

    def _is_ready(self) -> bool:
        """Whether the search is compiled, without waiting for it."""
        if self.worker is not None and not self.ready and self.worker.answered():
            self.worker.take()
            self.ready = True
        return self.ready

    def choose(self, game: Game, seen: Any, step: int) -> int:
        """Return the action of a bot."""
        request = BotRequest(game.id, seen.tobytes(), self.level, self._key(step))
        if not self.searches(game, int(seen.players)):
            return _chosen(request)
        self.prepare(game, seen)
        if self.worker is not None and self._is_ready():
            return self.worker.choose(request)
        return _chosen(request if self._learnt else replace(request, bot=LIGHT))

    def hint(self, game: Game, seen: Any, step: int, words: Words) -> list[str]:
        """Return the adviser's hints as text; until its search is compiled, those of a bot without search."""
        request = BotRequest(game.id, seen.tobytes(), self.adviser, self._key(step))
        if find_bot(self.adviser).kind != SEARCH:
            return ranked_in_words(game, _advised(replace(request, best=HINTS_SHOWN)), words)
        self.prepare(game, seen)
        if self.worker is not None and self._is_ready():
            return in_words(game, self.worker.advise(request), words)
        light = _chosen(replace(request, bot=LIGHT))
        return [f"{sentence(game, light, words)}, says a light bot.", STILL_COMPILING]

    def news(self) -> str:
        """Return a message, once each, when bots play without search and when their search is ready; else nothing."""
        if not self.searching or self.worker is None:
            return ""
        text = COMPILED.format(level=self.level) if self._is_ready() else STILL_COMPILING
        if text == self.told or (self.ready and not self.told):
            return ""
        self.told = text
        return text

    def _key(self, step: int) -> bytes:
        return hashlib.sha256(f"{self.seed} bot {step}".encode()).digest()


def _advised(request: BotRequest) -> list[Advice]:
    """Return advice that needs no search."""
    found = answer(request)
    assert isinstance(found, list)
    return found


def _chosen(request: BotRequest) -> int:
    """Choose without search, in this process."""
    action = answer(request)
    assert isinstance(action, int)
    return action
