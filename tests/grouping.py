"""Which tests one worker takes, one after the other, so that what they compile or start is made once: `xdist_group`.

xdist's own `--dist loadgroup` writes the group into a test's id, and pytest 9.2 keeps no id that is written like that:
every test is dealt out alone, and nothing says so (pytest-xdist, issue 1386). So workers tell their groups by a file.
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
"""By this name a worker is told where to write."""


class GroupScheduling(LoadScopeScheduling):  # type: ignore[misc]
    """Deals out groups, those with the most tests first; what has no group is dealt out alone."""

    def __init__(self, config: pytest.Config, log: Any, folder: Path) -> None:
        super().__init__(config, log)
        self._folder = folder

    @cached_property
    def _groups(self) -> dict[str, str]:
        """The group of a test by its id; all workers have found the same, or xdist stops."""
        return json.loads(next(self._folder.iterdir()).read_text(encoding="utf-8"))  # type: ignore[no-any-return]

    def _split_scope(self, nodeid: str) -> str:
        return self._groups.get(nodeid, nodeid)


class Grouping:
    """Tells groups in a worker, and deals them out where the workers are started."""

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
