"""Odd messages and odd requests, very many: `python -m bench.odd`."""
