"""`python -m bench.faults`: see `loop`."""

from bench.faults.loop import main

main()
