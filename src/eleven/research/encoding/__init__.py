"""Features: what a seat sees, as bits for a network, generated from what a game declares in its `features.py`.

Seats are rotated so that the viewer comes first. Masks are copied as bits, counts become thermometer codes, and choices
are one-hot. The encoding function is generated source code with one line per piece, so the position of each bit is a
constant. Pieces that depend on a single byte are read from a lookup table, which is computed by evaluating the same
expression for every byte and viewer.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import numpy as np

from eleven.core.contract import features as forms
from eleven.core.contract.game import Game, Rule, find_game
from eleven.core.rules.compile_cache import cache_folder
from eleven.core.rules.jit import JITTED, rule
from eleven.core.rules.record import Array
from eleven.core.text.errors import Mistake
from eleven.research.encoding.pieces import ANY_NUMBER, BYTE, FEATURE_WORD_BITS, Piece, declared_features, parts_of

MOST_BYTES = 256
BYTES = 256


@dataclass(frozen=True)
class FeatureRange:
    """A named range of feature bits, from `start` to `stop` - 1, and the form of its contents."""

    name: str
    start: int
    stop: int
    form: str


@dataclass(frozen=True)
class Encoding:
    """The meaning of each feature bit of a game, for one number of players."""

    game: str
    players: int
    slices: tuple[FeatureRange, ...]

    @property
    def bits(self) -> int:
        """The number of bits in use."""
        return self.slices[-1].stop if self.slices else 0

    @property
    def words(self) -> int:
        """The number of 64-bit words per row."""
        return -(-self.bits // FEATURE_WORD_BITS)

    def __getitem__(self, name: str) -> slice:
        """Return the bits of a named slice, such as `filled` or `seats.0.cards`; seat 0 is the viewer."""
        found = [each for each in self.slices if each.name == name]
        if not found:
            names = ", ".join(each.name for each in self.slices)
            raise Mistake("there is no feature '{name}'; there is {names}", name=name, names=names)
        return slice(found[0].start, found[-1].stop)


@cache
def _encoding(game_id: str, players: int, tables: bool = False, hidden: bool = False) -> tuple[Encoding, "_Writer"]:
    """Return the encoding, and the writer that generates the function for it."""
    game = find_game(game_id)
    writer = _Writer(players or game.max_players, tables, "wide(seen.players)" if players == ANY_NUMBER else "")
    for name, form, pieces in parts_of(game, players, hidden):
        writer.add(name, form, pieces)
    encoding = Encoding(game_id, players, tuple(writer.slices))
    if players and encoding.words * FEATURE_WORD_BITS // 8 > MOST_BYTES:
        raise ValueError(f"the features of {game_id} for {players} take {encoding.bits} bits: too many")
    return encoding, writer


def encoding_of(game: str | Game, players: int | None = None) -> Encoding:
    """Return the encoding of a game, by default for its smallest number of players."""
    found = find_game(game) if isinstance(game, str) else game
    return _encoding(found.id, found.setup(players).players)[0]


def encoding_of_all(game: Game, hidden: bool = False) -> Encoding:
    """Return the encoding for ANY_NUMBER of players: the bits of the largest table plus the number of players.

    With `hidden`, only the features of fields that not everybody sees.
    """
    return _encoding(game.id, ANY_NUMBER, False, hidden)[0]


def encode_rule(game: Game, players: int, tables: bool = True, hidden: bool = False) -> Rule:
    """Return the compiled function `encode(seen, out)`, which writes the features of what a player sees.

    Its source is written next to the compiled code, for the compiler's cache and for debugging. `tables` are off on
    GPUs, which compute faster than they look values up, and for ANY_NUMBER of players.
    """
    tables = tables and players != ANY_NUMBER
    writer = _encoding(game.id, players, tables, hidden)[1]
    kind = f"{players or 'any'}{'_hidden' if hidden else ''}{'' if tables else '_computed'}"
    source, title = writer.source(), f"features_{game.id}_{kind}"
    path = "<features>"
    if JITTED:
        path = str(_written(Path(cache_folder(("core", f"games/{game.id}", "research"))) / title, source))
    rules = {each.by.__name__: each.by for each in declared_features(game) if each.by}
    names: dict[str, Any] = {**_NAMES, **rules, **writer.tables, "__name__": __name__}
    exec(compile(source, path, "exec"), names)
    function: Rule = names["encode"]
    function.__qualname__ = f"{game.id}.{title}"
    return rule(function, game.id)


def _written(folder: Path, source: str) -> Path:
    """Write a generated source to a folder of its own, whose contents name the folder of its compiled code.

    It appears at once and whole, as other processes may be writing and reading the same.
    """
    place = folder / f"{folder.name}.py"
    if not place.exists() or place.read_text(encoding="utf-8") != source:
        folder.mkdir(exist_ok=True)
        with NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
            file.write(source)
        os.replace(file.name, place)
    return place


_NAMES = {name: getattr(forms, name) for name in ("thermometer", "one_hot", "seat_from", "number_of", "owner_of")}
_PLAIN = {name: getattr(function, "py_func", function) for name, function in _NAMES.items()} | {"wide": int}
_NAMES |= {"U": np.uint64, "wide": np.int64, **{f"S{n}": np.uint64(n) for n in range(FEATURE_WORD_BITS)}}


class _Writer:
    """Generates the source of an encoding function from pieces, one after the other."""

    def __init__(self, players: int, with_tables: bool, told: str = "") -> None:
        """Prepare for `players` seats; if `told` is given, it is the expression for the actual number of players."""
        self.players, self.with_tables, self.at = players, with_tables, 0
        self.slices: list[FeatureRange] = []
        self.lines = [
            "viewer = wide(seen.viewer)",
            f"of_viewer = U(viewer) * U({BYTES})",
            f"players = {told or players}",
        ]
        for n in range(1, players):
            self.lines += [f"seat{n} = viewer + {n}", f"if seat{n} >= players:", f"    seat{n} -= players"]
        self.tables: dict[str, Array] = {}
        self._made: dict[str, str] = {}

    def add(self, name: str, form: str, pieces: Sequence[Piece]) -> None:
        """Append a named slice."""
        start = self.at
        for piece in pieces:
            self._place(piece)
        self.slices.append(FeatureRange(name, start, self.at, form))

    def _place(self, piece: Piece) -> None:
        word, shift = divmod(self.at, FEATURE_WORD_BITS)
        self.lines.append(f"bits = U({self._looked_up(piece) if piece.byte and self.with_tables else piece.plain})")
        self.lines.append(f"w{word} |= bits << S{shift}")
        if shift + piece.width > FEATURE_WORD_BITS:
            self.lines.append(f"w{word + 1} |= bits >> S{FEATURE_WORD_BITS - shift}")
        self.at += piece.width

    def _looked_up(self, piece: Piece) -> str:
        """Return the piece as a table lookup; pieces with the same expression share a table."""
        by_viewer = "viewer" in piece.value
        if piece.value not in self._made:
            self._made[piece.value] = name = f"T{len(self.tables)}"
            viewers = range(self.players if by_viewer else 1)
            found = [_evaluated(piece.value, viewer, byte) for viewer in viewers for byte in range(BYTES)]
            self.tables[name] = np.array(found, np.min_scalar_type((1 << piece.width) - 1))
        at = f"U(wide({piece.byte}) & {BYTES - 1})"
        return f"{self._made[piece.value]}[{'of_viewer + ' if by_viewer else ''}{at}]"

    def source(self) -> str:
        """Return the source of the function."""
        words = range(-(-self.at // FEATURE_WORD_BITS))
        begin = [f"w{n} = U(0)" for n in words]
        end = [f"out[{n}] = w{n}" for n in words]
        body = "\n".join("    " + line for line in [*begin, *self.lines, *end])
        return f"def encode(seen, out):\n{body}\n"


def _evaluated(value: str, viewer: int, byte: int) -> int:
    """Evaluate an expression for a byte, which is read as a signed number."""
    signed = byte if byte < BYTES // 2 else byte - BYTES
    return int(eval(value, {**_PLAIN, "viewer": viewer, BYTE: signed}))
