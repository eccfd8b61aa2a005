"""What makes the page installable: manifest, icons and a worker that is new whenever a file of the pages is."""

import struct
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


def test_the_version_follows_what_is_in_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_version, "STATIC", tmp_path)
    file = tmp_path / "a.js"
    file.write_text("one")
    first = file_version._fingerprint()
    file.write_text("two")
    second = file_version._fingerprint()
    file.rename(tmp_path / "b.js")
    third = file_version._fingerprint()
    file.write_text("one")
    (tmp_path / "b.js").unlink()
    assert len({first, second, third}) == 3
    assert file_version._fingerprint() == first, "the same files, the same version, whenever they were written"
