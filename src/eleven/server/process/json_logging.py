"""Structured logs: one JSON object per line, with a time, a level, what happened and its facts."""

import json
import logging
import sys
import time
from typing import TextIO

EXTRA_FIELDS = ("table", "game", "why", "method", "route", "status", "ms", "address", "loop")


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line.update({name: getattr(record, name) for name in EXTRA_FIELDS if hasattr(record, name)})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def configure_logging(verbose: bool = False, stream: TextIO | None = None) -> None:
    """Write all logs to standard error as JSON lines; requests only when asked.

    Uvicorn would log whole URLs, which may contain secrets, so only its warnings are written.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("eleven.requests").setLevel(logging.INFO if verbose else logging.WARNING)
