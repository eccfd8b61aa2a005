"""The fingerprint of the rules changes with whatever can change a state or a sight, and with nothing else."""

import re
import subprocess
import sys
import threading
from dataclasses import replace
from functools import cache
from importlib.util import find_spec

import pytest

from eleven.core.contract.game import Game, find_game, games
from eleven.server.engine.rules_version import NO_RULES, ParsedModule, definitions, fingerprint, rules_version, source
from tests.contract.walking import each_game

ELEVENSES = "eleven.games.elevenses"
COPIERS = "eleven.core.rules.copying"


@cache
def parsed(name: str) -> ParsedModule:
    """A module as it is."""
    return ParsedModule(name, source(name))


def changed(game: Game, module: str = "", before: str = "", after: str = "") -> bool:
    """Whether the fingerprint is another one after a change of a module's text."""
    text = source(module) if module else ""
    assert re.search(before, text), f"{module} has no {before}"
    other = ParsedModule(module, re.sub(before, after, text, count=1))
    return fingerprint(game, lambda name: other if name == module else parsed(name)) != rules_version(game.id)


RULES = [
    ("eleven.core.rules.lists", r"numbers\[i\] = number", "numbers[i] = number + 1"),
    ("eleven.core.rules.lists", r"numbers\[:\] = \[number\]", "numbers[:] = [number + 1]"),
    ("eleven.core.rules.lists", r"to\[i\] = numbers\[i\]", "to[i] = 0"),
    ("eleven.core.rules.threefry", r"in \(14, 16", "in (15, 16"),
    ("eleven.core.play.loops", r"s\.told = 0\n    act", "act"),
    ("eleven.core.rules.asking", r"(def see_header[^\n]*\n[^\n]*\n)", r"\1    seen.step = 0\n"),
    (f"{ELEVENSES}.sight", r"(def see\([^\n]*\n[^\n]*\n)", r"\1    seen.step = 0\n"),
    (f"{ELEVENSES}.dealing", r"(def deal\([^\n]*\n[^\n]*\n)", r"\1    s.step = 0\n"),
    (f"{ELEVENSES}.scoring", r"(def score\([^\n]*\n[^\n]*\n)", r"\1    return 0\n"),
    (f"{ELEVENSES}.setting_up", r"(def prepare\([^\n]*\n[^\n]*\n)", r"\1    s.step = 0\n"),
    (f"{ELEVENSES}.state", r"LAST_PLACE = ", "LAST_PLACE = 1 + "),
]
OTHERS = [
    (ELEVENSES, r'minutes="30"', 'minutes="45"'),
    (ELEVENSES, r'designer="David Harding"', 'designer="Somebody"'),
    ("eleven.core.play.loops", r"(?s)(def playouts_template.*?\) -> [^\n]*:\n)", r"\1    limit = 1\n"),
    ("eleven.core.play.loops", r"(?s)(def repeat_see_template.*?\) -> [^\n]*:\n)", r"\1    unused = 1\n"),
    ("eleven.core.rules.lists", r"Write the same number everywhere", "Fill"),
    ("eleven.core.rules.lists", r"\n@rule\ndef fill", "\n# why\n@rule\ndef fill"),
    ("eleven.core.rules.lists", r"number: int", "number: float"),
    ("eleven.core.rules.luck", r"(def key_of\([^\n]*\n)", r"\1    parts = ()\n"),
    (f"{ELEVENSES}.heuristics", r"(def weigh\([^\n]*\n[^\n]*\n)", r"\1    return 0\n"),
    (f"{ELEVENSES}.table", r"(def zones\([^\n]*\n[^\n]*\n)", r"\1    return []\n"),
    (f"{ELEVENSES}.invariants", r"(def check\([^\n]*\n[^\n]*\n)", r"\1    return 0\n"),
]


@pytest.mark.parametrize(("module", "before", "after"), RULES)
def test_what_can_change_a_state_or_a_sight_counts(module: str, before: str, after: str) -> None:
    assert changed(find_game("elevenses"), module, before, after)


