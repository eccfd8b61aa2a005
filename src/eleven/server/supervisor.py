"""Several serving processes on one port, under uvicorn's supervisor, which starts one again that has died."""

from dataclasses import replace
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from eleven.server.process.gc_policy import gc_policy
from eleven.server.process.json_logging import configure_logging
from eleven.server.settings import Settings


class WorkerConfig(uvicorn.Config):
    """The configuration of a serving process, which makes its own application and limits from it."""

    def __init__(self, settings: Settings, verbose: bool) -> None:
        self.settings, self.verbose = settings, verbose
        where: Any = {"host": settings.host, "port": settings.port}
        super().__init__(_nothing, **where, workers=settings.workers, log_config=None, timeout_worker_healthcheck=30)

    def load(self) -> None:
        """Make the application and its configuration, in the process where it runs."""
        from eleven.server.app import make_app
        from eleven.server.serve import config_for

        configure_logging(self.verbose)
        settings = replace(self.settings, bot_processes=_share(self.settings))
        made = config_for(make_app(settings), settings)
        gc_policy.begin()
        made.load()
        self.__dict__.update({**made.__dict__, "workers": self.settings.workers})


def _share(settings: Settings) -> int:
    """How many bot processes a serving process has: together as many as one alone would have, or one each."""
    return -(-settings.bot_processes // settings.workers)


async def _nothing(*_: Any) -> None:
    """A placeholder for the application."""


def supervise(settings: Settings, verbose: bool) -> None:
    """Serve with several processes until told to stop."""
    config = WorkerConfig(settings, verbose)
    listening = config.bind_socket()
    Multiprocess(config, sockets=[listening]).run()
