"""How fast the games are from Python: `python -m bench.research`."""
