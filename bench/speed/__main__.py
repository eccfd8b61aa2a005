"""`python -m bench.speed`: see `run`."""

from bench.speed.run import main

main()
