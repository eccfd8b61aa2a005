"""`python -m bench.network`: see `run`."""

from bench.network.run import main

main()
