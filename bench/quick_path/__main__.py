"""`python -m bench.quick_path`: see `run`."""

from bench.quick_path.run import main

main()
