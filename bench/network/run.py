"""The strength of networks, alone and with search, against the levels, on deals that were not used for tuning.

`python -m bench.network [--games elefant,eleven_cards] [--seconds 40] [--workers 16]` plays every pairing until its
time is up, or its interval is narrower than `--narrow`; intervals are valid at any time (sequential). Writes
bench/network_results.json and .md; rows of other pairings with the same weights are kept. `tenth` and `equal` are
`guided` with a tenth of expert's time per decision, and with the same time. `python -m bench.network --equal 250000`
compares the choices of compiled code and NumPy instead, in that many positions of every game.
"""

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

import eleven
from bench.network.page import joined, page
from bench.research.run import processor
from eleven.arena.baselines import find_contestant
from eleven.arena.estimates import Estimate, share_of
from eleven.arena.series import ArenaGame, ArenaTable, Series
from eleven.arena.standings import by_deal_of
from eleven.bots.levels import Bot
from eleven.core.contract.game import Game, find_game, games
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Array
from eleven.network import weights
from eleven.network.inference import Net, best_actions, forward_hidden, logits_of, net_for, output
from eleven.network.weights import has_network, layers_of, network_of
from eleven.research import Batch

RESULTS = Path(__file__).parents[1] / "network_results.json"
EQUAL_ROWS = 1000
SEED, TIMED = 9_191_100, 9_191_101
"""Seeds that were never used for training or tuning: for measuring results, and for measuring times."""
PAIRINGS = "network:greedy,network:expert,tenth:expert,equal:expert,equal:plain"
TIMED_DEALS = 2
PARTS_OF_TIME = {"tenth": 0.1, "equal": 1.0}
LOOK_EVERY = 4.0
FRACTIONS = ("exploration", "widening", "reward_weight", "least_ratio")
"""The settings of a bot that need not be whole numbers."""


@cache
def expert_takes(game_id: str, players: int, search: Bot) -> float:
    """Return how many simulations of a guided search take as long as expert, over whole games against the network."""
    game = find_game(game_id)
    network, expert = (find_contestant(name, game, players) for name in ("network", "expert"))
    tables = [ArenaTable(Series(game, game.setup(players), (network, bot), 1, TIMED)) for bot in (expert, search)]
    for table in tables:
        ArenaTable(table.series, 1).play(0, table.series.seatings[0])  # compile before measuring
    theirs, its = ([seconds_of(table, deal) for deal in range(TIMED_DEALS)] for table in tables)
    return sum(theirs) / sum(its) * (search.simulations or 0)


def seconds_of(table: ArenaTable, deal: int) -> float:
    """Return the seconds per decision on one core, over a deal in one seating and with the bots exchanged."""
    begun, decisions = time.thread_time(), 0
    for seating in table.series.seatings[:: len(table.series.seatings) - 1]:
        decisions += table.play(deal, seating).decisions
    return (time.thread_time() - begun) / decisions


def contestant(word: str, game: Game, players: int) -> Bot:
    """Return a bot by name, with changes such as `guided+simulations=200+cutoff=2`.

    For `tenth` and `equal`, the number of simulations is chosen to fit into their time.
    """
    name, *changes = word.split("+")
    given = dict(change.split("=") for change in changes)
    changed: Any = {name: (float if name in FRACTIONS else int)(value) for name, value in given.items()}
    found = replace(find_contestant("guided" if name in PARTS_OF_TIME else name, game, players), **changed)
    if name in PARTS_OF_TIME:
        found = replace(found, simulations=max(8, round(PARTS_OF_TIME[name] * expert_takes(game.id, players, found))))
    return replace(found, name=word)


def play_until(series: Series, workers: int, seconds: float, narrow: float) -> list[ArenaGame]:
    """Play deals until the time is up or the interval is narrow enough; started deals are finished."""
    numbers, end = count(), time.monotonic() + seconds
    deals: list[list[ArenaGame]] = []
    looked, enough = time.monotonic(), False

    def work(_: int) -> None:
        nonlocal looked, enough
        table = ArenaTable(series)
        while time.monotonic() < end and not enough:
            deals.append(table.play_deal(next(numbers)))
            if narrow and time.monotonic() - looked > LOOK_EVERY:
                looked = time.monotonic()
                found = share_of_first(deals)
                enough = (found.high or 1.0) - (found.low or 0.0) <= 2 * narrow

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(work, range(workers)))
    return in_order(deals)


def in_order(deals: list[list[ArenaGame]]) -> list[ArenaGame]:
    """All games, by the numbers of their deals."""
    return [played for games in sorted(deals, key=lambda games: games[0].deal) for played in games]


def share_of_first(deals: list[list[ArenaGame]]) -> Estimate:
    """Return the win share of the first bot."""
    played = in_order(deals)
    shares = [sum(part for part, bot in zip(game.shares, game.seating, strict=True) if bot == 0) for game in played]
    return share_of(by_deal_of(played, shares))


