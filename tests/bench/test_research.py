"""The page about speed from Python says who was not there, and how far several cores go."""

from collections.abc import Callable

from bench import research, scaling


def test_who_is_not_installed_is_named() -> None:
    """A contestant without its library is left out, and the page says so."""

    def missing() -> Callable[[], int]:
        raise ModuleNotFoundError("No module named 'peer'")

    rates, absent = research.measure({"ours": lambda: lambda: 7, "Peer game": missing}, rounds=2, seconds=0.001)
    assert list(rates) == ["ours"]
    assert len(rates["ours"]) == 2
    page = research.page(rates, absent, {}, 2)
    assert "| ours |" in page
    assert "Not installed here, so not measured: Peer game." in page
    assert "Not installed" not in research.page(rates, [], {}, 2)


def test_cores_are_compared_with_one() -> None:
    """Twice as much is a bar of twice the length."""
    page = research.page({}, [], {"elefant": {1: 1000.0, 2: 2000.0}}, 1)
    assert "## elefant on several cores" in page
    assert f"| 1 | 1,000 | 1.00 | {'█' * (scaling.WIDEST // 2)} |" in page
    assert f"| 2 | 2,000 | 2.00 | {'█' * scaling.WIDEST} |" in page


def work() -> Callable[[], int]:
    """Some work that counts for ten decisions, for other processes to find."""
    return lambda: 10


def test_processes_work_at_the_same_time() -> None:
    """Their rates are added."""
    assert scaling.rate(work, 2, 0.05) > 0
