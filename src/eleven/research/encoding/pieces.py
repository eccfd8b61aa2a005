"""The pieces of an encoding: expressions for groups of bits, generated from what a game declares.

For a fixed number of players, the position of each seat is a constant. With ANY_NUMBER the bits are those of the
largest table; bits of missing seats are 0, and the number of players comes last.
"""

import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from eleven.core.contract import features as forms
from eleven.core.contract.features import ALL, CHUNK, OTHER_SEATS, SEATS, SPECTATOR, VIEWER, Feature
from eleven.core.contract.game import Game
from eleven.core.contract.kinds import Kind
from eleven.core.text.errors import Mistake

FEATURE_WORD_BITS = 64
"""Bits per word of packed features and packed masks; the rules use `bits.WORD` bits per word."""
ABOUT, LEFT, DEPTH = 16, 8, 4
BYTE = "_byte_"
ANY_NUMBER = 0
"""In place of a number of players: one layout of bits for all numbers of players."""


@dataclass(frozen=True)
class SeatExpressions:
    """The expressions for the seats of a table, starting with the viewer's, and for their number."""

    names: Sequence[str]
    count: str

    @classmethod
    def of(cls, game: Game, players: int) -> "SeatExpressions":
        """Create the expressions for a number of players, or for ANY_NUMBER."""
        names = ["viewer", *(f"seat{n}" for n in range(1, players or game.max_players))]
        return cls(names, str(players) if players else "players")

    def present(self, n: int, pieces: Sequence["Piece"]) -> list["Piece"]:
        """Mask the pieces of a seat so that they are 0 if the table does not have that seat."""
        if self.count != "players" or n == 0:
            return list(pieces)
        return [replace(piece, value=f"(({piece.value}) if {n} < players else 0)") for piece in pieces]


@dataclass(frozen=True)
class Piece:
    """A group of adjacent bits: an expression for them, and their number.

    If the expression depends on one byte and the viewer only, `byte` is the code that reads that byte, and the
    expression refers to it as BYTE.
    """

    value: str
    width: int
    byte: str = ""

    @property
    def plain(self) -> str:
        """The expression to use without a lookup table."""
        return self.value.replace(BYTE, f"({self.byte})") if self.byte else self.value


def declared_features(game: Game) -> Sequence[Feature]:
    """Return the features that a game's `features.py` lists."""
    return _declared(game.folder.name).FEATURES  # type: ignore[no-any-return]


def declared_owned(game: Game) -> Sequence[Kind]:
    """Return the kinds of action arguments that belong to seats, with the same number of values for each seat."""
    return getattr(_declared(game.folder.name), "OWNED", ())


@cache
def _declared(folder: str) -> Any:
    try:
        return importlib.import_module(f"eleven.games.{folder}.features")
    except ModuleNotFoundError:
        raise Mistake("{game} declares no features", game=folder) from None


def parts_of(game: Game, players: int, hidden: bool = False) -> Iterator[tuple[str, str, list[Piece]]]:
    """Yield the name, form and pieces of every slice: the question first, then what the game declares.

    With `hidden`, only the features of fields that not everybody sees.
    """
    seats = SeatExpressions.of(game, players)
    if not hidden:
        yield from _of_question(game, seats)
    for feature in declared_features(game):
        if hidden and feature.field not in game.hidden_fields:
            continue
        if feature.field.startswith("seats."):
            field = feature.field.removeprefix("seats.")
            for n in seats_of_feature(feature, len(seats.names)):
                owner = f"seen.seats[{seats.names[n]}].{field}"
                pieces = _pieces(feature, owner, game.state["seats"].base[field], seats)
                yield f"seats.{n}.{field}", _form(feature), seats.present(n, pieces)
        else:
            pieces = _pieces(feature, f"seen.{feature.field}", game.state[feature.field], seats)
            yield _label(feature), _form(feature), pieces
    if players == ANY_NUMBER and not hidden:
        numbers = game.players
        told = Piece(f"one_hot(players - {numbers[0]}, {len(numbers)})", len(numbers))
        yield "players", f"one of {len(numbers)}", [told]


def _of_question(game: Game, seats: SeatExpressions) -> Iterator[tuple[str, str, list[Piece]]]:
    top = "seen.asking[max(wide(seen.depth) - 1, 0)]"
    asked = f"(wide({top}.what) if seen.depth > 0 else -1)"
    yield "question", "one of " + ", ".join(game.questions), _of_byte(forms.OneOf(len(game.questions)), asked, seats)
    yield "question.about", f"one of {ABOUT}", _of_byte(forms.OneOf(ABOUT), f"{top}.about", seats)
    yield "question.left", f"thermometer of {LEFT}", _of_byte(forms.Count(LEFT), f"{top}.left", seats)
    yield "question.depth", f"thermometer of {DEPTH}", _of_byte(forms.Count(DEPTH), "seen.depth", seats)


