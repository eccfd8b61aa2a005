"""What people install who never clone: built, installed into clean environments, played in terminal and browser."""

import os
import resource
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.playing import play_bots_by_click, touch
from tests.browser.serving import free_port
from tests.package.installing import ROOT, clean, install, pythons
from tests.sample_sizes import THOROUGH
from tests.server.conftest import Device
from tools.system_packages import CHROMIUM

pytestmark = pytest.mark.slow
PATIENCE = 120.0
TO_PLAY = 10.0
"""Seconds of processor time that a first game in the terminal may take."""
TO_SERVE = 5
"""How many times the processor time of importing them the tables may take until they answer; compiling the rules of one
game would take more, and a loaded machine is slower at both."""
WRITTEN_NOWHERE = "/sys/nobody"
"""A home in which not even root can write."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with wheel and source archive."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=ROOT, check=True)
    return folder


def wheel_in(folder: Path) -> Path:
    return next(folder.glob("*.whl"))


def names_in(wheel: Path) -> set[str]:
    return set(zipfile.ZipFile(wheel).namelist())


def test_pages_words_migrations_rulebooks_and_art_are_inside(built: Path) -> None:
    inside = names_in(wheel_in(built))
    package = ROOT / "src"
    kept = [path for path in (package / "eleven").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert {path.relative_to(package).as_posix() for path in kept} <= inside
    for name in ("server/static/pages/index.html", "server/store/migrations/env.py", "games/elefant/look/art.svg"):
        assert f"eleven/{name}" in inside
    assert not [name for name in inside if name.startswith(("tests/", "bench/", "docs/", "tools/"))]


def test_the_source_archive_makes_the_same_wheel(built: Path, tmp_path: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    source = next(path for path in tmp_path.iterdir() if path.is_dir())
    again = tmp_path / "again"
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(again)]
    subprocess.run(command, cwd=source, check=True)
    first = zipfile.ZipFile(wheel_in(built))
    second = zipfile.ZipFile(wheel_in(again))
    assert {each.filename: each.CRC for each in first.infolist()} == {
        each.filename: each.CRC for each in second.infolist()
    }


def processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


NEWEST = "newest"
OLDER = list(pythons())[:-1] if THOROUGH else []
"""The other tests run on the Python that is used here, mostly no new one; a release is tried on every one of them."""


@pytest.mark.parametrize("python", [*OLDER, NEWEST])
def test_installed_alone_it_is_played_in_the_terminal_and_at_the_tables(
    python: str, built: Path, tmp_path: Path
) -> None:
    """On each Python, with a home nobody can write to, where no rules were ever compiled.

    The page is the same from each: with one of them it is played in a browser, with the others through the API.
    """
    found = pythons()
    commands = install(found.get(python, [*found.values()][-1]), wheel_in(built), tmp_path / "environment")
    play_in_the_terminal(commands, tmp_path)
    with served(commands, tmp_path) as address:
        play_in_a_browser(address) if python == NEWEST else play_through_the_api(address)


def play_in_the_terminal(commands: Path, tmp_path: Path) -> None:
    """A whole game, at once; what is compiled meanwhile cannot be kept at home."""
    before = processor_seconds()
    words = [str(commands / "eleven"), "play", "elefant", "--players", "3", "--seed", "1", "--level", "beginner"]
    home = {**clean(), "HOME": WRITTEN_NOWHERE, "TMPDIR": str(tmp_path), "COLUMNS": "100"}
    played = subprocess.run(
        words, input="1\n" * 80, env=home, capture_output=True, text=True, timeout=PATIENCE, cwd="/"
    )
    assert played.returncode == 0, played.stderr
    assert "The game is over" in played.stdout
    assert processor_seconds() - before < TO_PLAY


@contextmanager
def served(commands: Path, folder: Path) -> Iterator[str]:
    """The tables as `table-eleven` starts them with a home nobody can write to, until they answer."""
    to_import = [seconds_to_import(commands) for _ in range(2)][-1]  # the first writes the byte code, as pip may
    address = f"http://127.0.0.1:{free_port()}"
    browser = {"BROWSER": f"sh -c 'echo $0 > {folder / 'opened'}' %s"}
    words = [str(commands / "table-eleven"), "serve", "--open", "--port", address.rpartition(":")[2]]
    words += ["--database", f"sqlite:///{folder / 'tables.sqlite'}"]
    with (folder / "output.txt").open("wb") as output:
        environment = {**clean(), "HOME": WRITTEN_NOWHERE, "TMPDIR": str(folder), **browser}
        process = subprocess.Popen(words, env=environment, stdout=output, stderr=output, cwd="/")
    try:
        wait_until(lambda: process.poll() is not None or answers(address))
        assert process.poll() is None, (folder / "output.txt").read_text()[-2000:]
        assert seconds_of(process.pid) < TO_SERVE * to_import
        wait_until(lambda: (folder / "opened").exists() and (folder / "opened").read_text() != "")
        assert (folder / "opened").read_text().strip() == f"{address}/", "the page is opened by itself"
        yield address
    finally:
        process.terminate()
        process.wait(PATIENCE)


def seconds_to_import(commands: Path) -> float:
    """Processor time of a process that loads what serves."""
    before = processor_seconds()
    subprocess.run([str(commands / "python"), "-c", "import eleven.server.app"], check=True, env=clean(), cwd="/")
    return processor_seconds() - before


def wait_until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def answers(address: str) -> bool:
    try:
        urllib.request.urlopen(f"{address}/health", timeout=PATIENCE).close()
    except urllib.error.URLError:
        return False
    return True


def seconds_of(pid: int) -> float:
    """Processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def play_in_a_browser(address: str) -> None:
    """A person clicks on the page and is asked for their decisions."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(base_url=address, locale="en-GB")
        page.set_default_timeout(PATIENCE * 1000)
        play_bots_by_click(page, "elefant")
        assert touch(page, 3) == 3
        assert page.locator("#table svg, #seats svg").count() > 0, "the art is there"
        browser.close()


def play_through_the_api(address: str) -> None:
    """The page and the art are there; somebody against bots is asked for their decisions."""
    device = Device(address)
    assert 'id="games"' in device.get("/").text
    assert "<symbol" in device.get("/static/games/elefant/art.svg").text
    table = device.create("me", "bot", "bot", game="elefant")["table"]
    for _ in range(3):
        wait_until(lambda: bool(device.view(table)["yours"]))
        view = device.view(table)
        move = {"action": view["actions"][0]["name"], "version": view["version"]}
        assert device.post(f"/api/tables/{table}/moves", **move).status_code == 200


def test_alone_the_command_serves_the_tables_and_opens_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """`uvx table-eleven` needs no word more; with words it is the command `eleven`."""
    from eleven import cli

    ran: list[list[str]] = []
    monkeypatch.setattr(cli, "main", lambda: ran.append(sys.argv[1:]))
    for words in ([], ["games"]):
        monkeypatch.setattr(sys, "argv", ["table-eleven", *words])
        cli.main_table_eleven()
    assert ran == [["serve", "--open"], ["games"]]
