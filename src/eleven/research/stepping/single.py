"""A single game, for environments that step one game: one compiled call gives any seat's features and mask."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from eleven import compile_progress
from eleven.core.contract.game import Rule, find_game
from eleven.core.play.decisions import REPORT
from eleven.core.play.engine import engine, rules_of
from eleven.core.rules import asking, bits, luck
from eleven.core.rules.jit import bind
from eleven.core.rules.record import Array, clone
from eleven.core.text.errors import Mistake
from eleven.research.encoding import encode_rule, encoding_of

legal: Any = None
see: Any = None
encode: Any = None

compile_progress.announce()


def observe_template(
    states: Array, blank: Array, seen: Array, legal_mask: Array, seat: int, packed: Array, features: Array, mask: Array
) -> None:
    """Write the features of what a seat sees, and its legal actions (from that sight) if it is its turn."""
    seen[0] = blank[0]
    see(states[0], seat, seen[0])
    encode(seen[0], packed)
    for i in range(len(features)):
        features[i] = (packed[i // 64] >> np.uint64(i % 64)) & np.uint64(1)
    bits.clear(legal_mask)
    if asking.asked(seen[0]) == seat:
        legal(seen[0], legal_mask)
    for i in range(len(mask)):
        mask[i] = (legal_mask[i // bits.WORD] >> (i % bits.WORD)) & 1


@cache
def _observe_rule(game_id: str, players: int) -> Rule:
    game = find_game(game_id)
    names = {**rules_of(game), "encode": encode_rule(game, players)}
    return bind(observe_template, game_id, f"observe{players}", **names)


class SingleGame:
    """A game that can be dealt repeatedly."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        edition: str | None = None,
        truncate_at: int | None = None,
    ) -> None:
        self.game, self._rules = find_game(game), engine(game)
        self.setup = self.game.setup(players, edition, options)
        self.players = self.setup.players
        self.encoding = encoding_of(self.game, self.players)
        self.longest = self.game.truncate_at if truncate_at is None else truncate_at
        self._observe = _observe_rule(game, self.players)
        self._prepared = self._rules.prepared(self.setup)
        self._states, self._blank, self._seen = (np.zeros(1, self.game.state) for _ in range(3))
        self._lucks, self._legal_mask = np.zeros(1, luck.LUCK), self._rules.no_actions()
        self._closed = False
        self._packed, self._report = np.zeros(self.encoding.words, np.uint64), np.zeros(REPORT, np.int64)

    @property
    def state(self) -> Any:
        """The true state."""
        return self._states[0]

    @property
    def asked(self) -> int:
        """The seat to move."""
        return int(self._rules.asked(self._states))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._states["over"][0])

    @property
    def cut_off(self) -> bool:
        """Whether the game was truncated because it is too long."""
        return not self.over and bool(self._states["step"][0] > self.longest)

    def deal(self, seed: int) -> None:
        """Deal the game of `eleven.key(seed)`."""
        self._refuse_if_closed()
        self._states[0] = self._prepared[0]
        self._lucks["key"][0] = [seed, 0, 0, 0]
        self._rules.start(self._states[0], self._lucks[0])

    def observe(self, seat: int) -> tuple[Array, Array]:
        """Return new arrays with a seat's features and legal actions, as bytes of 0 and 1."""
        features = np.zeros(self.encoding.bits, np.uint8)
        mask = np.zeros(len(self.game.actions), np.int8)
        self._observe(self._states, self._blank, self._seen, self._legal_mask, seat, self._packed, features, mask)
        return features, mask

    def act(self, action: Any) -> None:
        """Play an action of the seat to move; raise an error if it is illegal."""
        self._refuse_if_closed()
        number = _number(action)
        if not 0 <= number < len(self.game.actions) or self._try(number):
            name = self.game.actions[number].name if 0 <= number < len(self.game.actions) else "no action"
            raise Mistake("action {action} ({name}) is not legal", action=action, name=name)

    def close(self) -> None:
        """Close the game; a later action or deal raises an error."""
        self._closed = True

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise Mistake("this environment was closed")

    def _try(self, action: int) -> int:
        state, before, lucks, mask = self._states, self._seen, self._lucks, self._legal_mask
        return int(self._rules.try_action(state, before, action, -1, lucks, mask, self._report))

    def scores(self) -> list[int]:
        """The points of every seat."""
        return [int(self.game.score(self.state, seat)) for seat in range(self.players)]

    def shares(self) -> list[float]:
        """Return every seat's win share, which is 0 before the end."""
        if not self.over:
            return [0.0] * self.players
        scores = self.scores()
        best = max(scores)
        return [(score == best) / scores.count(best) for score in scores]

    def sight(self, seat: int) -> Any:
        """Return what a seat or the spectator may know, as a record."""
        self._seen[0] = self._blank[0]
        self._rules.see(self._states, seat, self._seen)
        return clone(self._seen[0])


def _number(action: Any) -> int:
    """Convert an action to an integer; None is not an action."""
    if action is None:
        return -1
    given = np.asarray(action)
    if given.shape != () or given.dtype.kind not in "iu":
        raise Mistake("an action is one whole number, not {given}", given=repr(action))
    return int(given)
