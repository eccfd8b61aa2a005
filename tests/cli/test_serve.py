"""Beginning to serve: words before the command, a port that is taken, a home that cannot be written to."""

import os
import re
import socket
import tempfile
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from eleven.cli import app, table_eleven_arguments
from eleven.core.rules import compile_cache
from eleven.core.text.errors import Mistake
from eleven.server import serve
from eleven.server.command import _arguments
from eleven.server.reminders.mail import mail_server
from eleven.server.settings import Settings, numeric_settings, parse_settings
from eleven.server.store import database


@pytest.mark.parametrize("before", [[], ["--games-from", "serve"], ["--games-from=there"]])
def test_options_before_serve_are_not_passed_to_it(before: list[str]) -> None:
    assert _arguments(["eleven", *before, "serve", "--port", "1"]) == ["--port", "1"]


@pytest.fixture
def taken() -> socket.socket:
    """A port that somebody listens on who is no table."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.settimeout(0)
    return listening


def test_a_port_that_is_taken_is_one_line(taken: socket.socket, capsys: pytest.CaptureFixture[str]) -> None:
    port = taken.getsockname()[1]
    with pytest.raises(typer.Exit) as ended:
        serve._check_port(Settings(port=port), None)
    assert ended.value.exit_code == 2
    said = capsys.readouterr().err
    assert said.startswith(f"eleven: cannot listen on 127.0.0.1:{port}: ")
    assert said.count("\n") == 1
    taken.close()
    serve._check_port(Settings(port=port), None)


@pytest.mark.parametrize(
    ("host", "page"),
    [
        ("127.0.0.1", "http://127.0.0.1:1111/"),
        ("::1", "http://[::1]:1111/"),
        ("2001:db8::5", "http://[2001:db8::5]:1111/"),
        ("192.0.2.5", "http://192.0.2.5:1111/"),
        ("0.0.0.0", "http://192.0.2.7:1111/"),
        ("::", "http://[2001:db8::7]:1111/"),
    ],
)
def test_the_page_is_at_the_address_that_the_server_listens_on(
    host: str, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "eleven.server.settings.address_on_network", lambda ipv6: "2001:db8::7" if ipv6 else "192.0.2.7"
    )
    assert serve.page_address(Settings(host)) == page


def test_starting_a_second_server_opens_the_page_of_the_first(
    taken: socket.socket, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(serve, "_is_up", lambda page: True)
    monkeypatch.setattr("webbrowser.open", opened.append)
    with pytest.raises(typer.Exit) as ended:
        serve._check_port(Settings(port=taken.getsockname()[1]), "http://here/")
    assert ended.value.exit_code == 0
    assert opened == ["http://here/"]
    assert "already" in capsys.readouterr().out


def test_postgresql_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'psycopg'")

    monkeypatch.setattr(database, "create_engine", missing)
    with pytest.raises(Mistake, match=r"pip install 'table-eleven\[postgres\]'"):
        database.engine_of("postgresql://nobody@localhost/tables")


@pytest.fixture
def no_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home in which no folder can be made, and a folder for what is temporary."""
    monkeypatch.setattr(compile_cache, "_CHOSEN_BY_USER", None)
    (tmp_path / "home").write_text("a file, not a folder")
    monkeypatch.setattr(compile_cache, "_usual_root", lambda: tmp_path / "home" / "rules")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    compile_cache._root.cache_clear()
    return tmp_path


def test_without_a_home_compiled_rules_lie_where_nobody_else_can_write(no_home: Path) -> None:
    found = compile_cache._root.__wrapped__()
    assert found == no_home / f"table-eleven-{os.geteuid()}"
    assert found.stat().st_mode & 0o077 == 0
    assert compile_cache._root.__wrapped__() == found, "the next process finds what this one has compiled"


