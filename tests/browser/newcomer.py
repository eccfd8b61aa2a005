"""A simulated newcomer, who touches what the page marks, and sometimes something else."""

from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.playing import PICK, READY, is_over

BY_HAND = 8
"""The number of touches with a real pointer on visible things; the rest of the game is played by a script."""
EVERY = 4
"""Every fourth touch is of something that is not marked."""
MOST = 4000

WRONG = """() => {
  const seen = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('[data-touch]') === one;
  };
  const all = [...document.querySelectorAll('#table .thing, #seats .seat')]
    .filter((one) => one.offsetParent && !one.matches('.legal, .chosen, .alternative') && seen(one));
  return all[Math.floor(Math.random() * all.length)] ?? null;
}"""
"""Finds something visible that may not be touched now."""

PLAY_ON = f"""([most, every, patience]) => new Promise((resolve) => {{
  const [pick, wrong] = [{PICK}, {WRONG}];
  const [box, explained, silent] = [document.querySelector('#notice'), [], []];
  let [touches, asked, since] = [0, '', 0];
  const answered = () => {{
    if (!box.hidden) explained.push(box.textContent);
    else if (Date.now() - since > patience) silent.push(asked);
    else return false;
    box.hidden = true;
    asked = '';
    return true;
  }};
  const step = () => {{
    if (document.querySelector('#results[open]') || touches > most) return resolve({{ touches, explained, silent }});
    const open = document.querySelector('#question-bar.yours')
      && document.querySelector('#choices .choice, #seats .legal, #table .legal');
    if (open && (!asked || answered())) {{
      const target = touches % every === every - 1 ? wrong() ?? pick() : pick();
      if (target && !target.matches('.legal, .choice')) [asked, since] = [target.dataset.touch, Date.now()];
      if (target) {{ box.hidden = true; target.click(); touches++; }}
    }}
    setTimeout(step, 2);
  }};
  step();
}})"""


@dataclass
class Told:
    """What a newcomer was told: the responses to illegal touches, and the touches without a response."""

    touches: int = 0
    explained: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)


def play_first_game(page: Page, picture: Callable[[str], object] = lambda name: None, most: int = MOST) -> Told:
    """Play the game on the page to its end, or for `most` touches."""
    told = Told()
    page.wait_for_function(READY)
    picture("begin")
    while told.touches < BY_HAND and not is_over(page):
        _touch(page, told, picture)
        page.wait_for_function(READY)
    rest = page.evaluate(PLAY_ON, [most, EVERY, PATIENCE])
    picture("end")
    return Told(told.touches + rest["touches"], told.explained + rest["explained"], told.silent + rest["silent"])


def _touch(page: Page, told: Told, picture: Callable[[str], object]) -> None:
    """Touch one thing with the pointer, marked or unmarked."""
    told.touches += 1
    wrong = page.evaluate_handle(WRONG).as_element() if told.touches % EVERY == 0 else None
    target = wrong or page.evaluate_handle(PICK).as_element()
    assert target is not None
    target.click()
    if wrong:
        expect(page.locator("#notice")).to_be_visible()
        told.explained.append(page.locator("#notice").inner_text())
    picture(f"touch-{told.touches}{'-wrong' if wrong else ''}")