@pytest.mark.parametrize(("module", "before", "after"), OTHERS)
def test_other_changes_do_not_count(module: str, before: str, after: str) -> None:
    assert not changed(find_game("elevenses"), module, before, after)


@each_game
def test_every_rule_that_decides_is_reached(game: Game) -> None:
    """By following the calls from the source one arrives at what the functions themselves refer to."""
    reached = set(definitions(game, parsed))
    waiting = [game.prepare, game.deal, game.legal, game.act, game.see, game.forget, game.score]
    seen: set[object] = set()
    while waiting:
        function = waiting.pop()
        function = getattr(function, "py_func", function)
        if function in seen or not function.__module__.startswith("eleven.") or "lambda" in function.__name__:
            continue
        seen.add(function)
        if function.__module__ == COPIERS:  # made from a list of fields, and bound to this name in the game
            assert function.__name__ in {name for _, name in reached}
        else:
            assert (function.__module__, function.__name__) in reached
        names = set(function.__code__.co_names)
        found = [function.__globals__[name] for name in names if name in function.__globals__]
        found += [
            getattr(value, name)
            for value in found
            for name in names
            if type(value).__name__ == "module" and value.__name__.startswith("eleven.") and hasattr(value, name)
        ]
        waiting += [value for value in found if hasattr(getattr(value, "py_func", value), "__code__")]
    assert len(seen) > 20


def test_a_rule_may_move_to_another_file() -> None:
    """A function that stands in another module, and is imported from there, is the same rule."""
    game, moved = find_game("elevenses"), f"{ELEVENSES}.moved"
    old = source(f"{ELEVENSES}.state")
    function = re.search(r"@rule\ndef left_of.*?(?=\n\n\n)", old, re.DOTALL)
    assert function is not None

    def version(becomes: str) -> str:
        texts = {
            moved: f"from {ELEVENSES}.state import State\n\n\n{becomes}\n",
            f"{ELEVENSES}.state": old.replace(function[0], f"from {moved} import left_of"),
        }
        made = {name: ParsedModule(name, text) for name, text in texts.items()}
        return fingerprint(game, lambda name: made.get(name) or parsed(name))

    assert version(function[0]) == rules_version("elevenses")
    assert version(function[0].replace("+ 1", "+ 2")) != rules_version("elevenses")


def test_the_order_of_questions_counts() -> None:
    """Rules may compare the numbers of questions, so these count as they are."""
    game = find_game("elevenses")
    turned = replace(game, questions=tuple(reversed(game.questions)))
    assert fingerprint(turned, parsed) != fingerprint(game, parsed) == rules_version("elevenses")


def test_games_differ() -> None:
    assert len({rules_version(game_id) for game_id in games()}) == len(games())
    assert len({changed(game) for game in games().values()} | {False}) == 1


THREADS = """
import gc, threading, sys
from eleven.server.engine import rules_version as rules
gc.set_threshold(50); gc.callbacks.append(lambda *_: gc.freeze())
found = []
threads = [threading.Thread(target=lambda: found.append(rules.rules_version("elevenses"))) for _ in range(8)]
[thread.start() for thread in threads]; [thread.join() for thread in threads]
print(len(found), len(set(found)))
"""


@pytest.mark.slow
def test_threads_may_ask_at_once_during_garbage_collection() -> None:
    run = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, timeout=600)
    assert run.stdout.split() == ["8", "1"], run.stderr


def test_the_server_computes_the_versions_before_it_starts_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    from eleven.server import app
    from eleven.server.engine import rules_version as rules
    from eleven.server.settings import Settings

    rules._rules_version.cache_clear()
    app.make_app(Settings())
    asked = [rules._rules_version.cache_info().misses]
    thread = threading.Thread(target=lambda: asked.append(bool(rules_version("elevenses"))))
    thread.start()
    thread.join()
    assert asked[0] == len(games())
    assert rules._rules_version.cache_info().misses == asked[0]


def test_the_modules_left_out_of_the_fingerprint_exist() -> None:
    """A module that has moved would count among the rules without anybody noticing."""
    assert all(find_spec(name) for name in NO_RULES)
