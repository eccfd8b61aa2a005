"""Load test of the server, compared with boardgame.io: `python -m bench.server`."""
