"""Persistent clients that resend the same move after a rejection, a timeout and a reconnection."""

import asyncio
import contextlib
import json
import random
from collections.abc import Sequence
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

SILENCE = 4.0
THOUGHT = 0.05
Json = dict[str, Any]
GAMES: tuple[tuple[str, dict[str, str], int], ...] = (
    ("elevenses", {"target": "5"}, 2),
    ("elefant", {}, 3),
    ("eleven_board", {}, 2),
    ("eleven_cards", {}, 2),
)


class Player:
    """A client that plays games without end, for one seat against bots or for all seats, through all faults."""

    def __init__(self, ports: Sequence[int], number: int, seed: int) -> None:
        self.ports, self.number = ports, number
        self.dice = random.Random(seed * 1000 + number)
        self.with_bots = number % 2 == 1
        self.table = ""
        self.version = -1
        """The latest version that was seen of the current table."""
        self.steps = 0
        """The number of new versions that were seen at any table."""
        self.acknowledged: dict[str, dict[int, str]] = {}
        self.sent_again = 0
        self.followed = ("", -1)
        """The table and version that the spectator has seen last."""
        self._unsure: Json | None = None
        self._share: Json | None = None
        self._http = httpx.AsyncClient(headers={"X-Table-Eleven": "1"}, timeout=SILENCE)

    @property
    def _place(self) -> str:
        """Choose a serving process for a connection."""
        return f"127.0.0.1:{self.dice.choice(self.ports)}"

    async def run(self) -> None:
        """Play forever."""
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError, httpx.HTTPError, ValueError):
                if not self.table:
                    await self._set_up()
                await self._give_share()
                await self._play()
            await asyncio.sleep(0.02)

    async def _set_up(self) -> None:
        game, options, players = GAMES[self.number // 2 % len(GAMES)]
        others = "bot" if self.with_bots else "hotseat"
        seats = [{"kind": "me"}, *({"kind": others, "level": "beginner"} for _ in range(players - 1))]
        wish = {"game": game, "options": options, "seats": seats}
        answer = await self._http.post(f"http://{self._place}/api/tables", json=wish)
        answer.raise_for_status()
        made = answer.json()
        self.table, self.version, self._unsure = made["table"], -1, None
        self._share = {"commitment": made["commitment"], "share": f"{self.dice.getrandbits(256):064x}"}
        self.acknowledged[self.table] = {}

    async def _give_share(self) -> None:
        """Send this client's share of the randomness, the same one until it is acknowledged."""
        if self._share is not None:
            answer = await self._http.post(f"http://{self._place}/api/tables/{self.table}/share", json=self._share)
            answer.raise_for_status()
            self._share = None

    async def _play(self) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        url = f"ws://{self._place}/ws/{self.table}"
        async with connect(
            url, additional_headers={"Cookie": cookie}, compression=None, open_timeout=SILENCE, close_timeout=0.1
        ) as line:
            await line.send(json.dumps({"type": "hello", "since": -1}))
            view = await self._hear(line, "view")
            while view["over"] is None:
                view = await self._step(line, view)
        self.table = ""

    async def _step(self, line: ClientConnection, view: Json) -> Json:
        """Decide if it is our turn, else wait; return a newer view."""
        if self._unsure is None and not view["yours"]:
            if not self.with_bots:
                await line.send(json.dumps({"type": "look", "seat": view["asked"]}))
            return await self._hear(line, "view")
        if self._unsure is None:
            await asyncio.sleep(THOUGHT * self.dice.random())
            action = self.dice.choice(view["actions"])["name"]
            name = f"p{self.number}-{self.dice.getrandbits(60):x}"
            self._unsure = {"id": name, "version": view["version"], "seat": view["asked"], "action": action}
        else:
            self.sent_again += 1
        await line.send(json.dumps({"type": "move", **self._unsure}))
        answer = await self._hear(line, "ack", "refused")
        if answer["type"] == "ack":
            self.acknowledged[self.table][answer["version"]] = self._unsure["id"]
            self._unsure = None
            return await self._newest(line)
        newest = await self._newest(line)
        if newest["version"] != self._unsure["version"]:
            self._unsure = None  # another event came first; check again
        return newest

    async def _newest(self, line: ClientConnection) -> Json:
        """Return the current view of the table."""
        await line.send(json.dumps({"type": "hello", "since": -1}))
        return await self._hear(line, "view")

    async def _hear(self, line: ClientConnection, *kinds: str) -> Json:
        """Return the next message of some kinds; a timeout counts as a lost connection."""
        while True:
            message: Json = json.loads(await asyncio.wait_for(line.recv(), SILENCE))
            if message["type"] == "view" and message["version"] > self.version:
                self.version = message["version"]
                self.steps += 1
            if message["type"] in kinds:
                return message

    async def follow(self) -> None:
        """Watch the same table forever through another connection, usually to another process."""
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError, ValueError):
                table = self.table
                if table and self._share is None:
                    await self._follow(table)
            await asyncio.sleep(0.02)

    async def _follow(self, table: str) -> None:
        url = f"ws://{self._place}/ws/{table}"
        async with connect(url, compression=None, open_timeout=SILENCE, close_timeout=0.1) as line:
            await line.send(json.dumps({"type": "hello", "since": -1}))
            while self.table == table:
                message: Json = json.loads(await asyncio.wait_for(line.recv(), 1.0))
                if message["type"] == "view":
                    self.followed = (table, message["version"])

    async def close(self) -> None:
        """Stop playing."""
        await self._http.aclose()
