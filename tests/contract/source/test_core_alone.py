"""The core and the games need NumPy and Numba, and nothing else that was installed."""

import json
import subprocess
import sys

import pytest

from eleven.core.contract import zones

ALLOWED = ("numpy", "numba", "llvmlite", "eleven")
PLAY = f"""
import importlib.abc, sys, sysconfig

class Blocked(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        top = name.split(".")[0]
        if top in sys.stdlib_module_names or top in {ALLOWED!r} or top.startswith("_"):
            return None
        raise ImportError(f"{{name}} is not part of the core")

sys.meta_path.insert(0, Blocked())
import pkgutil, importlib
import eleven, eleven.core
for module in pkgutil.walk_packages(eleven.core.__path__, "eleven.core."):
    importlib.import_module(module.name)
from eleven.core.contract.game import games
from eleven.core.play.match import new_match
from eleven.core.rules.compile_cache import _root
from eleven.core.contract.zones import json_of
for game in games().values():
    match = new_match(game, game.setup(), bytes(32))
    match.try_apply(match.legal()[0].name)
    table = [json_of(zone) for zone in game.zones(match.seen(0), game.words("fr"))]
    assert _root().name == "rules"
    print(game.id, len(b"".join(table)))
"""


@pytest.mark.slow
def test_the_core_plays_with_numpy_and_numba_alone() -> None:
    """Everything else that is installed is blocked; the table is told in the same bytes without orjson."""
    done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(_sizes())
    assert dict(line.split() for line in done.stdout.splitlines()) == _sizes()


def _sizes() -> dict[str, str]:
    from eleven.core.contract.game import games
    from eleven.core.play.match import new_match

    found = {}
    for game in games().values():
        match = new_match(game, game.setup(), bytes(32))
        match.try_apply(match.legal()[0].name)
        table = [zones.json_of(zone) for zone in game.zones(match.seen(0), game.words("fr"))]
        found[game.id] = str(len(b"".join(table)))
    return found


@pytest.mark.parametrize("text", ["plain", "tée “quoted” \\ / \n\t", "\x7f\u2028", 'a"b'])
def test_json_is_the_same_without_orjson(text: str) -> None:
    thing = zones.Thing("slot:1", text, note=text)
    plain = json.dumps({"id": "slot:1", "text": text, "note": text}, ensure_ascii=False, separators=(",", ":"))
    assert zones.json_of(thing) == plain.encode()
