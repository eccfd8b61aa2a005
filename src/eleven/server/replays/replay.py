"""A finished game: every state it went through, and what each viewer may be shown of it.

A replay is made of a game that is over and of nothing else; so it may be shown with all cards open. What a seat
saw comes from `see` at that step, like everything that was sent to it when the game was played.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from eleven.core.contract.game import Game, Setup
from eleven.core.play.boards import quick_board
from eleven.core.play.match import Entry, Match
from eleven.core.play.score_sheet import ScoreSheet, score_sheet
from eleven.core.rules.asking import NOBODY
from eleven.core.rules.frozen import value_of
from eleven.core.rules.record import from_bytes
from eleven.core.text.errors import Mistake
from eleven.core.text.narration import news, sentence
from eleven.core.text.words import DEFAULT_LANGUAGE
from eleven.server.http.models.replays import StepMark, StoryStep
from eleven.server.views.languages import seat_words, words_of
from eleven.server.views.score_sheet_view import sheet_view
from eleven.server.views.view import (
    ending,
    moment_part,
    over_part,
    points,
    round_of,
    seat_row,
    sight_view,
    table_part,
    whole_view,
)
from eleven.server.views.view_types import EventLines, GameOver, View

ALL_CARDS, SPECTATOR = "open", "spectator"
CACHED_TIMELINES = 4
"""How many narrated timelines of a replay are cached: one for each viewer and language."""


class GameNotOver(Mistake):
    """The game is not over, so its hidden cards stay hidden; answered with 409."""


@dataclass(frozen=True)
class ReplayPlayer:
    """Who sat on a seat; without a name, they are called by the seat."""

    name: str = ""
    kind: str = "human"
    level: str = ""
    character: str = ""


@dataclass(frozen=True)
class Replay:
    """The states of a finished game as the bytes of their records; the first is the deal."""

    game: Game
    setup: Setup
    players: Sequence[ReplayPlayer]
    states: Sequence[bytes]
    entries: Sequence[Entry]
    log: str
    _timelines: dict[tuple[str, str], list[StoryStep]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.truth(self.last).over:
            raise GameNotOver("a game can be replayed when it is over")

    @property
    def last(self) -> int:
        """The number of decisions."""
        return len(self.entries)

    @property
    def viewers(self) -> list[str]:
        """All viewers: the seats, the spectator, and all cards open."""
        return [*(self.game.seat.token(seat) for seat in range(self.setup.players)), SPECTATOR, ALL_CARDS]

    def names(self, language: str = DEFAULT_LANGUAGE) -> list[str]:
        """What the players are called."""
        words = seat_words(self.game.id, language)
        return [player.name or words[seat] for seat, player in enumerate(self.players)]

    def record(self, step: int) -> Any:
        """The record of the true state after `step` decisions."""
        if not 0 <= step <= self.last:
            raise Mistake("this game has {last} decisions, so there is no decision {step}", last=self.last, step=step)
        return from_bytes(self.game.state, self.states[step])

    def truth(self, step: int) -> Any:
        """The true state, as a value."""
        return value_of(self.game.state, self.record(step).tobytes())

    def seat_of(self, viewer: str) -> int:
        """The number of a seat's token; a spectator's is the number of players."""
        if viewer not in self.viewers or viewer == ALL_CARDS:
            raise Mistake(
                "there is no seat '{seat}' here; there is {names}", seat=viewer, names=", ".join(self.viewers)
            )
        return self.setup.players if viewer == SPECTATOR else int(self.game.seat.value(viewer))

    def sight_at(self, step: int, viewer: str) -> Any:
        """What a viewer saw after `step` decisions; the truth where all cards are open."""
        if viewer == ALL_CARDS:
            return self.truth(step)
        board = quick_board(self.game, self.record(step))
        return board.observation(self.seat_of(viewer)).value

    def result(self) -> tuple[list[int], list[int]]:
        """The points of every seat, and the winners."""
        scores = points(self.game, self.truth(self.last))
        return scores, [seat for seat, score in enumerate(scores) if score == max(scores)]

    @cached_property
    def sheet(self) -> ScoreSheet:
        """The score sheet of the game."""
        return score_sheet(self.game, (self.sight_at(step, SPECTATOR) for step in range(self.last + 1)))

    def timeline(self, viewer: str, language: str) -> list[StoryStep]:
        """Every decision in words as a viewer heard of it, and where turns and rounds begin; cached."""
        if (viewer, language) not in self._timelines:
            self._timelines[viewer, language] = _timeline(self, viewer, language)
            if len(self._timelines) > CACHED_TIMELINES:
                del self._timelines[next(iter(self._timelines))]
        return self._timelines[viewer, language]

    @cached_property
    def size(self) -> int:
        """The bytes it takes in memory, roughly: a decision in words takes half a kilobyte."""
        timelines = len(self.entries) * CACHED_TIMELINES * 512
        return sum(len(state) for state in self.states) + len(self.log) + timelines


def replay_of(play: Match, players: Sequence[ReplayPlayer], log: str) -> Replay:
    """The replay of a game that was played here."""
    if not play.over:
        raise GameNotOver("a game can be replayed when it is over")
    states = [board.record().tobytes() for board in play.boards()]
    return Replay(play.game, play.setup, players, states, list(play.entries), log)


def view_at(replay: Replay, step: int, viewer: str, language: str = DEFAULT_LANGUAGE) -> View:
    """A view of one moment as the table page draws it; nothing in it can be touched."""
    shown, names = replay.sight_at(step, viewer), replay.names(language)
    over = step == replay.last
    scores, winners = replay.result() if over else (points(replay.game, shown), [])
    game, you = replay.game, None if viewer in (SPECTATOR, ALL_CARDS) else replay.seat_of(viewer)
    seats = [
        seat_row(
            *(game, seat, names[seat], scores[seat], player.kind, player.level),
            bot=player.kind == "bot",
            character=player.character,
        )
        for seat, player in enumerate(replay.players)
    ]
    sight = sight_view(game, shown, names, language) | {"actions": [], "verbs": {}, "yours": False}
    events: list[EventLines] = [{"version": step, "lines": news(game, shown, words_of(game.id, language), names)}]
    ended: GameOver | None = None
    if over:
        sheet = sheet_view(game, replay.sheet, scores, language)
        ended = over_part(ending(game, int(shown.over), language), winners, scores, sheet)
    moment = moment_part(sight, seats, events, "over" if over else "playing", ended)
    return whole_view(step, table_part(game, replay.setup, language, you, viewer), moment)


def _timeline(replay: Replay, viewer: str, language: str) -> list[StoryStep]:
    words, names = words_of(replay.game.id, language), replay.names(language)
    rows: list[StoryStep] = []
    before = None
    for step in range(replay.last + 1):
        shown = replay.sight_at(step, viewer)
        rows.append(
            {
                "step": step,
                "seat": replay.entries[step - 1].seat if step else None,
                "lines": news(replay.game, shown, words, names),
                "mark": _mark(replay, step, before, shown),
                "done": _done(replay, step, viewer, names, language),
            }
        )
        before = shown
    return rows


def _done(replay: Replay, step: int, viewer: str, names: Sequence[str], language: str) -> str:
    """The decision itself in words; only for its player, and where all cards are open."""
    if not step or (viewer != ALL_CARDS and replay.seat_of(viewer) != replay.entries[step - 1].seat):
        return ""
    return sentence(replay.game, replay.entries[step - 1].action, words_of(replay.game.id, language), names)


def _mark(replay: Replay, step: int, before: Any, shown: Any) -> StepMark:
    """What begins here, for the timeline."""
    if before is None:
        return "deal"
    if step == replay.last:
        return "over"
    if round_of(shown) != round_of(before):
        return "round"
    if points(replay.game, shown) != points(replay.game, before):
        return "score"
    return "turn" if _turn(shown) != _turn(before) else ""


def _turn(shown: Any) -> int:
    """Whose turn it is: the seat of the question at the bottom of the stack."""
    return int(shown.asking[0].seat) if shown.depth else NOBODY
