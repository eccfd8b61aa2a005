"""System packages for the tests (a browser, a database server and a proxy): `make system`.

They are installed if permissions allow that; otherwise they are listed, and the tests do not start.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

BROWSERS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
"""The first one is headless and therefore faster."""
CHROMIUM = os.environ.get("CHROMIUM") or next((path for path in BROWSERS if Path(path).exists()), BROWSERS[0])
"""The browser for the tests; set CHROMIUM=/path/to/it to use another one."""
WITH_NOTIFICATIONS = os.environ.get("CHROMIUM") or BROWSERS[1]
"""The browser for notification tests: the headless shell has no notifications, and crashes when a page shows one."""
NEEDED: dict[str, Callable[[], bool]] = {
    "chromium": lambda: Path(WITH_NOTIFICATIONS).exists(),
    "chromium-headless-shell": lambda: Path(CHROMIUM).exists(),
    "postgresql": lambda: any(Path("/usr/lib/postgresql").glob("*/bin/initdb")),
    "nginx": lambda: shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin") is not None,
}


def missing() -> list[str]:
    """Return the Debian packages that are missing."""
    return [package for package, found in NEEDED.items() if not found()]


def installer() -> list[str] | None:
    """Return the command that installs packages without a password, or None."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return ["apt-get"]
    may = shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0
    return ["sudo", "-n", "apt-get"] if may else None


def advice(packages: list[str]) -> str:
    """Return instructions for somebody who may install packages."""
    return (
        f"make test needs {' and '.join(packages)}, and cannot install packages here. On Debian:\n"
        f"    sudo apt-get install {' '.join(packages)}\n"
        f"Elsewhere, install what your system calls them; CHROMIUM=/path/to/it names another browser of that family."
    )


def main() -> int:
    """Install missing packages, or list them."""
    lacking = missing()
    if not lacking:
        return 0
    command = installer()
    if command is None:
        print(advice(lacking), file=sys.stderr)
        return 2
    for step in (["update", "-q"], ["install", "-y", "-q", *lacking]):
        if subprocess.run([*command, *step]).returncode:
            print(advice(lacking), file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
