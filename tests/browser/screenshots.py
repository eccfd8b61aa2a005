"""Pictures of every page and game, on a phone and a desktop, in light and dark: `make screenshots`."""

import argparse
import io
import re
import tempfile
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from rich.progress import track

from eleven.core.contract.game import games
from tests.browser.conftest import FLAGS, PATIENCE
from tests.browser.newcomer import play_first_game
from tests.browser.pages.test_pictures import COMPARED, PICTURES, picture
from tests.browser.playing import set_table
from tests.browser.scenes import Scene, scenes
from tests.browser.serving import Server
from tests.browser.table.test_first_games import SCREENS as FIRST
from tools.system_packages import CHROMIUM

SCREENS = {"phone": (360, 740), "lying": (740, 360), "desktop": (1280, 800)}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
AT_LEAST_A_MOMENT = 400
COLOURS = 128
FOR_README = Path("docs/pictures")


def take(browser: Browser, server: Server, scene: Scene, stem: Path, language: str) -> None:
    """Take pictures of a scene on every screen in both themes, preparing the scene only once."""
    room = browser.new_context(base_url=server.address, locale=language, reduced_motion="reduce")
    room.set_default_timeout(PATIENCE)
    page = room.new_page()
    page.set_viewport_size({"width": 1280, "height": 800})
    scene(page)
    for (screen, (width, height)), scheme in product(SCREENS.items(), SCHEMES):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_timeout(AT_LEAST_A_MOMENT)
        page.screenshot(path=f"{stem}.{screen}.{scheme}.png")
    room.close()


def take_compared(browser: Browser, server: Server) -> None:
    """Take the reference pictures of the visual regression tests again."""
    PICTURES.mkdir(exist_ok=True)
    for scene, look in track(COMPARED, "Taking pictures"):
        small = picture(browser, server, scene, look).quantize(COLOURS)
        small.save(PICTURES / f"{scene}.{look}.png", optimize=True)


def take_for_readme(browser: Browser, server: Server, only: str) -> None:
    """Take small pictures of every game for the README and the site."""
    for game in track([each for each in games() if re.search(only, each)], "Taking pictures"):
        room = browser.new_context(
            base_url=server.address, viewport={"width": 1280, "height": 800}, locale="en", reduced_motion="reduce"
        )
        room.set_default_timeout(PATIENCE)
        page = room.new_page()
        scenes()[f"mid_game-{game}"](page)
        page.wait_for_timeout(AT_LEAST_A_MOMENT)
        image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        image.resize((960, 600), Image.Resampling.LANCZOS).quantize(COLOURS).save(
            FOR_README / f"table-{game}.png", optimize=True
        )
        room.close()


def shoot(page: Page, stem: Path, name: str) -> None:
    """Save a picture of the current screen."""
    page.screenshot(path=f"{stem}.{name}.png")


def take_first_games(browser: Browser, server: Server, into: Path, only: str, language: str) -> None:
    """Take pictures of each manual step of a newcomer's first game of each kind, and of its end."""
    wanted = [(game, screen) for game in games() for screen in FIRST if re.search(only, game)]
    for game, screen in track(wanted, "Playing"):
        size: ViewportSize = {"width": FIRST[screen][0], "height": FIRST[screen][1]}
        room = browser.new_context(base_url=server.address, locale=language, reduced_motion="reduce", viewport=size)
        room.set_default_timeout(PATIENCE)
        page = room.new_page()
        set_table(page, game, min(games()[game].players))
        stem = into / f"first-{game}.{screen}"
        play_first_game(page, partial(shoot, page, stem))
        room.close()


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, epilog="example: make screenshots ONLY=elevenses")
    parser.add_argument("--into", type=Path, default=Path("build/screenshots"), help="the folder for the pictures")
    parser.add_argument("--only", default="", help="scenes whose name matches this pattern")
    parser.add_argument(
        "--compared", action="store_true", help="those that tests/browser/pages/test_pictures.py compares with"
    )
    parser.add_argument("--readme", action="store_true", help="every game at the table, for README and site")
    parser.add_argument("--first-games", action="store_true", help="a newcomer's first game of each kind, step by step")
    parser.add_argument("--language", default="en", help="en, fr, nl or de")
    chosen: Any = parser.parse_args()
    chosen.into.mkdir(parents=True, exist_ok=True)
    wanted = {name: scene for name, scene in scenes().items() if re.search(chosen.only, name)}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        if chosen.compared:
            take_compared(browser, server)
        elif chosen.first_games:
            take_first_games(browser, server, chosen.into, chosen.only, chosen.language)
        elif chosen.readme:
            take_for_readme(browser, server, chosen.only)
        else:
            for name, scene in track(list(wanted.items()), "Taking pictures"):
                take(browser, server, scene, chosen.into / name, chosen.language)
        browser.close()
        server.kill()


if __name__ == "__main__":
    main()
