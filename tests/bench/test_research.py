"""The page about speed from Python says who was not there, what falls short, and how far several cores go."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.research import page as research_page
from bench.research import run as research
from bench.research import scaling


def found(**more: Any) -> dict[str, Any]:
    """Something measured."""
    told = {"date": "2026-01-02", "version": "1", "machine": "a machine", "rounds": 2, "load": "0.1 and 0.2"}
    return {**told, "rates": {}, "absent": [], "scaling": {}, **more}


def test_a_library_that_is_not_installed_is_named() -> None:
    """A contestant without its library is left out, and the page says so."""

    def missing() -> Callable[[], int]:
        raise ModuleNotFoundError("No module named 'peer'")

    rates, absent = research.measure({"ours": lambda: lambda: 7, "Peer game": missing}, rounds=2, seconds=0.001)
    assert list(rates) == ["ours"]
    assert len(rates["ours"]) == 2
    page = research_page.page(found(rates=rates, absent=absent))
    assert "| ours |" in page
    assert "Not installed here, so not measured: Peer game." in page
    assert "Not installed" not in research_page.page(found(rates=rates))


def test_the_rate_of_several_cores_is_compared_with_one() -> None:
    """Twice as much is a bar of twice the length."""
    page = research_page.page(found(scaling={"elefant": {"1": 1000.0, "2": 2000.0}}))
    assert "### elefant" in page
    assert f"| 1 | 1,000 | 1.00 | {'█' * (scaling.WIDEST // 2)} |" in page
    assert f"| 2 | 2,000 | 2.00 | {'█' * scaling.WIDEST} |" in page


def test_rates_below_the_target_are_bold() -> None:
    """The median counts, game by game."""
    name = "Match, legal and play"
    page = research_page.page(found(rates={f"a: {name}": [49_000, 1, 60_000], f"b: {name}": [51_000, 51_000, 0]}))
    assert f"| {name} | 50 | **49** | 51 |" in page
    assert all(any(name.endswith(f": {what}") for name in research.ours("elefant")) for what in research_page.WANTED)


def test_the_page_for_researchers_has_the_table() -> None:
    """Ours from the slowest to the fastest game, then the others; it is what was measured last."""
    rates = {"a: Match": [12_340.0], "b: Match": [5_100_000.0], "Peer game": [1_230.0]}
    table = research_page.table(found(rates=rates))
    assert "| Table Eleven: Match | 12 k to 5.1 M |\n| Peer game | 1.2 k |" in table
    guide = f"before\n{research_page.BEGIN}\nold\n{research_page.END}\nafter"
    assert research_page.written(guide, found()).startswith("before\n")
    assert research_page.written(guide, found()).endswith("\nafter")
    guide = research_page.GUIDE.read_text(encoding="utf-8")
    assert research_page.written(guide, research_page.last()) == guide, "python -m bench.research"


def test_what_was_measured_is_written_and_read_again(tmp_path: Path) -> None:
    """A page of one's own does not change the page for researchers."""
    before = research_page.GUIDE.read_bytes()
    measured = found(rates={"a: Match": [1.0, 2.0]}, scaling={"a": {1: 3.0}})
    research.write(measured, tmp_path / "mine.md")
    kept = json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))
    assert (
        research_page.page(kept) == (tmp_path / "mine.md").read_text(encoding="utf-8") == research_page.page(measured)
    )
    assert research_page.GUIDE.read_bytes() == before


def work() -> Callable[[], int]:
    """Some work that counts for ten decisions, for other processes to find."""
    return lambda: 10


@pytest.mark.slow
def test_processes_work_at_the_same_time() -> None:
    """Their rates are added."""
    assert scaling.rate(work, 2, 0.05) > 0
    assert min(scaling.rates(work, 0.01, rounds=2).values()) > 0
