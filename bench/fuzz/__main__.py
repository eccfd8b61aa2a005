"""`python -m bench.fuzz`: see `run`."""

from bench.fuzz.run import main

main()
