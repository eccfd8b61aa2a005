"""The score sheet in words."""

from collections.abc import Sequence

from eleven.core.contract.game import Game
from eleven.core.contract.score_row import ScoreRow
from eleven.core.play.score_sheet import POINTS, ScoreRound, ScoreSheet
from eleven.core.text.words import Words
from eleven.server.views.languages import server_words, words_of
from eleven.server.views.score_sheet_types import Sheet, SheetRound, SheetRow


def sheet_view(game: Game, sheet: ScoreSheet, scores: Sequence[int], language: str) -> Sheet:
    """The sheet of a finished game; a round has a title where there are several."""
    words = server_words(language)
    rounds = [_round(game, played, scores, language) for played in sheet.rounds]
    if len(rounds) == 1:
        rounds[0]["title"] = ""
    if any(sheet.began_with):
        brought = _row(ScoreRow("", sheet.began_with), words("sheet.began_with"))
        rounds.insert(0, {"title": "", "rows": [brought], "sum": list(sheet.began_with)})
    return {
        "title": words("sheet.title"),
        "places": [_place(words, 1 + sum(other > score for other in scores)) for score in scores],
        "rounds": rounds,
        "sum": words("sheet.sum"),
        "total": words("sheet.total"),
    }


def _round(game: Game, played: ScoreRound, scores: Sequence[int], language: str) -> SheetRound:
    words, own = server_words(language), words_of(game.id, language)
    return {
        "title": "" if played.number is None else words("sheet.round", number=played.number),
        "rows": [_row(row, words("sheet.points") if row.word == POINTS else own(row.word)) for row in played.rows],
        "sum": [played.points(seat) for seat in range(len(scores))],
    }


def _row(row: ScoreRow, label: str) -> SheetRow:
    return {"label": label[:1].upper() + label[1:], "values": list(row.values), "counts": row.counts}


def _place(words: Words, place: int) -> str:
    """A place in words, such as 1st place; ties share the better one."""
    key = f"sheet.place.{place}"
    return words(key) if key in words else words("sheet.place", place=place)
