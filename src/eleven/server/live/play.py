"""One game being played in the server: checked moves, sights, and the way back to a `Match` for its log."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from eleven.core.contract.actions import Action
from eleven.core.contract.game import Game, Setup
from eleven.core.play.engine import engine
from eleven.core.play.match import Entry, Match, Tape, not_allowed, not_asked, recorded
from eleven.core.rules import luck
from eleven.core.rules.record import blank, clone
from eleven.core.text.errors import Mistake, Refused
from eleven.core.text.notation import read_position
from eleven.server.engine.boards import Board, board_of, newest
from eleven.server.engine.plain_records import fresh_luck, shape_of
from eleven.server.live.history import History


@dataclass(frozen=True)
class Play:
    """A dealt game as a value; `origin` is the record after the deal and `entries` are the decisions since."""

    game: Game
    setup: Setup
    board: Board
    opening: Tape | None
    origin: Any
    entries: History[Entry] = field(default_factory=History)
    _shown: dict[int, Any] = field(default_factory=dict)

    @property
    def state(self) -> Any:
        """The whole truth."""
        return self.board.state

    @property
    def asked(self) -> int:
        """The seat that must decide, or NOBODY."""
        return self.board.asked

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.board.over)

    def scores(self) -> list[int]:
        """The points of every seat."""
        return [int(self.game.score(self.state, seat)) for seat in range(self.setup.players)]

    def winners(self) -> list[int]:
        """The seats with the most points, once the game is over."""
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)] if self.over else []

    def seen(self, seat: int) -> Any:
        """What a seat, or the spectator (seat number `players`), may know; nobody may write to it, or keep it."""
        return self.board.seen(seat)

    def points(self, seat: int) -> Sequence[int]:
        """Everybody's points, as far as a seat can count them."""
        return self.board.points(seat)

    def shown(self, seat: int) -> Any:
        """What a person on a seat is shown who plays without the memory aid: less than she may know."""
        if seat not in self._shown:
            shape = shape_of(self.game)
            sight = shape.from_record(self._seen_record(seat))
            self.game.forget(sight)
            self._shown[seat] = sight
        return self._shown[seat]

    def _seen_record(self, seat: int) -> Any:
        return np.frombuffer(bytearray(self.seen_bytes(seat)), self.game.state)[0]

    def seen_bytes(self, seat: int) -> bytes:
        """What a seat may know, as the bytes of a record."""
        return self.board.seen_bytes(seat)

    def legal(self) -> Sequence[int]:
        """The ids of the legal actions of the seat that is asked, found in its sight; made once."""
        return self.board.legal()

    def check(self, name: str, seat: int) -> Action:
        """The action of a name, or the reason why this seat may not take it now."""
        action = self.game.actions.named(name)
        if self.over:
            raise Refused(self.game.why_not(self.state, action.id), "the game is over")
        if seat != self.asked:
            raise not_asked(self.game, seat, self.asked)
        if action.id not in self.legal():
            rule_id = self.game.why_not(self.seen(seat), action.id)
            raise not_allowed(self.game, action, rule_id)
        return action

    def after(self, action: Action, tape: Tape | None = None) -> "Play":
        """The game after an action that was checked; `tape` is what luck decided when it was carried out before."""
        found = newest(self.board).after(action.id, tape)
        if found is None:
            raise Mistake("luck cannot have decided that after '{action}'", action=action.name)
        board, used = found
        return self._with(board, self.entries.plus(Entry(self.asked, action.id, used)))

    def before_last(self) -> "Play":
        """The game before its last decision; whether that may be taken back is for the caller to know."""
        board, entries = newest(self.board).at(self.origin), self.entries.without_last()
        for entry in entries:
            found = board.after(entry.action, entry.tape)
            assert found is not None
            board = found[0]
        return self._with(board, entries)

    def _with(self, board: Board, entries: History[Entry]) -> "Play":
        return Play(self.game, self.setup, board, self.opening, self.origin, entries)

    def match(self) -> Match:
        """The same game as the command line and the log know it."""
        state = self.board.record()
        return Match(self.game, self.setup, blank(luck.LUCK), state, self.opening, self.origin, list(self.entries))


def deal(game: Game, setup: Setup, key: bytes, tape: Tape | None = None) -> Play:
    """Deal a game from a key, or again as its tape tells."""
    prepared = blank(game.state)
    game.prepare(prepared, setup)
    shape = shape_of(game)
    state, chance = shape.from_record(prepared), fresh_luck(key)
    if tape is not None:
        luck.script(chance, tape)
    with np.errstate(over="ignore"):
        engine(game.id).start(state, chance)
    if not luck.used_up(chance):
        raise Mistake("luck cannot have dealt that")
    origin = clone(shape.to_record(state))
    return Play(game, setup, board_of(game, origin, key), recorded(chance), origin)


def begin_at(game: Game, setup: Setup, key: bytes, position: str) -> Play:
    """A game that begins from a position, written as text, instead of a deal."""
    _, origin = read_position(game, position, setup.components)
    return Play(game, setup, board_of(game, origin, key), None, origin)
