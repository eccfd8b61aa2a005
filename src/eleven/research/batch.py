"""Batches of games on the CPU: `Batch("elevenses", players=3, size=4096)`."""

from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from eleven import compile_progress
from eleven.core.contract.game import Rule, find_game
from eleven.core.play.engine import engine, rules_of
from eleven.core.rules import luck
from eleven.core.rules.jit import bind, entry_point
from eleven.core.rules.record import Array
from eleven.core.text.errors import Mistake
from eleven.research.encoding import encode_rule
from eleven.research.stepping import step_kernels
from eleven.research.stepping.batch_base import BatchBase, read_only

INT64 = np.dtype(np.int64)

compile_progress.announce()


class BatchFunctions(NamedTuple):
    """The compiled functions for one game and number of players."""

    deal: Rule
    step: Rule
    observe: Rule
    sample: Rule
    unpack: Rule


@cache
def functions_of(game_id: str, players: int, with_features: bool) -> BatchFunctions:
    """Bind the step templates to a game; features are compiled only if asked for.

    With ANY_NUMBER of players, the rows have different set-ups.
    """
    game, rules = find_game(game_id), engine(game_id)
    title = f"{players or 'any'}" if with_features else ""

    def bound(name: str) -> Rule:
        template: Rule = getattr(step_kernels, f"{name}_template")
        return bind(template, game_id, f"batch_{name}{title}", **names)

    names: dict[str, Any] = {**rules_of(game), "start": rules.start, "apply": rules.apply}
    names["pack"] = bound("pack")
    names["encode"] = encode_rule(game, players) if with_features else bound("no_encoding")
    names["deal_one"] = bound("deal_one" if players else "deal_one_of_several")
    for name in ("play_one", "observe_one", "deal_row", "play_row", "observe_row"):
        names[name] = bound(name)
    return BatchFunctions(*(bound(name) for name in BatchFunctions._fields))


class Batch(BatchBase):
    """A batch of `size` games; every `step` takes one decision in each of them.

    All buffers are allocated once and updated in place; callers must treat them as read-only:

    - `asked` (size) int32: the seat to move, whose view the row's sight, features and mask are
    - `mask` (size, words) uint64: the legal actions, 64 per word, lowest bit first; `dense_mask()` unpacks it
    - `sight` (size, bytes) uint8: what the seat to move may know, as the bytes of its record with zeroed padding
    - `features` (size, words) uint64: the same as bits for a network, see `encoding_of`; `dense_features()` unpacks it
    - `reward` (size, players) float32: the win shares of a game that ended in this step, else 0
    - `score` (size, players) int64: the points of a game that ended in this step, else 0
    - `done`, `truncated` (size) bool: whether a game ended in this step, or was truncated

    When a game ends, the next game of its row starts in the same step. Game n of row i is the game of
    `eleven.key(seed, i, n)`.
    """

    def _allocate(self, sight: bool, features: bool) -> None:
        rules, state = engine(self.game.id), self.game.state
        self._functions = functions_of(self.game.id, self.encoding.players if features else self.players, features)
        self._prepared = self._prepared_records()
        self._states, self._blank = np.zeros(self.size, state), np.zeros(1, state)
        self._lucks, self._legal_mask = np.zeros(1, luck.LUCK), rules.no_actions()
        self._games, self._dice = np.zeros(self.size, np.int64), np.zeros(1, luck.DICE)
        self._actions, self._shape = np.zeros(self.size, INT64), (self.size,)
        self._sights = np.zeros(self.size if sight else 1, state)
        self._features = np.zeros((self.size, self.encoding.words if features else 1), np.uint64)
        self._mask = np.zeros((self.size, self.mask_words), np.uint64)
        self._asked = np.zeros(self.size, np.int32)
        self._reward = np.zeros((self.size, self.players), np.float32)
        self._score = np.zeros((self.size, self.players), np.int64)
        self._done, self._truncated = np.zeros(self.size, np.bool_), np.zeros(self.size, np.bool_)
        self.asked, self.mask = read_only(self._asked), read_only(self._mask)
        self.reward, self.score = read_only(self._reward), read_only(self._score)
        self.done, self.truncated = read_only(self._done), read_only(self._truncated)
        self.sight = read_only(self._sights.view(np.uint8).reshape(self.size, -1)) if sight else None
        self.features = read_only(self._features) if features else None
        buffers = (
            self._prepared, self._states, self._blank, self._lucks, self._games, self._legal_mask, self._span,
            self._sights, self._features, self._mask, self._asked, self._reward, self._score, self._done,
            self._truncated,
        )  # fmt: skip
        self._step = partial(entry_point(self._functions.step, *buffers, self._actions), *buffers)
        thrown = (self._mask, self._dice, self._actions)
        self._sample = partial(entry_point(self._functions.sample, *thrown), *thrown)

    def _deal(self) -> None:
        self._games[:] = 0
        self._dice[0] = self._span[step_kernels.SEED]
        for buffer in (self._reward, self._score, self._done, self._truncated):
            buffer[...] = 0
        self._functions.deal(
            self._prepared, self._states, self._blank, self._lucks, self._games, self._legal_mask, self._span,
            self._sights, self._features, self._mask, self._asked,
        )  # fmt: skip

    def _observe_again(self) -> None:
        """Recompute the buffers of all rows; for tests that have replaced the states."""
        self._functions.observe(
            self._states,
            self._sights,
            self._blank,
            self._legal_mask,
            self._span,
            self._features,
            self._mask,
            self._asked,
        )

    def step(self, actions: Any) -> None:
        """Play one action in every row; with `check`, play none of them if any is illegal."""
        self._refuse_if_closed()
        chosen = self._checked(actions)
        row = self._step(chosen)
        if row >= 0:
            raise self._illegal(row, int(chosen[row]))

    def _checked(self, actions: Any) -> Array:
        """Convert the actions to an array of the right type; skipped quickly if they already are one."""
        ready = type(actions) is np.ndarray and actions.dtype is INT64 and actions.shape == self._shape
        if ready and actions.flags.carray:
            chosen: Array = actions
            return chosen
        given = np.asarray(actions)
        self._refuse_wrong(given.shape, given.dtype)
        self._actions[:] = given
        return self._actions

    def sample(self) -> Array:
        """Return a random legal action for every row, from the batch's own generator; the array is reused."""
        self._refuse_if_closed()
        self._sample()
        return self._actions

    def dense_mask(self, out: Array | None = None) -> Array:
        """The legal actions as (size, actions) bytes of 0 and 1."""
        return self._dense(self._mask, len(self.game.actions), out)

    def dense_features(self, out: Array | None = None) -> Array:
        """The features as (size, bits) bytes of 0 and 1."""
        if self.features is None:
            raise Mistake("this batch has no features; make it with features=True")
        return self._dense(self._features, self.encoding.bits, out)

    def _dense(self, packed: Array, width: int, out: Array | None) -> Array:
        dense = np.zeros((self.size, width), np.uint8) if out is None else out
        if dense.shape != (self.size, width) or dense.dtype.itemsize != 1:
            raise Mistake("room for {shape} bytes is wanted", shape=(self.size, width))
        self._functions.unpack(packed, dense.view(np.uint8))
        return dense

    def seen(self, row: int) -> Any:
        """Return what the seat to move in a row may know, as a record; `eleven.to_dict` makes it readable."""
        if self.sight is None:
            raise Mistake("this batch has no sights; make it with sight=True")
        return self._sights[row]
