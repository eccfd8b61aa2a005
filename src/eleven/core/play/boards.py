"""Boards: a state and the rules that work on it, as a record, plain Python objects, or bytes for machine code.

The rules are the same and give the same bytes (a test plays every game in all ways). Records are what programs read and
write; plain objects are fastest without a compiler; machine code runs without Numba.
"""

from typing import Any, Protocol

from eleven.core.contract.game import Game
from eleven.core.play.engine import engine
from eleven.core.play.native import RecordBuffer, native_board, native_rules_of
from eleven.core.play.observation import Decision, Observation
from eleven.core.play.rules_boards import uncompiled_board
from eleven.core.rules import bits, luck
from eleven.core.rules.jit import JITTED
from eleven.core.rules.luck import Tape


class Board(Protocol):
    """A state with its luck, and rules to work on it."""

    game: Game

    @property
    def state(self) -> Any:
        """The whole truth, in the form that the rules work on."""

    @property
    def luck(self) -> Any:
        """The luck of the decisions to come."""

    @property
    def asked(self) -> int:
        """The seat that must decide, or NOBODY."""

    @property
    def over(self) -> int:
        """Why the game has ended, or 0."""

    def legal(self) -> list[int]:
        """The ids of the legal actions of the seat that is asked."""

    def seen(self, seat: int) -> Any:
        """What a seat, or the spectator (seat number `players`), may know, as a record of its own."""

    def observation(self, seat: int) -> Observation:
        """The same as an immutable value; cached where the state cannot be written to."""

    def decide(self, action: int, seat: int = -1, tape: Tape | None = None) -> Decision:
        """Carry out an action for a seat (-1: the one that is asked) if it is legal; a tape replaces the luck."""

    def copy(self) -> "Board":
        """The same state elsewhere, with the same luck."""

    def at(self, record: Any) -> "Board":
        """A board with the state of a record and the same luck."""

    def record(self) -> Any:
        """The state as a record of its own."""


def quick_board(game: Game, record: Any, key: bytes | None = None) -> Board:
    """A board with the fastest rules available."""
    native = native_rules_of(game.id)
    if native is None:
        return uncompiled_board(game, record, key)
    return native_board(native, game, record, RecordBuffer(luck.fresh(key, luck.RECORDING).tobytes()))


def legal_ids(game: Game, seen: Any) -> list[int]:
    """The ids of the legal actions of the seat that is asked, in a state or in that seat's sight of it."""
    mask: Any = engine(game.id).no_actions() if JITTED else [0] * bits.mask_length(len(game.actions))
    game.legal(seen, mask)
    return bits.members(mask)
