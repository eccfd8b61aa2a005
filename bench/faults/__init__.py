"""Fault injection for the server: `python -m bench.faults` injects faults, and checks all tables afterwards."""
