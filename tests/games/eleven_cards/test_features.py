"""What a network is told of 11! the card game."""

from eleven.core.contract.features import Count
from eleven.games.eleven_cards.features import FEATURES
from eleven.games.eleven_cards.setting_up import MOST_BONUSES


def test_as_many_bonuses_as_a_box_may_hold_are_told_apart() -> None:
    forms = {feature.field: feature.form for feature in FEATURES}
    assert forms["bonuses_left"] == forms["seats.bonuses"] == Count(MOST_BONUSES)