def pairing(
    game_id: str, who: str, against: str, players: int, workers: int, seconds: float, narrow: float, seed: int
) -> dict[str, Any]:
    """Measure the win share of the first bot, for which one half is even."""
    game = find_game(game_id)
    bots = (contestant(who, game, players), contestant(against, game, players))
    series = Series(game, game.setup(players), bots, 1, seed)
    ArenaTable(series).play_deal(0)
    played = play_until(series, workers, seconds, narrow)
    found = share_of_first([played])
    deals = len({game.deal for game in played})
    row = {"game": game_id, "players": players, "who": who, "against": against, "deals": deals, "games": len(played)}
    row |= {"share": round(found.value, 4), "low": round(found.low or 0, 4), "high": round(found.high or 1, 4)}
    row |= {"seed": seed, "date": date.today().isoformat(), "weights": network_of(game_id).about["sha256"][:12]}
    return row | ({"simulations": bots[0].simulations} if bots[0].simulations else {})


@rule
def choices(features: Array, mask: Array, asked: Array, net: Net, chosen: Array) -> None:
    """Write the network's best action in every row, by compiled code."""
    for i in range(len(chosen)):
        for n in range(len(net.words)):
            net.words[n] = features[i, n]
        forward_hidden(net)
        best, most = -1, 0.0
        for action in range(mask.shape[1]):
            if mask[i, action] != 0:
                logit = output(net, net.turned[asked[i], action])
                if best < 0 or logit > most:
                    best, most = action, logit
        chosen[i] = best


def equal(game_id: str, number: int) -> dict[str, Any]:
    """Compare the choices of compiled code and NumPy in positions from partly random games."""
    game = find_game(game_id)
    compared, different, begun = 0, 0, time.monotonic()
    learnt = network_of(game_id).about["recipe"]["players"]
    for players in learnt:
        layers = layers_of(game_id, players)
        net, batch = net_for(game, players, layers), Batch(game, players, EQUAL_ROWS, SEED, features=True, sight=False)
        chosen = np.zeros(EQUAL_ROWS, np.int64)
        enough = compared + number // len(learnt)
        while compared < enough:
            mask = batch.dense_mask()
            choices(np.asarray(batch.features), mask, np.asarray(batch.asked), net, chosen)
            logits = logits_of(game, players, layers, batch.dense_features())
            plainly = best_actions(game, players, logits, mask, np.asarray(batch.asked))
            different += int((plainly != chosen).sum())
            compared += EQUAL_ROWS
            batch.step(np.where(np.arange(EQUAL_ROWS) % 2 == 0, chosen, batch.sample()))
    took = round(time.monotonic() - begun, 1)
    return {"game": game_id, "compared": compared, "different": different, "seconds": took}


def main() -> None:
    """Measure, and say so."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(name for name in games() if has_network(name)))
    parser.add_argument("--players", default="", help="sizes with commas between, or all; the smallest unless given")
    parser.add_argument("--pairings", default=PAIRINGS)
    parser.add_argument("--seconds", type=float, default=30.0, help="for every pairing")
    parser.add_argument("--narrow", type=float, default=0.0, help="stop a pairing whose interval is ± this")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--json", type=Path, default=RESULTS, help="where to write; the page goes beside it")
    parser.add_argument("--join", type=Path, nargs="+", help="play nothing, and put files of several runs together")
    parser.add_argument("--weights", type=Path, help="a folder of weights to measure instead of those that are shipped")
    parser.add_argument("--equal", type=int, default=0, help="compare both ways to compute in so many positions")
    told = parser.parse_args()
    if told.weights:
        weights.FOLDER = told.weights
    if told.equal:
        found_equal = [equal(game_id, told.equal) for game_id in told.games.split(",")]
        print("\n".join(map(json.dumps, found_equal)))
        raise SystemExit(any(row["different"] for row in found_equal))
    rows = [row for path in told.join or [] for row in json.loads(path.read_text())["rows"]]
    for game_id, players, who, against in [] if told.join else wanted(told):
        rows.append(pairing(game_id, who, against, players, told.workers, told.seconds, told.narrow, told.seed))
        print(json.dumps(rows[-1]), flush=True)
        write(told.json, rows, processor())
    if told.join:
        write(told.json, rows, json.loads(told.join[0].read_text())["machine"])


def wanted(told: argparse.Namespace) -> list[tuple[str, int, str, str]]:
    """Return all pairings to play."""
    found = []
    for game_id in told.games.split(","):
        sizes = find_game(game_id).players
        for players in sizes if told.players == "all" else [int(n) for n in told.players.split(",") if n] or sizes[:1]:
            for names in told.pairings.split(","):
                who, against = names.split(":")
                found.append((game_id, players, who, against))
    return found


def write(path: Path, rows: list[dict[str, Any]], machine: str) -> None:
    """Merge the rows into the file, and write the page."""
    before = json.loads(path.read_text())["rows"] if path.exists() else []
    now = {game_id: network_of(game_id).about["sha256"][:12] for game_id in {row["game"] for row in [*rows, *before]}}
    found = {
        "date": date.today().isoformat(),
        "version": eleven.__version__,
        "machine": machine,
        "rows": joined(rows, before, now),
    }
    path.write_text(json.dumps(found, indent=1) + "\n")
    path.with_suffix(".md").write_text(page(found))
