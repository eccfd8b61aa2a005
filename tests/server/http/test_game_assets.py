"""The files of a game's look: only the named ones, and the default look where a game brings none."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from eleven.core.contract.game import Game, games
from eleven.server.app import make_app
from eleven.server.http.pages import game_assets
from tests.contract.walking import each_game
from tests.server.conftest import NO_TLS, settings

TYPES = {".png": "image/png", ".svg": "image/svg+xml", ".css": "text/css", ".js": "text/javascript"}


Get = Callable[..., httpx.Response]


@pytest.fixture
def get(tmp_path: Path) -> Get:
    door = httpx.ASGITransport(make_app(settings(tmp_path)))

    async def asked(path: str, headers: dict[str, str]) -> httpx.Response:
        async with httpx.AsyncClient(transport=door, verify=NO_TLS, base_url="http://tables") as client:
            return await client.get(path, headers=headers)

    return lambda path, **headers: asyncio.run(asked(path, headers))


@each_game
def test_every_file_of_a_look_is_served(get: Get, game: Game) -> None:
    for name in game_assets.FILES:
        answer = get(f"/static/games/{game.id}/{name}")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(TYPES[Path(name).suffix])
        assert answer.headers["cache-control"] == "no-cache"
        again = get(f"/static/games/{game.id}/{name}", **{"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304


def test_a_game_without_a_look_gets_the_default_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(iter(games()))
    bare = tmp_path / game
    (bare / "look").mkdir(parents=True)
    (bare / "look" / "look.css").write_text("body { color: red }")
    monkeypatch.setattr(game_assets, "games", lambda: {game: type("Bare", (), {"folder": bare})})
    assert game_assets.look_file(f"{game}/look.css") == bare / "look" / "look.css"
    assert game_assets.look_file(f"{game}/cover.svg") == game_assets.DEFAULT_LOOK / "cover.svg"


@pytest.mark.parametrize("path", ["rules.py", "look/look.js", "../look/look.js", "look.js.map", "", "secret.txt"])
def test_nothing_else_of_a_game_is_served(get: Get, path: str) -> None:
    for game in games():
        assert get(f"/static/games/{game}/{path}").status_code == 404
    assert get("/static/games/no_such_game/look.js").status_code == 404


def test_scripts_and_styles_are_compressed_and_asked_for_again(get: Get) -> None:
    """Without a word about caching a browser keeps a script for a tenth of its age, beside newer pages."""
    for path in ("/static/table/board.js", "/static/lib/theme.css"):
        answer = get(path, **{"Accept-Encoding": "gzip"})
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["vary"] == "Accept-Encoding"
        plain = get(path, **{"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == answer.text
        assert get(path, **{"If-None-Match": answer.headers["etag"]}).status_code == 304