def test_a_folder_that_others_can_write_to_is_not_used(no_home: Path) -> None:
    """Machine code is loaded from there."""
    trap = no_home / f"table-eleven-{os.geteuid()}"
    trap.mkdir()
    trap.chmod(0o777)
    assert compile_cache._root.__wrapped__() != trap
    trap.rmdir()
    trap.symlink_to(no_home)
    assert compile_cache._root.__wrapped__() != trap


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([], ["serve", "--open"]),
        (["--port", "9000"], ["serve", "--open", "--port", "9000"]),
        (["--help"], ["--help"]),
        (["games", "--json"], ["games", "--json"]),
    ],
)
def test_options_of_table_eleven_are_for_the_server(given: list[str], told: list[str]) -> None:
    assert table_eleven_arguments(given) == told


@pytest.mark.parametrize(
    ("smtp", "sender", "reason"),
    [
        ("mail.example.org", "a@example.org", "a mail server is smtp://user:password@host:587, or smtps://…:465"),
        ("smtp://", "a@example.org", "a mail server is smtp://user:password@host:587, or smtps://…:465"),
        ("smtp://host:x", "a@example.org", "a mail server is smtp://user:password@host:587, or smtps://…:465"),
        ("smtp://host", "", "a mail server needs --mail-from, the address that messages come from"),
    ],
)
def test_a_mail_server_that_makes_no_sense_is_one_line(
    smtp: str, sender: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit) as ended:
        serve._open_store(Settings(database=f"sqlite:///{tmp_path / 'x.sqlite'}", smtp=smtp, mail_from=sender))
    assert ended.value.exit_code == 2
    assert capsys.readouterr().err == f"eleven: {reason}\n"
    assert not list(tmp_path.iterdir()), "nothing was opened"


def test_a_mail_server_is_read_and_its_password_is_shown_nowhere() -> None:
    settings = Settings(smtp="smtps://ann%40x:s%3Acret@mail.example.org", mail_from="T <t@example.org>")
    server = mail_server(settings)
    assert server is not None
    assert (server.host, server.port, server.tls, server.user) == ("mail.example.org", 465, True, "ann@x")
    assert server.password == "s:cret"
    assert "cret" not in f"{settings!r} {server!r}"


def test_settings_are_given_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[Settings] = []
    monkeypatch.setattr("eleven.server.serve.run", lambda settings, *_: chosen.append(settings))
    monkeypatch.setattr("eleven.server.command.restart_without_numba", lambda _: None)
    line = ["serve", "--setting", "requests_per_second=50", "--setting", "request_burst=300"]
    assert CliRunner().invoke(app, line).exit_code == 0
    assert (chosen[0].requests_per_second, chosen[0].request_burst) == (50.0, 300)
    assert CliRunner().invoke(app, ["serve"], env={"ELEVEN_SETTING": "connections=9 remind_after=0.5"}).exit_code == 0
    assert (chosen[1].connections, chosen[1].remind_after) == (9, 0.5)


@pytest.mark.parametrize("value", ["", "1.5", "0", "-3", "many"])
def test_a_setting_with_a_bad_value_is_refused(value: str) -> None:
    with pytest.raises(Mistake, match=r"^--setting connections takes a whole number above 0, not"):
        parse_settings([f"connections={value}"])


@pytest.mark.parametrize("value", ["nan", "inf", "1e999"])
def test_a_setting_without_end_is_refused(value: str) -> None:
    with pytest.raises(Mistake, match=r"^--setting chat_per_second takes a number above 0, not"):
        parse_settings([f"chat_per_second={value}"])


@pytest.mark.parametrize("name", ["port", "workers", "smtp", "store_process", "nothing", ""])
def test_what_is_no_number_or_has_its_own_option_is_no_setting(name: str) -> None:
    with pytest.raises(Mistake, match=f"^--setting knows no '{name}', only body_bytes, .*unread_seconds$"):
        parse_settings([f"{name}=1"])


def test_every_setting_is_documented_with_its_default() -> None:
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"`(\w+)=([\d.]+)`", page))
    usual = Settings()
    assert told.keys() - {"bot_processes"} == numeric_settings().keys() - {"bot_processes"}
    assert {name: float(value) for name, value in told.items()} == {name: getattr(usual, name) for name in told}
