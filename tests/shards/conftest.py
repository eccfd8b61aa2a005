"""Skips the Ray tests if Ray is not installed; `make ray` installs it and runs them."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("ray") else ["test_ray.py"]
