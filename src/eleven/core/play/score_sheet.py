"""The score sheet of a game: points by round, category and seat, from a spectator's sights."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from eleven.core.contract.game import Game
from eleven.core.contract.score_row import ScoreRow
from eleven.core.play.match import Match

POINTS = ""
"""The `word` of a row in a game without categories."""


@dataclass
class ScoreRound:
    """The rows of one round; `number` is None in a game that counts no rounds."""

    number: int | None
    rows: list[ScoreRow] = field(default_factory=list)

    def add(self, rows: Iterable[ScoreRow]) -> None:
        """Add what a decision scored, category by category."""
        for row in rows:
            place = next((i for i, old in enumerate(self.rows) if old.word == row.word), None)
            if place is None:
                self.rows.append(row)
            else:
                self.rows[place] = _together(self.rows[place], row)

    def points(self, seat: int) -> int:
        """A seat's points in this round."""
        return sum(row.values[seat] or 0 for row in self.rows if row.counts)


@dataclass
class ScoreSheet:
    """All rounds in which somebody scored, and the points that the seats began with."""

    began_with: Sequence[int]
    rounds: list[ScoreRound] = field(default_factory=list)

    def points(self, seat: int) -> int:
        """All points of a seat."""
        return self.began_with[seat] + sum(played.points(seat) for played in self.rounds)


def score_sheet(game: Game, sights: Iterable[Any]) -> ScoreSheet:
    """The sheet from a spectator's sights: the one before the first decision, and one after each."""
    looking = iter(sights)
    before = next(looking)
    sheet = ScoreSheet(_points(game, before))
    for seen in looking:
        rows = game.scored(before, seen) if game.scored is not None else _difference(game, before, seen)
        if rows:
            number = int(getattr(before, "rounds", 0)) or None
            if not sheet.rounds or sheet.rounds[-1].number != number:
                sheet.rounds.append(ScoreRound(number))
            sheet.rounds[-1].add(rows)
        before = seen
    return sheet


def sheet_of(match: Match) -> ScoreSheet:
    """The sheet of a match, computed by replaying it."""
    return score_sheet(match.game, (board.observation(match.setup.players).value for board in match.boards()))


def _points(game: Game, seen: Any) -> list[int]:
    return [int(game.score(seen, seat)) for seat in range(int(seen.players))]


def _difference(game: Game, before: Any, seen: Any) -> list[ScoreRow]:
    """What changed in the points, for a game without categories."""
    changes = [new - old for new, old in zip(_points(game, seen), _points(game, before), strict=True)]
    return [ScoreRow(POINTS, changes)] if any(changes) else []


def _together(one: ScoreRow, other: ScoreRow) -> ScoreRow:
    pairs = zip(one.values, other.values, strict=True)
    return one._replace(values=[a if b is None else b if a is None else a + b for a, b in pairs])
