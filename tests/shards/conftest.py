"""Ray is no part of `make setup`; `make ray` installs it and runs its tests."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("ray") else ["test_ray.py"]
