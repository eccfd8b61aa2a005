"""One whole game, replayed from its log and written again."""

from pathlib import Path

from eleven.core.text.log import read_log, write_log

LOG = (Path(__file__).parent / "golden.log").read_text(encoding="utf-8")


def test_the_golden_game_is_played_and_written_the_same() -> None:
    match = read_log(LOG)
    assert match.over
    assert match.scores() == [-14, 11, -15]
    assert match.winners() == [1]
    assert write_log(match) == LOG


def test_the_golden_game_has_every_kind_of_action() -> None:
    verbs = {line.split(": ")[1].split()[0] for line in LOG.splitlines() if line[0].isdigit()}
    assert verbs == {"lay", "joker", "link", "link-joker", "exchange", "discard", "draw", "end"}
    assert any(f"{seat}: discard\n{seat}: draw\n" in LOG for seat in "123")
