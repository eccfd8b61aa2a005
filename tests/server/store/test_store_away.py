"""What is asked of a table while the store is away is refused in words, and answered when it is back."""

import pytest

from eleven.core.text.messages import Message
from eleven.server.store import StoreError
from tests.server.conftest import Device, Running


@pytest.mark.parametrize("what", ["hint", "view"])
def test_hints_and_views_are_refused_in_words_while_the_store_is_away(
    client: Device, server: Running, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = client.create("me", "bot")["table"]
    tables = server.app.state.tables

    async def away(*_: object) -> None:
        raise StoreError(Message("the store cannot be read: {reason}", reason="away"))

    with monkeypatch.context() as patched:
        patched.setattr(tables.store, "events_after", away)
        tables._tables[table].certain = False
        answer = client.post(f"/api/tables/{table}/hint") if what == "hint" else client.get(f"/api/tables/{table}/view")
        assert answer.status_code == 503, answer.text
        assert answer.json()["error"] == "the store cannot be read: away"
    assert client.get(f"/api/tables/{table}/view").status_code == 200
    assert tables._tables[table].certain
