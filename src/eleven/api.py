"""What `import eleven` offers: play any of the games from Python.

Games, seats, actions, options and luck are called by the names that logs and positions use. A `Match` is one game being
played (`eleven.core.play.match`): `legal()`, `play(action)`, `undo()`, `asked`, `over`, `scores()`, `winners()`.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from eleven import compile_progress
from eleven.core.contract import game as registry
from eleven.core.contract.actions import Action
from eleven.core.contract.game import Game, Setup
from eleven.core.contract.kinds import NOTHING, NUMBER
from eleven.core.play import match as playing
from eleven.core.play.match import Match
from eleven.core.text.errors import Mistake
from eleven.core.text.log import luck_in_names, read_log, write_log
from eleven.core.text.notation import Field, MaskOf, Masks, One, Row

FREE = "."
"""The token for an empty cell of a board."""

compile_progress.announce()


def all_games() -> Mapping[str, Game]:
    """Every installed game, by id."""
    return registry.games()


def game(name: str) -> Game:
    """The game of an id, such as `elevenses`: its players, editions, options and actions."""
    return registry.find_game(name)


def key(seed: int, row: int = 0, number: int = 0) -> bytes:
    """The 32-byte random key of game `number` in row `row` of a batch with this seed.

    Row `row` of `Batch(…, seed=seed)` and `new_match(…, key=key(seed, row, number))` are the same game.
    """
    if not all(isinstance(part, int | np.integer) and 0 <= part < 2**63 for part in (seed, row, number)):
        raise Mistake("a seed is a whole number from 0 to 2^63 - 1")
    return np.array([seed, row, number, 0], "<u8").tobytes()


def new_match(
    which: str | Game,
    players: int | None = None,
    *,
    edition: str | None = None,
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
    key: bytes | None = None,
) -> Match:
    """Deal a new game; parameters that are left out get their defaults.

    The same `seed` gives the same game. Without a `seed` or a 32-byte `key`, the system provides the randomness.
    """
    chosen = game(which) if isinstance(which, str) else which
    if seed is not None and key is not None:
        raise Mistake("give a seed or a key, not both")
    if key is not None and len(key) != 32:
        raise Mistake("a key has 32 bytes, not {given}", given=len(key))
    key = _key(seed) if seed is not None else key
    agreed = tuple(sorted((options or {}).items()))
    if registry.games().get(chosen.id) is not chosen:
        return playing.new_match(chosen, chosen.setup(players, edition, options), key)
    return playing.new_match(chosen, _setup(chosen.id, players, edition, agreed), key)


@lru_cache(256)
def _setup(game_id: str, players: int | None, edition: str | None, options: tuple[tuple[str, str], ...]) -> Setup:
    """A cached set-up: reading the component tables takes as long as a hundred decisions."""
    return game(game_id).setup(players, edition, dict(options))


_key = key


def see(match: Match, seat: str | int | None = None) -> dict[str, Any]:
    """What a seat may know, as a dictionary of names; without a seat, what a spectator sees."""
    return to_dict(match.game, match.seen(seat_number(match, seat)))


def seat_number(match: Match, seat: str | int | None) -> int:
    """The number of a seat that takes part; None is the spectator."""
    players = match.setup.players
    if seat is None:
        return players
    number = match.game.seat.value(seat) if isinstance(seat, str) else seat
    if not 0 <= number < players:
        raise Mistake("seats are {seats}, not '{given}'", seats=", ".join(_seats(match.game, players)), given=seat)
    return number


def why_not(match: Match, action: str | Action) -> str:
    """The id of the rule that forbids an action now, as the seat that is asked can see; '' if it is legal."""
    row = match.game.actions.named(action) if isinstance(action, str) else action
    if row in match.legal():
        return ""
    return playing.why_not(match.game, match.state, row.id)


def luck(match: Match) -> list[list[tuple[str, list[str]]]]:
    """The random outcomes of the deal and of every decision, each as a list of (name of the draw, names of the things).

    To fix an outcome, call `match.play(action, luck=[("drawn", ["red-tea"])])`.
    """
    tapes = [match.opening or [], *(entry.tape for entry in match.entries)]
    return [luck_in_names(match.game, tape) for tape in tapes]


def save(match: Match, path: str | PathLike[str]) -> None:
    """Write the log of a match, which `load` resumes from. It contains everything, including hidden cards."""
    Path(path).write_text(write_log(match), encoding="utf-8")


def load(path: str | PathLike[str]) -> Match:
    """Read a match from its log. Every line is checked, and an error names the line."""
    return read_log(Path(path).read_text(encoding="utf-8"))


def to_dict(game: Game, state: Any) -> dict[str, Any]:
    """A state or a sight as a plain dictionary: fields by name, things as tokens, seats by name.

    A sight has `seen_by`. What it hides is missing from the lists, shown as `-`, or shown by its back alone.
    """
    players = int(state["players"])
    seats = _seats(game, players)
    viewer = int(state["viewer"])
    found: dict[str, Any] = {"game": game.id, "players": players, "step": int(state["step"])}
    if viewer >= 0:
        found["seen_by"] = seats[viewer] if viewer < players else "spectator"
    found["over"] = game.endings[int(state["over"])] if state["over"] else ""
    found["asking"] = [_question(game, each) for each in state["asking"][: state["depth"]]]
    fields = game.notation.fields
    found |= {field.name: _value(field, state[field.name]) for field in fields if not field.of_seat}
    own = [field for field in fields if field.of_seat]
    found["seats"] = {
        name: {field.name: _value(field, state["seats"][seat][field.name]) for field in own}
        for seat, name in enumerate(seats)
    }
    return found


def _seats(game: Game, players: int) -> Sequence[str]:
    return game.seat.tokens[:players]


def _question(game: Game, question: Any) -> dict[str, Any]:
    return {
        "seat": game.seat.token(int(question["seat"])),
        "question": game.questions[int(question["what"])],
        "about": int(question["about"]),
        "left": int(question["left"]),
    }


def _value(field: Field, value: Any) -> Any:
    """Convert one field: numbers stay numbers, sets and rows become lists of tokens, a board a dict of its rows."""
    codec = field.codec
    text = codec.write(value)
    if isinstance(codec, One):
        return int(value) if codec.kind is NUMBER else text
    if isinstance(codec, Row) and codec.kind is NUMBER:
        return [int(item) for item in value]
    if isinstance(codec, MaskOf | Row):
        return _tokens(text)
    if isinstance(codec, Masks) or "|" in text:
        return [_tokens(part) for part in text.split("|")]
    lines = [_tokens(line) for line in text.strip().splitlines()]
    if len(lines) == 1:
        return lines[0]
    return {line[0]: line[1:] for line in lines}


def _tokens(text: str) -> list[str]:
    return [] if text.strip() == NOTHING else [token for token in text.split() if token != FREE]
