"""The server under test: `python -m bench.faults.server PORT DATABASE`, without pauses of bots and rate limits."""

import sys

if __name__ == "__main__":  # spawned bot processes import this file, too, and should start quickly
    from bench.faults.processes import COMMIT_SECONDS
    from eleven.server.serve import run
    from eleven.server.settings import Settings

    chosen = Settings(
        port=int(sys.argv[1]),
        database=sys.argv[2],
        store_process=True,
        commit_seconds=COMMIT_SECONDS,
        bot_pause=0.02,
        compiled_workers=False,
        bot_processes=0,
    )
    run(chosen.without_limits())
