"""OpenSpiel is no part of `make setup`: its tests run where it is installed, and `make openspiel` installs it."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["test_openspiel.py"]
