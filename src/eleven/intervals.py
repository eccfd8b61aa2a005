"""Confidence intervals: what the arena and the review have in common."""

Z_95 = 1.96
"""Standard errors from the mean to either end of a normal 95 % interval."""
