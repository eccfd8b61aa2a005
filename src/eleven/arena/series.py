"""Duplicate play: every deal is played in every seating of the bots, so that no bot is dealt better cards."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import combinations
from threading import local
from typing import Any

import numpy as np

from eleven.arena.baselines import PeekingBot, what_it_peeks_at
from eleven.arena.variance_reduction import LuckRemover
from eleven.bots.choosing import choose, plan_of
from eleven.bots.levels import GUIDED, NETWORK, SEARCH, Bot, without_clock
from eleven.core.contract.game import Game, Setup
from eleven.core.play.engine import engine
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import asked
from eleven.core.rules.jit import JITTED
from eleven.core.rules.record import Array, blank
from eleven.core.text.errors import Mistake
from eleven.search.compiled_search import MOST_SEATS, SearchWorkspace
from eleven.search.perfect_information import play_peeking, play_peeking_with_networks
from eleven.search.tree import PLAN

BotSeating = tuple[int, ...]
"""Which bot sits in each seat, by its number in the series."""


@dataclass(frozen=True)
class Series:
    """The game, the bots, the number of deals and the seed; `remove_luck` also measures what luck gave each seat."""

    game: Game
    setup: Setup
    bots: Sequence[Bot]
    deals: int
    seed: int
    remove_luck: bool = False

    @property
    def seatings(self) -> list[BotSeating]:
        """Every seating that is played on each deal."""
        return seatings(len(self.bots), self.setup.players)


@dataclass(frozen=True)
class ArenaGame:
    """One finished game: seating, scores, each seat's share of the victory, and the number of decisions."""

    deal: int
    seating: BotSeating
    scores: tuple[int, ...]
    shares: tuple[float, ...]
    decisions: int
    luck: tuple[float, ...] = ()
    """What luck gave to each seat, if the series removes luck."""


def seatings(bots: int, seats: int) -> list[BotSeating]:
    """Every choice of bots that fills the table, in every rotation; bots repeat in turn if there are too few."""
    found: set[BotSeating] = set()
    for chosen in combinations(range(bots), min(bots, seats)):
        for start in range(len(chosen)):
            row = [chosen[(start + seat) % len(chosen)] for seat in range(seats)]
            found.update(tuple(row[turn:] + row[:turn]) for turn in range(seats))
    return sorted(found)


def play_game(
    series: Series, deal: int, seating: BotSeating, longest: int | None = None, actions: Array | None = None
) -> ArenaGame:
    """Play one game in Python with the bots' time limits; each bot is given what its seat sees.

    The game is truncated after `longest` decisions; the decisions are written to `actions`.
    """
    game, rules = series.game, engine(series.game.id)
    longest = longest or game.truncate_at
    state = rules.prepared(series.setup)[0]
    luck = fortune.fresh(fortune.key_of(series.seed, "deal", deal))
    rules.start(state, luck)
    decisions = 0
    while not state.over and decisions < longest:
        seat = int(asked(state))
        seen = blank(game.state)
        game.see(state, seat, seen)
        action = choose(game, seen, series.bots[seating[seat]], key_of_decision(series, deal, seating, decisions))
        rules.apply(state, action, luck)
        if actions is not None:
            actions[decisions] = action
        decisions += 1
    scores = tuple(int(game.score(state, seat)) for seat in range(state.players))
    return ArenaGame(deal, seating, scores, shares_of(scores, bool(state.over)), decisions)


def key_of_decision(series: Series, deal: int, seating: BotSeating, decisions: int) -> bytes:
    """The random key of a bot for one decision: the game's key with the decision number as its second word."""
    key = fortune.key_of(series.seed, "bot", deal, seating)
    return key[:8] + decisions.to_bytes(8, "little") + key[16:]


def shares_of(scores: Sequence[int], over: bool) -> tuple[float, ...]:
    """Each seat's share of the victory: split among the highest scores, or among all seats if the game was cut off."""
    winners = [(over and score == max(scores)) or not over for score in scores]
    return tuple(won / sum(winners) for won in winners)


def _peeks(series: Series) -> bool:
    """Whether a bot of a series is shown the true state."""
    return any(isinstance(bot, PeekingBot) for bot in series.bots)


# Many games at once


