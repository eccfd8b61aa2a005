"""Re-exports the helpers for rule tests, which are in the package so that other games can use them, too."""

from eleven.testing import Scene

__all__ = ["Scene"]
