"""The scale from expert down to beginner, and the walk that finds a level's place on it."""

import math
import time

import pytest

from bench import tuning
from bench.tuning import TARGETS, SettingScale, rounded, settings, walk
from eleven.arena.series import ArenaGame
from eleven.bots.levels import GREEDY, SEARCH, find_bot
from eleven.core.contract.game import find_game, games

GAME = find_game("elefant")


@pytest.mark.parametrize("game_id", list(games()))
def test_the_scale_goes_from_expert_to_a_bot_that_overlooks_nearly_all(game_id: str) -> None:
    scale = SettingScale(find_game(game_id))
    assert scale.at(0.0, "expert") == find_bot("expert", scale.game)
    assert len(TARGETS[game_id]) == len(scale.game.players)
    places = [scale.length * step / 40 for step in range(41)]
    bots = [scale.at(place, "hard") for place in places]
    searching = [bot.simulations or 0 for bot in bots if bot.kind == SEARCH]
    overlooking = [bot.overlook for bot in bots if bot.kind == GREEDY]
    assert searching == sorted(searching, reverse=True)
    assert overlooking == sorted(overlooking)
    assert overlooking[-1] == tuning.MOST_OVERLOOKED
    assert settings(bots[-1]) == {"simulations": 0, "overlook": 95, "forget": 60}
    assert settings(bots[0])["simulations"] == find_bot("expert", scale.game).simulations


def test_numbers_are_rounded_to_two_digits() -> None:
    assert [rounded(number) for number in (0.3, 7.2, 78.4, 123.0, 5678.0)] == [1, 7, 78, 120, 5700]


def test_tuning_finds_the_settings_that_lose_as_often_as_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a made-up world in which the share grows by 5 % with every step down, from one half at the third."""
    scale, deals = SettingScale(GAME), []

    class MadeUp:
        def __init__(self, series: object, longest: int) -> None:
            self.share = 0.5

        def play(self, deal: int, seating: tuple[int, ...]) -> ArenaGame:
            deals.append(deal)
            place = math.log2(6000 / (self.simulations or 1))
            share = min(1.0, max(0.0, 0.5 + 0.05 * (place - 3.0)))
            return ArenaGame(deal, (0, 1), (1, 0), (share, 1.0 - share), 9)

        simulations: int | None = None

    def at(self: SettingScale, place: float, name: str) -> object:
        MadeUp.simulations = round(6000 * 2**-place)
        return None

    monkeypatch.setattr(tuning, "ArenaTable", MadeUp)
    monkeypatch.setattr(SettingScale, "at", at)
    monkeypatch.setattr(tuning, "Series", lambda *_: None)
    ticks = iter(range(1000))
    monkeypatch.setattr(time, "time", lambda: float(next(ticks)))
    place, played = walk(scale, 3, find_bot("greedy"), 9.5, "hard", 1, 300.0)
    assert played == 300
    assert place == pytest.approx(3.0 + (TARGETS["elefant"][0] - 0.5) / 0.05, abs=0.3)
