"""Features: a sight as bits for a network, made from what a game declares in its `features.py`.

Seats are turned so that the viewer is the first; masks are bits, counts thermometers, choices one bit of several. The
function that writes them is generated, one line a piece, so that compiled code knows where each bit goes. What depends
on one byte is looked up in a table, which is made by evaluating the same expression for every byte and viewer.
"""

import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from eleven.core.contract import features as forms
from eleven.core.contract.features import ALL, CHUNK, OTHER_SEATS, SEATS, SPECTATOR, VIEWER, Feature
from eleven.core.contract.game import Game, Rule, find_game
from eleven.core.rules.jit import JITTED, cache_folder, rule
from eleven.core.rules.record import Array
from eleven.core.text.errors import Mistake

WORD = 64
MOST_BYTES = 256
ABOUT, LEFT, DEPTH = 16, 8, 4
BYTE, BYTES = "_byte_", 256


@dataclass(frozen=True)
class Slice:
    """Where something lies among the features: bits `start` to `stop` - 1, and what they are."""

    name: str
    start: int
    stop: int
    form: str


@dataclass(frozen=True)
class Encoding:
    """What each bit of the features of a game means, for a number of players."""

    game: str
    players: int
    slices: tuple[Slice, ...]

    @property
    def bits(self) -> int:
        """How many bits are used."""
        return self.slices[-1].stop

    @property
    def words(self) -> int:
        """How many 64-bit words a row has."""
        return -(-self.bits // WORD)

    def __getitem__(self, name: str) -> slice:
        """The bits of a name, such as `filled` or `seats.0.cards`; seat 0 is the viewer."""
        found = [each for each in self.slices if each.name == name]
        if not found:
            names = ", ".join(each.name for each in self.slices)
            raise Mistake("there is no feature '{name}'; there is {names}", name=name, names=names)
        return slice(found[0].start, found[-1].stop)


@dataclass(frozen=True)
class _Piece:
    """Some bits in a row: an expression that gives them, and how many they are.

    If the expression depends on one byte and the viewer alone, `byte` reads it, and the expression calls it BYTE.
    """

    value: str
    width: int
    byte: str = ""

    @property
    def plain(self) -> str:
        """The expression without a table."""
        return self.value.replace(BYTE, f"({self.byte})") if self.byte else self.value


def declared_features(game: Game) -> Sequence[Feature]:
    """What a game's `features.py` lists."""
    return _declared(game.folder.name)


@cache
def _declared(folder: str) -> Sequence[Feature]:
    try:
        return importlib.import_module(f"eleven.games.{folder}.features").FEATURES  # type: ignore[no-any-return]
    except ModuleNotFoundError:
        raise Mistake("{game} declares no features", game=folder) from None


@cache
def _encoding(game_id: str, players: int, tables: bool = False) -> tuple[Encoding, "_Writer"]:
    """The encoding, and the writer of the function that writes it."""
    game = find_game(game_id)
    writer = _Writer(players, tables)
    for name, form, pieces in _parts(game, players):
        writer.add(name, form, pieces)
    encoding = Encoding(game_id, players, tuple(writer.slices))
    if encoding.words * WORD // 8 > MOST_BYTES:
        raise ValueError(f"the features of {game_id} for {players} take {encoding.bits} bits: too many")
    return encoding, writer


def encoding_of(game: str | Game, players: int | None = None) -> Encoding:
    """What each bit of a game's features means; without a number of players, for the smallest table."""
    found = find_game(game) if isinstance(game, str) else game
    return _encoding(found.id, found.setup(players).players)[0]


def encode_rule(game: Game, players: int, tables: bool = True) -> Rule:
    """encode(seen, out): write the features of a player's sight, compiled for a game and a number of players.

    The source lies beside the compiled code, for the compiler's cache and for whoever wants to read it. A GPU computes
    faster than it looks things up, so there `tables` are not used.
    """
    writer = _encoding(game.id, players, tables)[1]
    source, title = writer.source(), f"features_{game.id}_{players}{'' if tables else '_computed'}"
    path = "<features>"
    if JITTED:
        place = Path(cache_folder(("core", f"games/{game.id}", "research"))) / f"{title}.py"
        if not place.exists() or place.read_text(encoding="utf-8") != source:
            place.write_text(source, encoding="utf-8")
        path = str(place)
    rules = {each.by.__name__: each.by for each in declared_features(game) if each.by}
    names: dict[str, Any] = {**_NAMES, **rules, **writer.tables, "__name__": __name__}
    exec(compile(source, path, "exec"), names)
    function: Rule = names["encode"]
    function.__qualname__ = f"{game.id}.{title}"
    return rule(function, game.id)


_NAMES = {name: getattr(forms, name) for name in ("thermometer", "one_hot", "seat_from", "number_of", "owner_of")}
_PLAIN = {name: getattr(function, "py_func", function) for name, function in _NAMES.items()} | {"wide": int}
_NAMES |= {"U": np.uint64, "wide": np.int64, **{f"S{n}": np.uint64(n) for n in range(WORD)}}


class _Writer:
    """Puts pieces one after the other."""

    def __init__(self, players: int, with_tables: bool) -> None:
        self.players, self.with_tables, self.at = players, with_tables, 0
        self.slices: list[Slice] = []
        self.lines = ["viewer = wide(seen.viewer)", f"of_viewer = U(viewer) * U({BYTES})"]
        for n in range(1, players):
            self.lines += [f"seat{n} = viewer + {n}", f"if seat{n} >= {players}:", f"    seat{n} -= {players}"]
        self.tables: dict[str, Array] = {}
        self._made: dict[str, str] = {}

    def add(self, name: str, form: str, pieces: Sequence[_Piece]) -> None:
        """One named slice."""
        start = self.at
        for piece in pieces:
            self._place(piece)
        self.slices.append(Slice(name, start, self.at, form))

    def _place(self, piece: _Piece) -> None:
        word, shift = divmod(self.at, WORD)
        self.lines.append(f"bits = U({self._looked_up(piece) if piece.byte and self.with_tables else piece.plain})")
        self.lines.append(f"w{word} |= bits << S{shift}")
        if shift + piece.width > WORD:
            self.lines.append(f"w{word + 1} |= bits >> S{WORD - shift}")
        self.at += piece.width

    def _looked_up(self, piece: _Piece) -> str:
        """The piece by a table, one for all pieces of the same expression."""
        by_viewer = "viewer" in piece.value
        if piece.value not in self._made:
            self._made[piece.value] = name = f"T{len(self.tables)}"
            viewers = range(self.players if by_viewer else 1)
            found = [_evaluated(piece.value, viewer, byte) for viewer in viewers for byte in range(BYTES)]
            self.tables[name] = np.array(found, np.min_scalar_type((1 << piece.width) - 1))
        at = f"U(wide({piece.byte}) & {BYTES - 1})"
        return f"{self._made[piece.value]}[{'of_viewer + ' if by_viewer else ''}{at}]"

    def source(self) -> str:
        """The whole function."""
        words = range(-(-self.at // WORD))
        begin = [f"w{n} = U(0)" for n in words]
        end = [f"out[{n}] = w{n}" for n in words]
        body = "\n".join("    " + line for line in [*begin, *self.lines, *end])
        return f"def encode(seen, out):\n{body}\n"


def _evaluated(value: str, viewer: int, byte: int) -> int:
    """What an expression is for a byte, which is a signed number."""
    signed = byte if byte < BYTES // 2 else byte - BYTES
    return int(eval(value, {**_PLAIN, "viewer": viewer, BYTE: signed}))


def _parts(game: Game, players: int) -> Iterator[tuple[str, str, list[_Piece]]]:
    """Name, form and pieces of every slice: the question first, then what the game declares."""
    seats = ["viewer", *(f"seat{n}" for n in range(1, players))]
    top = "seen.asking[max(wide(seen.depth) - 1, 0)]"
    asked = f"(wide({top}.what) if seen.depth > 0 else -1)"
    yield "question", "one of " + ", ".join(game.questions), _of_byte(forms.OneOf(len(game.questions)), asked, seats)
    yield "question.about", f"one of {ABOUT}", _of_byte(forms.OneOf(ABOUT), f"{top}.about", seats)
    yield "question.left", f"thermometer of {LEFT}", _of_byte(forms.Count(LEFT), f"{top}.left", seats)
    yield "question.depth", f"thermometer of {DEPTH}", _of_byte(forms.Count(DEPTH), "seen.depth", seats)
    for feature in declared_features(game):
        if feature.field.startswith("seats."):
            field = feature.field.removeprefix("seats.")
            for n in seats_of_feature(feature, players):
                owner = f"seen.seats[{seats[n]}].{field}"
                pieces = _pieces(feature, owner, game.state["seats"].base[field], seats)
                yield f"seats.{n}.{field}", _form(feature), pieces
        else:
            pieces = _pieces(feature, f"seen.{feature.field}", game.state[feature.field], seats)
            yield _label(feature), _form(feature), pieces


def seats_of_feature(feature: Feature, players: int) -> range:
    """Of which seats a seat's field is told, the viewer being seat 0."""
    if isinstance(feature.of, int):
        return range(feature.of, feature.of + 1)
    return {SEATS: range(players), VIEWER: range(1), OTHER_SEATS: range(1, players)}[feature.of]


def _label(feature: Feature) -> str:
    return f"{feature.name}.{feature.items}" if feature.items in (VIEWER, SPECTATOR) else feature.name


def _pieces(feature: Feature, path: str, kind: Any, seats: Sequence[str]) -> list[_Piece]:
    """The pieces of one field: of each wanted item, if it is an array."""
    items: Mapping[Any, Sequence[Any]] = {VIEWER: ["viewer"], SPECTATOR: [len(seats)], SEATS: seats}
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
    return [piece for value in wanted for piece in of(feature.form, value, seats)]


def _of_byte(form: forms.Form, value: str, seats: Sequence[str]) -> list[_Piece]:
    """The pieces of a field that is one byte; those that fit a word together are one."""
    pieces = _of_form(form, BYTE, seats)
    if sum(piece.width for piece in pieces) > WORD:
        return [_Piece(piece.value, piece.width, value) for piece in pieces]
    together, at = [], 0
    for piece in pieces:
        together.append(f"({piece.value}) << {at}" if at else piece.value)
        at += piece.width
    return [_Piece(" | ".join(together), at, value)]


def _of_form(form: forms.Form, value: str, seats: Sequence[str]) -> list[_Piece]:
    players = len(seats)
    match form:
        case forms.Bits(width):
            return [_Piece(f"wide({value}) & {(1 << width) - 1}", width)]
        case forms.Count(most, step, plus):
            shifted = f"wide({value}) + {plus}" if plus else value
            return [_thermometer(f"({shifted}) // {step}" if step > 1 else shifted, most)]
        case forms.OneOf(count):
            return _one_hot(value, count)
        case forms.SeatOf():
            return [_Piece(f"one_hot(seat_from(viewer, {value}, {players}), {players})", players)]
        case forms.OwnedBits(each):
            return [_Piece(f"(wide({value}) >> ({seat} * {each})) & {(1 << each) - 1}", each) for seat in seats]
        case forms.Owned(each):
            owner = f"seat_from(viewer, owner_of({value}, {each}), {players})"
            return [*_one_hot(f"number_of({value}, {each})", each), _Piece(f"one_hot({owner}, {players})", players)]


def _thermometer(value: str, most: int) -> _Piece:
    return _Piece(f"thermometer({value}, {most})", most)


def _one_hot(value: str, count: int) -> list[_Piece]:
    """In chunks that fit a word."""
    found = []
    for first in range(0, count, CHUNK):
        width = min(CHUNK, count - first)
        found.append(_Piece(f"one_hot(wide({value}) - {first}, {width})", width))
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
