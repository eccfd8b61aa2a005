"""A table: its seats and its game, made by folding its events one after the other.

The same folding serves live play and the return after a restart, so a stored table cannot come back different.
"""

from collections import deque
from dataclasses import dataclass
from functools import cache
from typing import Any

from eleven import __version__
from eleven.bots.levels import DEFAULT_LEVEL
from eleven.core.components import Components
from eleven.core.errors import Mistake
from eleven.core.game import Game, Setup, find_game
from eleven.core.log import write_log
from eleven.core.words import DEFAULT_LANGUAGE
from eleven.server import fairness
from eleven.server.playing import Play, begin_at, deal
from eleven.server.rules_version import rules_version
from eleven.server.saying import Saying, Told, heard, seat_words
from eleven.server.store import Event, TableRow

OPEN, HUMAN, HOTSEAT, BOT = "open", "human", "hotseat", "bot"
WAITING, PLAYING, OVER = "waiting", "playing", "over"
REMEMBERED = 256
AIDS = ("hints", "memory")
TOLD = 50


@cache
def components_of(game_id: str) -> Components:
    """The component tables of a game, read once."""
    return find_game(game_id).components()


@dataclass
class Seat:
    """Who sits here; `epoch` counts the holders, so that an old link opens nothing."""

    kind: str = OPEN
    name: str = ""
    level: str = ""
    holder: str | None = None
    epoch: int = 0
    added: str = ""
    shared: bool = False
    left: bool = False
    played_by_bot: bool = False

    @property
    def bot_plays(self) -> bool:
        """Whether a bot decides for this seat now."""
        return self.kind == BOT or self.played_by_bot

    @property
    def awaits_share(self) -> bool:
        """Whether the device here has not added to the luck since it was shown the commitment."""
        return self.kind in (HUMAN, HOTSEAT) and not self.shared


