"""Scenes for pictures and checks: every page, and every game at its beginning, in mid-game and at its end.

The pictures in the README, the visual regression tests and the accessibility tests all use these scenes.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Page

from eleven.core.contract.game import games
from eleven.server.views.lessons import has_lesson
from tests.browser.playing import READY, go_on, go_on_unseen, play_bots, set_table, touch
from tests.game_files import own_tests

Scene = Callable[[Page], None]
IN_MID_GAME = 12
TO_THE_MIDDLE = """slider => { slider.value = Math.floor(slider.max / 2); slider.dispatchEvent(new Event("input")); }"""


def golden(game: str) -> Path:
    """Return the log of a whole game; drafts may have none."""
    return own_tests(games()[game]) / "golden.log"


def for_two() -> str:
    """A game that two can play."""
    return next(name for name, game in games().items() if 2 in game.players)


def home(page: Page) -> None:
    """The games, my games, open tables."""
    page.goto("/")
    page.wait_for_selector("[data-play]")


def new_table(page: Page) -> None:
    """The form of a new table, filled in for four."""
    home(page)
    page.locator("[data-setup]").first.click()


def waiting(page: Page) -> None:
    """A table that waits for a friend, with link and code."""
    set_table(page, for_two(), 2, seat2="friend")
    page.wait_for_selector("#invitation .qr")


def join(page: Page) -> None:
    """What a friend sees who follows the link."""
    waiting(page)
    page.goto(page.locator("#invitation .share-link input").first.input_value())
    page.wait_for_selector("#name")


def me(page: Page) -> None:
    """The account page, with a new link for another device."""
    page.goto("/me")
    page.locator("#make-link").click()
    page.wait_for_selector("#sign-in-offer .qr")
    page.wait_for_load_state("networkidle")


def after_a_game(page: Page) -> None:
    """The end of a game that was played with the page hidden."""
    set_table(page, for_two(), 2)
    go_on_unseen(page)


def history(page: Page) -> None:
    """What I have played, after one finished game."""
    after_a_game(page)
    page.goto("/history")
    page.wait_for_selector("#game-list li")
    page.wait_for_load_state("networkidle")


def offline(page: Page) -> None:
    """The offline page, shown for a page that is not cached."""
    page.goto("/offline")


def hot_seat_cover(page: Page) -> None:
    """The cover between two people at one device."""
    set_table(page, for_two(), 2, seat2="hotseat")
    page.wait_for_selector("#hot-seat-cover[open]")


def rules(game: str, page: Page) -> None:
    """The rules of a game."""
    page.goto(f"/rules/{game}")
    page.wait_for_selector("main h2")


def lesson(game: str, page: Page) -> None:
    """The tutorial of a game, at its first decision."""
    page.goto(f"/learn/{game}")
    page.click("#next")
    page.wait_for_selector("#choices .choice, #table .legal, #seats .legal")


def beginning(game: str, page: Page) -> None:
    """A table against bots as it is dealt."""
    play_bots(page, game)


def mid_game(game: str, page: Page) -> None:
    """A full table some decisions later, with one thing chosen."""
    set_table(page, game, max(games()[game].players))
    page.wait_for_function(READY)
    touch(page, IN_MID_GAME)
    page.wait_for_function(READY)


def ending(game: str, page: Page) -> None:
    """Who has won."""
    set_table(page, game, min(games()[game].players))
    go_on(page)


def replay(game: str, page: Page) -> None:
    """A finished game from a file, in its middle."""
    page.goto("/replay")
    page.wait_for_selector("#file")
    page.set_input_files("#file", golden(game))
    page.wait_for_selector("#table .thing")
    page.locator("#slider").evaluate(TO_THE_MIDDLE)
    page.wait_for_function("() => Number(document.querySelector('#event-list [aria-current]')?.dataset.step) > 0")
    page.wait_for_load_state("networkidle")


def scenes() -> dict[str, Scene]:
    """Every scene by its name."""
    found: dict[str, Scene] = {
        scene.__name__: scene for scene in (home, new_table, waiting, join, me, history, offline, hot_seat_cover)
    }
    for game in games():
        told = [lesson] if has_lesson(games()[game]) else []
        told += [replay] if golden(game).is_file() else []
        for scene in (rules, beginning, mid_game, ending, *told):
            found[f"{scene.__name__}-{game}"] = partial(scene, game)
    return found
