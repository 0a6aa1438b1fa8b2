"""Runs the benchmarks of a suite, prints the table, and writes its file. Figures of different runs are not comparable.

`run.py` runs the suite `results`, and `run.py large` another suite. `run.py turns wake` runs single modules and writes
no file.
"""

import json
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from measure import Row, machine
from rich.console import Console
from rich.table import Table

SUITES: dict[str, tuple[str, ...]] = {
    "results": (
        "messages",
        "append",
        "group",
        "contention",
        "wake",
        "turns",
        "board",
        "graph",
        "rules",
        "keywords",
        "delta",
        "history",
        "unread",
        "broadcasts",
        "starting",
        "reading",
        "memory",
        "server",
    ),
    "large": ("million", "long_run"),
    "month": ("month",),
    "machines": ("machines",),
    "view": ("view",),
    "chat": ("chat",),
    "past": ("past",),
    "telemetry": ("telemetry",),
    "teammates": ("teammates", "commands"),
    "coding_agents": ("coding_agents",),
    "files": ("files",),
    "validation": ("validation",),
}
"""The name of a suite, and of the file that it writes, and its modules."""

WIDTH = 150
"""Columns of the table when the output is not a terminal."""


def main(names: list[str]) -> None:
    """Measure and show; `names` are a suite or modules, the suite `results` by default."""
    suite = " ".join(names) if names else "results"
    found: list[Row] = []
    out = Console(width=None if sys.stdout.isatty() else WIDTH)
    for name in SUITES.get(suite, names):
        with out.status(f"measuring {name} …"):
            found += import_module(name).rows()
    out.print(table(found))
    if suite in SUITES:
        rows = [asdict(row) | {"ratio": row.ratio, "share": row.share, "met": row.met} for row in found]
        write(suite, {"rows": rows})


def write(suite: str, results: dict[str, Any]) -> None:
    """Write the file of a suite."""
    path = Path(__file__).with_name(f"{suite}.json")
    path.write_text(json.dumps({"machine": machine(), **results}, ensure_ascii=False, indent=2) + "\n")


def table(found: list[Row]) -> Table:
    """Return the table of all figures."""
    table = Table("what", "", "unit", "beside", "", "ratio", "goal", "", box=None, header_style="dim")
    for row in found:
        mark = "[green]met[/]" if row.met else "[yellow]not met[/]"
        figures = (f"{row.ours:,.1f}", row.unit, row.limit_name, f"{row.limit:,.1f}", f"{row.ratio:.3f}")
        table.add_row(row.name, *figures, row.goal, mark)
    return table


if __name__ == "__main__":
    main(sys.argv[1:])
