"""Measures search speed and the levels' thinking times for `bench.strength`; run it on an idle machine."""

import statistics
import time
from collections.abc import Iterator
from typing import Any

from eleven.bots.choosing import choose, options_of, search
from eleven.bots.levels import COMMON_LEVELS, find_bot, sizes_of, with_simulations
from eleven.core.contract.game import Game, find_game
from eleven.core.play.engine import engine
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import asked
from eleven.core.rules.record import blank

INTO_GAME = 6
POSITIONS = 5
SIMULATIONS = 20_000
STRIDE = 9
"""The number of decisions from one that is timed to the next."""


def sights(game: Game, players: int, seed: int) -> Iterator[Any]:
    """Yield what the seats to move see in a game of greedy bots, whenever there is a choice."""
    rules, greedy = engine(game.id), find_bot("greedy", game)
    state = rules.prepared(game.setup(players))[0]
    luck = fortune.fresh(fortune.key_of("timing", seed))
    rules.start(state, luck)
    while not state.over:
        seen = blank(game.state)
        game.see(state, int(asked(state)), seen)
        if len(options_of(game, seen)) > 1:
            yield seen
        rules.apply(state, choose(game, seen, greedy, fortune.key_of(seed, int(state.step))), luck)


def search_speed(game_id: str) -> float:
    """Return the median simulations per second of expert on one core, after six choices at the smallest table."""
    game = find_game(game_id)
    bot = with_simulations(find_bot("expert", game), SIMULATIONS)
    rates = []
    for seed in range(POSITIONS):
        for number, seen in enumerate(sights(game, game.players[0], seed)):
            if number == INTO_GAME:
                before = time.process_time()
                search(game, seen, bot, bytes(32))
                rates.append(SIMULATIONS / (time.process_time() - before))
                break
    return statistics.median(rates)


def decision_times(names: list[str], seconds: float) -> list[dict[str, Any]]:
    """Return the slowest decision of every level at every table with its own time limits, within a time budget."""
    tables = [(find_game(name), players) for name in names for players in find_game(name).players]
    rows = []
    for number, (game, players) in enumerate(tables):
        until = time.monotonic() + seconds / len(tables)
        slowest = dict.fromkeys(COMMON_LEVELS, 0.0)
        count = 0
        for at, seen in enumerate(sights(game, players, number)):
            if at % STRIDE:
                continue
            for level in (level for level in COMMON_LEVELS if players in sizes_of(game, level)):
                if time.monotonic() > until + 2:
                    break
                before = time.monotonic()
                choose(game, seen, find_bot(level, game, players), fortune.key_of(level, at))
                slowest[level] = max(slowest[level], time.monotonic() - before)
            count += 1
            if time.monotonic() > until:
                break
        rows.append({"game": game.id, "players": players, "positions": count, "slowest": slowest})
    return rows
