"""Positions as text that a person can read and write.

One line per field, `name: value`; fields of a seat begin with the seat (`red kitchen: red-tea red-milk`). A game
lists its fields with the codec of each; lines that are left out are filled in by the game. `#` begins a comment.

    game: elevenses
    players: 2
    turn: red
    red kitchen: red-tea red-milk red-elevenses
    asking: red turn
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from eleven.core.contract.kinds import NOTHING, NUMBER, Kind
from eleven.core.rules.record import blank
from eleven.core.text.errors import Mistake, TextMistake
from eleven.core.text.lines import TextLine, last_line, read_lines, to_blame
from eleven.core.text.questions import read_questions, whole, write_questions

if TYPE_CHECKING:
    from eleven.core.contract.game import Game, Setup

MASK_BITS = 62
OPTION = "option "
LAST_STEP = 2**31 - 1


class Codec(Protocol):
    """Writes a field's value as text and reads it back; `size` is the length of an array field, else 0."""

    def write(self, value: Any) -> str: ...

    def read(self, text: str, size: int) -> Any: ...


@dataclass(frozen=True)
class One:
    """One value of a kind."""

    kind: Kind

    def write(self, value: Any) -> str:
        return self.kind.token(int(value))

    def read(self, text: str, size: int) -> Any:
        return self.kind.value(text)


@dataclass(frozen=True)
class Row:
    """An array of values of a kind, in order."""

    kind: Kind

    def write(self, value: Any) -> str:
        return " ".join(self.kind.token(int(item)) for item in value)

    def read(self, text: str, size: int) -> Any:
        values = [self.kind.value(token) for token in text.split()]
        if len(values) != size:
            raise Mistake("{size} values are wanted here, not {given}", size=size, given=len(values))
        return values


@dataclass(frozen=True)
class MaskOf:
    """A bit mask as the list of its members, or `-` when it is empty."""

    kind: Kind

    def write(self, value: Any) -> str:
        members = [self.kind.token(i) for i in range(MASK_BITS) if int(value) >> i & 1]
        return " ".join(members) or NOTHING

    def read(self, text: str, size: int) -> Any:
        mask = 0
        for token in [] if text == NOTHING else text.split():
            value = self.kind.value(token)
            if value < 0 or mask >> value & 1:
                raise Mistake("'{token}' cannot stand here (again)", token=token)
            mask |= 1 << value
        return mask


@dataclass(frozen=True)
class Masks:
    """An array of bit masks, separated by `|`."""

    kind: Kind

    def write(self, value: Any) -> str:
        return " | ".join(MaskOf(self.kind).write(item) for item in value)

    def read(self, text: str, size: int) -> Any:
        parts = [part.strip() for part in text.split("|")]
        if len(parts) != size:
            raise Mistake("{size} lists separated by | are wanted here, not {given}", size=size, given=len(parts))
        return [MaskOf(self.kind).read(part, 0) for part in parts]


@dataclass(frozen=True)
class Field:
    """A field of the record (or, with `of_seat`, of each seat's record) and its codec."""

    name: str
    codec: Codec = One(NUMBER)
    of_seat: bool = False

    @property
    def label(self) -> str:
        """What stands before the colon."""
        return self.name.replace("_", " ")


@dataclass(frozen=True)
class Notation:
    """The fields of a game, and the function that completes a hand-written position.

    `complete(state, given)` gets the labels that were written and raises Mistake when the position is impossible.
    """

    fields: Sequence[Field]
    complete: Callable[[Any, set[str]], None]


def write_setup(game: "Game", setup: "Setup") -> list[str]:
    """The lines of the set-up."""
    lines = [f"game: {game.id}", f"edition: {setup.edition}", f"players: {setup.players}"]
    lines += [f"option {name}: {value}" for name, value in setup.options.items()]
    if setup.components.fingerprint != game.components().fingerprint:
        lines.append(f"components: {setup.components.fingerprint}")
    return lines


def write_fields(game: "Game", state: Any) -> list[str]:
    """The lines of every field of a position."""
    lines = []
    for field in game.notation.fields:
        if field.of_seat:
            for seat in range(state.players):
                value = getattr(state.seats[seat], field.name)
                lines.append(f"{game.seat.token(seat)} {field.label}: {field.codec.write(value)}")
        else:
            lines.append(f"{field.label}: {field.codec.write(getattr(state, field.name))}")
    if state.viewer >= 0:
        lines.append(f"seen by: {state.viewer}")
    lines.append(f"step: {state.step}")
    lines.append(f"over: {game.endings[int(state.over)]}")
    lines.append(f"asking: {write_questions(game, state)}")
    return lines


