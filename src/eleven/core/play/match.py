"""A game being played: checks actions, records them, and takes them back.

Inside the engine, `apply` trusts its caller. Here `try_apply` refuses an illegal action, with the rule that forbids it,
and the match stays as it was. `after` never changes the match and returns the next one, so that a server can treat a
match as an immutable value.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from eleven.core.contract.actions import Action
from eleven.core.contract.game import Game, Setup
from eleven.core.contract.rulebook import RuleInWords
from eleven.core.play.boards import Board, quick_board
from eleven.core.play.decisions import DONE, NOT_ASKED, NOT_POSSIBLE, OVER
from eleven.core.play.engine import Engine, engine
from eleven.core.play.native import NativeRules, fastest_board
from eleven.core.play.observation import Observation
from eleven.core.play.rules_boards import RecordBoard, uncompiled_board
from eleven.core.play.undo_check import key_of_worlds, reveals_nothing
from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import NOBODY, asked
from eleven.core.rules.frozen import PersistentList
from eleven.core.rules.luck import Tape
from eleven.core.rules.record import THE_TRUTH, blank, clone
from eleven.core.text.errors import Mistake, Refused
from eleven.core.text.messages import SeatName

Outcomes = Iterable[tuple[str, Iterable[str]]]
"""What luck decided, in names: (name of the luck, tokens of the things)."""
WORLDS_ASKED = 24


@dataclass
class Entry:
    """One decision: who took it, which action, and the tape of luck it used."""

    seat: int
    action: int
    tape: Tape


@dataclass
class Match:
    """A game in progress; `opening` is the tape of the deal, or None where the match began from a position.

    `origin` is the record before the first decision. A `quick` match uses the fastest rules this process has, and its
    state has the form that these need; otherwise the state is a record.
    """

    game: Game
    setup: Setup
    board: Board
    opening: Tape | None
    origin: Any
    entries: PersistentList[Entry] = field(default_factory=PersistentList)
    quick: bool = False
    previous: Board | None = None
    """The board before the last decision, if it is still available."""

    @property
    def engine(self) -> Engine:
        """The rules, bound to the game."""
        return engine(self.game.id)

    @property
    def state(self) -> Any:
        """The whole truth."""
        return self.board.state

    def record(self) -> Any:
        """The whole truth as a record of its own."""
        return self.board.record()

    @property
    def asked(self) -> int:
        """The seat that must decide, or NOBODY when the game is over."""
        return self.board.asked

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.board.over != 0

    def scores(self) -> list[int]:
        """The points of every seat."""
        state = self.state
        return [int(self.game.score(state, seat)) for seat in range(self.setup.players)]

    def winners(self) -> list[int]:
        """The seats with the most points, once the game is over."""
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)] if self.over else []

    def seen(self, seat: int) -> Any:
        """What a seat, or the spectator (seat number `players`), may know, as a record."""
        players = self.setup.players
        if not 0 <= seat <= players:
            raise Mistake(
                "there are the seats 0 to {last} here, and {players} is the spectator, not {given}",
                last=players - 1,
                players=players,
                given=seat,
            )
        return self.board.seen(seat)

    def observation(self, seat: int) -> Observation:
        """The same as an immutable value, with scores and legal actions."""
        return self.board.observation(seat)

    def legal(self) -> list[Action]:
        """The actions of the seat that is asked."""
        rows = self.game.actions
        return [rows[i] for i in self.board.legal()]

    def play(self, action: str | Action, luck: Outcomes | None = None) -> Action:
        """Carry out an action of the seat that is asked, by name or as `legal` lists it; or refuse it.

        `luck` fixes the outcomes, as (name, things); otherwise the match's own luck decides.
        """
        tape = None if luck is None else self._tape_from(luck)
        return self._try(action if isinstance(action, Action) else self.game.actions.named(str(action)), -1, tape)

    def _tape_from(self, outcomes: Outcomes) -> Tape:
        from eleven.core.text.log import luck_from_names

        return luck_from_names(self.game, outcomes)

    def try_apply(self, name: str, seat: int | None = None, tape: Tape | None = None) -> Action:
        """Carry out an action by name, or refuse it and change nothing.

        `tape` fixes the outcomes of luck, as a log records them; without it the match's own luck decides.
        """
        return self._try(self.game.actions.named(name), -1 if seat is None else seat, tape)

    def _try(self, action: Action, seat: int, tape: Tape | None) -> Action:
        came_of_it, asked_seat, used = self.board.decide(action.id, seat, tape)
        if came_of_it != DONE:
            raise self._refusal(came_of_it, action, seat)
        self.entries = self.entries.plus(Entry(asked_seat, action.id, used))
        self.previous = None
        return action

    def after(self, name: str, seat: int | None = None, tape: Tape | None = None) -> "Match":
        """The match after an action, or a refusal, like `try_apply`; this match stays as it is."""
        following = self._with(self._fastest_board().copy(), self.entries)
        following.try_apply(name, seat, tape)
        following.previous = self.board
        return following

    def _fastest_board(self) -> Board:
        return fastest_board(self.board) if self.quick else self.board

    def _with(self, board: Board, entries: PersistentList[Entry]) -> "Match":
        return Match(self.game, self.setup, board, self.opening, self.origin, entries, self.quick)

    def _refusal(self, came_of_it: int, action: Action, seat: int) -> Mistake:
        """Why an action was not carried out."""
        if came_of_it == OVER:
            return Refused(self.game.why_not(self.state, action.id), "the game is over")
        if came_of_it == NOT_ASKED:
            return not_asked(self.game, seat, self.asked)
        if came_of_it == NOT_POSSIBLE:
            return Mistake("luck cannot have decided that after '{action}'", action=action.name)
        return not_allowed(self.game, action, self.game.why_not(self.observation(self.asked).value, action.id))

    def may_take_back(self) -> bool:
        """Whether the last decision revealed nothing to anybody, so that it may be taken back."""
        if not self.might_take_back():
            return False
        return teaches_nothing(self.engine, self.before(), self.entries[-1].action, self.record())

    def may_take_back_native(self, native: NativeRules) -> bool:
        """The same, computed by machine code."""
        if not self.might_take_back():
            return False
        before, action = self.before().tobytes(), self.entries[-1].action
        luck = fortune.fresh(key_of_worlds(before, action)).tobytes()
        return native.reveals_nothing(before, action, self.record().tobytes(), luck, WORLDS_ASKED)

    def might_take_back(self) -> bool:
        """A quick precheck of `may_take_back`: luck had no part in the last decision, and the game goes on."""
        return bool(self.entries) and not self.entries[-1].tape and not self.over

    def before(self) -> Any:
        """The record before the last decision."""
        return (self.previous or self._board_at(len(self.entries) - 1)).record()

    def take_back(self) -> Action:
        """Undo the last decision."""
        if not self.may_take_back():
            raise Mistake("this cannot be taken back: something was revealed by it")
        self.board, self.previous = self._board_at(len(self.entries) - 1), None
        taken, self.entries = self.entries[-1], self.entries.without_last()
        return self.game.actions[taken.action]

    undo = take_back

    def use_luck(self, key: bytes) -> None:
        """Use the luck of another key for all further decisions."""
        self.board = _record_board(self.game, self.record(), key)

    def at(self, step: int) -> "Match":
        """The match as it was after `step` decisions."""
        if not 0 <= step <= len(self.entries):
            raise Mistake("there are {decisions} decisions, not {step}", decisions=len(self.entries), step=step)
        return self._with(self._board_at(step), PersistentList(self.entries[:step]))

    def boards(self) -> Iterator[Board]:
        """Replay: the board before the first decision and after each. It is one object that changes in place."""
        board = self._fastest_board().at(self.origin)
        yield board
        for entry in self.entries:
            board.decide(entry.action, entry.seat, entry.tape)
            yield board

    def _board_at(self, step: int) -> Board:
        """The board after `step` decisions, replayed from the beginning."""
        return next(islice(self.boards(), step, None))


def new_match(
    game: Game, setup: Setup, key: bytes | None = None, tape: Tape | None = None, quick: bool = False
) -> Match:
    """Deal a new game from a key, or with the outcomes of a tape."""
    state = blank(game.state)
    game.prepare(state, setup)
    board = uncompiled_board(game, state, key) if quick else _record_board(game, state, key)
    opening = board.start(tape)
    if opening is None:
        raise Mistake("luck cannot have dealt that")
    return Match(game, setup, fastest_board(board) if quick else board, opening, board.record(), quick=quick)


def match_from(game: Game, setup: Setup, state: Any, key: bytes | None = None, quick: bool = False) -> Match:
    """Play on from a position."""
    if state.viewer != THE_TRUTH:
        raise Mistake("a position that is one seat's sight cannot be played on: cards are missing")
    state.told = 0
    board = quick_board(game, state, key) if quick else _record_board(game, state, key)
    return Match(game, setup, board, None, clone(state), quick=quick)


def _record_board(game: Game, state: Any, key: bytes | None) -> RecordBoard:
    return RecordBoard(game, state, fortune.fresh(key, fortune.RECORDING))


def not_asked(game: Game, seat: int, asked_seat: int) -> Mistake:
    """The error for a seat that acts out of turn."""
    seat_name, asked_name = SeatName(game, seat), SeatName(game, asked_seat)
    return Mistake("{seat} does not decide now: {asked} is asked", seat=seat_name, asked=asked_name)


def not_allowed(game: Game, action: Action, rule_id: str) -> Refused:
    """The error for an action that a rule forbids, with the text of the rule."""
    return Refused(rule_id, "'{action}' is not allowed: {rule}", action=action.name, rule=RuleInWords(game, rule_id))


def see(game: Game, state: Any, seat: int) -> Any:
    """What a seat may know of a state."""
    seen = blank(game.state)
    game.see(state, seat, seen)
    return seen


def imagine(game: Game, seen: Any, luck: Any) -> Any:
    """A full state that would look like `seen`."""
    world = blank(game.state)
    game.imagine(seen, luck, world)
    return world


def legal_actions(game: Game, state: Any) -> list[Action]:
    """The actions of the seat that is asked."""
    mask = np.zeros(bits.mask_length(len(game.actions)), np.int64)
    game.legal(state, mask)
    return [game.actions[i] for i in bits.members(mask)]


def why_not(game: Game, state: Any, action: int) -> str:
    """The rule that forbids an action, as the seat that is asked can see for itself."""
    seat = int(asked(state))
    return game.why_not(state if seat == NOBODY else see(game, state, seat), action)


def teaches_nothing(rules: Engine, before: Any, action: int, after: Any) -> bool:
    """Whether an action revealed nothing to anybody but that it was chosen."""
    return reveals_nothing(rules, before, action, after, WORLDS_ASKED)
