"""What makes the page installable: manifest, icons and a worker that is new whenever a file of the pages is."""

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from eleven.core.text.words import LANGUAGES
from eleven.server.http.pages import file_version
from tests.server.conftest import Device


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_names_icons_that_are_there(client: Device, language: str) -> None:
    client.http.headers["Accept-Language"] = language
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    told = answer.json()
    assert (told["name"], told["start_url"], told["display"], told["lang"]) == (
        "Table Eleven",
        "/",
        "standalone",
        language,
    )
    for icon in told["icons"]:
        body = client.get(icon["src"])
        assert body.status_code == 200
        assert body.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            assert "x".join(map(str, struct.unpack(">II", body.content[16:24]))) == icon["sizes"]
    assert {"any", "192x192", "512x512"} == {icon["sizes"] for icon in told["icons"]}
    assert [icon["purpose"] for icon in told["icons"] if "purpose" in icon] == ["maskable"]


def test_pages_and_worker_say_the_same_version_and_pages_name_the_manifest(client: Device) -> None:
    worker = client.get("/service-worker.js")
    version = file_version.fingerprint()
    assert f'const VERSION = "{version}";' in worker.text
    assert worker.headers["cache-control"] == "no-cache"
    for path in ("/", "/me", "/history", "/rules/elevenses", "/offline"):
        page = client.get(path)
        assert page.headers[file_version.VERSION_HEADER] == version, path
        assert '<link rel="manifest" href="/manifest.webmanifest">' in page.text, path


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The static files of a server that has just been started."""
    folder = tmp_path / "static"
    folder.mkdir()
    monkeypatch.setattr(file_version, "STATIC", folder)
    file_version.fingerprint.cache_clear()
    yield folder
    file_version.fingerprint.cache_clear()


def test_files_that_change_under_a_running_server_are_a_new_version_after_its_restart(
    client: Device, files: Path
) -> None:
    """An upgrade in place must not reload open tables into old pages with new scripts."""
    script = files / "table.js"
    script.write_text("old")
    version = client.get("/").headers[file_version.VERSION_HEADER]
    table = client.create("me", "bot")["table"]
    with client.socket(table) as socket:
        script.write_text("new")
        socket.send(type="ping")
        assert socket.hear("pong")["page_version"] == version
        assert f'data-version="{version}"' in client.get(f"/table/{table}").text
        file_version.fingerprint.cache_clear()
        socket.send(type="ping")
        assert socket.hear("pong")["page_version"] == file_version.fingerprint_of_files() != version


def test_the_version_follows_what_is_in_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_version, "STATIC", tmp_path)
    file = tmp_path / "a.js"
    file.write_text("one")
    first = file_version.fingerprint_of_files()
    file.write_text("two")
    second = file_version.fingerprint_of_files()
    file.rename(tmp_path / "b.js")
    third = file_version.fingerprint_of_files()
    file.write_text("one")
    (tmp_path / "b.js").unlink()
    assert len({first, second, third}) == 3
    assert file_version.fingerprint_of_files() == first, "the same files, the same version, whenever they were written"
