"""The page of the GPU, from what was measured in one run or several; and what is said without a GPU."""

from typing import Any

import pytest

from bench import gpu, gpu_page
from eleven.core.text.errors import Mistake

ROW = {"game": "elefant", "playouts": 1.2e9, "core": 1.1e7, "features": 3e8, "same": 100_001}


def found(**more: Any) -> dict[str, Any]:
    return {"date": "today", "version": "1", "machine": "a GPU", "games": [ROW], "pgx": {}, "absent": []} | more


def test_without_a_gpu_one_line_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def nothing() -> None:
        raise Mistake("there is no GPU here")

    monkeypatch.setattr(gpu, "find_gpu", nothing)
    assert gpu.main([]) == 2
    assert capsys.readouterr().err == "there is no GPU here\n"


@pytest.mark.parametrize(
    ("given", "said"),
    [(["--games", "chess"], "there is no game 'chess'"), (["--parts", "all"], "there is no part all")],
)
def test_unknown_names_are_refused(given: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert gpu.main(given) == 2
    assert said in capsys.readouterr().err


def test_the_page_has_what_was_measured_and_names_what_was_not() -> None:
    told = gpu_page.page(found(pgx={"leduc_holdem, 1,048,576": 6.85e8}, absent=["torch"]))
    assert "| elefant | 1,200 | 11.0 | – | 300 | – | – | 100,001 | – |" in told
    assert "| leduc_holdem, 1,048,576 | 685 |" in told
    assert "not measured: torch." in told
    assert "not measured" not in gpu_page.page(found())


def test_several_runs_make_one_page() -> None:
    rows = gpu_page.added([{"game": "elefant", "network": 4e7}, {"game": "elevenses", "mask": 5e8}], [ROW])
    assert rows == [ROW | {"network": 4e7}, {"game": "elevenses", "mask": 5e8}]
