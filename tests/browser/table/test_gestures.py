"""What touching and dragging a card of Elevenses does: its own number plays it, arranging is chosen by its name."""

import pytest
from playwright.sync_api import Locator, Page, expect

from eleven.games.elevenses.state import number_of
from eleven.games.elevenses.tokens import CARD
from tests.browser.conftest import Guest
from tests.browser.playing import READY, set_table

pytestmark = pytest.mark.slow
HAND = "#own [data-key^='kitchen:'] .thing"


def begin(page: Page) -> tuple[Locator, str, int]:
    """My turn in a fresh game; a card of my kitchen that is not Elevenses, its token and its number."""
    set_table(page, "elevenses", 2, start="red")
    page.wait_for_function(READY)
    card = page.locator(f"{HAND}.legal:not([data-token$=elevenses])").first
    token = str(card.get_attribute("data-token"))
    return page.locator(f"{HAND}[data-token={token}]"), token, int(number_of(CARD.value(token)))


def place(page: Page, number: int) -> Locator:
    return page.locator(f"#own [data-touch='slot:red:{number}']")


def other(number: int) -> int:
    """A place with a face-down card that is not the card's own."""
    return 3 if number != 3 else 4


def test_a_card_dragged_to_its_own_number_is_played(guest: Guest) -> None:
    page = guest()
    card, token, number = begin(page)
    card.drag_to(place(page, number))
    expect(page.locator(f"#own .up[data-touch='slot:red:{number}'][data-token={token}]")).to_be_visible()


def test_a_card_touched_onto_its_own_number_is_played(guest: Guest) -> None:
    """On a phone; and the place says beforehand what it would do."""
    page = guest(360, 740)
    card, token, number = begin(page)
    card.click()
    mine = place(page, number)
    expect(mine).to_have_attribute("data-verb", "play")
    sentence = page.locator("#choices [data-action^='play']").inner_text()
    assert sentence in str(mine.get_attribute("aria-label"))
    assert sentence in str(mine.get_attribute("title"))
    expect(page.locator("#own .legal[data-verb=arrange]")).to_have_count(0)
    mine.click()
    expect(page.locator(f"#own .up[data-touch='slot:red:{number}'][data-token={token}]")).to_be_visible()


def test_another_place_is_explained_before_anything_is_done(guest: Guest) -> None:
    """Dragged to a number that is not its own, a card stays in the kitchen, until the place is touched once more."""
    page = guest()
    card, token, number = begin(page)
    there = place(page, other(number))
    card.drag_to(there)
    expect(page.locator("#notice")).to_contain_text("Nothing is done yet")
    expect(page.locator("#notice")).to_contain_text(f"face-down card on position {other(number)}")
    expect(card).to_have_attribute("data-token", token)
    expect(there).to_have_attribute("data-verb", "arrange")
    there.click()
    expect(page.locator(f"#own .known[data-touch='slot:red:{other(number)}'][data-token={token}]")).to_be_visible()


def test_arranging_is_chosen_by_its_name(guest: Guest) -> None:
    """And then again without, for nothing else can be done with a second card."""
    page = guest()
    card, token, number = begin(page)
    card.click()
    page.get_by_role("button", name="Arrange face down").click()
    expect(page.locator("#path")).to_contain_text("Arrange face down")
    place(page, number if 2 <= number <= 9 else 5).click()
    expect(page.locator(f"#own .known[data-token={token}]")).to_be_visible()
    page.wait_for_function(READY)
    page.locator(f"{HAND}.legal").first.click()
    expect(page.locator("#own .legal[data-verb=arrange]")).not_to_have_count(0)


def test_a_card_that_can_only_be_arranged_says_why(guest: Guest) -> None:
    """Elevenses cannot be played yet."""
    page = guest()
    begin(page)
    for _ in range(40):
        mine = page.locator(f"{HAND}.legal[data-token$=elevenses]")
        if mine.count():
            break
        begin(page)
    mine.first.click()
    expect(page.locator("#choices .choice")).to_have_count(1)
    expect(page.locator("#notice")).to_contain_text("EL-21")
    expect(page.locator("#own .legal[data-verb]")).to_have_count(0)


def test_a_right_click_says_what_a_card_does(guest: Guest) -> None:
    """And so does a long press; nothing is chosen by it."""
    page = guest()
    card, _, _ = begin(page)
    about = str(card.get_attribute("data-about"))
    card.click(button="right")
    expect(page.locator("#notice")).to_contain_text(about)
    expect(page.locator("#own .chosen")).to_have_count(0)