def seats_of_feature(feature: Feature, players: int) -> range:
    """Return the seats for which a seat's field is encoded, relative to the viewer, who is seat 0."""
    if isinstance(feature.of, int):
        return range(feature.of, feature.of + 1)
    return {SEATS: range(players), VIEWER: range(1), OTHER_SEATS: range(1, players)}[feature.of]


def _label(feature: Feature) -> str:
    return f"{feature.name}.{feature.items}" if feature.items in (VIEWER, SPECTATOR) else feature.name


def _pieces(feature: Feature, path: str, kind: Any, seats: SeatExpressions) -> list[Piece]:
    """Return the pieces of one field, or of each encoded item if it is an array."""
    items: Mapping[Any, Sequence[Any]] = {VIEWER: ["viewer"], SPECTATOR: [seats.count], SEATS: seats.names}
    if not kind.shape:
        wanted = [path]
    elif isinstance(feature.items, int):
        wanted = [f"{path}[{n}]" for n in range(feature.items)]
    else:
        chosen = range(kind.shape[0]) if feature.items == ALL else items[feature.items]
        wanted = [f"{path}[{n}]" for n in chosen]
    if feature.by:
        wanted = [f"{feature.by.__name__}(seen, {n})" for n in range(len(wanted))]
        return [piece for value in wanted for piece in _of_form(feature.form, value, seats)]
    of = _of_byte if kind.base.itemsize == 1 and not isinstance(feature.form, forms.OwnedBits) else _of_form
    found = [of(feature.form, value, seats) for value in wanted]
    if kind.shape and feature.items == SEATS:
        found = [seats.present(n, pieces) for n, pieces in enumerate(found)]
    return [piece for pieces in found for piece in pieces]


def _of_byte(form: forms.Form, value: str, seats: SeatExpressions) -> list[Piece]:
    """Return the pieces of a one-byte field, merged as far as they fit into a word."""
    pieces = _of_form(form, BYTE, seats)
    if sum(piece.width for piece in pieces) > FEATURE_WORD_BITS:
        return [Piece(piece.value, piece.width, value) for piece in pieces]
    together, at = [], 0
    for piece in pieces:
        together.append(f"({piece.value}) << {at}" if at else piece.value)
        at += piece.width
    return [Piece(" | ".join(together), at, value)]


def _of_form(form: forms.Form, value: str, seats: SeatExpressions) -> list[Piece]:
    most = len(seats.names)
    match form:
        case forms.Bits(width):
            return [Piece(f"wide({value}) & {(1 << width) - 1}", width)]
        case forms.Count(highest, step, plus):
            shifted = f"wide({value}) + {plus}" if plus else value
            return [_thermometer(f"({shifted}) // {step}" if step > 1 else shifted, highest)]
        case forms.OneOf(count):
            return _one_hot(value, count)
        case forms.SeatOf():
            return [Piece(f"one_hot(seat_from(viewer, {value}, {seats.count}), {most})", most)]
        case forms.OwnedBits(each):
            return [
                piece
                for n, seat in enumerate(seats.names)
                for piece in seats.present(
                    n, [Piece(f"(wide({value}) >> ({seat} * {each})) & {(1 << each) - 1}", each)]
                )
            ]
        case forms.Owned(each):
            owner = f"seat_from(viewer, owner_of({value}, {each}), {seats.count})"
            return [*_one_hot(f"number_of({value}, {each})", each), Piece(f"one_hot({owner}, {most})", most)]


def _thermometer(value: str, most: int) -> Piece:
    return Piece(f"thermometer({value}, {most})", most)


def _one_hot(value: str, count: int) -> list[Piece]:
    """Return a one-hot code, split into chunks that fit into a word."""
    found = []
    for first in range(0, count, CHUNK):
        width = min(CHUNK, count - first)
        found.append(Piece(f"one_hot(wide({value}) - {first}, {width})", width))
    return found


def _form(feature: Feature) -> str:
    match feature.form:
        case forms.Bits(width):
            return f"mask of {width}"
        case forms.Count(most, step):
            return f"thermometer of {most}" + (f", one for every {step}" if step > 1 else "")
        case forms.OneOf(count):
            return f"one of {count}"
        case forms.SeatOf():
            return "seat, the viewer first"
        case forms.OwnedBits(each):
            return f"mask of {each} for every seat, the viewer's first"
        case forms.Owned(each):
            return f"one of {each}, then its seat, the viewer first"
