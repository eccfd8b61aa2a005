"""Fuzzing the server with odd messages and requests: `python -m bench.fuzz`."""
