"""The server under load beside boardgame.io: `python -m bench.server`."""
