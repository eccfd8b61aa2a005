"""Plays through the page by mouse or keyboard, or by a script in the page for the long rest of a game."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

from eleven.core.contract.game import games
from tests.browser.conftest import PATIENCE

MOST_AT_ONCE = 4
"""The maximum number of players at a table that is created by one click."""
READY = """() => document.querySelector('#results[open]') !== null
  || (document.querySelector('#question-bar.yours') !== null
      && document.querySelector('#choices .choice, #seats .legal, #table .legal') !== null)"""

PICK = """() => {
  const choices = [...document.querySelectorAll('#choices .choice')];
  const play = choices.find((choice) => choice.dataset.action?.startsWith('play '));
  if (play && Math.random() < 0.95) return play;
  const things = [...document.querySelectorAll('#seats .legal, #table .legal')];
  const from = choices.length && (!things.length || Math.random() < 0.5) ? choices : things;
  return from[Math.floor(Math.random() * from.length)];
}"""

GO_ON = f"""(most) => new Promise((resolve) => {{
  const pick = {PICK};
  let touches = 0;
  const step = () => {{
    if (document.querySelector('#results[open]') || touches > most) return resolve(touches);
    const lift = document.querySelector('#hot-seat-cover[open] button');
    const target = lift ?? (document.querySelector('#question-bar.yours') && pick());
    if (target) {{ target.click(); touches++; }}
    setTimeout(step, 2);
  }};
  step();
}})"""

BY_NUMBERS = f"""(most) => new Promise((resolve) => {{
  const pick = {PICK};
  let pressed = 0;
  const step = () => {{
    if (document.querySelector('#results[open]') || pressed > most) return resolve(pressed);
    const numbered = [...document.querySelectorAll('[data-number]')];
    const target = document.querySelector('#question-bar.yours') && numbered.length ? pick() : null;
    if (target) {{
      const any = numbered[Math.floor(Math.random() * numbered.length)];
      const key = target.dataset.number ?? any.dataset.number;
      document.dispatchEvent(new KeyboardEvent('keydown', {{ key, bubbles: true }}));
      pressed++;
    }}
    setTimeout(step, 2);
  }};
  step();
}})"""
"""Plays the rest of a game by number keys, from inside the page."""

OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"

TOO_SMALL = """() => {
  const LOW = '#board .thing:not(.legal), #middle .thing:not(.legal)';
  return [...document.querySelectorAll('button, a.button, select, input:not([type=checkbox])')]
  .filter((element) => element.offsetParent && !element.closest('dialog:not([open])'))
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([element, box]) => box.width < 43.5 || box.height < (element.matches(LOW) ? 23.5 : 43.5))
  .map(([element, box]) => `${element.textContent.slice(0, 30)} ${box.width}x${box.height}`)
}"""
"""Finds touch targets that are too small. On phones, cells without an action may be lower: touches only explain."""


def is_over(page: Page) -> bool:
    """Whether the last page of the game is shown."""
    return page.locator("#results[open]").count() > 0


def touch(page: Page, times: int) -> int:
    """Click on marked things and buttons, waiting for our turn; return the number of clicks."""
    for done in range(times):
        page.wait_for_function(READY)
        if is_over(page):
            return done
        target = page.evaluate_handle(PICK).as_element()
        if target is not None:
            target.click()
    return times


def go_on(page: Page, most: int = 5000) -> None:
    """Play to the end of the game from inside the page."""
    page.evaluate(GO_ON, most)
    page.wait_for_function(READY)


SHOW = "(shown) => { document.documentElement.style.display = shown ? '' : 'none'; }"


@contextmanager
def unseen(*pages: Page) -> Iterator[None]:
    """Hide the pages meanwhile, because layout and painting are most of the cost of a long game."""
    for page in pages:
        page.evaluate(SHOW, False)
    yield
    for page in pages:
        page.evaluate(SHOW, True)


def go_on_unseen(page: Page) -> None:
    """Play to the end of the game with the page hidden."""
    page.wait_for_function(READY)
    with unseen(page):
        go_on(page)


def play_bots(page: Page, game: str) -> None:
    """Create a table against bots like the home page does, and wait for our turn."""
    players = max(count for count in games()[game].players if count <= MOST_AT_ONCE)
    _open_table(page, game=game, seats=[{"kind": "me"}, *[{"kind": "bot"}] * (players - 1)])
    page.wait_for_function(READY)


def play_bots_by_click(page: Page, game: str) -> None:
    """Do the same through the home page."""
    page.goto("/")
    page.click(f"[data-play={game}]")
    page.wait_for_function(READY)


def set_table(
    page: Page, game: str, players: int, start: str = "random", name: str = "", target: str = "5", **kinds: str
) -> None:
    """Create a table for a short game like the form does; `seat2="friend"` sets a seat, `start` who begins."""
    seats = [{"kind": kinds.get(f"seat{number}", "bot" if number > 1 else "me")} for number in range(1, players + 1)]
    seats[0]["name"] = name
    options = {"target": target, "start": start} if game == "elevenses" else {}
    _open_table(page, game=game, seats=seats, options=options)


def _open_table(page: Page, **wish: object) -> None:
    made = page.request.post("/api/tables", data=wish, headers={"X-Table-Eleven": "1"}, timeout=PATIENCE)
    assert made.ok, made.text()
    page.goto(f"/table/{made.json()['table']}")


def fill_in_form(page: Page, game: str, players: int, **kinds: str) -> None:
    """Do the same through the form."""
    page.goto("/")
    page.click(f"[data-setup={game}]")
    page.check(f"[name=players][value='{players}']")
    if game == "elevenses":
        page.click("#more summary")
        page.select_option("[name='option:target']", "5")
    for seat, kind in kinds.items():
        page.locator("#seats [name=kind]").nth(int(seat.removeprefix("seat")) - 1).select_option(kind)
    page.click("#new button.primary")
    page.wait_for_url("**/table/*")
