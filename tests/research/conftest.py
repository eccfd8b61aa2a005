"""Skips the OpenSpiel tests if OpenSpiel is not installed (`make setup` installs it, `make lowest` does not)."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["test_openspiel.py"]
