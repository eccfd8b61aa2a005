"""What reminders say: the game, the others at the table, and nothing that is hidden."""

from collections.abc import Sequence
from dataclasses import dataclass

from eleven.core.text.messages import Message
from eleven.server.live.table import Table
from eleven.server.reminders.awaited_turns import opponents


@dataclass(frozen=True)
class WaitingTable:
    """A table that waits for somebody, in their language; `path` opens their seat on their own devices only."""

    table_id: str
    game: str
    names: str

    @property
    def path(self) -> str:
        """Where the table is at this server."""
        return f"/table/{self.table_id}"


@dataclass(frozen=True)
class ReminderText:
    """A message."""

    subject: str
    body: str


def awaited_at(table: Table, seat: int, language: str) -> WaitingTable:
    """The words for a table."""
    return WaitingTable(table.row.id, table.game.title_in(language), opponents(table, seat, language))


def notification(games: Sequence[WaitingTable], language: str) -> dict[str, str]:
    """What a notification shows, and the path that it opens."""
    if len(games) == 1:
        title, body = _one(games[0]), Message("Against {names}", names=games[0].names)
        texts = {"title": title.in_language(language), "body": body.in_language(language)}
        return {**texts, "path": games[0].path, "tag": games[0].table_id}
    lines = "\n".join(_line(one, language) for one in games)
    return {"title": _many(games).in_language(language), "body": lines, "path": "/", "tag": "games"}


def _one(game: WaitingTable) -> Message:
    return Message("Your turn: {game}", game=game.game)


def _many(games: Sequence[WaitingTable]) -> Message:
    return Message("{count} games wait for you", count=len(games))


def _line(one: WaitingTable, language: str) -> str:
    return Message("{game}, against {names}", game=one.game, names=one.names).in_language(language)


def reminder(games: Sequence[WaitingTable], base: str, stop: str, language: str) -> ReminderText:
    """The reminder mail of one turn, or of all turns of a day."""
    subject = _one(games[0]) if len(games) == 1 else _many(games)
    lines = [f"{_line(one, language)}\n{base}{one.path}" for one in games]
    opens = Message("These links open your seat on your own devices only.").in_language(language)
    end = Message("To get no more of these messages:").in_language(language)
    return ReminderText(subject.in_language(language), "\n\n".join([*lines, opens, f"{end}\n{stop}"]) + "\n")


def confirmation(base: str, confirm: str, language: str) -> ReminderText:
    """The mail that asks whether an address is somebody's own."""
    said = Message(
        "Somebody at {base} wants a message at this address when it is their turn in a game. "
        "If that was you, open this page within seven days:",
        base=base,
    ).in_language(language)
    ignore = Message("If it was not you, do nothing. No further message will come.").in_language(language)
    subject = Message("Table Eleven: is this your address?").in_language(language)
    return ReminderText(subject, f"{said}\n{confirm}\n\n{ignore}\n")
