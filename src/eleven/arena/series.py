"""Duplicate play: every deal is played by every seating of the bots, so that nobody is dealt the better cards."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from multiprocessing import get_context
from typing import Any

from eleven.bots.levels import Bot
from eleven.bots.thinking import choose
from eleven.core import luck
from eleven.core.asking import asked
from eleven.core.components import Components
from eleven.core.engine import engine
from eleven.core.game import Game, Setup, find_game
from eleven.core.record import blank

Seating = tuple[int, ...]
"""Which bot sits in each seat, by its number in the series."""


@dataclass(frozen=True)
class Series:
    """Who plays what, how often, from which seed."""

    game: Game
    setup: Setup
    bots: Sequence[Bot]
    deals: int
    seed: int

    @property
    def seatings(self) -> list[Seating]:
        """Every seating that is played on each deal."""
        return seatings(len(self.bots), self.setup.players)


@dataclass(frozen=True)
class Played:
    """One finished game: who sat where, the points, each seat's share of the victory, and how many decisions."""

    deal: int
    seating: Seating
    scores: tuple[int, ...]
    shares: tuple[float, ...]
    decisions: int


def seatings(bots: int, seats: int) -> list[Seating]:
    """Every choice of bots that fills the table (in turn, again and again, if they are too few), in every rotation."""
    found: set[Seating] = set()
    for chosen in combinations(range(bots), min(bots, seats)):
        for start in range(len(chosen)):
            row = [chosen[(start + seat) % len(chosen)] for seat in range(seats)]
            found.update(tuple(row[turn:] + row[:turn]) for turn in range(seats))
    return sorted(found)


def play_game(series: Series, deal: int, seating: Seating) -> Played:
    """One game; the bots are shown what their seats see, one decision at a time."""
    game, rules = series.game, engine(series.game.id)
    state = rules.prepared(series.setup)[0]
    chance = luck.fresh(luck.key_of(series.seed, "deal", deal))
    rules.start(state, chance)
    decisions = 0
    while not state.over and decisions < game.truncate_at:
        seat = int(asked(state))
        seen = blank(game.state)
        game.see(state, seat, seen)
        key = luck.key_of(series.seed, "bot", deal, seating, decisions)
        rules.apply(state, choose(game, seen, series.bots[seating[seat]], key), chance)
        decisions += 1
    scores = tuple(int(game.score(state, seat)) for seat in range(state.players))
    return Played(deal, seating, scores, _shares(scores, bool(state.over)), decisions)


def _shares(scores: Sequence[int], over: bool) -> tuple[float, ...]:
    """The victory, shared by those with the most points; a game that was cut off is everybody's."""
    winners = [(over and score == max(scores)) or not over for score in scores]
    return tuple(won / sum(winners) for won in winners)


# Many games at once


def _play_deal(recipe: tuple[str, str, int, dict[str, str], Components, Sequence[Bot], int], deal: int) -> list[Played]:
    """All seatings of one deal, in a worker process; a game cannot be sent there, but its name can."""
    game_id, edition, players, options, components, bots, seed = recipe
    game = find_game(game_id)
    series = Series(game, game.setup(players, edition, options, components), bots, 1, seed)
    return [play_game(series, deal, seating) for seating in series.seatings]


def play_series(series: Series, workers: int, tell: Callable[[Played], Any] = lambda played: None) -> list[Played]:
    """All games, in the order of deals and seatings, however many workers share them."""
    found = []
    for played in _games(series, workers):
        tell(played)
        found.append(played)
    return found


def _games(series: Series, workers: int) -> Iterator[Played]:
    if workers == 1:
        for deal in range(series.deals):
            for seating in series.seatings:
                yield play_game(series, deal, seating)
        return
    setup = series.setup
    recipe = (
        series.game.id,
        setup.edition,
        setup.players,
        dict(setup.options),
        setup.components,
        tuple(series.bots),
        series.seed,
    )
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for games in pool.map(_play_deal, [recipe] * series.deals, range(series.deals)):
            yield from games
