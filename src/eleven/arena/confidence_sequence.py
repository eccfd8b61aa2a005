"""A confidence sequence: an interval for a mean that is valid at every sample size, so one may stop at any time.

An ordinary 95 % interval has its error rate of one in twenty only if it is looked at once; checking it after every
deal and stopping when it looks good is wrong far more often. Here a gambler bets against each candidate mean, with
stakes that depend on earlier deals only. Against the true mean the wealth reaches 20 times the start with a probability
of at most 5 % (Ville's inequality). The interval is the set of means that the bets have not yet rejected. Method:
Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (2024), the hedged capital process.
"""

import math

import numpy as np

from eleven.core.rules.record import Array

ERROR = 0.05
STEPS = 1000
BOLDEST = 0.5
"""The largest fraction of the wealth at risk that is staked."""


def interval_of(shares: Array) -> tuple[float, float]:
    """The confidence interval for the mean of values between 0 and 1, given in the order in which they were drawn."""
    means = np.linspace(0.0, 1.0, STEPS + 1)
    above, below = np.zeros_like(means), np.zeros_like(means)
    possible = np.ones_like(means, dtype=bool)
    with np.errstate(divide="ignore"):
        for share, stake in zip(shares, _stakes(shares), strict=True):
            above += np.log1p(np.minimum(stake, BOLDEST / means) * (share - means))
            below += np.log1p(-np.minimum(stake, BOLDEST / (1.0 - means)) * (share - means))
            possible &= np.maximum(above, below) < math.log(2.0 / ERROR)
    left = means[possible]
    if not len(left):  # it lies between two candidates
        left = np.full(1, np.mean(shares))
    return max(0.0, float(left[0]) - 1 / STEPS), min(1.0, float(left[-1]) + 1 / STEPS)


def _stakes(shares: Array) -> Array:
    """The stake of each bet, computed from earlier values only; the smaller the variance, the larger the stake."""
    count = np.arange(1, len(shares) + 1)
    means = (0.5 + np.cumsum(shares)) / (count + 1)
    spread = (0.25 + np.cumsum((shares - means) ** 2)) / (count + 1)
    before = np.concatenate(([0.25], spread[:-1]))
    stakes: Array = np.sqrt(2.0 * math.log(2.0 / ERROR) / (before * count * np.log1p(count)))
    return stakes
