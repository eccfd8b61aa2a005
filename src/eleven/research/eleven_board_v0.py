"""PettingZoo: `eleven_board_v0.env(players=…)`."""

from functools import partial

from eleven.research import pettingzoo

env = partial(pettingzoo.env, "eleven_board")
"""Makes the environment with the wrappers that PettingZoo recommends."""
raw_env = partial(pettingzoo.raw_env, "eleven_board")
"""Makes the environment without wrappers; an illegal action raises an error."""
