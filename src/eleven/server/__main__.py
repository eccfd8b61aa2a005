"""`python -m eleven.server` serves the tables, with no Numba in this process."""

import gc
import os
import sys

if __name__ == "__main__":
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    gc.disable()  # until all is loaded, see `serve.run`

    import typer

    from eleven.core.text.errors import Mistake
    from eleven.server.command import serve

    try:
        typer.run(serve)
    except Mistake as mistake:
        print(f"eleven: {mistake}", file=sys.stderr)
        sys.exit(2)
