"""Refusals give their reason in the reader's language."""

from typing import Any

import pytest

from tests.server.conftest import Device


@pytest.mark.parametrize(
    ("path", "language", "status", "words"),
    [
        ("/api/tables/0123456789abcdef/view", "fr-BE, en;q=0.5", 404, "cette table n'existe pas"),
        ("/api/tables/0123456789abcdef/view?language=nl", "fr", 404, "die tafel bestaat niet"),
        ("/nowhere", "de", 404, "unter dieser Adresse gibt es nichts"),
        ("/api/rules/chess", "nl", 400, "er is geen spel 'chess'"),
        ("/nowhere", "", 404, "there is nothing at this address"),
    ],
)
def test_errors_of_the_api(client: Device, path: str, language: str, status: int, words: str) -> None:
    answer = client.http.get(path, headers={"Accept-Language": language})
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_a_foreign_page_is_refused_in_its_reader_s_language(client: Device) -> None:
    headers = {"Accept-Language": "de", "Origin": "https://elsewhere.example"}
    answer = client.http.post("/api/tables", json={}, headers=headers)
    assert answer.json()["error"] == "diese Seite darf hier nichts tun: sie kommt von anderswo"


def test_refusals_on_the_socket(client: Device) -> None:
    """In the language of the hello, and in another one after another hello."""
    table = client.create("me", "bot", options={"start": "red"})["table"]
    with client.socket(table) as socket:
        for language, words in (("de", "ist nicht erlaubt"), ("fr", "n'est pas permis")):
            socket.send(type="hello", since=-1, language=language)
            version = socket.hear("view")["version"]
            answer = refused(socket, version, "end")
            assert words in answer
            assert "allowed" not in answer


def refused(socket: Any, version: int, action: str) -> str:
    """Why an action is not taken."""
    socket.send(type="move", id=f"x{version}", version=version, seat=0, action=action)
    return str(socket.hear("refused")["reason"])
