"""What is to be sent to a visitor at a table, over any transport: views of the table, and answers."""

from collections.abc import Callable

import orjson

from eleven.core.text.messages import Message
from eleven.core.text.words import DEFAULT_LANGUAGE
from eleven.server.http.identity.visitor import Visitor
from eleven.server.live.live_table import LiveTable
from eleven.server.live.snapshot import Snapshot
from eleven.server.sockets.messages import Answer, ErrorMessage, HintAnswer
from eleven.server.views.table_view import view_bytes

UNSENT = 64
"""Answers that wait to be sent before the other side counts as no longer reading."""
Notify = Callable[[], None]


class TableSubscriber:
    """Subscribes to a table for a visitor: `notify` is called when there may be something to send; `unsent` has it."""

    def __init__(
        self, live: LiveTable, who: Visitor, notify: Notify, since: int = -1, language: str = DEFAULT_LANGUAGE
    ) -> None:
        self.live, self._who, self.since, self.language = live, who, since, language
        self._last_line_sent = 0
        """The last line of the chat that was sent."""
        self._sent_at_end = False
        self._seat: int | None = None
        """The one of their own seats from which they want to look."""
        self._notify, self._dirty = notify, True
        self._answers: list[bytes] = []
        live.connect(self)

    @property
    def who(self) -> Visitor:
        """The visitor; ANONYMOUS as soon as their device is signed out."""
        return self._who.by_now

    def is_from(self, device: str) -> bool:
        """Whether it came from a device, even if that was signed out since."""
        return self._who.device == device

    def seats(self) -> list[int]:
        """The seats of this visitor."""
        return self.who.seats(self.live.table)

    def wake(self) -> None:
        """The view is out of date: send a new one."""
        self._dirty = True
        self._notify()

    def answer(self, message: Answer | HintAnswer) -> None:
        """Send a small message before the next view."""
        self._answers.append(orjson.dumps(message.model_dump() if isinstance(message, HintAnswer) else message))
        self._notify()

    def complain(self, said: Message) -> None:
        """Send an error message."""
        self.answer(ErrorMessage(type="error", reason=said.in_language(self.language)))

    @property
    def backlogged(self) -> bool:
        """Whether the other side has stopped reading."""
        return len(self._answers) > UNSENT

    def look_from(self, seat: int) -> None:
        """Look from another of the visitor's own seats."""
        self._seat = self.who.seat(self.live.table, seat)
        self.wake()

    def unsent(self) -> list[bytes]:
        """Take what is to be sent now; a view shows what the store has, and the newest of it."""
        found, self._answers = self._answers, []
        if self._dirty and self.live.certain:
            self._dirty = False
            found.append(self._view(self.live.now))
            self.since = self.live.table.version
            self._last_line_sent, self._sent_at_end = self.live.chat.last, self.live.table.is_over
        return found

    def prepare(self, following: Snapshot) -> None:
        """Prepare the view of a snapshot that is being written, unless an earlier one is still unsent."""
        if not self._dirty:
            self._view(following)

    def _view(self, snapshot: Snapshot) -> bytes:
        """The view of the table from the visitor's seat."""
        mine: list[int] | None = snapshot.context_cache.get(self)
        if mine is None:
            mine = snapshot.context_cache[self] = self.who.seats(snapshot.table)
        seat = self._seat if self._seat in mine else None
        viewer = seat if seat is not None else mine[0] if mine else snapshot.table.players
        ended_since = self._last_line_sent and not self._sent_at_end and snapshot.table.is_over
        last = 0 if ended_since else self._last_line_sent
        return view_bytes(self.live, mine, viewer, self.since, self.language, last, snapshot)

    def close(self) -> None:
        """Disconnect from the table, and release the callback."""
        self.live.disconnect(self)
        self._notify = lambda: None
