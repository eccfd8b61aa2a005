"""How fast the games run on one core: `python -m bench.speed`."""
