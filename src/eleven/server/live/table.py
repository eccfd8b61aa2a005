"""A table as a value: its seats and its game after all its events.

Applying an event makes a new value and changes nothing here, so that nothing need be undone when the event cannot be
stored. The same code serves live play and restoring after a restart.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any

from eleven.core.contract.game import Game, Setup, find_game
from eleven.core.play.match import Match, match_from, new_match
from eleven.core.play.score_sheet import ScoreSheet, sheet_of
from eleven.core.rules.frozen import PersistentList, last_events
from eleven.core.text.errors import Mistake
from eleven.core.text.notation import read_position
from eleven.core.text.words import DEFAULT_LANGUAGE
from eleven.server.clocks import clock
from eleven.server.live import fair_shuffle
from eleven.server.live.compatibility import components_of, damage, incompatibilities
from eleven.server.live.seats import BOT, HOTSEAT, HUMAN, OPEN_SEAT, SEATED, Seat, is_company, with_seat
from eleven.server.live.table_settings import CHAT, absence_of, settings_in
from eleven.server.store import UNREADABLE, TableEvent, TableRow
from eleven.server.views.languages import seat_words
from eleven.server.views.view_types import Stage
from eleven.server.views.viewer_event import ViewerEvent

__all__ = ["BOT", "HOTSEAT", "HUMAN", "OPEN_SEAT", "Seat", "Table", "components_of"]

WAITING: Stage = "waiting"
PLAYING: Stage = "playing"
OVER: Stage = "over"
MAX_RECENT_MOVES = 256
NOT_NARRATED = ("agree", "share", "away", "owner")
NEWS_LENGTH = 50


class Table:
    """Seats, game and news of one table; `version` is the sequence of its last event."""

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.game: Game = find_game(row.game)
        self.setup: Setup = self.game.setup(row.players, row.edition, row.options, components_of(row.game))
        self.seats: tuple[Seat, ...] = (Seat(),) * row.players
        self.play: Match | None = None
        self.version = self.changed = -1
        self._moves: dict[str, int] = {}
        """The versions of recent moves, by seat and move id; shared by all values of this table."""
        self.events: PersistentList[TableEvent] = PersistentList()
        self._news_logs: dict[int, PersistentList[ViewerEvent]] = {}
        self.next_table: str | None = None
        self.settings: dict[str, Any] = {}
        self.clock: clock.TimeControl | None = None
        self.marks: PersistentList[clock.ClockState] = PersistentList()
        """How the clocks stood whenever a decision was asked for; empty at a table without."""
        self.position = ""
        self.stopped = incompatibilities(row, self.setup)
        self.damaged = False
        """Whether the store has events that this value lacks, since one of them cannot be read."""

    def why_stopped(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Why this game cannot go on here, in words, or nothing."""
        return " ".join(saying.in_language(language) for saying in self.stopped)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.row.players

    @property
    def stage(self) -> Stage:
        """Waiting for players, playing, or over."""
        if self.play is None:
            return WAITING
        return OVER if self.play.over else PLAYING

    def names(self, language: str = DEFAULT_LANGUAGE) -> list[str]:
        """The names of the players; of a player without one, that of the seat."""
        of_seats = seat_words(self.game.id, language)
        return [seat.name or of_seats[i] for i, seat in enumerate(self.seats)]

    @property
    def hints(self) -> bool:
        """Whether hints are allowed: as agreed, else where one person plays against bots."""
        return bool(self.settings.get("hints", sum(seat.kind != BOT for seat in self.seats) == 1))

    @property
    def memory(self) -> bool:
        """Whether people are shown what they have lawfully seen and could remember."""
        return bool(self.settings.get("memory", True))

    @property
    def chat(self) -> bool:
        """Whether there is a chat: as agreed, else at private tables; never for one person alone."""
        return bool(self.settings.get(CHAT, not self.row.public)) and is_company(self.seats)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.play is not None and self.play.over

    @cached_property
    def sheet(self) -> ScoreSheet:
        """The score sheet of a game that is over: final, and shared by all later values."""
        assert self.play is not None
        assert self.play.over
        return sheet_of(self.play)

    @property
    def absence(self) -> int:
        """Seconds after which the others may let a bot play for somebody who is away; 0 for never."""
        return absence_of(self.settings, self.clock)

    @property
    def full(self) -> bool:
        """Whether all seats are taken."""
        return all(seat.kind != OPEN_SEAT for seat in self.seats)

    @property
    def mid_turn(self) -> int | None:
        """The seat that took the last decision and is asked again: it may want to take it back."""
        play = self.play
        if play is None or not play.might_take_back() or play.entries[-1].seat != play.asked:
            return None
        return play.asked

    @property
    def bot_asked(self) -> int | None:
        """The seat that is asked, if a bot decides there."""
        play = self.play
        if play is None or play.over or self.stopped or not self.seats[play.asked].bot_plays:
            return None
        return play.asked

    def token(self, seat: int) -> str:
        """The token of a seat."""
        return self.game.seat.token(seat)

    def held_by(self, holder: str | None) -> list[int]:
        """The seats of a holder."""
        if holder is None:
            return []
        return [i for i, seat in enumerate(self.seats) if seat.holder == holder and seat.kind != OPEN_SEAT]

    def kept_for(self, holder: str) -> int | None:
        """The empty seat that is reserved for a holder."""
        kept = (i for i, seat in enumerate(self.seats) if seat.holder == holder and seat.kind == OPEN_SEAT)
        return next(kept, None)

    def event(self, kind: str, seat: int | None = None, holder: str | None = None, /, **body: Any) -> TableEvent:
        """The next event of this table, not applied yet."""
        return TableEvent(self.row.id, self.version + 1, kind, seat, holder, body)

    def version_made(self, seat: int, move_id: str) -> int | None:
        """The version that a seat's move has made, if it is recent and happened in this value's past."""
        version = self._moves.get(f"{seat} {move_id}")
        if version is None or version > self.version:
            return None
        event = self.events[version]
        return version if (event.kind, event.seat, event.body.get("id")) == ("move", seat, move_id) else None

    def has_events(self, events: Iterable[TableEvent]) -> bool:
        """Whether exactly these events have happened, whatever their time."""
        return all(event.sequence <= self.version and self.events[event.sequence].same(event) for event in events)

    def with_deal(self, *events: TableEvent) -> list[TableEvent]:
        """These events, and the deal if after them it is due."""
        following = self.after(*events)
        return [*events, following.event("deal")] if following.deal_due else list(events)

    @property
    def deal_due(self) -> bool:
        """Whether the deal is due: no player and no share of the luck is missing."""
        return self.undealt and not any(seat.awaits_share for seat in self.seats)

    @property
    def undealt(self) -> bool:
        """Whether all seats are taken but the cards are not dealt yet."""
        return self.play is None and self.full and not self.stopped

    def with_stage(self) -> "Table":
        """The same, with its stage written into the row; for a table that is not stored yet."""
        return self._copy(row=replace(self.row, stage=self.stage))

    # Applying events

    def after(self, *events: TableEvent) -> "Table":
        """The table after these events; what luck decides is written into them."""
        table = self
        for event in events:
            table = table._after(event)
        return table

    def _after(self, event: TableEvent) -> "Table":
        if event.sequence != self.version + 1:
            raise Mistake("event {event} follows event {version}", event=event.sequence, version=self.version)
        if event.kind == UNREADABLE:
            raise Mistake("it cannot be read")
        following = self._copy()
        following.apply_in_place(event)
        following.version = event.sequence
        following.events = self.events.plus(event)
        if following.clock is not None:
            following.marks = clock.marks_after(self, following, event)
        following._news_logs = {
            viewer: news.recent(NEWS_LENGTH).plus(following._event_for(event, viewer))
            for viewer, news in self._news_logs.items()
        }
        return following

    def apply_in_place(self, event: TableEvent) -> None:
        """Apply an event in place; only for a value that is not shared yet."""
        if event.kind in SEATED:
            self.seats = SEATED[event.kind](self.seats, event)
        elif (change := getattr(Table, f"_on_{event.kind}", None)) is not None:
            change(self, event)
        else:
            raise Mistake("there are no events of the kind '{kind}'", kind=event.kind)

    def _copy(self, **changes: Any) -> "Table":
        """A shallow copy, to be changed before it is shared."""
        made = Table.__new__(Table)
        made.__dict__.update(self.__dict__, **changes)
        return made

    def as_damaged(self, number: int, problem: Exception) -> "Table":
        """The same, stopped at an event that cannot be read or repeated."""
        return self._copy(stopped=[*self.stopped, damage(number, problem)], damaged=True)

    def _event_for(self, event: TableEvent, viewer: int) -> ViewerEvent:
        """What a viewer is told of an event that has just happened."""
        if event.kind in ("deal", "move") and self.play is not None:
            return ViewerEvent(event.sequence, last_events(self.play.observation(viewer).value))
        silent = event.kind in NOT_NARRATED or (event.kind == "sit" and event.body["kind"] == OPEN_SEAT)
        key = "" if silent else f"told.{event.kind}"
        return ViewerEvent(event.sequence, (), key, event.seat or 0)

    def _on_agree(self, event: TableEvent) -> None:
        """Set the agreed settings; defaults are left out."""
        self.settings = settings_in(event.body)
        if "clock" in self.settings:
            self.clock = clock.clock_from(self.settings["clock"])

    def _on_position(self, event: TableEvent) -> None:
        """The game will begin at a moment of an earlier one, as one seat saw it."""
        self.position = event.body["text"]

    def _on_deal(self, event: TableEvent) -> None:
        key = fair_shuffle.key_of(self.row.secret, self.luck_shares())
        if self.position:
            _, origin = read_position(self.game, self.position, self.setup.components)
            self.play = match_from(self.game, self.setup, origin, key, quick=True)
        else:
            self.play = new_match(self.game, self.setup, key, event.body.get("tape"), quick=True)
        event.body["tape"] = self.play.opening
        self.changed = event.sequence

    def _on_move(self, event: TableEvent) -> None:
        """Carry out a decision, with what luck decided; a restored table checks it again."""
        body = event.body
        if event.seat is None:
            raise Mistake("it cannot be read")
        self.play = self._dealt().after(body["action"], event.seat, body.get("tape"))
        made = self.play.entries[-1]
        body["action"], body["tape"] = self.game.actions[made.action].name, made.tape
        self.changed = event.sequence
        if self.seats[event.seat].played_by_bot:
            self.seats = with_seat(self.seats, event.seat, replaced=self.seats[event.seat].replaced + 1)
        if body.get("id"):
            self._moves[f"{event.seat} {body['id']}"] = event.sequence
            if len(self._moves) > MAX_RECENT_MOVES:
                del self._moves[next(iter(self._moves))]

    def _on_take_back(self, event: TableEvent) -> None:
        play = self._dealt()
        self.play = play.at(len(play.entries) - 1)
        self.changed = event.sequence

    def _dealt(self) -> Match:
        if self.play is None:
            raise Mistake("the game has not begun")
        return self.play

    def _on_rematch(self, event: TableEvent) -> None:
        self.next_table = event.body["table"]

    def luck_shares(self) -> list[str]:
        """What the players' browsers have added to the luck, seat by seat."""
        return [seat.luck_share for seat in self.seats]

    def news_log(self, viewer: int) -> Iterator[ViewerEvent]:
        """What a viewer was told, newest first; recomputed for one that nobody has watched yet."""
        if viewer not in self._news_logs:
            copy = Table(self.row).after(*self.events[:-NEWS_LENGTH])._copy(_news_logs={viewer: PersistentList()})
            self._news_logs[viewer] = copy.after(*self.events[-NEWS_LENGTH:])._news_logs[viewer]
        return islice(reversed(self._news_logs[viewer]), NEWS_LENGTH)
