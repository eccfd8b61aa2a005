"""Batches on a GPU, as far as they can be tested without one; `python -m bench.gpu` compares them on a real one."""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from eleven.core.contract.game import Game
from eleven.core.text.errors import Mistake
from eleven.research import CudaBatch
from eleven.research.gpu import cuda_batch, device_array
from eleven.research.gpu.device_array import DeviceArray
from tests.contract.walking import each_game

ROOT = Path(__file__).parents[2]
SIMULATED = {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1", "PYTHONWARNINGS": "ignore"}


@pytest.mark.slow
@each_game
def test_a_simulated_gpu_plays_the_games_of_the_cpu(game: Game) -> None:
    """The kernels, run by Numba's simulator: every byte, nothing that is hidden, bad input refused, playouts."""
    assert_same(game.id)


@pytest.mark.slow
def test_a_game_without_features_whose_state_is_no_whole_words_is_played_too() -> None:
    """That of the tutorial."""
    assert_same("magpies", ELEVEN_GAMES=str(ROOT / "examples" / "magpies"))


def assert_same(game_id: str, **others: str) -> None:
    command = [sys.executable, "-m", "tests.research.simulated", game_id]
    done = subprocess.run(command, env={**os.environ, **SIMULATED, **others}, capture_output=True, text=True)
    assert done.stdout.strip() == "the same", done.stderr[-2000:]


BLOCK = re.compile(r"^```python\n(import torch\n.*?)^```$", re.MULTILINE | re.DOTALL)
NUMPY_FOR_TORCH = """
import sys, types, numpy
sys.modules["torch"] = types.SimpleNamespace(as_tensor=lambda given, device: numpy.asarray(given))
"""


@pytest.mark.slow
def test_the_example_of_the_page_runs() -> None:
    """The lines of docs/research.md on the simulated GPU, with fewer games, and NumPy where torch is."""
    page = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    program = NUMPY_FOR_TORCH + BLOCK.findall(page)[0].replace("65536", "3") + "print(mask.shape, mask.any())"
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **SIMULATED}, capture_output=True, text=True
    )
    assert done.stdout.strip() == "(3, 10) True", done.stderr[-2000:]


def test_a_gpu_that_is_not_there_is_missed_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_batch, "cuda_target", lambda: SimpleNamespace(is_available=lambda: False))
    with pytest.raises(Mistake, match="there is no NVIDIA GPU"):
        CudaBatch("elefant")


def test_a_compiler_that_is_not_there_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Any:
        raise ModuleNotFoundError("No module named 'numba.cuda'", name="numba.cuda")

    monkeypatch.setattr(cuda_batch, "cuda_target", missing)
    with pytest.raises(ModuleNotFoundError, match=r"table-eleven\[gpu\]"):
        CudaBatch("elefant")


@pytest.mark.parametrize("dtype", [np.uint64, np.uint8, np.float32, np.int32, np.bool_])
def test_other_libraries_read_a_buffer_in_place(monkeypatch: pytest.MonkeyPatch, dtype: Any) -> None:
    """DLPack, with memory of the CPU in the place of a GPU's."""
    monkeypatch.setattr(device_array, "CUDA", 1)
    owner = np.arange(6).reshape(2, 3).astype(dtype)
    memory = SimpleNamespace(__cuda_array_interface__=owner.__array_interface__)
    waited: list[bool] = []
    shown = DeviceArray(memory, owner.shape, owner.dtype, lambda: waited.append(True))
    read = np.from_dlpack(shown)
    assert read.dtype == owner.dtype
    assert np.array_equal(read, owner)
    assert read.ctypes.data == owner.ctypes.data == shown.pointer
    assert waited, "what the GPU was asked for before must be done"
    assert len(device_array._lent) == 1
    del read
    assert not device_array._lent
    shown.__dlpack__()
    assert not device_array._lent, "nobody took it"
    assert shown.__cuda_array_interface__["shape"] == (2, 3)


def test_rows_with_room_between_them_are_read_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sights whose records are no whole words."""
    monkeypatch.setattr(device_array, "CUDA", 1)
    owner = np.arange(4, dtype=np.uint64).reshape(2, 2)
    memory = SimpleNamespace(__cuda_array_interface__=owner.__array_interface__, copy_to_host=owner.copy)
    shown = DeviceArray(memory, (2, 13), np.uint8, lambda: None, 16)
    expected = owner.view(np.uint8)[:, :13]
    assert np.array_equal(np.from_dlpack(shown), expected)
    assert np.array_equal(np.asarray(shown), expected)
    assert shown.__cuda_array_interface__["strides"] == (16, 1)
