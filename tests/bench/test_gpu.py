"""The page of the GPU, from what was measured in one run or several; and what is said without a GPU."""

from concurrent.futures import Future
from typing import Any

import pytest

from bench.gpu import page as gpu_page
from bench.gpu import run as gpu
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


def test_the_page_says_what_was_found_out_by_trying() -> None:
    told = gpu_page.page(found(games=[ROW | {"threads": 512, "mask_blocks": 16, "features_blocks": 0}]))
    assert "| elefant | 512 | 16 | all | – |" in told
    assert "by trying" not in gpu_page.page(found())


def test_each_kernel_has_a_process_and_only_what_is_wanted_is_measured() -> None:
    names = ["elefant", "elevenses"]
    jobs = gpu.jobs_of(names, list(gpu.PARTS))
    assert sorted((game, part) for game, parts in jobs for part in parts) == sorted(
        [(game, part) for game in names for part in gpu.PARTS if part != "pgx"] + [("pgx", "pgx")]
    )
    assert gpu.jobs_of(["elefant"], ["sight", "mask"]) == [("elefant", ["mask", "sight"])]


def test_what_one_process_says_does_not_lose_what_others_have_measured(capsys: pytest.CaptureFixture[str]) -> None:
    done: list[Future[dict[str, Any]]] = [Future() for _ in range(4)]
    done[0].set_result({"game": "pgx", "leduc_holdem": 6e8})
    done[1].set_result({"game": "elefant", "network": 4e7})
    done[2].set_result({"game": "elefant", "playouts_same": False})
    done[3].set_exception(SystemExit("elefant: GPU and CPU differ"))
    so_far = found()
    jobs = [("pgx", ["pgx"]), ("elefant", ["network"]), ("elefant", ["playouts"]), ("elefant", ["same"])]
    well = [gpu.took(so_far, future, job) for future, job in zip(done, jobs, strict=True)]
    assert well == [True, True, False, False]
    assert so_far["pgx"] == {"leduc_holdem": 6e8}
    assert so_far["games"] == [ROW | {"network": 4e7, "playouts_same": False}]
    said = capsys.readouterr().err
    assert "other games than the CPU" in said
    assert "elefant, same: SystemExit('elefant: GPU and CPU differ')" in said


def test_several_runs_make_one_page() -> None:
    rows = gpu_page.added([{"game": "elefant", "network": 4e7}, {"game": "elevenses", "mask": 5e8}], [ROW])
    assert rows == [ROW | {"network": 4e7}, {"game": "elevenses", "mask": 5e8}]
