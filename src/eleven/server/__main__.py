"""`python -m eleven.server` serves the tables, with the rules as plain Python in this process."""

import os

if __name__ == "__main__":
    os.environ["NUMBA_DISABLE_JIT"] = "1"

    import typer

    from eleven.server.serve import serve

    typer.run(serve)
