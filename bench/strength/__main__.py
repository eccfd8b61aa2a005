"""`python -m bench.strength`: see `run`."""

from bench.strength.run import main

main()
