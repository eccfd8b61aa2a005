"""How strong networks are: `python -m bench.network`."""
