"""The pieces of the quick path: each can still be taken out, and ratios are made of what was measured side by side."""

import inspect
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bench.quick_path.measuring import Sample
from bench.quick_path.pieces import WHOLE, WITHOUT, StarletteConnection
from bench.quick_path.report import ratios, report
from bench.server.run import Row
from eleven.server.sockets.websocket_protocol import WebSocketProtocol

REPOSITORY = Path(__file__).parents[2]
ROW = Row("Table Eleven", 16, 0.0, 1000.0, 4.0, 8.0, 0.5, 0.1, 100.0)


@pytest.mark.slow
def test_every_piece_of_the_quick_path_can_be_taken_out() -> None:
    """In a process of its own: nothing is as it was afterwards."""
    program = "from bench.quick_path.pieces import WITHOUT\nfor take_out in WITHOUT.values(): take_out()"
    done = subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2_000:]


def test_the_starlette_connection_has_the_methods_of_the_quick_one() -> None:
    for name, usual in inspect.getmembers(StarletteConnection, inspect.isfunction):
        if not name.startswith("_"):
            short = getattr(WebSocketProtocol, name)
            assert list(inspect.signature(usual).parameters) == list(inspect.signature(short).parameters), name


def test_a_piece_is_compared_with_the_whole_of_the_same_round() -> None:
    piece = next(name for name in WITHOUT if name != WHOLE)
    samples = [
        Sample(WHOLE, 0, 0, ROW),
        Sample(piece, 0, 0, replace(ROW, rate=500.0, cpu=1.0)),
        Sample(WHOLE, 1, 0, replace(ROW, rate=100.0)),
        Sample(piece, 1, 0, replace(ROW, rate=50.0, cpu=1.0)),
        Sample(piece, 2, 0, replace(ROW, rate=7.0)),
    ]
    found = ratios(samples)
    assert found[piece, 16]["rate"] == pytest.approx(0.5), "the third round has no whole server to compare with"
    assert found[piece, 16]["cpu"] == pytest.approx(2.0)
    assert f"| {piece} | 16 | 0.50 | 1.00 | 1.00 | 2.00 |" in report(samples, 2.0, 0)
