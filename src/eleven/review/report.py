"""A review as JSON data, and as tables and lines in the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from eleven.core.contract.game import Game
from eleven.core.text.narration import sentence
from eleven.core.text.words import Words
from eleven.review.decision_review import Judgement, Reasons
from eleven.review.game_review import ResultBreakdown, Review
from eleven.review.search_evaluation import Reply, ValueEstimate

SPARKLINE = "▁▂▃▄▅▆▇█"
LINE, SHORTEST, BESIDE_LINE = 60, 24, 36
COSTLIEST = 8
SHAPES = ("cyan", "magenta", "yellow", "green", "blue", "red")


def as_data(found: Review, game: Game, seats: int) -> dict[str, Any]:
    """Convert a review to JSON data, with seats and actions by name."""
    tokens = [game.seat.token(seat) for seat in range(seats)]
    return {
        "game": game.id,
        "seats": tokens,
        "by": found.by,
        "simulations": found.simulations,
        "shares": [[_number(share) for share in row] for row in found.shares],
        "skill": [[round(part, 4) for part in row] for row in found.skill],
        "fortune": [[round(part, 4) for part in row] for row in found.fortune],
        "decisions": [_judged(row, game) for row in found.judgements],
        "costliest": [_judged(row, game) for row in found.costliest(COSTLIEST)],
        "luck": [{"seat": tokens[seat], **_accounted(row)} for seat, row in enumerate(found.accounts)],
        "swings": [
            {"step": swing.step, "seat": tokens[swing.seat], "change": _number(swing.change)} for swing in found.swings
        ],
    }


def _number(estimate: ValueEstimate) -> dict[str, Any]:
    return {"value": round(estimate.value, 4), "margin": round(estimate.margin, 4)}


def _judged(row: Judgement, game: Game) -> dict[str, Any]:
    return {
        "step": row.step,
        "seat": game.seat.token(row.seat),
        "action": game.actions[row.action].name,
        "best": game.actions[row.best].name,
        "options": row.options,
        "cost": _number(row.cost),
        "certain": row.certain,
        "simulations": row.simulations,
        "why": row.why and _reason(row.why, game),
    }


def _reason(why: Reasons, game: Game) -> dict[str, Any]:
    return {
        "after": why.after and _replied(why.after, game),
        "instead": why.instead and _replied(why.instead, game),
        "worse": round(why.worse, 4),
        "better": round(why.better, 4),
    }


def _replied(reply: Reply, game: Game) -> dict[str, Any]:
    return {
        "seat": game.seat.token(reply.seat),
        "action": game.actions[reply.action].name,
        "share": round(reply.share, 4),
    }


def _accounted(row: ResultBreakdown) -> dict[str, Any]:
    return {
        "even": round(row.even, 4),
        "own": _number(row.own),
        "others": _number(row.others),
        "luck": _number(row.luck),
        "deal": _number(row.deal),
        "result": round(row.result, 4),
        "decisions": row.decisions,
        "mistakes": row.mistakes,
    }


def show(data: Mapping[str, Any], game: Game, words: Words, names: Sequence[str], console: Console) -> None:
    """Print a review."""
    who = dict(zip(data["seats"], names, strict=True))
    last = len(data["shares"]) - 1
    console.print(Text(f"{game.title}: {last} decisions, reviewed with {data['simulations']:,} imagined games each"))
    console.print(_lines(data, names, console.width))
    console.print(_costs(data, game, words, who))
    for line in _reasons(data, game, words, who):
        console.print(Text(line, style="dim"))
    console.print(_luck(data, who))
    console.print(
        Text(
            "± is what the estimate may be off, 19 times in 20. Win shares and costs are reckoned from what the seat "
            "knew at that moment. How: docs/review.md",
            style="dim",
        )
    )


def _lines(data: Mapping[str, Any], names: Sequence[str], width: int) -> Table:
    """Return a table with a sparkline of the win share for every seat; narrow terminals get shorter sparklines."""
    room = max(SHORTEST, min(LINE, width - BESIDE_LINE - max(map(len, names))))
    table = Table(title="Win share along the game", title_justify="left", box=None)
    table.add_column("", no_wrap=True)
    table.add_column("from the deal to the end", no_wrap=True)
    for column in ("deal", "lowest", "highest", "end"):
        table.add_column(column, justify="right")
    for seat, name in enumerate(names):
        shares = [row[seat]["value"] for row in data["shares"]]
        line = Text(
            "".join(SPARKLINE[min(7, int(8 * share))] for share in _thinned(shares, room)), SHAPES[seat % len(SHAPES)]
        )
        ends = (shares[0], min(shares), max(shares), shares[-1])
        table.add_row(name, line, *(f"{share:.0%}" for share in ends))
    return table


def _thinned(shares: Sequence[float], most: int) -> list[float]:
    """Return at most `most` evenly spaced values, including the last one."""
    if len(shares) <= most:
        return list(shares)
    return [shares[round(i * (len(shares) - 1) / (most - 1))] for i in range(most)]


def _costs(data: Mapping[str, Any], game: Game, words: Words, who: Mapping[str, str]) -> Table | Text:
    if not data["costliest"]:
        return Text("No decision surely cost anything.")
    table = Table(title="Decisions that cost most, given what was known", title_justify="left", box=None)
    for column, side in (("after", "right"), ("who", "left"), ("did", "left"), ("better", "left"), ("cost", "right")):
        table.add_column(column, justify=side, no_wrap=column == "who")  # type: ignore[arg-type]
    for row in data["costliest"]:
        done, best = (
            sentence(game, game.actions.named(row[key]).id, words, [*who.values()]) for key in ("action", "best")
        )
        table.add_row(str(row["step"] + 1), who[row["seat"]], done, best, _percent(row["cost"]))
    return table


def _reasons(data: Mapping[str, Any], game: Game, words: Words, who: Mapping[str, str]) -> list[str]:
    """Return a line for every costly decision with the reasons against it."""
    found = []
    for row in data["costliest"]:
        why = row["why"]
        line = f"{row['step']}: the better choice won more in {why['worse']:.0%} of the imagined games, "
        line += f"this one in {why['better']:.0%}."
        if why["after"]:
            reply = sentence(game, game.actions.named(why["after"]["action"]).id, words, [*who.values()])
            line += f" After it {who[why['after']['seat']]} mostly goes on with: {reply} ({why['after']['share']:.0%})."
        found.append(line)
    return found


def _luck(data: Mapping[str, Any], who: Mapping[str, str]) -> Table:
    table = Table(title="Luck and skill", title_justify="left", box=None)
    for column in ("", "even share", "own decisions", "others' decisions", "luck", "of it the deal", "result"):
        table.add_column(column, justify="left" if not column else "right", no_wrap=not column)
    for row in data["luck"]:
        parts = [_percent(row[key], True) for key in ("own", "others", "luck", "deal")]
        table.add_row(who[row["seat"]], f"{row['even']:.0%}", *parts, f"{row['result']:.0%}")
    return table


def _percent(number: Mapping[str, float], signed: bool = False) -> str:
    value = f"{number['value']:+.0%}" if signed else f"{number['value']:.0%}"
    return f"{value} ± {number['margin']:.0%}"
