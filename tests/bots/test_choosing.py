"""The contract of every bot: legal, within its time, honest, repeatable, in bounded memory."""

import time
from dataclasses import replace

import pytest

from eleven.bots.available_levels import levels_at, refuse_level
from eleven.bots.choosing import advise, choose, options_of, plan_of, search
from eleven.bots.levels import COMMON_LEVELS, LEVELS, find_bot, with_simulations
from eleven.core.contract.game import find_game
from eleven.core.play.match import imagine, legal_actions, see
from eleven.core.rules.asking import asked
from eleven.core.rules.luck import fresh, key_of
from eleven.core.rules.record import same
from eleven.core.text.errors import Mistake
from eleven.search.compiled_search import SearchWorkspace, all_alike, all_even
from tests.bots.positions import TABLES, each_table, match_at, matches

pytestmark = pytest.mark.slow

FEW = 3
PROMISED = 0.5
MASTERS = [table for table in TABLES if "master" in levels_at(find_game(table[0]), find_game(table[0]).setup(table[1]))]
COMPILED_MASTER = MASTERS[0][0]
"""The game whose network `make test` compiles: that takes as long as all other levels together, for a choice that a
table makes uncompiled, and the same is compiled for all games but for their rules, which `test_modes` compiles."""


def is_timed(game_id: str, players: int, level: str) -> bool:
    """Whether `make test` times a level at a table: the largest of the game, and the largest that has the level."""
    game = find_game(game_id)
    offered = [count for count in game.players if level in levels_at(game, game.setup(count))]
    if level not in COMMON_LEVELS and players in offered and game_id != COMPILED_MASTER:
        return False
    return players in (game.max_players, max(offered, default=0))


TIMED = [
    pytest.param(*table, level, marks=() if is_timed(*table, level) else pytest.mark.thorough)
    for table in TABLES
    for level in LEVELS
]
"""Where a decision takes longest; in `make thorough` every level at every table."""


@each_table
def test_every_bot_chooses_a_legal_action(game_id: str, players: int) -> None:
    game = find_game(game_id)
    for match in matches(game, players, 2, 25):
        legal = {action.id for action in match.legal()}
        seen = match.seen(match.asked)
        assert set(options_of(game, seen)) == legal
        for name in ("random", "greedy", *levels_at(game, match.setup)):
            assert choose(game, seen, with_simulations(find_bot(name, game, players), FEW), key_of(name)) in legal


@pytest.mark.parametrize(("game_id", "players", "level"), TIMED)
@pytest.mark.compiled
def test_every_level_keeps_its_time(game_id: str, players: int, level: str) -> None:
    """By the work it does, since on a loaded machine other programs take their share of the clock."""
    game, promised = find_game(game_id), 2.0 if level == "expert" else PROMISED
    if level not in levels_at(game, game.setup(players)):
        with pytest.raises(Mistake):
            refuse_level(level, game, game.setup(players))
        return
    match = next(m for m in matches(game, players, 20, 3) if len(m.legal()) > 1)
    seen = match.seen(match.asked)
    bot = find_bot(level, game, players)
    choose(game, seen, with_simulations(bot, FEW), bytes(32))  # compile outside the measurement
    begin = time.process_time()
    choose(game, seen, bot, bytes(32))
    assert time.process_time() - begin < promised * bot.threads


@pytest.mark.parametrize(("game_id", "players"), MASTERS)
def test_master_keeps_its_time_uncompiled(game_id: str, players: int) -> None:
    """As a server asks it, at every table that has it."""
    game = find_game(game_id)
    match = next(m for m in matches(game, players, 20, 3) if len(m.legal()) > 1)
    seen = match.seen(match.asked)
    choose(game, seen, find_bot("master", game, players), bytes(32))  # read the weights outside the measurement
    begin = time.process_time()
    assert choose(game, seen, find_bot("master", game, players), bytes(32)) in {action.id for action in match.legal()}
    assert time.process_time() - begin < PROMISED


