"""A confidence sequence: an interval for a mean that stays true however often one looks, and whenever one stops.

An ordinary 95 % interval is wrong one time in twenty if it is looked at once; who looks after every deal and stops
when it pleases is wrong far more often. Here somebody bets against every possible mean, with stakes that depend on
earlier deals only. Against the true mean nobody gets rich: twentyfold wealth at any time has a chance of 5 % at most
(Ville). The interval is what has not been bet down yet. Method: Waudby-Smith and Ramdas, "Estimating means of bounded
random variables by betting" (2024), the hedged capital process.
"""

import math

import numpy as np

from eleven.core.rules.record import Array

ERROR = 0.05
STEPS = 1000
BOLDEST = 0.5
"""The part of what could be lost that is staked at most."""


def interval_of(shares: Array) -> tuple[float, float]:
    """Where the mean of figures between 0 and 1 lies, given in the order in which they were drawn."""
    means = np.linspace(0.0, 1.0, STEPS + 1)
    above, below = np.zeros_like(means), np.zeros_like(means)
    possible = np.ones_like(means, dtype=bool)
    with np.errstate(divide="ignore"):
        for share, stake in zip(shares, _stakes(shares), strict=True):
            above += np.log1p(np.minimum(stake, BOLDEST / means) * (share - means))
            below += np.log1p(-np.minimum(stake, BOLDEST / (1.0 - means)) * (share - means))
            possible &= np.maximum(above, below) < math.log(2.0 / ERROR)
    left = means[possible]
    if not len(left):
        mean = float(np.mean(shares))
        return mean, mean
    return max(0.0, float(left[0]) - 1 / STEPS), min(1.0, float(left[-1]) + 1 / STEPS)


def _stakes(shares: Array) -> Array:
    """How much is bet each time: much while little varies; only what came before is looked at."""
    count = np.arange(1, len(shares) + 1)
    means = (0.5 + np.cumsum(shares)) / (count + 1)
    spread = (0.25 + np.cumsum((shares - means) ** 2)) / (count + 1)
    before = np.concatenate(([0.25], spread[:-1]))
    stakes: Array = np.sqrt(2.0 * math.log(2.0 / ERROR) / (before * count * np.log1p(count)))
    return stakes