class ArenaTable:
    """Plays whole games in compiled code without time limits, with its own buffers."""

    def __init__(self, series: Series, longest: int | None = None) -> None:
        self.series = series
        self.longest = longest or series.game.truncate_at
        searchers = [bot for bot in series.bots if bot.kind == SEARCH]
        self.workspace = SearchWorkspace(series.game.id, max((bot.max_nodes for bot in searchers), default=1))
        self.plans = np.array([plan_of(without_clock(bot)) for bot in series.bots], PLAN)
        self.prepared = engine(series.game.id).prepared(series.setup)
        self.scores = np.zeros(MOST_SEATS, np.int64)
        self.actions = np.zeros(self.longest, np.int32)
        workspaces = self.workspace.compiled_search
        self.play_game = workspaces.play if searchers else workspaces.play_quickly
        self.plans["peeks"] = [what_it_peeks_at(bot) for bot in series.bots]
        if any(bot.kind in (NETWORK, GUIDED) for bot in series.bots):
            self.play_game = self._with_networks()
        elif _peeks(series):
            self.play_game = play_peeking(series.game.id)
        self.in_python: Series | None = None
        if any(bot.character for bot in series.bots):  # compiled games know no characters
            if _peeks(series):
                raise Mistake("bots with a character play as at a table, where nobody peeks")
            self.in_python = replace(series, bots=[without_clock(bot) for bot in series.bots])
        self.remover = LuckRemover(series.game, series.setup) if series.remove_luck else None

    def _with_networks(self) -> Any:
        """The function that plays whole games in which networks decide for some seats."""
        from eleven.network.playing import NetworkWorkspace, guided

        game_id, players = self.series.game.id, self.series.setup.players
        network = NetworkWorkspace(game_id, players)
        play = play_peeking_with_networks(game_id, players) if _peeks(self.series) else guided(game_id, players).play
        return lambda *memory: play(*memory, network.net)

    def play(self, deal: int, seating: BotSeating) -> ArenaGame:
        """One game, the same as `play_game` plays it."""
        series, workspace = self.series, self.workspace
        if self.in_python is not None:
            played = play_game(self.in_python, deal, seating, self.longest, self.actions)
            return replace(played, luck=self._luck_given(deal, seating, played.decisions))
        decisions = self.play_game(
            self.prepared,
            workspace.states,
            workspace.nodes,
            workspace.node_path,
            workspace.rewards,
            workspace.tally,
            self.plans,
            np.array(seating, np.int64),
            fortune.fresh(key_of_decision(series, deal, seating, 0)).key,
            fortune.fresh(fortune.key_of(series.seed, "deal", deal)),
            workspace.search_luck,
            workspace.dice,
            workspace.mask,
            self.longest,
            self.scores,
            self.actions,
        )
        scores = tuple(int(score) for score in self.scores[: series.setup.players])
        count = abs(int(decisions))
        given = self._luck_given(deal, seating, count)
        return ArenaGame(deal, seating, scores, shares_of(scores, decisions > 0), count, given)

    def _luck_given(self, deal: int, seating: BotSeating, decisions: int) -> tuple[float, ...]:
        """What luck gave to each seat of the game in `actions`; nothing unless the series removes luck."""
        if self.remover is None:
            return ()
        seed = self.series.seed
        keys = (fortune.key_of(seed, "deal", deal), fortune.key_of(seed, "redeal", deal, seating))
        return self.remover.given(self.actions, decisions, *keys)

    def play_deal(self, deal: int) -> list[ArenaGame]:
        """All seatings of one deal."""
        return [self.play(deal, seating) for seating in self.series.seatings]


def play_series(
    series: Series, workers: int, on_progress: Callable[[ArenaGame], Any] = lambda played: None
) -> list[ArenaGame]:
    """Play all games in threads; the results are in the order of deals and seatings."""
    found = []
    for games in play_deals(series, range(series.deals), workers):
        for played in games:
            on_progress(played)
            found.append(played)
    return found


def play_deals(series: Series, deals: Iterable[int], workers: int) -> Iterator[list[ArenaGame]]:
    """Play deals without time limits. Compiled games release the GIL, so workers are threads, each with its table."""
    if workers == 1 or not JITTED:
        yield from map(ArenaTable(series).play_deal, deals)
        return
    mine = local()

    def play(deal: int) -> list[ArenaGame]:
        if not hasattr(mine, "table"):
            mine.table = ArenaTable(series)
        table: ArenaTable = mine.table
        return table.play_deal(deal)

    with ThreadPoolExecutor(workers, thread_name_prefix="arena") as pool:
        yield from pool.map(play, deals)


def play_series_by_clock(
    series: Series, on_progress: Callable[[ArenaGame], Any] = lambda played: None
) -> list[ArenaGame]:
    """Play all games one after the other with the bots' time limits, as they would play at a table."""
    if _peeks(series):
        raise Mistake("--clock plays as at a table, where nobody peeks")
    found = []
    for deal in range(series.deals):
        for seating in series.seatings:
            found.append(play_game(series, deal, seating))
            on_progress(found[-1])
    return found
