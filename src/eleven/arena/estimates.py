"""Estimates with their 95 % intervals."""

import math
from dataclasses import dataclass

from eleven.arena.confidence_sequence import interval_of
from eleven.core.rules.record import Array
from eleven.intervals import Z_95


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval; `low` and `high` are None if there is no interval."""

    value: float
    low: float | None
    high: float | None


def mean_of(by_deal: Array) -> Estimate:
    """The mean over deals, with a normal interval that is valid for a number of deals chosen in advance.

    Deals that are all alike say nothing about how much deals differ, so they give no interval.
    """
    mean = float(by_deal.mean())
    if (by_deal == by_deal[:1]).all():
        return Estimate(mean, None, None)
    error = Z_95 * float(by_deal.std(ddof=1)) / math.sqrt(len(by_deal))
    return Estimate(mean, mean - error, mean + error)


def share_of(by_deal: Array) -> Estimate:
    """The mean of win shares in the order of the deals, with an interval that is valid at any stopping time."""
    return Estimate(float(by_deal.mean()), *interval_of(by_deal))
