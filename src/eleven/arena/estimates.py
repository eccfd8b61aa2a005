"""Figures with their intervals."""

import math
from dataclasses import dataclass

from eleven.arena.confidence_sequence import interval_of
from eleven.core.rules.record import Array

SURE = 1.96


@dataclass(frozen=True)
class Estimate:
    """A figure, and the interval in which it lies with 95 % certainty, where there is one."""

    value: float
    low: float | None
    high: float | None


def mean_of(by_deal: Array) -> Estimate:
    """The mean over deals; its interval is for a number of deals chosen beforehand."""
    mean = float(by_deal.mean())
    if len(by_deal) < 2:
        return Estimate(mean, None, None)
    error = SURE * float(by_deal.std(ddof=1)) / math.sqrt(len(by_deal))
    return Estimate(mean, mean - error, mean + error)


def share_of(by_deal: Array) -> Estimate:
    """The mean of win shares, given in the order of the deals; its interval holds however often one looks."""
    return Estimate(float(by_deal.mean()), *interval_of(by_deal))
