"""Everybody reads a table in a language of their own, also what happened before they came."""

import asyncio
import tomllib
from pathlib import Path
from typing import Any

import pytest

from eleven.core.text.words import LANGUAGES, Words, own_words
from eleven.server.http.pages.page_html import page_catalogues
from eleven.server.live.live_table import LiveTable
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.restore import restore_table
from eleven.server.live.tables import Tables
from eleven.server.views.languages import HERE, language_wanted, server_words, words_of
from tests.server.conftest import Device, Running, seat_view, settings


def test_every_language_of_the_server_has_the_same_keys_and_placeholders() -> None:
    english = server_words("en").entries
    for language in LANGUAGES:
        tomllib.loads((HERE / f"words.{language}.toml").read_text(encoding="utf-8"))
        entries = server_words(language).entries
        assert entries.keys() == english.keys()
        for key, text in entries.items():
            assert _gaps(text) == _gaps(english[key]), key
        assert language == "en" or entries["told.leave"] != english["told.leave"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_its_words_from_the_catalogue(client: Device, language: str) -> None:
    """Fetched once; a browser that has them is told so."""
    for part, folder in page_catalogues().items():
        address = f"/static/words/{part}{'.' * bool(part)}{language}.json"
        answer = client.http.get(address)
        assert answer.json() == own_words(folder, language)
        assert answer.headers["cache-control"] == "no-cache"
        again = client.http.get(address, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    for wrong in ("xx", "nothing.en", "..en", "..%2fen"):
        assert client.http.get(f"/static/words/{wrong}.json").status_code == 404, wrong


def _gaps(text: str) -> set[str]:
    return {part.split("}")[0] for part in text.split("{")[1:]}


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("fr", "fr"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("pt, nl;q=0.5, en;q=0.4", "nl"),
        ("en;q=0.2, fr;q=0.9", "fr"),
        ("fr;q=0, *", "en"),
        ("de;q=x, nl", "nl"),
    ],
)
def test_the_language_of_a_browser(accepted: str | None, language: str) -> None:
    assert language_wanted(accepted) == language


def _make_foreign(*catalogues: Words) -> None:
    """Let catalogues differ from English in every text, so that nothing English can hide."""
    for words in catalogues:
        foreign = {key: f"¡{text}" for key, text in words.entries.items()}
        words.__dict__.update(entries=foreign, _ready={k: None if "{" in text else text for k, text in foreign.items()})


async def _some_table(folder: Path) -> tuple[Tables, LiveTable]:
    tables = Tables(settings(folder))
    tables.store.start()
    places = [SeatSpec("me", "Ann"), SeatSpec("hotseat"), SeatSpec("bot", "Polly")]
    live = await tables.add(new_table("ann", "elevenses", None, {"start": "red"}, places, False))
    await live.shares.give(list(range(live.table.players)), live.commitment, "ab")
    await live.move(0, seat_view(live, [0], 0, -1)["actions"][0]["name"], live.table.version)
    await live.seating.leave(1)
    return tables, live


def test_every_text_of_a_view_is_in_its_language(tmp_path: Path) -> None:
    _make_foreign(words_of("elevenses", "xx"), server_words("xx"))

    async def look() -> list[dict[str, Any]]:
        tables, live = await _some_table(tmp_path)
        views = [seat_view(live, [0], viewer, -1, language) for viewer in (0, 3) for language in ("en", "xx")]
        again = restore_table(live.table.row, live.table.events)
        views += [seat_view(LiveTable(again, tables), [0], viewer, -1, "xx") for viewer in (0, 3)]
        await tables.stop()
        return views

    mine, my_foreign, seen, seen_foreign, *again = asyncio.run(look())
    assert [view["events"] for view in again] == [my_foreign["events"], seen_foreign["events"]]
    assert [seat["name"] for seat in mine["seats"]] == ["Ann", "Green", "Polly"]
    assert [seat["name"] for seat in my_foreign["seats"]] == ["Ann", "¡Green", "Polly"]
    assert mine["events"][-1]["lines"] == ["Green has left the table."]
    assert my_foreign["events"][-1]["lines"] == ["¡¡Green has left the table."]
    assert "¡" not in str(mine) + str(seen)
    for view in (my_foreign, seen_foreign):
        assert view["language"] == "xx"
        assert view["round"] == 1
        for text in _texts(view):
            assert text.startswith("¡") or text in ("Ann", "Polly"), text


def _texts(view: dict[str, Any]) -> list[str]:
    found = [view["question"], *view["verbs"].values()]
    found += [line for event in view["events"] for line in event["lines"]]
    found += [action["sentence"] for action in view["actions"]]
    for zone in view["zones"]:
        found += [zone["label"], *(thing["text"] for thing in zone["things"])]
    return found


@pytest.mark.slow
def test_a_socket_says_its_language_and_may_change_it(server: Running) -> None:
    host, guest = Device(server.base), Device(server.base)
    table = host.create("me", "friend", "bot", public=True)["table"]
    with host.socket(table) as socket:
        assert socket.hear("view")["question"] == "Waiting for players: Green."
        socket.send(type="hello", since=-1, language="de")
        view = socket.hear("view")
        assert (view["language"], view["question"][:10]) == ("de", "Es fehlen ")
        socket.send(type="hello", language="la")
        assert "'en', 'fr', 'nl' or 'de'" in socket.hear("error")["reason"]
        guest.join(table, name="")
        socket.send(type="why", touch=["nonsense"])
        assert socket.hear("why")["reason"] == server_words("de")("why.nothing")
    assert guest.view(table, language="fr")["language"] == "fr"
    assert guest.view(table)["language"] == "en"
    assert guest.get(f"/api/tables/{table}/view", language="la").status_code == 422
    guest.http.headers["accept-language"] = "nl-BE,nl;q=0.9"
    assert guest.view(table)["language"] == "nl"
    assert guest.view(table)["seats"][1]["name"] == words_of("elevenses", "nl")("seat.green")
