"""A server under faults: `python -m bench.faults` makes them, and counts what became of the tables."""
