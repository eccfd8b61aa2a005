"""The commitment is shown first, then every device adds its share, then the cards are dealt; a cheat is found out."""

import asyncio
import random
import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from eleven.core.text.errors import TextMistake
from eleven.server.live.fair_shuffle import commitment
from eleven.server.live.live_table import LiveTable
from eleven.server.live.luck_shares import LuckShares
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.restore import restore_table
from eleven.server.live.tables import Tables
from eleven.server.store import TableEvent
from eleven.server.verify import verified
from tests.server.conftest import PATIENCE, Device, Json, Running, settings

pytestmark = pytest.mark.slow

Friend = Callable[[], Device]
OTHER = "77" * 32


def set_up(device: Device, *kinds: str, **more: Any) -> Json:
    """A table as the server leaves it, before any share."""
    body = {"game": "elevenses", "seats": [{"kind": kind} for kind in kinds], "options": {"target": "5"}, **more}
    found: Json = device.post("/api/tables", **body).json()
    return found


def share(device: Device, table: str, commitment: str, share: str = "ab12") -> httpx.Response:
    return device.post(f"/api/tables/{table}/share", commitment=commitment, share=share)


def play_out(device: Device, table: str) -> Json:
    """Play a table whose seats are all on one device to its end; returns the last view."""
    view, dice = device.view(table), random.Random(2)
    while view["over"] is None:
        view = device.view(table, seat=view["asked"])
        action = dice.choice(view["actions"])["name"]
        device.post(f"/api/tables/{table}/moves", action=action, version=view["version"])
        view = device.view(table)
    return view


def test_a_served_game_commits_before_takes_shares_and_reveals_after(client: Device) -> None:
    made = set_up(client, "me", "hotseat")
    table, shown = made["table"], made["commitment"]
    view = client.view(table)
    assert (view["stage"], view["hash"], view["share_wanted"], view["zones"]) == ("waiting", shown, True, [])
    early = client.post(f"/api/tables/{table}/moves", action="end", version=view["version"])
    assert "shares of the luck are missing" in early.json()["error"]
    assert share(client, table, shown, "5afe").status_code == 200
    view = client.view(table)
    assert (view["stage"], view["hash"], view["share_wanted"]) == ("playing", shown, False)
    assert client.get(f"/api/tables/{table}/log").status_code == 400
    view = play_out(client, table)
    text = client.get(f"/api/tables/{table}/log").text
    assert commitment(view["over"]["secret"]) == shown
    assert view["over"]["shares"] == ["5afe", "5afe"]
    assert f"fair commitment: {shown}" in text
    assert "fair contribution red: 5afe" in text
    assert verified(text, shown, "5afe").scores() == view["over"]["scores"]


def test_a_share_is_for_the_commitment_that_was_shown(client: Device) -> None:
    made = set_up(client, "me", "bot")
    answer = share(client, made["table"], commitment(OTHER))
    assert answer.status_code == 400
    assert "another secret than you were shown" in answer.json()["error"]
    assert client.view(made["table"])["share_wanted"]
    for wrong in ("", "xy", "AB", "a" * 65):
        assert share(client, made["table"], made["commitment"], wrong).status_code == 422


def test_the_same_share_again_is_no_harm_and_another_is_refused(client: Device, friend: Friend) -> None:
    made = set_up(client, "me", "friend")
    table, shown = made["table"], made["commitment"]
    first = share(client, table, shown, "aa11")
    again = share(client, table, shown, "aa11")
    assert first.json() == again.json()
    other = share(client, table, shown, "bb22")
    assert other.status_code == 400
    assert "cannot be changed" in other.json()["error"]
    assert share(friend(), table, shown).status_code == 403


def test_a_guest_who_was_shown_another_commitment_does_not_sit_down(client: Device, friend: Friend) -> None:
    made = set_up(client, "me", "friend")
    table, guest = made["table"], friend()
    share(client, table, made["commitment"])
    wish = {"claim": made["seats"][1]["link"].rsplit("/", 1)[1], "name": "Ben"}
    refused = guest.post(f"/api/tables/{table}/join", commitment=commitment(OTHER), share="cd", **wish)
    assert refused.status_code == 400
    assert guest.post(f"/api/tables/{table}/join", share="cd", **wish).status_code == 400, "a share for no commitment"
    assert guest.view(table)["seats"][1]["kind"] == "open"
    joined = guest.post(f"/api/tables/{table}/join", commitment=made["commitment"], **wish)
    assert joined.json()["commitment"] == made["commitment"]
    view = guest.view(table)
    assert (view["stage"], view["share_wanted"], client.view(table)["share_wanted"]) == ("waiting", True, False)
    with guest.socket(table) as socket:
        socket.hear("view")
        socket.send(type="share", id="s", commitment=view["hash"], share="cd34")
        assert socket.hear("ack")["id"] == "s"
        assert socket.hear("view")["stage"] == "playing"


def test_a_full_table_without_its_shares_is_not_in_the_lobby(client: Device, friend: Friend) -> None:
    table, guest = set_up(client, "me", "friend", public=True)["table"], friend()
    assert [line["table"] for line in guest.get("/api/tables").json()["open"]] == [table]
    guest.post(f"/api/tables/{table}/join")
    assert guest.view(table)["stage"] == "waiting"
    assert guest.get("/api/tables").json()["open"] == []


