"""What a test costs is counted while processes come and go."""

import subprocess

import pytest

from tests.processor_time import processor_seconds

BUSY = "while true; do (sh -c :) & wait; done"


def test_processes_that_end_while_they_are_counted_raise_no_error() -> None:
    """They end between any two lines of the counting."""
    with subprocess.Popen(["sh", "-c", BUSY], start_new_session=True) as shell:
        try:
            before = processor_seconds()
            counted = [processor_seconds() for _ in range(300)]
        finally:
            shell.kill()
    assert max(counted) > before


def test_a_folder_that_is_gone_between_two_lines_counts_as_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the kernel says it of a process that has just ended."""

    def gone(path: str) -> list[str]:
        raise ProcessLookupError(3, "No such process", path)

    monkeypatch.setattr("os.listdir", gone)
    assert processor_seconds() > 0
