"""Pages come in words, in the reader's language; an address that leads nowhere is a page too."""

import re
from collections.abc import Callable

import httpx
import pytest

from eleven.core.contract.game import games
from eleven.core.text.words import LANGUAGES
from tests.server.conftest import NO_TLS, Device, Running

NOWHERE = ["/nowhere", "/table/xyz", f"/table/{'0' * 16}", "/join/xyz/abc", f"/join/{'0' * 16}/a.b"]
NOWHERE += [f"/replay/{'0' * 16}", "/replay/log-0", "/rules/nothing", "/learn/nothing"]


def read(server: Running, path: str, language: str = "en", **headers: str) -> httpx.Response:
    """A page as a browser asks for it."""
    asking = {"Accept": "text/html", "Accept-Language": language, **headers}
    return httpx.get(server.base + path, headers=asking, verify=NO_TLS)


def test_a_page_is_in_the_readers_language_before_any_script(server: Running) -> None:
    for language in LANGUAGES:
        page = read(server, "/", language).text
        assert f'<html lang="{language}"' in page
        assert re.findall(r'data-word="[^"]*"></', page) == []
        for game in games().values():
            assert f'data-play="{game.id}"' in page
            assert game.title_in(language) in page


def test_the_chosen_language_comes_before_the_browsers(server: Running) -> None:
    page = read(server, "/", "fr", Cookie="language=nl")
    assert '<html lang="nl"' in page.text
    assert "Cookie" in page.headers["vary"]


def test_an_address_that_leads_nowhere_is_a_page_with_the_way_home(server: Running) -> None:
    for path in NOWHERE:
        for language in LANGUAGES:
            answer = read(server, path, language)
            assert answer.status_code == 404, path
            assert answer.headers["content-type"].startswith("text/html")
            assert f'<html lang="{language}" ' in answer.text
            assert 'class="button primary" href="/"' in answer.text
            assert not re.search(r"pattern|\^\[|Traceback|\{", re.sub(r"<[^>]*>", "", answer.text))


def test_a_used_link_and_a_private_replay_say_so(server: Running, client: Device) -> None:
    """A used-up link to a seat, and the replay of somebody else's running game."""
    table = client.create("me", "friend")["table"]
    assert "does not open a seat" in read(server, f"/join/{table}/nonsense").text
    private = read(server, f"/replay/{table}")
    assert private.status_code == 403
    assert "private" in private.text


def test_an_unknown_address_is_answered_in_json_to_scripts(client: Device) -> None:
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert answer.json()["error"]


def test_the_head_preloads_modules_fonts_and_words(server: Running) -> None:
    """Modules that import one another are named in the head, and the letters too."""
    page = read(server, "/replay").text
    named = re.findall(r'<link rel="(?:modulepreload|preload)" href="([^"]+)"', page)
    assert {"/static/lib/words.js", "/static/fonts/numerals.woff2", "/static/words/en.json"} <= set(named)
    for address in named:
        assert httpx.get(server.base + address, verify=NO_TLS).status_code == 200, address


def test_a_link_shows_the_game_who_is_there_and_the_free_seats(server: Running, client: Device) -> None:
    table = client.create("me", "friend", "friend")["table"]
    url = client.get(f"/api/tables/{table}/invitation").json()["url"]
    page = read(server, url.removeprefix(server.base), "de").text
    assert re.search(r'property="og:title" content="[^"]*Elevenses', page)
    assert re.search(r'property="og:description" content="[^"]*P0', page)
    assert "Freie Plätze: 2." in page
    image = re.findall(r'property="og:image" content="([^"]+)"', page)[0]
    assert httpx.get(image).headers["content-type"] == "image/png"


@pytest.mark.slow
def test_one_link_seats_everybody_who_comes(client: Device, friend: Callable[[], Device]) -> None:
    table = client.create("me", "friend", "friend")["table"]
    claim = client.get(f"/api/tables/{table}/invitation").json()["url"].rsplit("/", 1)[1]
    ben, eve, late = friend(), friend(), friend()
    assert ben.join(table, claim=claim, name="Ben").status_code == 200
    assert ben.join(table, claim=claim, name="Ben").status_code == 200
    assert eve.join(table, claim=claim, name="Eve").status_code == 200
    assert [seat["name"] for seat in client.view(table)["seats"]] == ["P0", "Ben", "Eve"]
    refused = late.join(table, claim=claim, name="Late")
    assert refused.status_code == 400
    assert "taken by now" in refused.json()["error"]
    assert late.get(f"/api/tables/{table}/invitation").status_code == 403
    assert late.get(f"/api/tables/{table}/qr").status_code == 403