def test_tokens_share_for_their_own_seat(client: Device, friend: Friend) -> None:
    made = set_up(client, "me", "hotseat")
    for seat, digits in ((0, "aa00"), (1, "bb11")):
        bot = friend()
        bot.http.headers["Authorization"] = f"Bearer {made['seats'][seat]['token']}"
        assert bot.view(made["table"])["share_wanted"]
        assert share(bot, made["table"], made["commitment"], digits).status_code == 200
        assert not bot.view(made["table"])["share_wanted"]
    assert play_out(client, made["table"])["over"]["shares"] == ["aa00", "bb11"]


def test_a_table_of_bots_and_a_rematch(client: Device) -> None:
    assert client.view(set_up(client, "bot", "bot")["table"])["stage"] != "waiting"
    table = client.create("me", "hotseat", options={"target": "5"})["table"]
    play_out(client, table)
    again = client.post(f"/api/tables/{table}/rematch").json()
    assert client.view(again["table"])["hash"] == again["commitment"]
    assert client.view(again["table"])["share_wanted"]
    client.share(again)
    assert client.view(again["table"])["stage"] == "playing"


def test_a_missing_share_is_not_waited_for_and_the_log_says_so(tmp_path: Path) -> None:
    server = Running(settings(tmp_path, share_within=0.2))
    client, guest = Device(server.base), Device(server.base)
    made = set_up(client, "me", "friend")
    table = made["table"]
    share(client, table, made["commitment"], "aa11")
    guest.post(f"/api/tables/{table}/join", claim=made["seats"][1]["link"].rsplit("/", 1)[1])
    with guest.socket(table) as socket:
        while socket.hear("view")["stage"] == "waiting":
            pass
    late = share(guest, table, made["commitment"], "bb22")
    assert late.status_code == 400
    assert "dealt without this share" in late.json()["error"]
    live: LiveTable = server.app.state.tables._tables[table]
    assert live.table.luck_shares() == ["aa11", ""]
    server.stop()


def test_a_table_that_lost_its_server_before_the_deal_is_dealt_when_it_comes_back(tmp_path: Path) -> None:
    """Between the last share and the deal the server may die; whoever loads the table then deals."""

    async def whole() -> None:
        tables = Tables(settings(tmp_path))
        tables.store.start()
        live = await tables.add(new_table("ann", "elevenses", None, {}, [SeatSpec("me"), SeatSpec("bot")], False))
        async with live.lock:
            await live.commit([live.table.event("share", 0, added="ab", seats=[0])])
        assert live.table.deal_due
        assert live.table.play is None
        tables.forget(live)
        back = await tables.find(live.table.row.id)
        while back.table.play is None:
            await asyncio.sleep(0.01)
        assert back.table.luck_shares() == ["ab", ""]
        await tables.stop()

    asyncio.run(asyncio.wait_for(whole(), PATIENCE))


def test_tables_with_shares_in_old_events_come_back(tmp_path: Path) -> None:
    """Until now the share came with `sit`: a dealt table replays to the same cards, an undealt one asks anew."""

    async def whole() -> tuple[Any, list[TableEvent]]:
        tables = Tables(settings(tmp_path))
        tables.store.start()
        live = await tables.add(new_table("ann", "elevenses", None, {}, [SeatSpec("me"), SeatSpec("hotseat")], False))
        await live.shares.give([0, 1], live.commitment, "ab")
        await tables.stop()
        return live.table.row, list(live.table.events)

    row, events = asyncio.run(whole())
    now = restore_table(row, events)
    sits = [replace(event, body={**event.body, "added": "ab"}) for event in events if event.kind == "sit"]
    deal = next(event for event in events if event.kind == "deal")
    old = restore_table(row, [*sits, replace(deal, sequence=len(sits))])
    assert old.stopped == []
    assert old.luck_shares() == now.luck_shares()
    assert old.play is not None
    assert now.play is not None
    assert old.play.record().tobytes() == now.play.record().tobytes()
    assert not restore_table(row, sits).deal_due


def test_a_server_that_chooses_its_secret_after_the_share_is_caught(
    client: Device, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its log agrees with itself in everything; only the hash that was shown first gives it away."""
    made = set_up(client, "me", "hotseat")
    honest = LuckShares.give

    async def cheat(shares: LuckShares, seats: list[int], shown: str | None, digits: str) -> int:
        table = shares.live.table
        table.row = replace(table.row, secret=secrets.token_hex(32))
        return await honest(shares, seats, shown, digits)

    monkeypatch.setattr(LuckShares, "give", cheat)
    assert share(client, made["table"], made["commitment"], "5afe").status_code == 200
    view = play_out(client, made["table"])
    text = client.get(f"/api/tables/{made['table']}/log").text
    assert verified(text, share="5afe").over
    assert commitment(view["over"]["secret"]) != made["commitment"]
    with pytest.raises(TextMistake, match="not the one whose hash you were shown"):
        verified(text, made["commitment"], "5afe")
