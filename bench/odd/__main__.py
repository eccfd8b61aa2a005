"""`python -m bench.odd`: see `run`."""

from bench.odd.run import main

main()
