"""Table Eleven: published table games from one source of the rules.

>>> import eleven
>>> match = eleven.new_match("elevenses", players=2, seed=1)
>>> action = match.play(match.legal()[0])
>>> eleven.see(match, "red")["asking"][-1]["question"]
'turn'

These functions are documented in `eleven.api` and docs/api.md; the module is imported on first use.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = ["all_games", "game", "key", "load", "luck", "new_match", "save", "see", "to_dict", "why_not"]

if TYPE_CHECKING:
    from eleven.api import all_games, game, key, load, luck, new_match, save, see, to_dict, why_not


def __getattr__(name: str) -> Any:
    """Import the public functions from `eleven.api` on first use."""
    if name not in __all__:
        raise AttributeError(f"module 'eleven' has no attribute '{name}'")
    from eleven import api

    globals().update({each: getattr(api, each) for each in __all__})
    return globals()[name]


def __dir__() -> list[str]:
    return [*globals(), *__all__]
