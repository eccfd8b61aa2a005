"""The page of `bench.calibrate`: how far apart the levels are."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from eleven import __version__
from eleven.bots.levels import GUIDED, NETWORK, Bot

TOLD_FROM = 10
"""The minimum number of deals for a row to be shown."""
LOW, HIGH = 0.58, 0.85
"""The range for a level's win share against the one below: noticeable, but without a gap between the levels."""


def verdict(row: dict[str, Any]) -> str:
    """Say whether a step between levels is shown to be in or out of range, or else which is more likely."""
    if row["low"] >= LOW and row["high"] <= HIGH:
        return "yes"
    if row["high"] < LOW or row["low"] > HIGH:
        return "no"
    return "likely" if LOW <= row["share"] <= HIGH else "unlikely"


def settings_of(bot: Bot) -> str:
    """Describe the settings of a bot; equal descriptions mean equal play."""
    if bot.kind == NETWORK:
        return f"network, overlook {bot.overlook}" if bot.overlook else "network"
    parts = ["network"] if bot.kind == GUIDED else []
    parts += [f"{bot.simulations} simulations, cutoff {bot.cutoff}"] if bot.simulations else []
    parts += [f"{name} {value}" for name in ("noise", "forget", "overlook") if (value := getattr(bot, name))]
    return ", ".join(parts) or "what looks best"


def page(data: dict[str, Any]) -> str:
    """Return the page; steps with very few deals are only listed."""
    rows: Sequence[dict[str, Any]] = [row for row in data["rows"] if row["deals"] >= TOLD_FROM]
    counted = Counter(verdict(row) for row in rows)
    seeds = ", ".join(str(seed) for seed in sorted({row["seed"] for row in rows}))
    lines = [
        "# Levels",
        "",
        f"Version {__version__}, {data['date']}, {data['machine']}. Made by `python -m bench.calibrate`: each level",
        "against the one below, two games a deal with the seats exchanged, bots on their simulations. Wanted: at",
        f"least {LOW:.0%} and at most {HIGH:.0%} of the victories. The intervals hold however often one looks",
        "(`eleven.arena.confidence_sequence`). The levels were tuned on deals of other seeds (below 10,000); these are",
        f"of seed {seeds}.",
        "",
        f"{len(rows)} steps. Shown to be in range (`yes`): {counted['yes']}. A share in range, with an interval that",
        f"reaches out of it (`likely`): {counted['likely']}. A share out of range, with an interval that reaches in",
        f"(`unlikely`): {counted['unlikely']}. Shown to be out of range (`no`): {counted['no']}.",
        "",
        "| game | players | level | against | deals | share | 95 % | in range |",
        "|---|---:|---|---|---:|---:|---|---|",
        *map(_row, rows),
        "",
        *(
            [f"Not known yet (fewer than {TOLD_FROM} deals): {'; '.join(data['unknown'])}.", ""]
            if data["unknown"]
            else []
        ),
        "How each level thinks:",
        "",
        "| game | players | level | settings |",
        "|---|---:|---|---|",
        *_settings(rows),
    ]
    return "\n".join(lines) + "\n"


def _row(row: dict[str, Any]) -> str:
    return (
        f"| {row['game']} | {row['players']} | {row['who']} | {row['against']} | {row['deals']} | {row['share']:.1%} | "
        f"{row['low']:.1%}–{row['high']:.1%} | {verdict(row)} |"
    )


def _settings(rows: Sequence[dict[str, Any]]) -> list[str]:
    found: dict[tuple[str, int, str], str] = {}
    for row in rows:
        for name, settings in zip((row["against"], row["who"]), reversed(row["settings"]), strict=True):
            found.setdefault((row["game"], row["players"], name), settings)
    return [f"| {game} | {players} | {name} | {settings} |" for (game, players, name), settings in found.items()]
