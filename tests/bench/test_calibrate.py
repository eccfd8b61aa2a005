"""The steps between the levels: which are asked, which deals count, and what is made of the answer."""

from pathlib import Path
from typing import Any

import pytest

from bench import calibrate
from bench.calibrate import FEWEST, TUNED_BELOW, is_clear, neighbours, options_from, shown_in, write
from bench.calibrate_page import settings_of, verdict
from bench.match_ups import match_up, settings_in, try_settings
from eleven.arena.baselines import find_contestant
from eleven.arena.series import ArenaGame
from eleven.bots.available_levels import declared, levels_at
from eleven.core.contract.game import find_game

GAME = find_game("elefant")


def row(**changed: Any) -> dict[str, Any]:
    """A step as a file has it."""
    settings = [settings_of(find_contestant(name, GAME, 3)) for name in ("hard", "normal")]
    found = {"game": "elefant", "players": 3, "who": "hard", "against": "normal", "deals": 99, "games": 198}
    return {**found, "share": 0.7, "low": 0.6, "high": 0.8, "seed": 1, "settings": settings, **changed}


def test_every_level_meets_the_one_below() -> None:
    for players in GAME.players:
        levels = levels_at(GAME, GAME.setup(players))
        pairs = neighbours("elefant", players, ())
        assert [against for _, _, against in pairs] == list(levels[:-1])
        assert [who for _, who, _ in pairs] == list(levels[1:])
    assert neighbours("elefant", 3, ["hard:normal"]) == [(3, "hard", "normal")]


@pytest.mark.parametrize(
    ("share", "low", "high", "said"),
    [
        (0.7, 0.6, 0.8, "yes"),
        (0.7, 0.5, 0.8, "likely"),
        (0.83, 0.7, 0.9, "likely"),
        (0.55, 0.5, 0.6, "unlikely"),
        (0.5, 0.45, 0.57, "no"),
        (0.95, 0.86, 1.0, "no"),
    ],
)
def test_a_step_is_judged_by_its_interval(share: float, low: float, high: float, said: str) -> None:
    found = row(share=share, low=low, high=high)
    assert verdict(found) == said
    assert is_clear(found) == (said in ("yes", "no"))
    assert not is_clear({**found, "deals": FEWEST - 1})


def test_only_deals_up_to_the_first_missing_one_count() -> None:
    asked = match_up("elefant", 3, "hard", "normal", 20_000)
    for deal in (0, 2):
        asked.note(deal, [ArenaGame(deal, (0, 1, 0), (1, 0, 0), (1.0, 0.0, 0.0), 9)], 1.0)
    assert asked.by_deal == [1.0]
    asked.note(1, [ArenaGame(1, (0, 1, 0), (0, 1, 0), (0.0, 1.0, 0.0), 9)], 1.0)
    assert asked.by_deal == [1.0, 0.0, 1.0]
    found = asked.row()
    assert (found["deals"], found["share"]) == (3, 0.6667)
    assert found["settings"] == row()["settings"]


def test_a_run_goes_on_where_an_earlier_one_ended() -> None:
    first = match_up("elefant", 3, "hard", "normal", 20_000)
    for deal, shares in enumerate([(1.0, 0.0, 0.0), (0.0, 0.5, 0.5), (0.0, 1.0, 0.0)]):
        first.note(deal, [ArenaGame(deal, (0, 1, 0), (0, 0, 0), shares, 9)], 1.5)
    later, other = (match_up("elefant", 3, "hard", "normal", seed) for seed in (20_000, 20_001))
    for each in (later, other):
        each.go_on_from(first.row())
    assert (later.by_deal, later.asked, later.spent) == ([1.0, 0.5, 0.0], 3, 4.5)
    assert (other.by_deal, other.asked) == ([], 0), "other deals"


def test_settings_can_be_tried_before_a_game_declares_them() -> None:
    before = dict(GAME.levels)
    try:
        try_settings({"elefant": {"hard": {"simulations": {"3": 77, "4": 78, "5": 79}}}})
        assert [find_contestant("hard", GAME, players).simulations for players in (3, 5)] == [77, 79]
        assert find_contestant("normal", GAME, 3).simulations == before["normal"]["simulations"][3]
    finally:
        try_settings({"elefant": {"hard": before["hard"]}})
    assert dict(GAME.levels) == before


def test_a_step_of_a_network_says_which_one() -> None:
    master = find_contestant("master", GAME, 3)
    found = declared("elefant", "master")
    assert found is not None
    assert settings_in(GAME, master).startswith("network")
    assert settings_in(GAME, master).endswith(f"({found.weights[:8]})")


def test_rows_are_kept_while_the_bots_think_as_they_did(tmp_path: Path) -> None:
    path = tmp_path / "levels.json"
    write(path, [row(), row(who="normal", against="easy", settings=["once", "otherwise"])])
    write(path, [row(players=4, share=0.71)])
    text = path.with_suffix(".md").read_text()
    assert "| elefant | 3 | hard | normal | 99 | 70.0% | 60.0%–80.0% | yes |" in text
    assert "| normal | easy |" not in text, "measured with other settings"
    assert "easy over beginner in elefant for 3" in text, "what is not known is named"
    assert "hard over normal in elefant for 3" not in text
    write(path, [row(deals=50, share=0.6)])
    assert "| elefant | 3 | hard | normal | 99 |" in path.with_suffix(".md").read_text(), "more deals say more"
    assert shown_in(path) == {("elefant", 3, "hard", "normal")}, "the other has other settings now"


def test_deals_that_the_levels_were_tuned_on_are_refused() -> None:
    with pytest.raises(SystemExit):
        options_from(["--seed", str(TUNED_BELOW - 1)])
    assert options_from([]).seed == calibrate.SEED >= TUNED_BELOW
