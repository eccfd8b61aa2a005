"""How strong networks are: alone and in a search, against the levels, on deals that nothing was tuned on.

`python -m bench.network [--games elefant,eleven_cards] [--seconds 40] [--workers 16]` plays every pairing until its
time is over; its interval may be looked at whenever one likes. Writes bench/network_results.json and .md.
`python -m bench.network --equal 250000` compares the choices of compiled code and of NumPy instead, in so many
positions of every game.
"""

import argparse
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from itertools import count
from pathlib import Path
from threading import local
from typing import Any

import numpy as np

import eleven
from bench.research import processor
from eleven.arena.estimates import share_of
from eleven.arena.series import Played, Series, Table
from eleven.arena.standings import by_deal_of
from eleven.arena.yardsticks import find_contestant
from eleven.core.contract.game import find_game, games
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Array
from eleven.network.inference import Mind, best_wishes, hidden_values, mind_of, output, wishes_of
from eleven.network.weights import has_network, layers_of, network_of
from eleven.research import Batch

RESULTS = Path(__file__).with_name("network_results.json")
EQUAL_ROWS = 1000
SEED = 9_190_000
"""Of deals that no training and no choice of settings has seen."""
PAIRINGS = "network:greedy,network:normal,network:hard,network:expert,network:plain,guided:expert,guided:plain"


def play_until(series: Series, workers: int, seconds: float) -> list[Played]:
    """Whole deals in order until the time is over; the deals that were begun are finished."""
    mine, numbers, end = local(), count(), time.monotonic() + seconds

    def work(_: int) -> Iterator[list[Played]]:
        if not hasattr(mine, "table"):
            mine.table = Table(series)
        found = []
        while time.monotonic() < end:
            found.append(mine.table.play_deal(next(numbers)))
        return iter(found)

    with ThreadPoolExecutor(workers) as pool:
        deals = [games for part in pool.map(work, range(workers)) for games in part]
    return [played for games in sorted(deals, key=lambda games: games[0].deal) for played in games]


def pairing(game_id: str, who: str, against: str, players: int, workers: int, seconds: float) -> dict[str, Any]:
    """The share of the victories of the first, half of which is even."""
    game = find_game(game_id)
    bots = (find_contestant(who, game), find_contestant(against, game))
    series = Series(game, game.setup(players), bots, 1, SEED)
    Table(series).play_deal(0)
    played = play_until(series, workers, seconds)
    shares = [sum(part for part, bot in zip(game.shares, game.seating, strict=True) if bot == 0) for game in played]
    found = share_of(by_deal_of(played, shares))
    deals = len({game.deal for game in played})
    row = {"game": game_id, "players": players, "who": who, "against": against, "deals": deals, "games": len(played)}
    return row | {"share": round(found.value, 4), "low": round(found.low or 0, 4), "high": round(found.high or 1, 4)}


def page(found: dict[str, Any]) -> str:
    """What was measured, as a page."""
    made = f"{found['date']}, Table Eleven {found['version']}; {found['machine']}; seed {SEED}"
    lines = [
        "# Networks",
        "",
        f"`python -m bench.network`, {made}.",
        "The share of the victories of the first named, every deal played in every seating; one half is even. The 95 %",
        "intervals stay true however often one looks. `network` decides alone, `guided` is the network in a search.",
        "",
        "| game | players | who | against | deals | share | 95 % |",
        "|---|---:|---|---|---:|---:|---|",
    ]
    for row in found["rows"]:
        interval = f"{row['low']:.1%}–{row['high']:.1%}"
        names = f"| {row['game']} | {row['players']} | {row['who']} | {row['against']} | {row['deals']} |"
        lines.append(f"{names} {row['share']:.1%} | {interval} |")
    return "\n".join(lines) + "\n"


@rule
def choices(features: Array, mask: Array, mind: Mind, chosen: Array) -> None:
    """What the network wishes for most in every row, by compiled code."""
    for i in range(len(chosen)):
        for n in range(len(mind.words)):
            mind.words[n] = features[i, n]
        hidden_values(mind)
        best, most = -1, 0.0
        for action in range(mask.shape[1]):
            if mask[i, action] != 0:
                wish = output(mind, action)
                if best < 0 or wish > most:
                    best, most = action, wish
        chosen[i] = best


def equal(game_id: str, number: int) -> dict[str, Any]:
    """Compare the choices of compiled code and of NumPy in positions of games that are played half at random."""
    game = find_game(game_id)
    compared, different, begun = 0, 0, time.monotonic()
    for players in network_of(game_id).about["recipe"]["players"]:
        layers = layers_of(game_id, players)
        mind, batch = mind_of(game, players, layers), Batch(game, players, EQUAL_ROWS, SEED, features=True, sight=False)
        chosen = np.zeros(EQUAL_ROWS, np.int64)
        while compared < number:
            mask = batch.dense_mask()
            choices(np.asarray(batch.features), mask, mind, chosen)
            plainly = best_wishes(game, wishes_of(game, players, layers, batch.dense_features()), mask)
            different += int((plainly != chosen).sum())
            compared += EQUAL_ROWS
            batch.step(np.where(np.arange(EQUAL_ROWS) % 2 == 0, chosen, batch.sample()))
    took = round(time.monotonic() - begun, 1)
    return {"game": game_id, "compared": compared, "different": different, "seconds": took}


def main() -> None:
    """Measure, and say so."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(name for name in games() if has_network(name)))
    parser.add_argument("--players", default="", help="table sizes with commas between; the smallest unless given")
    parser.add_argument("--pairings", default=PAIRINGS)
    parser.add_argument("--seconds", type=float, default=30.0, help="for every pairing")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", type=Path, default=RESULTS, help="where to write; the page goes beside it")
    parser.add_argument("--equal", type=int, default=0, help="compare both ways to compute in so many positions")
    told = parser.parse_args()
    if told.equal:
        found_equal = [equal(game_id, told.equal) for game_id in told.games.split(",")]
        print("\n".join(map(json.dumps, found_equal)))
        raise SystemExit(any(row["different"] for row in found_equal))
    rows = []
    for game_id in told.games.split(","):
        for players in [int(n) for n in told.players.split(",") if n] or [find_game(game_id).players[0]]:
            for names in told.pairings.split(","):
                who, against = names.split(":")
                rows.append(pairing(game_id, who, against, players, told.workers, told.seconds))
                print(json.dumps(rows[-1]), flush=True)
    found = {"date": date.today().isoformat(), "version": eleven.__version__, "machine": processor(), "rows": rows}
    told.json.write_text(json.dumps(found, indent=1) + "\n")
    told.json.with_suffix(".md").write_text(page(found))


if __name__ == "__main__":
    main()
