"""A few pages look as they did: `make pictures` takes the pictures anew when a change of looks was meant."""

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Browser, Page

from eleven.core.contract.game import games
from tests.browser.conftest import PATIENCE
from tests.browser.scenes import scenes
from tests.browser.serving import Server

pytestmark = pytest.mark.slow
PICTURES = Path(__file__).parents[1] / "pictures"
DRAFTS = [f"replay-{game.id}" for game in games().values() if game.draft]
SCENES = [name for name in scenes() if name == "home" or (name.startswith("replay-") and name not in DRAFTS)]
PHONE = ("home", "replay-elevenses")
LOOKS = {"desktop": (1280, 800, "light"), "phone": (360, 740, "dark")}
COMPARED = [(scene, look) for scene in SCENES for look in LOOKS if look == "desktop" or scene in PHONE]
# Our own fonts everywhere: what a machine has of its own does not change the pictures.
OWN_LETTERS = """*, ::before, ::after { font-family: "Eleven Numerals", "Josefin Sans" !important;
  animation: none !important; transition: none !important; caret-color: transparent !important; }
  #connection, #shuffle-hash { visibility: hidden !important; }"""
STILL = 500
"""Milliseconds in which nothing may change any more."""
SHADE = 48
SHARE = 0.02


def picture(browser: Browser, server: Server, scene: str, look: str) -> Image.Image:
    """A scene as it looks now."""
    width, height, scheme = LOOKS[look]
    room = browser.new_context(
        viewport={"width": width, "height": height},
        base_url=server.address,
        bypass_csp=True,
        reduced_motion="reduce",
        color_scheme="dark" if scheme == "dark" else "light",
    )
    room.set_default_timeout(3 * PATIENCE)
    try:
        page = room.new_page()
        scenes()[scene](page)
        now, before = _shot(page), None
        while before is None or difference(before, now) > 0:
            page.wait_for_timeout(STILL)  # on a busy machine the last of the page is drawn late
            before, now = now, _shot(page)
        return now
    finally:
        room.close()


def _shot(page: Page) -> Image.Image:
    page.add_style_tag(content=OWN_LETTERS)
    page.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    page.wait_for_load_state("networkidle")
    page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of the picture that differs clearly, the edges of letters not counted."""
    if one.size != other.size:
        return 1.0
    soft = [image.filter(ImageFilter.GaussianBlur(2)) for image in (one, other)]
    apart = ImageChops.difference(*soft).convert("L").point(lambda shade: 255 * (shade > SHADE))
    return apart.histogram()[255] / (one.width * one.height)


@pytest.mark.parametrize(("scene", "look"), COMPARED)
def test_a_page_looks_like_its_stored_picture(
    browser: Browser, server: Server, tmp_path: Path, scene: str, look: str
) -> None:
    now = picture(browser, server, scene, look)
    now.save(tmp_path / "now.png")
    with Image.open(PICTURES / f"{scene}.{look}.png") as before:
        share = difference(before.convert("RGB"), now)
    assert share <= SHARE, f"{share:.1%} of {scene} ({look}) looks different: compare {tmp_path / 'now.png'}"


def test_a_different_picture_is_noticed() -> None:
    plain = Image.new("RGB", (360, 740), "white")
    card = plain.copy()
    card.paste("darkred", (20, 20, 120, 140))
    assert difference(plain, plain) == 0
    assert difference(plain, card) > SHARE
