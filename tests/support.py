"""What rule tests are written with; it lies in the package, for games from elsewhere use it too."""

from eleven.testing import Scene

__all__ = ["Scene"]
