"""Groups tests on one xdist worker (`xdist_group`), so that shared compilations and servers happen once.

xdist's own `--dist loadgroup` adds the group to a test's id, which pytest 9.2 discards: every test is then scheduled
separately, without a warning (pytest-xdist, issue 1386). So our workers write their groups to a file.
"""

import json
import tempfile
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

GROUPS = "folder_of_groups"
"""The key of xdist's worker input with the folder for the groups."""


class GroupScheduling(LoadScopeScheduling):  # type: ignore[misc]
    """Schedules groups, largest first; tests without a group are scheduled separately."""

    def __init__(self, config: pytest.Config, log: Any, folder: Path) -> None:
        super().__init__(config, log)
        self._folder = folder

    @cached_property
    def _groups(self) -> dict[str, str]:
        """Return the groups by test id; all workers have the same, or xdist stops."""
        return json.loads(next(self._folder.iterdir()).read_text(encoding="utf-8"))  # type: ignore[no-any-return]

    def _split_scope(self, nodeid: str) -> str:
        return self._groups.get(nodeid, nodeid)


class Grouping:
    """The plugin that writes the groups in workers, and schedules them in the main process."""

    def __init__(self, config: pytest.Config) -> None:
        self._told: dict[str, Any] = getattr(config, "workerinput", {})
        self._room = None if self._told else tempfile.TemporaryDirectory(prefix="eleven-groups-")

    def pytest_configure_node(self, node: WorkerController) -> None:
        assert self._room
        node.workerinput[GROUPS] = self._room.name

    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> GroupScheduling | None:
        assert self._room
        return GroupScheduling(config, log, Path(self._room.name)) if config.getvalue("dist") == "loadgroup" else None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self._told:
            marks = {item.nodeid: item.get_closest_marker("xdist_group") for item in items}
            groups = {name: mark.args[0] for name, mark in marks.items() if mark}
            file = Path(self._told[GROUPS]) / f"{self._told['workerid']}.json"
            file.write_text(json.dumps(groups), encoding="utf-8")

    def pytest_unconfigure(self) -> None:
        if self._room:
            self._room.cleanup()
