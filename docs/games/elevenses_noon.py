"""The numbers about noon in elevenses.md: how long rounds last at every level and number of players.

`python docs/games/elevenses_noon.py [--bots normal,hard] [--games 100] [--noon 30] [--players 2,3,4] [--workers 2]`
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from eleven.bots.choosing import choose
from eleven.bots.levels import BOTS, Bot, find_bot, without_clock
from eleven.core.contract.game import Setup, find_game
from eleven.core.play.engine import engine
from eleven.core.play.match import see
from eleven.core.rules import luck
from eleven.core.rules.asking import asked

GAME = find_game("elevenses")
NOON = 30
AT_ONCE = 10
"""Games that a process plays before it reports."""


@dataclass
class Tally:
    """The turns of each player in every finished round, and the decisions of every game."""

    rounds: list[int] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    cut: int = 0

    def add(self, other: "Tally") -> None:
        """Count in what another process has seen."""
        self.rounds += other.rounds
        self.games += other.games
        self.cut += other.cut


def play(bots: list[Bot], setup: Setup, number: int, tally: Tally) -> None:
    """One game, each seat with its bot; every round is noted as it ends."""
    rules, key = engine(GAME.id), luck.key_of("noon", setup.players, number)
    state: Any = rules.prepared(setup)[0]
    chance = luck.fresh(key)
    rules.start(state, chance)
    round_now, turns, decisions = 1, 1, 0
    while not state.over and decisions < GAME.truncate_at:
        seat = int(asked(state))
        seen = see(GAME, state, seat)
        action = choose(GAME, seen, bots[(seat + number) % len(bots)], luck.key_of("bot", number, decisions))
        rules.apply(state, action, chance)
        decisions += 1
        if state.rounds != round_now:
            tally.rounds.append(-(-turns // setup.players))
            round_now = int(state.rounds)
        turns = int(state.turns)
    if state.over:
        tally.rounds.append(-(-turns // setup.players))
    tally.cut += int(not state.over)
    tally.games.append(decisions)


def play_some(names: str, players: int, noon: str, first: int, games: int) -> Tally:
    """So many games of one table; `greedy+easy` are two bots that take turns."""
    bots = [without_clock(find_bot(name, GAME)) for name in names.split("+")]
    tally = Tally()
    for number in range(first, first + games):
        play(bots, GAME.setup(players, options={"noon": noon}), number, tally)
    return tally


def main() -> None:
    """Print one line for each table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", default=",".join(BOTS))
    parser.add_argument("--players", default=",".join(map(str, GAME.players)))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--noon", default="30")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    print(
        "| bots | players | games | decisions a game | rounds | turns, mean | 99 % | longest | 30 turns, % | cut off |"
    )
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    with ProcessPoolExecutor(given.workers) as pool:
        for names in given.bots.split(","):
            for players in map(int, given.players.split(",")):
                tally, starts = Tally(), range(0, given.games, AT_ONCE)
                jobs = [pool.submit(play_some, names, players, given.noon, start, AT_ONCE) for start in starts]
                for job in jobs:
                    tally.add(job.result())
                turns = np.array(tally.rounds)
                print(
                    f"| {names} | {players} | {len(tally.games)} | {np.mean(tally.games):.0f} | {len(turns)} "
                    f"| {turns.mean():.1f} | {np.percentile(turns, 99):.0f} | {turns.max()} "
                    f"| {100 * np.mean(turns >= NOON):.2f} | {tally.cut} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
