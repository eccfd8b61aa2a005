"""Somebody who looks at a table, told in whatever way: small answers at once, the newest view when there is one."""

from collections.abc import Callable

import orjson

from eleven.core.text.messages import Said
from eleven.core.text.words import DEFAULT_LANGUAGE
from eleven.server.http.identity import Visitor
from eleven.server.live.live_table import LiveTable
from eleven.server.live.messages import Answer, ErrorMessage, HintAnswer
from eleven.server.live.snapshot import Snapshot
from eleven.server.views.table_view import view_bytes

UNSENT = 64


class Watcher:
    """`notify` is called whenever there may be something to send; `unsent` then has it."""

    def __init__(
        self,
        live: LiveTable,
        who: Visitor,
        notify: Callable[[], None],
        since: int = -1,
        language: str = DEFAULT_LANGUAGE,
    ) -> None:
        self.live, self.who, self.since, self.language = live, who, since, language
        self._heard = 0
        """The last line of talk that was sent."""
        self._heard_at_end = False
        self._seat: int | None = None
        """From which of their own seats they want to look."""
        self._notify = notify
        self._answers: list[bytes] = []
        self._dirty = True
        live.connect(self)

    def seats(self) -> list[int]:
        """The seats of this visitor."""
        return self.who.seats(self.live.table)

    def wake(self) -> None:
        """There is something new to see."""
        self._dirty = True
        self._notify()

    def answer(self, message: Answer | HintAnswer) -> None:
        """Send a small message before the next view."""
        self._answers.append(orjson.dumps(message.model_dump() if isinstance(message, HintAnswer) else message))
        self._notify()

    def complain(self, said: Said) -> None:
        """Send a small message that something is wrong."""
        self.answer(ErrorMessage(type="error", reason=said.in_language(self.language)))

    @property
    def choked(self) -> bool:
        """Whether the other side has stopped reading."""
        return len(self._answers) > UNSENT

    def look_from(self, seat: int) -> None:
        """See the table from one's own seat."""
        self._seat = self.who.seat(self.live.table, seat)
        self.wake()

    def unsent(self) -> list[bytes]:
        """What is to be sent now; a view shows what the store has, and the newest of it."""
        found, self._answers = self._answers, []
        if self._dirty and self.live.certain:
            self._dirty = False
            found.append(self._view(self.live.now))
            self.since = self.live.table.version
            self._heard, self._heard_at_end = self.live.talk.last, self.live.table.is_over
        return found

    def prepare(self, coming: Snapshot) -> None:
        """Make the next view, which may not be sent yet; it is kept beside the table."""
        self._view(coming)

    def _view(self, snapshot: Snapshot) -> bytes:
        """A value of the table from where they look."""
        mine: list[int] | None = snapshot.frame_cache.get(self)
        if mine is None:
            mine = snapshot.frame_cache[self] = self.who.seats(snapshot.table)
        seat = self._seat if self._seat in mine else None
        viewer = seat if seat is not None else mine[0] if mine else snapshot.table.players
        heard = self._heard if self._heard_at_end or not snapshot.table.is_over else 0
        return view_bytes(self.live, mine, viewer, self.since, self.language, snapshot, heard)

    def forget_talk(self) -> None:
        """They have heard of nothing that was said."""
        self._heard = 0

    def close(self) -> None:
        """Look no longer; whoever was told is let go."""
        self.live.disconnect(self)
        self._notify = _nobody


def _nobody() -> None:
    """Nobody is told any more."""
