"""`python -m bench.research`: see `run`."""

from bench.research.run import main

main()
