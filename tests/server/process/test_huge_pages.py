"""A server begins again once to have its memory in large pages, and keeps that to itself."""

import os
import sys

import pytest

from eleven.server.process import huge_pages
from eleven.server.process.huge_pages import ALLOCATOR, ENVIRONMENT, TUNING


@pytest.fixture(autouse=True)
def _nothing_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(huge_pages, "_started", False)
    for name in ENVIRONMENT:
        monkeypatch.delenv(name, raising=False)


def began(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """What a process becomes."""
    found: list[tuple[list[str], dict[str, str]]] = []
    monkeypatch.setattr(os, "execve", lambda _, command, environment: found.append((command, environment)))
    huge_pages.restart_server(arguments)
    return found[0]


def test_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert huge_pages.should_restart()
    command, environment = began(monkeypatch, "--port", "0")
    assert command == [sys.executable, "-m", "eleven.server", "--port", "0"]
    assert environment.items() >= {**ENVIRONMENT, "NUMBA_DISABLE_JIT": "1"}.items()
    for name in ENVIRONMENT:
        monkeypatch.setenv(name, environment[name])
    assert not huge_pages.should_restart()
    huge_pages.clear_environment()
    assert not set(ENVIRONMENT) & set(os.environ)


@pytest.mark.parametrize("name", [ALLOCATOR, TUNING])
def test_who_has_chosen_is_left_alone(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "chosen")
    assert not huge_pages.should_restart()
    assert began(monkeypatch)[1][name] == "chosen"
    assert set(ENVIRONMENT) & set(began(monkeypatch)[1]) == {name}
    huge_pages.clear_environment()
    assert os.environ[name] == "chosen"


def test_only_where_there_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not huge_pages.should_restart()
    assert not set(ENVIRONMENT) & set(began(monkeypatch)[1])
