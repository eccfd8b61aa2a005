"""Playing on from a finished game: the seat sees what it saw, the rest is dealt again, and the game can be verified."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from eleven.core.contract.game import find_game, games
from eleven.core.play.match import Match, see
from eleven.core.rules.record import same
from eleven.core.text.errors import TextMistake
from eleven.core.text.log import read_log
from eleven.core.text.notation import read_position
from eleven.review.game_review import decision_points
from eleven.server.live.restore import restore_table
from eleven.server.live.tables import Tables
from eleven.server.replays.play_on import position_for
from eleven.server.replays.replay import Replay, ReplayPlayer
from eleven.server.verify import verified
from tests.game_files import own_tests
from tests.server.conftest import Device, Running

Friend = Callable[[], Device]
RECORDED = [game.id for game in games().values() if (own_tests(game) / "golden.log").is_file()]


def golden(game_id: str) -> str:
    return (own_tests(games()[game_id]) / "golden.log").read_text()


def replay_of_match(match: Match, log: str = "") -> Replay:
    states = [*(moment.state for moment in decision_points(match)), match.state.tobytes()]
    return Replay(match.game, match.setup, [ReplayPlayer()] * match.setup.players, states, match.entries, log)


@pytest.mark.parametrize("game_id", RECORDED)
def test_the_position_looks_the_same_to_the_seat_and_hides_anew(game_id: str) -> None:
    """What the seat saw then it sees now, to the byte, but for the news; elsewhere the cards differ."""
    game, replayed = find_game(game_id), replay_of_match(read_log(golden(game_id)))
    different = 0
    for step in (0, replayed.last // 2, replayed.last - 1):
        for seat in range(replayed.setup.players):
            truth = replayed.record(step)
            _, world = read_position(game, position_for(replayed, step, seat))
            before, after = see(game, truth, seat), see(game, world, seat)
            before.told = after.told = 0
            before.events = after.events = np.zeros(1, before.events.dtype)
            assert same(before, after)
            truth.told, truth.events = 0, np.zeros(1, truth.events.dtype)
            different += not same(truth, world)
    assert different > 0


@pytest.mark.slow
def test_a_new_table_begins_there_and_its_log_can_be_verified(client: Device, friend: Friend) -> None:
    log = golden("elefant")
    name = client.post("/api/replays", log=log).json()["replay"]
    step = len(read_log(log).entries) - 6
    wish = {"step": step, "seat": "yellow", "level": "easy", "name": "Ann"}
    made = client.post(f"/api/replays/{name}/play_on", **wish)
    assert made.status_code == 201, made.text
    client.share(made.json())
    table = made.json()["table"]
    dice = random.Random(2)
    with client.socket(table) as socket:
        view = socket.hear("view")
        assert view["you"] == 1
        assert any("earlier" in line for event in view["events"] for line in event["lines"])
        assert view["seats"][1]["name"] == "Ann"
        while not view["over"]:
            if view["yours"]:
                action = dice.choice(view["actions"])["name"]
                socket.send(type="move", id="", version=view["version"], action=action)
            view = socket.hear("view")
    finished = client.get(f"/api/tables/{table}/log").text
    assert "position " in finished
    assert verified(finished).over
    assert client.get(f"/api/replays/{table}").status_code == 200
    assert friend().get(f"/api/replays/{table}").status_code == 403
    broken = client.post(f"/api/replays/{name}/play_on", **{**wish, "step": step + 6})
    assert broken.status_code == 400
    forged = finished.replace("fair secret: ", "fair secret: 00", 1)
    with pytest.raises(TextMistake, match="committed"):
        verified(forged)
    assert client.post(f"/api/replays/{name}/play_on", **{**wish, "seat": "spectator"}).status_code == 400


@pytest.mark.slow
def test_such_a_table_comes_back_from_the_store(client: Device, server: Running) -> None:
    name = client.post("/api/replays", log=golden("eleven_board")).json()["replay"]
    made = client.post(f"/api/replays/{name}/play_on", step=10, seat="1", level="easy")
    client.share(made.json())
    table = made.json()["table"]
    tables: Tables = server.app.state.tables
    live = tables._tables[table].table
    again = restore_table(live.row, list(live.events))
    assert not again.stopped
    assert live.play is not None
    assert again.play is not None
    assert again.play.observation(0).data == live.play.observation(0).data
