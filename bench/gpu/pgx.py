"""Pgx on the same GPU, for `bench.gpu`."""

import os
from collections.abc import Callable
from typing import Any

ENVIRONMENTS = (("sparrow_mahjong", 1 << 18), ("backgammon", 1 << 16), ("leduc_holdem", 1 << 20))
STEPS = 16
"""The number of steps per compiled call."""


def pgx_ready(timed: Callable[[Any, Any, int], float]) -> Callable[[], dict[str, float]]:
    """Compile random play in Pgx, if it is installed, and return a function that measures it with `timed`."""
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"  # leave GPU memory for the others
    try:
        runs = {f"{name}, {size:,}": (_compiled(name, size), size * STEPS) for name, size in ENVIRONMENTS}
    except ImportError:
        return dict
    return lambda: {name: timed(run, lambda: None, steps) for name, (run, steps) in runs.items()}


def _compiled(name: str, size: int) -> Callable[[], None]:
    """Compile steps with random legal actions; Pgx's own wrapper resets finished games."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    environment = pgx.make(name)
    step = auto_reset(environment.step, environment.init)

    def turn(state: Any, key: Any) -> Any:
        keys = jax.random.split(key, size)
        scores = jax.random.uniform(key, state.legal_action_mask.shape)
        return jax.vmap(step)(state, (scores * state.legal_action_mask).argmax(1), keys)

    many = jax.jit(lambda state, keys: jax.lax.scan(lambda s, k: (turn(s, k), None), state, keys)[0])
    keys = jax.random.split(jax.random.PRNGKey(1), STEPS)
    at = [jax.jit(jax.vmap(environment.init))(jax.random.split(keys[0], size))]

    def run() -> None:
        at[0] = jax.block_until_ready(many(at[0], keys))

    run()
    return run
