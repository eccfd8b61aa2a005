"""All caches share one budget of bytes: what is asked for stays, the rest goes, and nothing is more than reckoned."""

import tracemalloc
from collections.abc import Callable
from threading import Thread
from typing import Any

from eleven.core.contract.game import Game
from eleven.core.contract.zones import Zone, ids_of, json_of, zone
from eleven.core.play.match import see
from eleven.core.rules.cache_budget import (
    CACHED_FUNCTIONS,
    ENTRIES,
    ENTRY,
    WEIGHED,
    Budget,
    bytes_of,
    cached_in_budget,
    shared_budget,
)
from tests.contract.walking import cases_of, each_game, walk

ROOM = 30 * WEIGHED


def made_in(budget: Budget, made: list[int], size: int) -> Callable[[int], str]:
    """A cached function whose answers take so much, and that notes what is made."""

    def make(number: int) -> str:
        made.append(number)
        return str(number)

    return budget.cached(make, lambda given, text: size - ENTRY)


def held(budget: Budget) -> int:
    """How many entries are in memory."""
    return sum(cache.find.cache_info().currsize for cache in budget.caches)


def test_two_caches_share_one_budget() -> None:
    budget = Budget(ROOM * 1000)
    made: list[int] = []
    small, large = made_in(budget, made, 1000), made_in(budget, made, 5000)
    most = 0
    for number in range(5 * ROOM):
        assert small(number) == str(number)
        most = max(most, held(budget))
    assert ROOM // 2 < most <= ROOM + WEIGHED
    heaviest = 0
    for number in range(5 * ROOM):
        large(number)
        heaviest = max(heaviest, budget.weight)
    assert heaviest <= budget.limit + WEIGHED * 5000
    assert held(budget) <= ROOM + WEIGHED
    assert len(made) == 10 * ROOM


def test_the_heaviest_is_emptied_and_the_others_stay() -> None:
    budget = Budget(ROOM * 1000)
    made: list[int] = []
    small, large = made_in(budget, made, 1000), made_in(budget, [], 5000)
    for number in range(5):
        small(number)
    for number in range(ROOM):
        large(number)
    assert budget.emptied
    for number in range(5):
        small(number)
    assert made == [0, 1, 2, 3, 4]
    budget.clear()
    assert held(budget) == budget.weight == 0
    small(0)
    assert made.count(0) == 2


def test_what_is_asked_for_stays_when_a_cache_is_full() -> None:
    budget = Budget(10 * ENTRIES * 1000)
    made: list[int] = []
    cached = made_in(budget, made, 1000)
    first = cached(0)
    for number in range(1, 2 * ENTRIES):
        cached(number)
        assert cached(0) is first
    assert made.count(0) == 1
    cached(1)
    assert made.count(1) == 2, "what nobody asked for was forgotten"
    assert held(budget) == ENTRIES
    assert budget.emptied == 0


def test_threads_may_ask_at_once() -> None:
    budget = Budget(ROOM * 1000)
    cached = made_in(budget, [], 1000)
    wrong: list[int] = []

    def ask() -> None:
        wrong.extend(number for number in range(20_000) if cached(number % 997) != str(number % 997))

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert held(budget) <= ROOM + WEIGHED * len(threads)


def test_a_cached_answer_depends_on_all_arguments() -> None:
    made: list[Any] = []

    @cached_in_budget
    def make(a: int, b: str = "") -> tuple[int, str]:
        made.append((a, b))
        return a, b

    assert make(1) is make(1)
    assert make(1, "x") is make(1, "x")
    assert make(1, b="x") is make(1, "x"), "by place or by name"
    assert make(2) == (2, "")
    assert made == [(1, ""), (1, "x"), (2, "")]
    shared_budget.clear()
    assert make(2) == (2, "")
    assert made[3:] == [(2, "")], "forgotten with everything else"
    CACHED_FUNCTIONS.remove(make)


def test_keyword_arguments_after_an_omitted_one_are_part_of_the_cache_key() -> None:
    @cached_in_budget
    def make(a: int, b: int = 2, c: int = 3) -> tuple[int, int, int]:
        return a, b, c

    assert make(1, c=4) == (1, 2, 4)
    assert make(1, c=5) == (1, 2, 5)
    assert make(1) == (1, 2, 3)
    assert zone("deck", "Deck", note="12 cards left") == Zone("deck", "Deck", note="12 cards left")
    CACHED_FUNCTIONS.remove(make)


def test_the_size_of_a_value_is_estimated() -> None:
    assert bytes_of((1, 2)) < bytes_of((1, 2, 3)) < bytes_of(((1, 2), (3,)))
    assert bytes_of("a" * 500) > 500
    assert bytes_of([Zone("a", "A")]) > bytes_of(Zone("a", "A")) > bytes_of(None)


@each_game
def test_cached_zones_take_no_more_memory_than_estimated(game: Game) -> None:
    """What is freed by forgetting everything is no more than the budget believed."""
    case = cases_of(game)[0]
    words, players = game.words(), case.setup.players
    steps = walk(case)[:40]
    sights = [see(game, step.state, seat) for step in steps for seat in range(players + 1)]

    def show() -> None:
        for seen in sights:
            for each in game.zones(seen, words):
                json_of(each)
                ids_of(each)

    show()
    shared_budget.clear()
    tracemalloc.start()
    show()
    kept, _ = tracemalloc.get_traced_memory()
    reckoned, emptied = shared_budget.weight, shared_budget.emptied
    shared_budget.clear()
    left, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert shared_budget.emptied == emptied, "nothing was forgotten meanwhile"
    assert reckoned / 6 < kept - left < reckoned
