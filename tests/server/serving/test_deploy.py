"""What is in `deploy/`, started as far as one machine can: nginx and PostgreSQL for real, the rest read."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
import yaml

from eleven.server.http.origin import trusted_proxies
from tests.cli.test_readme import COMMANDS, options_of
from tests.server.conftest import NO_TLS, Device
from tests.server.postgres import Cluster
from tests.server.serving.test_kill import free_port

pytestmark = pytest.mark.slow
DEPLOY = Path(__file__).parents[3] / "deploy"
NAME = "tables.example.org"


def unit() -> str:
    return (DEPLOY / "table-eleven@.service").read_text(encoding="utf-8")


def serve_command(port: int, database: str, folder: Path) -> list[str]:
    """The command of the unit, with another port, database and key."""
    found = re.search(r"^ExecStart=\S+ (.+)$", unit(), re.MULTILINE)
    assert found
    usual = re.search(r"^Environment=HOST=(\S+)$", unit(), re.MULTILINE)
    assert usual
    words = found[1].replace("${HOST}", usual[1]).replace("${DATABASE}", database).replace("${NAME}", NAME)
    words = words.replace("%i", str(port)).replace("/var/lib/table-eleven", str(folder))
    return [sys.executable, "-m", "eleven", *words.split(), "--no-compile"]


def nginx_command(port: int, serving: list[int], folder: Path) -> list[str]:
    """The proxy with our site, on other ports and in a folder of its own."""
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert "listen 80;" in site
    site = site.replace("listen 80;", f"listen 127.0.0.1:{port};")
    for theirs, ours in zip(("1111", "1112"), serving, strict=True):
        assert f"127.0.0.1:{theirs}" in site
        site = site.replace(f"127.0.0.1:{theirs}", f"127.0.0.1:{ours}")
    (folder / "site.conf").write_text(site, encoding="utf-8")
    places = "".join(f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    whole = f"daemon off; pid {folder}/pid; events {{}} http {{ access_log off; {places} include {folder}/site.conf; }}"
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    return [nginx, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]


def answers(url: str) -> None:
    for _ in range(3000):
        with suppress(httpx.HTTPError):
            if httpx.get(url, headers={"Host": NAME}, verify=NO_TLS).status_code == 200:
                return
        time.sleep(0.05)
    raise AssertionError(f"{url} does not answer")


@pytest.fixture
def deployed(cluster: Cluster, tmp_path: Path) -> Iterator[tuple[str, list[str]]]:
    """PostgreSQL, two servers as the unit starts them, and nginx in front: where nginx and the servers are."""
    database = cluster.database()
    started: list[subprocess.Popen[bytes]] = []
    try:
        serving, port = [free_port(), free_port()], free_port()
        env = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
        for one in serving:
            started.append(subprocess.Popen(serve_command(one, database, tmp_path), env=env))
        for one in serving:
            answers(f"http://127.0.0.1:{one}/health")
        started.append(subprocess.Popen(nginx_command(port, serving, tmp_path)))
        answers(f"http://127.0.0.1:{port}/health")
        yield f"http://127.0.0.1:{port}", [f"http://127.0.0.1:{one}" for one in serving]
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


def test_a_table_is_played_through_nginx_on_postgresql(deployed: tuple[str, list[str]]) -> None:
    front, servers = deployed
    device = Device(front)
    device.http.headers["Host"] = NAME
    table = device.create("me", "hotseat")["table"]
    with device.socket(table) as socket:
        view = socket.hear("view")
        seated = device.view(table, seat=view["asked"])
        move = {"seat": view["asked"], "action": seated["actions"][0]["name"], "version": seated["version"]}
        socket.send(type="move", id="once", **move)
        assert socket.hear("ack")["id"] == "once"
        assert socket.view_after(seated["version"] + 1)
    assert device.get("/").status_code == 200
    assert device.get("/metrics").status_code == 404, "nginx does not tell the world"
    told = [httpx.get(f"{server}/metrics").text for server in servers]
    assert sum("eleven_move_seconds_count 1.0" in text for text in told) == 1, "one of the two has carried it out"
    assert httpx.get(f"{front}/health", headers={"Host": "elsewhere.example"}).status_code == 421


def test_the_unit_names_options_that_exist() -> None:
    found = re.search(r"^ExecStart=.+$", unit(), re.MULTILINE)
    assert found
    assert set(re.findall(r"--[a-z-]+", found[0])) <= options_of("serve")
    assert "Restart=always" in unit()


def test_the_containers_start_what_exists() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert set(services) == {"database", "tables"}
    command = services["tables"]["command"]
    assert command[0] == "serve"
    assert {word for word in command if word.startswith("--")} <= options_of("serve")
    recipe = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    root = DEPLOY.parent
    for source in re.findall(r"^COPY (.+) \S+$", recipe, re.MULTILINE):
        assert all((root / name).exists() for name in source.split()), source
    assert (DEPLOY.parent / services["tables"]["build"]["dockerfile"]).is_file()


def test_the_containers_need_a_password_and_trust_only_their_own_network() -> None:
    whole = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    database, tables = whole["services"]["database"], whole["services"]["tables"]
    password = database["environment"]["POSTGRES_PASSWORD"]
    assert password.startswith("${ELEVEN_PASSWORD:?")
    assert tables["environment"]["PGPASSWORD"] == password
    assert "ELEVEN_PASSWORD" not in " ".join(tables["command"]), "all processes of a host are listed to everybody"
    trusted = tables["command"][tables["command"].index("--trusted-proxy") + 1]
    assert [{"subnet": trusted}] == whole["networks"]["default"]["ipam"]["config"]
    usual = re.fullmatch(r"\$\{ELEVEN_SUBNET:-(.+)\}", trusted)
    assert usual
    assert trusted_proxies([usual[1]])[2:] == [usual[1]]
    assert all(port.startswith("127.0.0.1:") for port in tables["ports"])


@pytest.mark.parametrize("page", ["deploy/README.md", "docs/server.md"])
def test_options_and_variables_that_hosts_are_told_of_exist(page: str) -> None:
    text = (DEPLOY.parent / page).read_text(encoding="utf-8")
    variables = {str(option.envvar) for option in COMMANDS["serve"].params if option.envvar}
    told = set(re.findall(r"\bELEVEN_[A-Z_]+", text))
    assert told >= variables
    assert told - variables <= {"ELEVEN_PASSWORD", "ELEVEN_NAME", "ELEVEN_SUBNET"}, "those of compose.yaml"
    commands = " ".join(re.findall(r"\bserve --[^`\n]+", text))
    assert set(re.findall(r"(?<!\S)--[a-z-]+", commands)) <= options_of("serve")