def test_where_there_is_no_choice_nothing_is_thought_about(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a search for the only action")

    monkeypatch.setattr(SearchWorkspace, "simulate", never)
    game = find_game("eleven_board")
    match = match_at(game, 2, 1, 0)
    while len(match.legal()) > 1:
        match.try_apply(match.legal()[-1].name)
    assert choose(game, match.seen(match.asked), find_bot("expert", game), bytes(32)) == match.legal()[0].id


def test_the_clock_ends_a_search_without_a_limit_of_simulations() -> None:
    game = find_game("elevenses")
    match = match_at(game, 2, 1, 12)
    bot = replace(find_bot("expert"), seconds=0.3, threads=1, simulations=None)
    seen = match.seen(match.asked)
    search(game, seen, with_simulations(bot, 1), bytes(32))
    begin, worked = time.monotonic(), time.process_time()
    found = search(game, seen, bot, bytes(32))
    assert time.monotonic() - begin > 0.25
    assert time.process_time() - worked < 2.0
    assert sum(row.visits for row in found) >= 2


@each_table
def test_a_bot_cannot_tell_worlds_apart_that_look_the_same(game_id: str, players: int) -> None:
    """Two true states that differ, the same sight and luck: the same choice and the same thoughts about it."""
    game, different = find_game(game_id), 0
    for match in matches(game, players, 2, 25):
        seat = match.asked
        other = imagine(game, match.seen(seat), fresh(key_of("other", match.state.step)))
        different += not same(other, match.state)
        for name in ("easy", "hard"):
            bot = with_simulations(find_bot(name), FEW)
            sights = [see(game, state, seat) for state in (match.state, other)]
            assert choose(game, sights[0], bot, bytes(32)) == choose(game, sights[1], bot, bytes(32))
        assert advise(game, sights[0], bot, bytes(32)) == advise(game, sights[1], bot, bytes(32))
    assert different > 0


@each_table
def test_heuristics_use_only_what_the_asked_seat_may_see(game_id: str, players: int) -> None:
    """`weigh` says the same about the truth, the sight, and any world that looks the same."""
    game = find_game(game_id)
    assert game.draft or game.weigh
    weigh = game.weigh or all_alike
    for match in matches(game, players, 4, 12):
        seen = match.seen(match.asked)
        worlds = [imagine(game, seen, fresh(key_of("world", number))) for number in range(3)]
        for action in match.legal():
            expected = int(weigh(seen, action.id))
            assert {int(weigh(state, action.id)) for state in (match.state, *worlds)} == {expected}, action.name


@each_table
def test_weighing_changes_nothing_and_outlooks_are_chances(game_id: str, players: int) -> None:
    game = find_game(game_id)
    assert game.draft or (game.weigh and game.outlook)
    weigh, outlook = game.weigh or all_alike, game.outlook or all_even
    for match in matches(game, players, 2, 25):
        before = match.state.tobytes()
        for action in match.legal():
            weigh(match.state, action.id)
        chances = [float(outlook(match.state, seat)) for seat in range(players)]
        assert match.state.tobytes() == before
        assert all(0.0 <= chance <= 1.0 for chance in chances)
        assert sum(chances) > 0


def test_the_same_luck_gives_the_same_choice_whatever_the_batches() -> None:
    game = find_game("elevenses")
    match = match_at(game, 3, 2, 20)
    seen = match.seen(match.asked)
    bot = with_simulations(find_bot("hard"), 12)
    workspace = SearchWorkspace("elevenses", 1 << 10)
    workspace.plan = plan_of(replace(bot, cutoff=4, max_nodes=1 << 10))
    found = []
    for batches in ([12], [1, 2, 9]):
        workspace.begin(seen, bytes(32))
        for batch in batches:
            workspace.simulate(batch)
        found.append(workspace.findings())
    assert found[0] == found[1]
    assert search(game, seen, bot, bytes(32)) == search(game, seen, bot, bytes(32))


def test_memory_is_bounded_and_a_full_tree_still_searches() -> None:
    game = find_game("elevenses")
    match = match_at(game, 2, 3, 10)
    bot = replace(with_simulations(find_bot("expert"), 20), max_nodes=12, threads=1)
    workspace = SearchWorkspace("elevenses", 12)
    workspace.plan = plan_of(bot)
    for _ in range(2):
        workspace.begin(match.seen(match.asked), bytes(32))
        workspace.simulate(20)
        assert workspace.plan.used == len(workspace.nodes) == 12
        assert sum(visits for visits, _ in workspace.findings().values()) <= 20
    memory = {id(workspace.nodes), id(workspace.states), id(workspace.node_path)}
    for _ in range(3):
        seen = match.seen(match.asked)
        match.try_apply(game.actions[choose(game, seen, bot, bytes(32))].name)
    assert memory == {id(workspace.nodes), id(workspace.states), id(workspace.node_path)}


def test_only_the_asked_seats_own_sight_is_accepted() -> None:
    match = match_at(find_game("elevenses"), 2, 1, 5)
    for state in (match.state, match.seen(1 - match.asked), match.seen(2)):
        with pytest.raises(Mistake, match="the seat that is asked"):
            choose(match.game, state, find_bot("greedy"), bytes(32))


def test_a_whole_game_of_greedy_players_ends() -> None:
    match = match_at(find_game("elevenses"), 3, 1, 0)
    while not match.over:
        seen = match.seen(int(asked(match.state)))
        action = choose(match.game, seen, find_bot("greedy"), key_of(match.state.step))
        assert action in [row.id for row in legal_actions(match.game, match.state)]
        match.try_apply(match.game.actions[action].name)
    assert max(match.scores()) >= 7
