"""Actions, events and questions in words, from what one seat saw."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from eleven.core.contract.game import EventKind, Game
from eleven.core.rules.cache_budget import cached_in_budget
from eleven.core.text.words import Words


def sentence(game: Game, action: int, words: Words, names: Sequence[str] = ()) -> str:
    """An action in words; a seat is called by its player's name where names are given."""
    row = game.actions[action]
    parts = {kind.name: game.word(words, kind, value) for kind, value in row.arguments}
    for kind, value in row.arguments:
        if kind is game.seat and value < len(names):
            parts[kind.name] = names[value]
    return words(f"action.{row.verb}", **parts)


def seat_names(game: Game, words: Words, players: int) -> list[str]:
    """The names of the seats where players have none of their own."""
    return [game.word(words, game.seat, seat) for seat in range(players)]


def news(game: Game, seen: Any, words: Words, names: Sequence[str] | None = None) -> list[str]:
    """What the last decision did, one sentence per event."""
    who = names or seat_names(game, words, int(seen.players))
    return [event_sentence(game, event, words, who) for event in seen.events[: seen.told]]


def event_sentence(game: Game, event: Any, words: Words, who: Sequence[str]) -> str:
    """An event that a seat saw, in words."""
    kind: EventKind = game.events[int(event.what)]
    parts = {"seat": who[int(event.seat)], "other": who[int(event.other)]}
    hidden = kind.thing is not None and event.thing < 0
    for name, part in (("thing", kind.thing), ("cover", kind.cover), ("place", kind.place)):
        if part is not None and not (name == "thing" and hidden):
            parts[name] = game.word(words, part, int(getattr(event, name)))
    return words(f"{'hidden' if hidden else 'event'}.{kind.name}", **parts)


class Pending(NamedTuple):
    """The pending question: the seat it asks, its text, and the ids of the relevant rules."""

    seat: int | None
    text: str
    rules: Sequence[str]


def pending(game: Game, seen: Any, words: Words, names: Sequence[str]) -> Pending:
    """The pending question; once the game is over, nobody is asked, and the text says how it ended."""
    if not seen.depth:
        return Pending(None, words(f"ending.{game.endings[int(seen.over)]}"), [])
    top = seen.asking[seen.depth - 1]
    subject = game.about(seen) if game.about else int(top.about)
    return _question(game, words, tuple(names), int(top.seat), int(top.what), subject, int(top.left))


@cached_in_budget
def _question(
    game: Game, words: Words, names: tuple[str, ...], seat: int, what: int, subject: int, left: int
) -> Pending:
    """A question that is asked; cached, as everybody at a table reads the same."""
    name = game.questions[what]
    about = names[subject] if 0 <= subject < len(names) else ""
    return Pending(seat, words(f"question.{name}", seat=names[seat], about=about, left=left), game.question_rules[name])


def question(game: Game, seen: Any, words: Words, names: Sequence[str] | None = None) -> str:
    """The pending question in words, or how the game ended."""
    return pending(game, seen, words, names or seat_names(game, words, int(seen.players))).text


def rules_asked(game: Game, seen: Any) -> list[str]:
    """The ids of the rules that are relevant to the pending question."""
    if not seen.depth:
        return []
    return list(game.question_rules[game.questions[int(seen.asking[seen.depth - 1].what)]])