class Table:
    """Seats, game and news of one table; `version` is the sequence of its last event."""

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.game: Game = find_game(row.game)
        self.setup: Setup = self.game.setup(row.players, row.edition, row.options, components_of(row.game))
        self.seats = [Seat() for _ in range(row.players)]
        self.play: Play | None = None
        self.version = -1
        self.changed = -1
        self.done: dict[str, int] = {}
        self.events: list[Event] = []
        self.stories: dict[int, deque[Told]] = {}
        self.next_table: str | None = None
        self.agreed: dict[str, bool] = {}
        self.position = ""
        self.stopped = self._obstacles()

    def _obstacles(self) -> list[Saying]:
        """Why this game cannot go on here, or nothing."""
        if self.row.components != self.setup.components.fingerprint:
            return [Saying("stopped.components", {"components": self.row.components})]
        here = rules_version(self.game.id)
        if self.row.rules == here:
            return []
        before = {"rules": self.row.rules, "engine": self.row.engine}
        return [Saying("stopped.rules", {**before, "rules_here": here, "engine_here": __version__})]

    def why_stopped(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Why this game cannot go on here, in words, or nothing."""
        return " ".join(saying.text(language) for saying in self.stopped)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.row.players

    @property
    def stage(self) -> str:
        """Waiting for players, playing, or over."""
        if self.play is None:
            return WAITING
        return OVER if self.play.over else PLAYING

    def names(self, language: str = DEFAULT_LANGUAGE) -> list[str]:
        """What the players are called; who has no name, by the seat."""
        of_seats = seat_words(self.game.id, language)
        return [seat.name or of_seats[i] for i, seat in enumerate(self.seats)]

    @property
    def hints(self) -> bool:
        """Whether who is asked may have a hint: as agreed, else where one person plays against bots."""
        return self.agreed.get("hints", sum(seat.kind != BOT for seat in self.seats) == 1)

    @property
    def memory(self) -> bool:
        """Whether people are shown what they have lawfully seen and could remember."""
        return self.agreed.get("memory", True)

    @property
    def full(self) -> bool:
        """Whether nobody is missing."""
        return all(seat.kind != OPEN for seat in self.seats)

    @property
    def ready(self) -> bool:
        """Whether nobody is missing, and no share of the luck."""
        return self.full and not any(seat.awaits_share for seat in self.seats)

    @property
    def mid_turn(self) -> int | None:
        """The seat that took the last decision and is asked again: it may want to take it back."""
        play = self.play
        if play is None or play.over or not play.entries or play.entries[-1].seat != play.asked:
            return None
        return None if play.entries[-1].tape else play.asked

    def token(self, seat: int) -> str:
        """The token of a seat."""
        return self.game.seat.token(seat)

    def held_by(self, holder: str | None) -> list[int]:
        """The seats of one device."""
        if holder is None:
            return []
        return [i for i, seat in enumerate(self.seats) if seat.holder == holder and seat.kind != OPEN]

    def kept_for(self, holder: str) -> int | None:
        """The empty seat that waits for somebody who has played here before."""
        kept = (i for i, seat in enumerate(self.seats) if seat.holder == holder and seat.kind == OPEN)
        return next(kept, None)

    def event(self, kind: str, seat: int | None = None, holder: str | None = None, /, **body: Any) -> Event:
        """The next event of this table, not yet folded."""
        return Event(self.row.id, self.version + 1, kind, seat, holder, body)

    # Folding

    def fold(self, event: Event) -> None:
        """Let an event have happened."""
        if event.sequence != self.version + 1:
            raise Mistake("event {event} follows event {version}", event=event.sequence, version=self.version)
        getattr(self, f"_on_{event.kind}")(event)
        self.version = event.sequence
        self.events.append(event)
        for viewer, story in self.stories.items():
            story.append(self._told(event, viewer))

    def _told(self, event: Event, viewer: int) -> Told:
        """What a seat hears of an event that has just happened."""
        if event.kind in ("deal", "move") and self.play is not None:
            return Told(event.sequence, heard(self.play.seen(viewer)))
        silent = event.kind in ("agree", "share") or (event.kind == "sit" and event.body["kind"] == OPEN)
        key = "" if silent else f"told.{event.kind}"
        return Told(event.sequence, (), key, event.seat or 0)

    def _on_sit(self, event: Event) -> None:
        """Somebody takes a seat, or the seat was set up with a bot or to be shared on one device."""
        seat = self.seats[event.seat or 0]
        body = event.body
        seat.kind, seat.name, seat.level = body["kind"], body["name"], body.get("level", "")
        seat.holder, seat.added = event.holder, body.get("added", "")
        seat.epoch += 1

    def _on_share(self, event: Event) -> None:
        """A device adds to the luck for its seats, having been shown the commitment; in older tables `sit` has it."""
        for seat in event.body["seats"]:
            self.seats[seat].added, self.seats[seat].shared = event.body["added"], True

    def _on_agree(self, event: Event) -> None:
        """What the table may use beside the game, where it is not the usual."""
        self.agreed = {aid: bool(event.body[aid]) for aid in AIDS if aid in event.body}

    def _on_claim(self, event: Event) -> None:
        """A seat moves to another device."""
        seat = self.seats[event.seat or 0]
        seat.holder, seat.kind = event.holder, HUMAN
        seat.epoch += 1
        seat.left = seat.played_by_bot = False

    def _on_position(self, event: Event) -> None:
        """The game will begin at a moment of an earlier one, as one seat saw it."""
        self.position = event.body["text"]

    def _on_deal(self, event: Event) -> None:
        if self.position:
            self.play = begin_at(self.game, self.setup, self.key(), self.position)
        else:
            self.play = deal(self.game, self.setup, self.key(), event.body.get("tape"))
        event.body["tape"] = self.play.opening
        self.changed = event.sequence

    def _on_move(self, event: Event) -> None:
        """A decision, with what luck decided; the check is made again when a table comes back."""
        assert self.play is not None
        body = event.body
        action = self.play.check(body["action"], event.seat if event.seat is not None else -1)
        entry = self.play.apply(action, body.get("tape"))
        body["action"], body["tape"] = action.name, entry.tape
        self.changed = event.sequence
        if body.get("id"):
            self._remember(f"{event.seat} {body['id']}", event.sequence)

    def _remember(self, move_id: str, version: int) -> None:
        self.done[move_id] = version
        if len(self.done) > REMEMBERED:
            del self.done[next(iter(self.done))]

    def _on_take_back(self, event: Event) -> None:
        assert self.play is not None
        self.play.undo()
        self.changed = event.sequence

    def _on_leave(self, event: Event) -> None:
        self.seats[event.seat or 0].left = True

    def _on_return(self, event: Event) -> None:
        seat = self.seats[event.seat or 0]
        seat.left = seat.played_by_bot = False

    def _on_take_over(self, event: Event) -> None:
        self.seats[event.seat or 0].played_by_bot = True
        self.seats[event.seat or 0].level = event.body.get("level", DEFAULT_LEVEL)

    def _on_rematch(self, event: Event) -> None:
        self.next_table = event.body["table"]

    # Luck, log and news

    def contributions(self) -> list[str]:
        """What the players' browsers have added to the luck, seat by seat."""
        return [seat.added for seat in self.seats]

    def key(self) -> bytes:
        """The key of this game's luck."""
        return fairness.key_of(self.row.secret, self.contributions())

    def log(self) -> str:
        """The log of a finished game, with all that is needed to verify it."""
        if self.play is None or not self.play.over:
            raise Mistake("the log can be had when the game is over")
        return fairness.with_fairness(
            write_log(self.play.match()), self.game, self.row.secret, self.contributions()
        ).replace(f"engine: {__version__}", f"engine: {self.row.engine}", 1)

    def story(self, viewer: int) -> deque[Told]:
        """What a seat was told, newest last; worked out again for a seat that nobody watched until now."""
        if viewer not in self.stories:
            copy = replay(self.row, self.events[:-TOLD])
            copy.stories[viewer] = deque(maxlen=TOLD)
            for event in self.events[-TOLD:]:
                copy.fold(event)
            self.stories[viewer] = copy.stories[viewer]
        return self.stories[viewer]


def replay(row: TableRow, events: list[Event]) -> Table:
    """The table as it is after all its events."""
    table = Table(row)
    for event in events:
        try:
            table.fold(event)
        except Mistake as mistake:
            table.stopped.append(Saying("stopped.event", {"number": event.sequence, "reason": mistake}))
            break
    return table