def write_position(game: "Game", setup: "Setup", state: Any) -> str:
    """A whole position, without the events of the last move."""
    return "\n".join([*write_setup(game, setup), *write_fields(game, state)]) + "\n"


def read_setup(game: "Game", lines: Sequence[TextLine], components: Any = None) -> "Setup":
    """The set-up from its lines; other lines are ignored."""
    own = [line for line in lines if _of_setup(line)]

    def read(some: Sequence[TextLine]) -> "Setup":
        return _setup_of(game, some, components)

    try:
        return read(own)
    except Mistake as mistake:
        raise TextMistake(to_blame(own, read) or last_line(lines), mistake) from None


SETUP_LABELS = ("game", "edition", "players", "components")


def _of_setup(line: TextLine) -> bool:
    return line.label in SETUP_LABELS or line.label.startswith(OPTION)


def _setup_of(game: "Game", lines: Sequence[TextLine], components: Any) -> "Setup":
    """The set-up that some lines describe."""
    values = {line.label: line.value for line in lines}
    options = {name.removeprefix(OPTION): value for name, value in values.items() if name.startswith(OPTION)}
    players = NUMBER.value(values["players"]) if "players" in values else None
    setup = game.setup(players, values.get("edition"), options, components)
    wanted = values.get("components", game.components().fingerprint)
    if wanted != setup.components.fingerprint:
        raise Mistake("this needs the components file {wanted}; name it with --components FILE", wanted=wanted)
    return setup


def read_fields(game: "Game", setup: "Setup", lines: Sequence[TextLine]) -> Any:
    """The position that the lines describe."""
    own = [line for line in lines if not _of_setup(line)]

    def read(some: Sequence[TextLine]) -> Any:
        return _state_of(game, setup, some)

    try:
        return read(own)
    except TextMistake:
        raise
    except Mistake as mistake:
        raise TextMistake(to_blame(own, read) or last_line(lines), mistake) from None


def _state_of(game: "Game", setup: "Setup", lines: Sequence[TextLine]) -> Any:
    """A state from some lines, completed; an error in one line names it, a contradiction between lines does not."""
    state = blank(game.state)
    game.prepare(state, setup)
    given: set[str] = set()
    for line in lines:
        if line.label in given:
            raise TextMistake(line.number, "'{label}' stands here twice", label=line.label)
        given.add(line.label)
        try:
            _read_field(game, state, line)
        except Mistake as mistake:
            raise TextMistake(line.number, "{label}: {reason}", label=line.label, reason=mistake) from None
    game.notation.complete(state, given)
    if (state.depth == 0) != (state.over != 0):
        raise Mistake("while the game goes on a question is open, and none when it is over")
    return state


def _read_field(game: "Game", state: Any, line: TextLine) -> None:
    if line.label == "asking":
        read_questions(game, line.value, state)
    elif line.label == "step":
        state.step = whole(line.value, 0, LAST_STEP)
    elif line.label == "seen by":
        state.viewer = whole(line.value, 0, int(state.players))
    elif line.label == "over":
        if line.value not in game.endings:
            raise Mistake("one of {endings} is wanted", endings=", ".join(game.endings))
        state.over = game.endings.index(line.value)
    else:
        owner, field = _find_field(game, state, line.label)
        shape = owner.dtype[field.name].shape
        value = field.codec.read(line.value, shape[0] if shape else 0)
        try:
            setattr(owner, field.name, value)
        except (OverflowError, ValueError):
            raise Mistake("'{value}' does not fit here", value=line.value) from None


def _find_field(game: "Game", state: Any, label: str) -> tuple[Any, Field]:
    head, _, tail = label.partition(" ")
    for field in game.notation.fields:
        if field.of_seat and field.label == tail and head in game.seat.tokens:
            seat = game.seat.value(head)
            if seat >= state.players:
                raise Mistake("nobody sits at {seat}", seat=head)
            return state.seats[seat], field
        if not field.of_seat and field.label == label:
            return state, field
    raise Mistake("there is no such line in a position of this game")


def read_position(game: "Game", text: str, components: Any = None) -> tuple["Setup", Any]:
    """A position from its text."""
    lines = read_lines(text)
    for line in lines:
        if line.label == "game" and line.value != game.id:
            raise TextMistake(
                line.number, "this is a position of {given}, not of {game}", given=line.value, game=game.id
            )
    setup = read_setup(game, lines, components)
    return setup, read_fields(game, setup, lines)
