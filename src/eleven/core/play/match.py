"""One game being played: the door where actions are checked, the log of what was done, and taking back.

Inside the engine `apply` trusts its caller. Here `try_apply` refuses what is not legal, with the rule that forbids it,
and leaves the match as it was.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from eleven.core.contract.actions import Action
from eleven.core.contract.game import Game, Setup
from eleven.core.contract.rulebook import RuleInWords
from eleven.core.play import stepping
from eleven.core.play.engine import Engine, engine
from eleven.core.play.stepping import cells
from eleven.core.rules import bits, luck
from eleven.core.rules.asking import NOBODY, asked
from eleven.core.rules.record import THE_TRUTH, blank, blanks, clone, same
from eleven.core.text.errors import Mistake, Refused
from eleven.core.text.messages import SeatName

Tape = list[int]
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
    """A game in progress; `opening` is the tape of the deal, or None where the match began from a position."""

    game: Game
    setup: Setup
    luck: Any
    state: Any
    opening: Tape | None
    origin: Any
    entries: list[Entry] = field(default_factory=list)

    @property
    def engine(self) -> Engine:
        """The compiled rules."""
        return engine(self.game.id)

    @property
    def asked(self) -> int:
        """The seat that must decide, or NOBODY when the game is over."""
        return int(self.engine.asked(cells(self.state)))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state["over"])

    def scores(self) -> list[int]:
        """The points of every seat."""
        return [int(self.game.score(self.state, seat)) for seat in range(self.state.players)]

    def winners(self) -> list[int]:
        """The seats with the most points, once the game is over."""
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)] if self.over else []

    def seen(self, seat: int) -> Any:
        """What a seat, or the spectator (seat number `players`), may know."""
        players = int(self.state.players)
        if not 0 <= seat <= players:
            raise Mistake(
                "there are the seats 0 to {last} here, and {players} is the spectator, not {given}",
                last=players - 1,
                players=players,
                given=seat,
            )
        seen = blanks(self.game.state)
        self.engine.see(cells(self.state), seat, seen)
        return seen[0]

    def legal(self) -> list[Action]:
        """The actions of the seat that is asked."""
        mask, ids = self._room.mask, self._room.ids
        count = self.engine.list_legal(cells(self.state), mask, ids)
        rows = self.game.actions
        return [rows[i] for i in ids[:count].tolist()]

    def play(self, action: str | Action, luck: Outcomes | None = None) -> Action:
        """Carry out an action of the seat that is asked, by name or as `legal` lists it; or refuse it.

        `luck` tells what luck is to decide, as (name, things); else the match's own luck decides.
        """
        tape = None if luck is None else self._tape_from(luck)
        return self._try(self.game.actions.named(action) if isinstance(action, str) else action, None, tape)

    def _tape_from(self, outcomes: Outcomes) -> Tape:
        from eleven.core.text.log import luck_from_names

        return luck_from_names(self.game, outcomes)

    def try_apply(self, name: str, seat: int | None = None, tape: Tape | None = None) -> Action:
        """Carry out an action by name, or refuse it and change nothing.

        `tape` is what luck is to decide, as a log tells it; without it the match's own luck decides.
        """
        return self._try(self.game.actions.named(name), seat, tape)

    def _try(self, action: Action, seat: int | None = None, tape: Tape | None = None) -> Action:
        room, chance = self._room, self.luck
        chance["mode"] = luck.RECORDING
        if tape is not None:
            luck.script(chance, tape)
        state, chances = cells(self.state), cells(chance)
        by = -1 if seat is None else seat
        came_of_it = self.engine.try_action(state, room.before, action.id, by, chances, room.mask, room.report)
        if came_of_it != stepping.DONE:
            raise self._refusal(came_of_it, action, by)
        asked_seat, length = room.report.tolist()
        self.entries.append(Entry(asked_seat, action.id, chances["tape"][0, :length].tolist() if length else []))
        return action

    def _refusal(self, came_of_it: int, action: Action, seat: int) -> Mistake:
        """Why an action was not carried out."""
        if came_of_it == stepping.OVER:
            return Refused(self.game.why_not(self.state, action.id), "the game is over")
        if came_of_it == stepping.NOT_ASKED:
            return not_asked(self.game, seat, self.asked)
        if came_of_it == stepping.NOT_POSSIBLE:
            return Mistake("luck cannot have decided that after '{action}'", action=action.name)
        return not_allowed(self.game, action, why_not(self.game, self.state, action.id))

    @cached_property
    def _room(self) -> "_Room":
        return _Room(self.game)

    def may_take_back(self) -> bool:
        """Whether the last decision taught nobody anything, so that its maker may take it back."""
        if not self.entries or self.entries[-1].tape or self.over:
            return False
        before = self._at(len(self.entries) - 1)
        return teaches_nothing(self.engine, before, self.entries[-1].action, self.state)

    def take_back(self) -> Action:
        """Undo the last decision."""
        if not self.may_take_back():
            raise Mistake("this cannot be taken back: something was revealed by it")
        entry = self.entries[-1]
        self.state = self._at(len(self.entries) - 1)
        self.entries.pop()
        return self.game.actions[entry.action]

    undo = take_back

    def at(self, step: int) -> "Match":
        """The match as it was after so many decisions."""
        if not 0 <= step <= len(self.entries):
            raise Mistake("there are {decisions} decisions, not {step}", decisions=len(self.entries), step=step)
        copy = Match(self.game, self.setup, clone(self.luck), self._at(step), self.opening, self.origin)
        copy.entries = self.entries[:step]
        return copy

    def _at(self, step: int) -> Any:
        """The state after so many decisions, from the beginning."""
        state, chance = clone(self.origin), blank(luck.LUCK)
        for entry in self.entries[:step]:
            luck.script(chance, entry.tape)
            self.engine.apply(state, entry.action, chance)
        return state


class _Room:
    """What compiled code writes into, so that a decision allocates nothing."""

    def __init__(self, game: Game) -> None:
        self.before = np.zeros(1, game.state)
        self.mask = np.zeros(bits.mask_length(len(game.actions)), np.int64)
        self.ids = np.zeros(len(game.actions), np.int64)
        self.report = np.zeros(stepping.REPORT, np.int64)


def recorded(chance: Any) -> Tape:
    """The tape of the last decision."""
    return [int(item) for item in chance.tape[: chance.length]]


def new_match(game: Game, setup: Setup, key: bytes | None = None, tape: Tape | None = None) -> Match:
    """Deal a new game from a key, or as a tape tells."""
    state = blank(game.state)
    game.prepare(state, setup)
    chance = luck.fresh(key, luck.RECORDING)
    if tape is not None:
        luck.script(chance, tape)
    engine(game.id).start(state, chance)
    if not luck.used_up(chance):
        raise Mistake("luck cannot have dealt that")
    return Match(game, setup, chance, state, recorded(chance), clone(state))


def match_from(game: Game, setup: Setup, state: Any, key: bytes | None = None) -> Match:
    """Play on from a position."""
    if state.viewer != THE_TRUTH:
        raise Mistake("a position that is one seat's sight cannot be played on: cards are missing")
    state.told = 0
    return Match(game, setup, luck.fresh(key, luck.RECORDING), state, None, clone(state))


def not_asked(game: Game, seat: int, asked_seat: int) -> Mistake:
    """Somebody else is to decide."""
    seat_name, asked_name = SeatName(game, seat), SeatName(game, asked_seat)
    return Mistake("{seat} does not decide now: {asked} is asked", seat=seat_name, asked=asked_name)


def not_allowed(game: Game, action: Action, rule_id: str) -> Refused:
    """A rule forbids an action; the rule is said in words."""
    return Refused(rule_id, "'{action}' is not allowed: {rule}", action=action.name, rule=RuleInWords(game, rule_id))


def see(game: Game, state: Any, seat: int) -> Any:
    """What a seat may know of a state."""
    seen = blank(game.state)
    game.see(state, seat, seen)
    return seen


def imagine(game: Game, seen: Any, chance: Any) -> Any:
    """A full state that would look like `seen`."""
    world = blank(game.state)
    game.imagine(seen, chance, world)
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
    """Whether every onlooker could have foretold all that an action showed them, but for the choice itself.

    For every seat and the spectator, worlds that looked the same before are played on with the same action; if any of
    them looks different afterwards, or does not allow the action, the onlooker has learnt something.
    """
    game = rules.game
    chance = luck.fresh(luck.key_of(before.tobytes().hex(), action))
    for seat in range(before.players + 1):
        sight, outcome = see(game, before, seat), see(game, after, seat)
        for number in range(WORLDS_ASKED):
            luck.begin(chance, number)
            world = imagine(game, sight, chance)
            mask = rules.no_actions()
            game.legal(world, mask)
            if not bits.has(mask, action):
                return False
            rules.apply(world, action, chance)
            if not same(see(game, world, seat), outcome):
                return False
    return True
