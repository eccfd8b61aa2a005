"""Updates the figures in the README from the benchmark results: `python -m tools.readme_figures`.

No figure is typed by hand; each row names the day of the measurement, or of the commit if the page does not say.
"""

import json
import re
from pathlib import Path
from typing import Any

from bench.stale_results import HERE, ROOT, git, measured_at

README = ROOT / "README.md"
BEGIN, END = "<!-- figures: python -m tools.readme_figures -->", "<!-- end of figures -->"


def results(name: str) -> Any:
    """Return the JSON results of a benchmark."""
    return json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))


def day(page: str) -> str:
    """Return the day on which a page was measured, from the page or else from its commit."""
    said = re.search(r"\d{4}-\d\d-\d\d", (HERE / page).read_text(encoding="utf-8"))
    return said[0] if said else git("show", "-s", "--format=%cs", measured_at(HERE / page))


def speed() -> str:
    """Return the row about random play on one core, compared with a similar library."""
    rates = {name: row["median"] for name, row in results("results")["decisions_per_second"].items()}
    ours = [rate for name, rate in rates.items() if "seeing" not in name and name.split()[0] not in PEERS]
    theirs = max(rate for name, rate in rates.items() if name.split()[0] == "openspiel")
    least, most = min(ours) / 1e6, max(ours) / 1e6
    return f"{least:.1f} to {most:.1f} million decisions a second (OpenSpiel's Spades: {theirs / 1e6:.1f})"


def gpu() -> str:
    """Return the row about random play on a GPU."""
    rates = [row["playouts"] for row in results("gpu_results")["games"]]
    return f"{min(rates) / 1e6:,.0f} to {max(rates) / 1e6:,.0f} million decisions a second"


def server() -> str:
    """Return the row about busy tables, with every decision on disk before it is acknowledged."""
    rows = [row for row in results("server_results") if row["server"] == "table-eleven" and not row["thought"]]
    busiest = max(rows, key=lambda row: row["rate"])
    moves, half = f"{busiest['rate']:,.0f} moves a second", f"half of them seen within {busiest['half']:.1f} ms"
    return f"{moves} at {busiest['tables']} tables, {half}"


def faults() -> str:
    """Return the row about fault injection: what was lost while processes were killed, stopped or disconnected."""
    runs = results("faults_results").values()
    made, acknowledged = sum(run["faults"] for run in runs), sum(run["acknowledged"] for run in runs)
    return f"{acknowledged:,} moves acknowledged during {made:,} faults, {sum(run['lost'] for run in runs)} lost"


PEERS = ("openspiel", "rlcard")
ROWS = {
    "random play, one core": (speed, "results.md"),
    "random play, one H200": (gpu, "gpu_results.md"),
    "the server, two cores": (server, "server_results.md"),
    "the server under faults": (faults, "faults_results.md"),
}


def table() -> str:
    """Return all rows, each with its page and day."""
    rows = [f"| {name} | {found()} | [{day(page)}](bench/{page}) |" for name, (found, page) in ROWS.items()]
    return "\n".join(["| what | figure | measured |", "|---|---|---|", *rows])


def written(readme: str) -> str:
    """Return the README with the current figures."""
    before, _, rest = readme.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{rest.partition(END)[2]}"


def main(path: Path = README) -> None:
    """Update the README."""
    path.write_text(written(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
