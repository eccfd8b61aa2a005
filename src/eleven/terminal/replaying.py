"""Shows a log decision by decision, as one seat saw it or with everything visible."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from eleven.core.play.boards import Board
from eleven.core.play.match import Match
from eleven.core.text.errors import Mistake
from eleven.core.text.log import result
from eleven.core.text.narration import news, question, seat_names
from eleven.terminal.table import LEGEND, draw_table

SPECTATOR = "spectator"
ALL_CARDS = None


def find_viewer(match: Match, seat: str | None) -> int | None:
    """Return the viewer for a seat's token, a number from 1, or the spectator; None means everything is visible."""
    if seat is None:
        return ALL_CARDS
    players, kind = match.setup.players, match.game.seat
    if seat.lower() == SPECTATOR:
        return players
    tokens = kind.tokens[:players]
    if seat.lower() in tokens:
        return kind.value(seat.lower())
    if seat.isdecimal() and 1 <= int(seat) <= players:
        return int(seat) - 1
    raise Mistake(f"there is no seat '{seat}'; there is {', '.join(tokens)}, 1 to {players}, or {SPECTATOR}")


@dataclass(frozen=True)
class ReplayStep:
    """What is shown after `step` decisions; `action` is set only if the viewer may know it."""

    step: int
    seat: int | None
    action: str | None
    shown: Any


def replay_steps(match: Match, viewer: int | None) -> Iterator[ReplayStep]:
    """Yield the deal, then every decision."""
    boards = match.boards()
    yield ReplayStep(0, None, None, _shown(next(boards), viewer))
    for step, (entry, board) in enumerate(zip(match.entries, boards, strict=True), 1):
        own = viewer is ALL_CARDS or viewer == entry.seat
        name = match.game.actions[entry.action].name if own else None
        yield ReplayStep(step, entry.seat, name, _shown(board, viewer))


def _shown(board: Board, viewer: int | None) -> Any:
    return board.record() if viewer is ALL_CARDS else board.seen(viewer)


def step_at(match: Match, viewer: int | None, step: int) -> ReplayStep:
    """Return what is shown after a number of decisions."""
    if not 0 <= step <= len(match.entries):
        raise Mistake(f"this log has {len(match.entries)} decisions; --step is a number from 0 to that")
    return next(at for at in replay_steps(match, viewer) if at.step == step)


def seen_by(match: Match, viewer: int | None) -> str:
    """Describe whose view is shown."""
    names = seat_names(match.game, match.game.words(), match.setup.players)
    if viewer is ALL_CARDS:
        return "everything open, hidden things included (--seat shows what one seat saw)"
    return f"as {names[viewer]} saw it" if viewer < len(names) else "as a spectator saw it"


def show_log(match: Match, viewer: int | None, console: Console) -> None:
    """Print every decision with its events."""
    console.print(Text(f"{match.game.title}, {match.setup.players} players: {seen_by(match, viewer)}", style="bold"))
    for at in replay_steps(match, viewer):
        _show_step(match, at, console)
    console.print(_state_of_play(match, viewer))


def show_step(match: Match, viewer: int | None, step: int, console: Console) -> None:
    """Print the table after `step` decisions."""
    game, words = match.game, match.game.words()
    at = step_at(match, viewer, step)
    console.print(Text(f"{game.title}, after decision {step}: {seen_by(match, viewer)}", style="bold"))
    _show_step(match, at, console)
    names = seat_names(game, words, match.setup.players)
    you = viewer if viewer is not ALL_CARDS and viewer < len(names) else None
    console.print(draw_table(game.zones(at.shown, words), names, you, console.width))
    console.print(Text(LEGEND, style="dim"))
    console.print(Text(question(game, at.shown, words), style="bold"))


def _show_step(match: Match, at: ReplayStep, console: Console) -> None:
    words = match.game.words()
    if at.seat is not None:
        head = match.game.seat.token(at.seat) + (f": {at.action}" if at.action else "")
        console.print(Text(f"{at.step:>4}  ", style="dim").append(head, style="bold"))
    for line in news(match.game, at.shown, words):
        console.print(f"      {line}")


def _state_of_play(match: Match, viewer: int | None) -> Text:
    if match.over:
        return Text(f"The result: {result(match)}.", style="bold")
    shown = _shown(match.board, viewer)
    return Text(f"Unfinished. {question(match.game, shown, match.game.words())}", style="bold")


def as_data(match: Match, viewer: int | None, step: int | None) -> dict[str, Any]:
    """Return the log as JSON data, or with `step`, the table at that point."""
    game, words = match.game, match.game.words()
    data: dict[str, Any] = {
        "game": game.id,
        "edition": match.setup.edition,
        "players": match.setup.players,
        "options": dict(match.setup.options),
        "seen_by": "everybody"
        if viewer is ALL_CARDS
        else SPECTATOR
        if viewer >= match.setup.players
        else _token(match, viewer),
        "over": match.over,
        "result": {_token(match, seat): score for seat, score in enumerate(match.scores())} if match.over else None,
    }
    if step is None:
        data["decisions"] = [_step_data(match, at) for at in replay_steps(match, viewer)]
        return data
    at = step_at(match, viewer, step)
    data["moment"] = _step_data(match, at)
    data["zones"] = [asdict(zone) for zone in game.zones(at.shown, words)]
    data["question"] = question(game, at.shown, words)
    return data


def _token(match: Match, seat: int) -> str:
    return match.game.seat.token(seat)


def _step_data(match: Match, at: ReplayStep) -> dict[str, Any]:
    return {
        "step": at.step,
        "seat": None if at.seat is None else _token(match, at.seat),
        "action": at.action,
        "news": news(match.game, at.shown, match.game.words()),
    }
