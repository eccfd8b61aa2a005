"""A whole game as text: what was agreed, then every decision by name, with the outcomes of luck where it was used.

    table-eleven log: 1
    game: elevenses
    edition: grail
    players: 2
    option target: 5
    engine: 0.1.0
    luck first: red
    luck deal: red-tea red-milk …
    red: play red-tea
    red: flip green 5
    result: red 5, green 3

A log that began from a position holds the position's lines, each with `position ` before it, instead of a deal.
"""

from collections.abc import Iterable
from typing import Any

from eleven import __version__
from eleven.core.contract.game import Game, find_game
from eleven.core.play.match import Match, match_from, new_match
from eleven.core.rules import luck as fortune
from eleven.core.rules.luck import Tape
from eleven.core.text.errors import Mistake, TextMistake
from eleven.core.text.lines import TextLine, read_lines
from eleven.core.text.notation import read_fields, read_setup, write_fields, write_setup

FORMAT = "1"
TITLE = "table-eleven log"
POSITION = "position "
LUCK = "luck "


def luck_in_names(game: Game, tape: Tape) -> list[tuple[str, list[str]]]:
    """What luck decided, as (name of the luck, tokens of the things)."""
    luck = fortune.fresh(bytes(32))
    fortune.script(luck, tape)
    found = []
    for number, things in fortune.outcomes(luck):
        kind = game.lucks[number]
        found.append((kind.name, [kind.things.token(thing) for thing in things]))
    return found


def _luck_lines(game: Game, tape: Tape) -> list[str]:
    return [f"{LUCK}{name}: {' '.join(things)}" for name, things in luck_in_names(game, tape)]


def result(match: Match) -> str:
    """The points of every seat."""
    return ", ".join(f"{match.game.seat.token(seat)} {score}" for seat, score in enumerate(match.scores()))


def write_log(match: Match) -> str:
    """The log of a match so far."""
    game = match.game
    lines = [f"{TITLE}: {FORMAT}", *write_setup(game, match.setup), f"engine: {__version__}"]
    if match.opening is None:
        lines += [POSITION + line for line in write_fields(game, match.origin)]
    else:
        lines += _luck_lines(game, match.opening)
    for entry in match.entries:
        lines.append(f"{game.seat.token(entry.seat)}: {game.actions[entry.action].name}")
        lines += _luck_lines(game, entry.tape)
    if match.over:
        lines.append(f"result: {result(match)}")
    return "\n".join(lines) + "\n"


def luck_from_names(game: Game, outcomes: Iterable[tuple[str, Iterable[str]]]) -> Tape:
    """A tape from named outcomes, the inverse of `luck_in_names`."""
    return _tape_of(game, [TextLine(n, name, " ".join(things)) for n, (name, things) in enumerate(outcomes, 1)])


def _tape_of(game: Game, lines: list[TextLine]) -> Tape:
    tape: Tape = []
    names = [kind.name for kind in game.lucks]
    for line in lines:
        name = line.label.removeprefix(LUCK)
        if name not in names:
            raise TextMistake(
                line.number, "there is no luck '{name}' here; there is {names}", name=name, names=", ".join(names)
            )
        number = names.index(name)
        try:
            things = [game.lucks[number].things.value(token) for token in line.value.split()]
        except Mistake as mistake:
            raise TextMistake(line.number, mistake) from None
        tape += [number, len(things), *things]
    return tape


def read_log(text: str, components: Any = None) -> Match:
    """Replay a log, checking every line; an invalid one raises a TextMistake with the line and the reason."""
    lines = read_lines(text)
    if not lines or lines[0].label != TITLE:
        raise TextMistake(lines[0].number if lines else 1, "a log begins with '{first}'", first=f"{TITLE}: {FORMAT}")
    if lines[0].value != FORMAT:
        raise TextMistake(
            lines[0].number,
            "this is a log of format {given}; format {format} can be read",
            given=lines[0].value,
            format=FORMAT,
        )
    body = next((i for i, line in enumerate(lines) if _begins_play(line)), len(lines))
    head = lines[1:body]
    game = _game_of(head, lines[0].number)
    setup = read_setup(game, head, components)
    match, played = _opening(game, setup, lines, body)
    _replay(match, lines, played)
    return match


def _begins_play(line: TextLine) -> bool:
    return line.label.startswith((LUCK, POSITION))


def _game_of(head: list[TextLine], number: int) -> Game:
    for line in head:
        if line.label == "game":
            try:
                return find_game(line.value)
            except Mistake as mistake:
                raise TextMistake(line.number, mistake) from None
    raise TextMistake(number, "the line 'game: …' is missing")


def _opening(game: Game, setup: Any, lines: list[TextLine], body: int) -> tuple[Match, int]:
    """The match before its first decision, and the index of the line after the opening."""
    end = body
    while end < len(lines) and _begins_play(lines[end]):
        end += 1
    opening = lines[body:end]
    if not opening:
        raise TextMistake(lines[-1].number, "the deal is missing: 'luck …:' lines, or 'position …:' lines")
    if opening[0].label.startswith(POSITION):
        fields = [TextLine(line.number, line.label.removeprefix(POSITION), line.value) for line in opening]
        return match_from(game, setup, read_fields(game, setup, fields)), end
    try:
        return new_match(game, setup, bytes(32), _tape_of(game, opening)), end
    except Mistake as mistake:
        if isinstance(mistake, TextMistake):
            raise
        raise TextMistake(opening[-1].number, mistake) from None


def _replay(match: Match, lines: list[TextLine], at: int) -> None:
    game = match.game
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.label == "result":
            _check_result(match, line)
            continue
        if line.label not in game.seat.tokens:
            raise TextMistake(line.number, "'{label}' is no seat; a decision is '<seat>: <action>'", label=line.label)
        outcome = []
        while at < len(lines) and lines[at].label.startswith(LUCK):
            outcome.append(lines[at])
            at += 1
        tape = _tape_of(game, outcome)
        try:
            match.try_apply(line.value, game.seat.value(line.label), tape)
        except Mistake as mistake:
            raise TextMistake(line.number, mistake) from None


def _check_result(match: Match, line: TextLine) -> None:
    if not match.over:
        raise TextMistake(line.number, "a result stands here, but the game is not over")
    if " ".join(line.value.split()) != result(match):
        raise TextMistake(line.number, "the result is {result}, not {given}", result=result(match), given=line.value)
