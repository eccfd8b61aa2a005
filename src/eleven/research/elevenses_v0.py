"""PettingZoo: `elevenses_v0.env(players=…)`."""

from typing import Any

from eleven.research import pettingzoo


def raw_env(**kwargs: Any) -> pettingzoo.raw_env:
    """The environment without wrappers: an illegal action is refused with an error."""
    return pettingzoo.raw_env("elevenses", **kwargs)


def env(**kwargs: Any) -> Any:
    """The environment as PettingZoo advises, with its wrappers."""
    return pettingzoo.env("elevenses", **kwargs)
