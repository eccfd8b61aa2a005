"""One whole game as a log, from the deal to the result."""

from pathlib import Path

from eleven.core.text.log import read_log, write_log

LOG = (Path(__file__).parent / "golden.log").read_text(encoding="utf-8")


def without_engine(log: str) -> list[str]:
    """The lines of a log but the one that names the version of the engine."""
    return [line for line in log.splitlines() if not line.startswith("engine:")]


def test_the_golden_game_replays_to_its_result() -> None:
    match = read_log(LOG)
    assert match.over
    assert without_engine(write_log(match)) == without_engine(LOG)
    assert {match.game.actions[entry.action].verb for entry in match.entries} == {
        "buy",
        "take",
        "push",
        "lose",
        "score",
    }
    assert sum(1 for entry in match.entries if entry.tape) == 1, "the herd is shuffled once"


def test_the_golden_game_reads_the_same_for_everybody() -> None:
    match = read_log(LOG)
    seen = [match.seen(seat) for seat in range(4)]
    for sight in seen:
        sight.viewer = 0
    assert len({sight.tobytes() for sight in seen}) == 1
