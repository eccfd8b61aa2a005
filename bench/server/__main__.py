"""`python -m bench.server`: see `run`."""

from bench.server.run import main

main()
