"""The games on a GPU: `python -m bench.gpu`."""
