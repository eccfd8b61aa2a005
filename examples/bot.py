"""A bot of your own, through the API: it plays the first action it is offered, or whatever you write into `choose`.

    python examples/bot.py http://127.0.0.1:1111 TABLE TOKEN

TABLE and TOKEN are those of a seat of yours: POST /api/tables and GET /api/tables/{table}/links show them.
"""

import json
import secrets
import sys
import time
import urllib.error
import urllib.request
from typing import Any

Json = dict[str, Any]


class Seat:
    """One seat at one table."""

    def __init__(self, server: str, table: str, token: str) -> None:
        self.url = f"{server}/api/tables/{table}"
        self.headers = {"Authorization": f"Bearer {token}", "X-Table-Eleven": "1", "Content-Type": "application/json"}

    def ask(self, path: str, body: Json | None = None) -> Json:
        """Send a request; with a body it is a POST."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, self.headers)
        with urllib.request.urlopen(request) as answer:
            found: Json = json.load(answer)
            return found


def choose(view: Json) -> str:
    """The name of an action; `view["zones"]` is what lies on the table."""
    return str(view["actions"][0]["name"])


def play(seat: Seat) -> Json:
    """Play to the end; returns how it ended."""
    while True:
        view = seat.ask("/view")
        if view["share_wanted"]:  # the table has committed to its secret; now the cards depend on us, too
            seat.ask("/share", {"commitment": view["hash"], "share": secrets.token_hex(32)})
        elif view["over"]:
            return dict(view["over"])
        elif view["yours"]:
            try:
                seat.ask("/moves", {"action": choose(view), "version": view["version"]})
            except urllib.error.HTTPError as refusal:
                print(json.load(refusal)["error"])
        else:
            time.sleep(0.05)


if __name__ == "__main__":
    print(play(Seat(*sys.argv[1:4])))
