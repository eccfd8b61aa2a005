"""Bots at the tables: a light one until search is compiled, and limits that waiting counts towards."""

import asyncio
import json
import os
import signal
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

import numpy as np
import pytest

from eleven.bots.available_levels import stand_in
from eleven.bots.levels import DEFAULT_LEVEL, GREEDY, GUIDED_BOT, LEVELS, SEARCH, find_bot
from eleven.bots.worker import BotRequest
from eleven.core.contract.game import find_game, games
from eleven.core.play.match import new_match
from eleven.network.playing import choose_plainly
from eleven.server.engine import bots as bots_module
from eleven.server.engine.bots import BotChoice, BotProcess, Bots
from eleven.server.engine.workers import at_low_priority
from eleven.server.http.models.tables import SeatRequest
from eleven.server.http.pages.file_version import STATIC
from tests.processor_time import processor_seconds

GAME = "elevenses"
T = TypeVar("T")


@cache
def any_sight() -> bytes:
    """Made when a test asks for it: to import this file must compile nothing."""
    return bots_module._any_sight(GAME)


class Instant(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to whatever is due next: nobody waits, and load on the machine changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._passed = 0.0
        self._look, self._selector.select = self._selector.select, self._select  # type: ignore[attr-defined]

    def time(self) -> float:
        return self._passed

    def _select(self, timeout: float | None = None) -> Any:
        found = self._look(0 if timeout else timeout)
        if timeout and not found:
            self._passed += timeout
        return found


def at_once(work: Coroutine[Any, Any, list[T]]) -> list[T]:
    """What comes of it, by a clock that jumps."""
    with asyncio.Runner(loop_factory=Instant) as runner:
        return runner.run(work)


class Quick(BotProcess):
    """A process without a process, that takes as long as it may and notes how long that was."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[float] = []

    async def call_once(self, work: Callable[..., Any], *arguments: Any) -> Any:
        if work is at_low_priority:
            await asyncio.sleep(0.05)
            return None
        request: BotRequest = arguments[0]
        assert request.seconds is not None
        self.given.append(request.seconds)
        await asyncio.sleep(request.seconds)
        return 0


async def ready_bots(monkeypatch: pytest.MonkeyPatch, number: int) -> Bots:
    monkeypatch.setattr(bots_module, "BotProcess", Quick)
    bots = Bots(number)
    bots.start()
    bots._want(GAME)
    while not all(GAME in process.ready for process in bots._processes):
        await asyncio.sleep(0.01)
    return bots


def names() -> set[str]:
    game = find_game(GAME)
    return {action.name for action in new_match(game, game.setup(), bytes(32)).legal()}


@pytest.mark.parametrize("level", ["beginner", "normal", "master"])
def test_a_light_bot_answers_legally_from_the_sight_alone(level: str) -> None:
    async def ask() -> BotChoice:
        bots = Bots(0)
        try:
            return await bots.choose(GAME, level, any_sight())
        finally:
            bots.stop()

    choice = asyncio.run(ask())
    assert choice.action in names()
    assert not choice.light


def test_the_network_stands_in_until_a_search_is_compiled() -> None:
    async def ask() -> BotChoice:
        bots = Bots(0)
        try:
            return await bots.choose(GAME, "expert", any_sight(), stand_in("expert", game, game.setup()))
        finally:
            bots.stop()

    game = find_game(GAME)
    seen = np.frombuffer(bytearray(any_sight()), game.state)[0]
    assert asyncio.run(ask()).action == game.actions[choose_plainly(game, seen)].name


@pytest.mark.slow
def test_the_light_bot_plays_only_while_a_search_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> list[bool]:
        monkeypatch.setattr(bots_module, "BotProcess", Quick)
        bots = Bots(1)
        bots.start()
        found = [(await bots.choose(GAME, "normal", any_sight())).light]
        while GAME not in bots._processes[0].ready:
            await asyncio.sleep(0.01)
        found += [(await bots.choose(GAME, "normal", any_sight())).light]
        found += [(await bots.choose(GAME, "easy", any_sight())).light]
        bots.stop()
        return found

    assert asyncio.run(ask()) == [True, False, False]


def test_a_network_that_searches_plays_alone_until_that_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_module, "find_bot", lambda *_: replace(GUIDED_BOT, name="master"))

    async def ask() -> list[bool]:
        monkeypatch.setattr(bots_module, "BotProcess", Quick)
        bots, search = Bots(1), f"{GAME}/2"
        bots.start()
        found = [(await bots.choose(GAME, "master", any_sight())).light]
        while search not in bots._processes[0].ready:
            await asyncio.sleep(0.01)
        found += [(await bots.choose(GAME, "master", any_sight())).light]
        assert len(bots._processes[0].given) == 1  # type: ignore[attr-defined]
        bots.stop()
        return found

    assert asyncio.run(ask()) == [True, False]


def test_what_a_search_needs_is_compiled_for_its_table_size(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[BotRequest] = []
    monkeypatch.setattr(bots_module, "answer", asked.append)
    bots_module.compile_search("eleven_cards/3", bots_module._any_sight("eleven_cards/3"))
    bots_module.compile_search("eleven_cards", bots_module._any_sight("eleven_cards"))
    assert [request.bot for request in asked] == ["master", "expert", "greedy"]
    assert [bots_module.players_in("eleven_cards", request.seen) for request in asked] == [3, 2, 2]
    assert all(request.simulations for request in asked[:2]), "whoever compiles looks at no clock"


def test_bots_get_less_time_when_many_wait_and_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> list[list[float]]:
        bots = await ready_bots(monkeypatch, 2)
        await asyncio.gather(*(bots.choose(GAME, "expert", any_sight()) for _ in range(12)))
        bots.stop()
        return [process.given for process in bots._processes if isinstance(process, Quick)]

    given = at_once(ask())
    limit = find_bot("expert").seconds
    assert sum(len(times) for times in given) == 12
    assert all(sum(times) < limit for times in given), "what they think together, one after the other, is in the limit"
    assert all(0 < seconds < limit / 4 for times in given for seconds in times)


def test_a_single_bot_gets_its_full_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> list[float]:
        bots = await ready_bots(monkeypatch, 1)
        await bots.choose(GAME, "hard", any_sight())
        bots.stop()
        return bots._processes[0].given  # type: ignore[attr-defined,no-any-return]

    (seconds,) = at_once(ask())
    assert seconds == pytest.approx(find_bot("hard").seconds, abs=0.1)


@pytest.mark.slow
def test_a_process_that_dies_is_replaced_by_the_light_bot_and_starts_again() -> None:
    async def ask() -> list[str]:
        bots = Bots(0)
        found = [(await bots.choose(GAME, "easy", any_sight())).action]
        pool = bots._light._pool
        assert pool is not None
        for process in list(pool._processes):
            os.kill(process, signal.SIGKILL)
        found += [(await bots.choose(GAME, "easy", any_sight())).action]
        bots.stop()
        return found

    assert set(asyncio.run(ask())) <= names()


@pytest.mark.parametrize("game_id", games())
def test_every_game_is_compiled_with_a_bot_that_searches(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its levels are: in some games hard does what looks best."""
    asked: list[BotRequest] = []
    monkeypatch.setattr(bots_module, "answer", asked.append)
    bots_module.compile_search(game_id, bots_module._any_sight(game_id))
    players = find_game(game_id).setup().players
    found = [find_bot(request.bot, find_game(game_id), players) for request in asked]
    assert [bot.kind for bot in found] == [SEARCH, GREEDY]
    assert asked[0].threads == 1


@pytest.mark.slow
@pytest.mark.compiled
def test_a_real_process_compiles_searches_and_advises() -> None:
    async def ask() -> tuple[BotChoice, float, list[Any]]:
        bots = Bots(1)
        bots._hopeless = set(games()) - {GAME}
        bots.start()
        while GAME not in bots._processes[0].ready:
            assert GAME not in bots._hopeless
            await asyncio.sleep(0.1)
        before = processor_seconds()
        choice = await bots.choose(GAME, "normal", any_sight())
        took = processor_seconds() - before
        advice = await bots.advise(GAME, any_sight())
        bots.stop()
        return choice, took, advice

    choice, took, advice = asyncio.run(ask())
    assert choice.action in names()
    assert not choice.light
    assert took < 0.5
    assert len(advice) == 3
    assert advice[0].visits > 100


def test_the_levels_are_the_same_everywhere() -> None:
    allowed = SeatRequest.model_json_schema()["properties"]["level"]
    assert tuple(allowed["enum"]) == LEVELS
    assert allowed["default"] == DEFAULT_LEVEL
    page = (STATIC / "lib" / "choices.js").read_text(encoding="utf-8")
    assert f"LEVELS = {json.dumps(LEVELS)}" in page
    assert f"DEFAULT_LEVEL = {json.dumps(DEFAULT_LEVEL)}" in page
    for script in STATIC.rglob("*.js"):
        text = script.read_text(encoding="utf-8")
        assert script.name == "choices.js" or not [level for level in LEVELS if f'"{level}"' in text], script.name
