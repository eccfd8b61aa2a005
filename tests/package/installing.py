"""Clean environments with the built wheel, for every installed version of Python."""

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MINORS = range(11, 15)
ASK = "import json, sys; print(json.dumps([*sys.version_info[:2], sys.executable]))"


@cache
def pythons() -> dict[str, str]:
    """Return one interpreter per supported minor version, from the PATH and pyenv."""
    found = {}
    for minor in MINORS:
        name = f"python3.{minor}"
        others = sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/{name}"))
        for candidate in filter(None, [shutil.which(name), *map(str, others)]):
            asked = subprocess.run([candidate, "-I", "-c", ASK], capture_output=True, text=True)
            told = json.loads(asked.stdout) if asked.returncode == 0 else []
            if told[:2] == [3, minor]:
                found[f"3.{minor}"] = told[2]
                break
    found.setdefault(f"3.{sys.version_info.minor}", sys.executable)
    return found


def clean() -> dict[str, str]:
    """Return the environment variables without those that point to this repository or to compiled rules."""
    taken = ("PYTHONPATH", "VIRTUAL_ENV", "ELEVEN_GAMES")
    return {key: value for key, value in os.environ.items() if key not in taken and not key.startswith("NUMBA_")}


def constraints(folder: Path) -> Path:
    """Write a constraints file with the pinned versions, so that the wheel's dependencies are the tested ones."""
    pinned = re.findall(
        r"^([^\s#\\][^\\]*==[^\\]*?) *\\", (ROOT / "requirements" / "play.txt").read_text(), re.MULTILINE
    )
    file = folder / "constraints.txt"
    file.write_text("\n".join(pinned) + "\n")
    return file


def install(python: str, wheel: Path, folder: Path) -> Path:
    """Create an environment with the wheel and its dependencies; return the folder of its commands."""
    subprocess.run([python, "-m", "venv", "--without-pip", str(folder)], check=True, env=clean())
    bin_folder = folder / ("Scripts" if sys.platform == "win32" else "bin")
    command = [sys.executable, "-m", "pip", "--python", str(bin_folder / "python")]
    command += ["install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    command += ["--constraint", str(constraints(folder)), str(wheel)]
    subprocess.run(command, check=True, env=clean(), cwd=folder)
    return bin_folder
