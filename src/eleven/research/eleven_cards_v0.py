"""PettingZoo: `eleven_cards_v0.env(players=…)`."""

from typing import Any

from eleven.research import pettingzoo


def raw_env(**kwargs: Any) -> pettingzoo.raw_env:
    """Return the environment without wrappers; an illegal action raises an error."""
    return pettingzoo.raw_env("eleven_cards", **kwargs)


def env(**kwargs: Any) -> Any:
    """Return the environment with the wrappers that PettingZoo recommends."""
    return pettingzoo.env("eleven_cards", **kwargs)
