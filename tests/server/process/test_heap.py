"""Memory that was freed in the middle of the heap goes back to the system."""

import subprocess
import sys

import pytest

HOLES = """
from pathlib import Path
from eleven.server.process import heap

def resident():
    return int(Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0]) // 1024

pieces = [bytes(3000) for _ in range(40_000)]
last = [bytes(3000) for _ in range(10)]
full = resident()
del pieces
freed = resident()
heap.trim()
print(full, freed, resident())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_freed_memory_is_returned_to_the_system() -> None:
    run = subprocess.run([sys.executable, "-c", HOLES], capture_output=True, text=True, check=True)
    full, freed, trimmed = map(int, run.stdout.split())
    assert freed > full - 20, "else this test shows nothing"
    assert trimmed < full - 90
