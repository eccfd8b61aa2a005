"""Tests the lowest versions that pyproject.toml allows, with the quick and the compiler tests: `make lowest`.

pip has no option for that, so every lower bound is pinned; indirect dependencies are as new as possible.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENT = ROOT / "build" / "lowest"
EXTRAS = ("postgres", "research")
"""The extras whose lower bounds are tested, too."""
TOOLS = ("aiosmtpd", "httpx", "hypothesis", "pytest", "schemathesis")
"""The additional packages that the tests import."""
LEFT_OUT = ("tests/browser", "tests/docs", "tests/package")
"""Tests that need a browser, the site generator or a network."""
COMPILED = ("tests/contract/rules/test_compile_cache.py", "tests/contract/rules/test_modes.py")
"""Tests that compile the rules; we extend Numba's classes, which must work at both ends of the version range."""


def lower_bound(requirement: str) -> str:
    """Convert `fastapi>=0.136,<1` to `fastapi==0.136`."""
    found = re.fullmatch(r"([\w.-]+(?:\[\w+\])?)>=([\d.]+)(?:,<[\d.]+)?(\s*;.+)?", requirement)
    if not found:
        raise ValueError(f"{requirement} has no lower bound")
    name, version, marker = found.groups()
    return f"{name}=={version}{marker or ''}"


def lowest() -> list[str]:
    """Return every direct dependency at its lower bound."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [each for extra in EXTRAS for each in project["optional-dependencies"][extra]]
    return [lower_bound(each) for each in (*project["dependencies"], *extras)]


def tools() -> list[str]:
    """Return the test tools in the versions for development."""
    pinned = (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8")
    return [line for line in re.findall(r"^[\w.-]+==[\w.]+", pinned, re.MULTILINE) if line.split("==")[0] in TOOLS]


def main() -> int:
    """Install the lowest versions into a separate environment, and run the tests there."""
    python = ENVIRONMENT / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)], check=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *lowest(), *tools()], check=True)
    subprocess.run([*pip, "--no-deps", "-e", str(ROOT)], check=True)
    ignored = [word for place in LEFT_OUT for word in ("--ignore", place)]
    tests = [str(python), "-m", "pytest", "-m", "not slow and not compiled", *ignored]
    quick = subprocess.run(tests, cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}).returncode
    return quick or subprocess.run([str(python), "-m", "pytest", *COMPILED], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
