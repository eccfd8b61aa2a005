"""The page about me: a second device becomes mine by a link, with name, settings and games; leaving takes all away."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Guest
from tests.browser.playing import OVERFLOW, play_bots
from tests.browser.serving import Server

pytestmark = pytest.mark.slow
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def test_a_link_makes_another_device_mine_and_leaving_takes_all_away(guest: Guest) -> None:
    laptop, phone = guest(), guest(360, 740)
    laptop.goto("/")
    laptop.locator("#theme").click()
    play_bots(laptop, "elevenses")
    mine = laptop.url
    laptop.goto("/me")
    laptop.fill("#name", "Ann")
    laptop.keyboard.press("Enter")
    expect(laptop.locator("#success")).to_have_text("Saved for all your devices.")
    laptop.locator("#make-link").click()
    link = laptop.locator(".sign-in-link input").input_value()
    expect(laptop.locator("#sign-in-ways li")).to_have_count(1)

    phone.goto("/")
    play_bots(phone, "elevenses")
    theirs = phone.url
    phone.goto(link)
    expect(phone.locator("#accept-link-owner")).to_have_text("This link belongs to Ann.")
    assert "link=" not in phone.url, "the secret stays neither in the address nor in the history"
    phone.locator("#accept-link-buttons button").first.click()
    expect(phone.locator("#success")).to_have_text("This device is yours now.")
    expect(phone.locator("#name")).to_have_value("Ann")
    expect(phone.locator("html")).to_have_attribute("data-theme", "light")
    assert phone.evaluate(OVERFLOW) <= 0
    for page in (laptop, phone):
        page.goto("/")
        expect(page.locator("#mine li")).to_have_count(2)
    for page, table in ((phone, mine), (laptop, theirs)):
        view = page.request.get(f"/api/tables/{table.rpartition('/')[2]}/view").json()
        assert view["you"] == 0

    phone.goto("/me")
    with phone.expect_download() as waiting:
        phone.locator("#export").click()
    with open(waiting.value.path(), encoding="utf-8") as file:
        told = json.load(file)
    assert (told["person"]["name"], len(told["games"])) == ("Ann", 2)
    phone.locator("#delete").click()
    expect(phone.locator("#confirm-no")).to_be_focused()
    phone.locator("#confirm-yes").click()
    expect(phone.locator("#success")).to_have_text("Everything about you is deleted.")
    expect(phone.locator("#name")).to_have_value("")
    laptop.goto("/")
    laptop.wait_for_load_state("networkidle")
    expect(laptop.locator("#mine-part")).to_be_hidden()


def test_a_single_device_is_signed_out(guest: Guest) -> None:
    laptop, phone = guest(locale="fr-FR"), guest(360, 740)
    laptop.goto("/me")
    laptop.fill("#name", "Ann")
    laptop.locator("#make-link").click()
    phone.goto(laptop.locator(".sign-in-link input").input_value())
    phone.locator("#accept-link-buttons button").first.click()
    expect(phone.locator("#success")).to_have_text("This device is yours now.")
    expect(phone.locator("#devices li")).to_have_count(2)
    expect(phone.locator("#devices button")).to_have_count(1)
    assert phone.evaluate(OVERFLOW) <= 0
    laptop.reload()
    out = laptop.locator("#devices button")
    expect(out).to_have_accessible_name("Déconnecter : Chrome, Linux")
    out.focus()
    laptop.keyboard.press("Enter")
    expect(laptop.locator("#confirm-no")).to_be_focused()
    laptop.locator("#confirm-yes").click()
    expect(laptop.locator("#success")).to_have_text("L'appareil est déconnecté.")
    expect(laptop.locator("#devices li")).to_have_count(1)
    phone.reload()
    expect(phone.locator("#sign-out-here")).to_be_disabled()
    expect(phone.locator("#devices li")).to_have_count(0)


def test_a_recovery_code_is_shown_once_and_brings_me_back(guest: Guest) -> None:
    page = guest(locale="de-DE")
    page.goto("/me")
    page.locator("#make-code").click()
    code = page.locator(".code").inner_text()
    page.reload()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".code")).to_have_count(0)
    expect(page.locator("#sign-in-ways li")).to_contain_text("Wiederherstellungscode")
    page.locator("#sign-out-here").click()
    page.locator("#confirm-yes").click()
    expect(page.locator("#sign-in-ways .empty")).to_be_visible()
    page.locator("details summary").click()
    page.fill("#code", code.lower().replace("-", " "))
    page.keyboard.press("Enter")
    expect(page.locator("#success")).to_have_text("Dieses Gerät ist jetzt deines.")


@pytest.mark.parametrize("made", ["link", "code"])
@pytest.mark.parametrize(("copies", "said"), [("true", "Copied"), ("false", "Copy")])
def test_a_page_without_tls_says_copied_only_when_it_is(guest: Guest, made: str, copies: str, said: str) -> None:
    page = guest()
    page.add_init_script(
        f"""Object.defineProperty(navigator, "clipboard", {{ value: undefined }});
        document.execCommand = () => {{ window.copied = getSelection().toString(); return {copies}; }};"""
    )
    page.goto("/me")
    page.click(f"#make-{made}")
    button = page.locator("#sign-in-offer button")
    button.click()
    page.wait_for_function("() => window.copied !== undefined")
    expect(button).to_have_text(said)
    source = page.locator("#sign-in-offer input" if made == "link" else "#sign-in-offer .code")
    assert page.evaluate("window.copied") == (source.input_value() if made == "link" else source.inner_text())


def test_a_passkey_brings_me_back(guest: Guest, server: Server) -> None:
    page = guest()
    chrome = page.context.new_cdp_session(page)
    chrome.send("WebAuthn.enable")
    chrome.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    page.goto(f"http://localhost:{server.port}/me")
    page.fill("#name", "Ann")
    page.locator("#make-passkey").click()
    expect(page.locator("#success")).to_contain_text("The passkey is made.")
    expect(page.locator("#sign-in-ways li")).to_contain_text("Passkey")
    page.locator("#sign-out-here").click()
    page.locator("#confirm-yes").click()
    expect(page.locator("#sign-in-ways .empty")).to_be_visible()
    expect(page.locator("#name")).to_have_value("")
    page.locator("#use-passkey").click()
    expect(page.locator("#success")).to_have_text("This device is yours now.")
    expect(page.locator("#name")).to_have_value("Ann")
    page.goto("/me")
    expect(page.locator("#no-passkeys")).to_be_visible()
    expect(page.locator("#make-passkey")).to_be_hidden()
