"""Runs every benchmark, prints the table, and writes results.json. Figures of different runs are not comparable."""

import json
import platform
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from measure import Row
from rich.console import Console
from rich.table import Table

MODULES = (
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
    "starting",
    "reading",
    "memory",
)
RESULTS = Path(__file__).parent / "results.json"


def main(names: list[str]) -> None:
    """Measure and show; `names` are modules, all by default."""
    found: list[Row] = []
    out = Console()
    for name in names or MODULES:
        with out.status(f"measuring {name} …"):
            found += import_module(name).rows()
    table = Table("what", "", "unit", "beside", "", "ratio", "goal", "", box=None, header_style="dim")
    for row in found:
        mark = "[green]met[/]" if row.met else "[yellow]not met[/]"
        table.add_row(
            row.name,
            f"{row.ours:,.1f}",
            row.unit,
            row.limit_name,
            f"{row.limit:,.1f}",
            f"{row.ratio:.3f}",
            row.goal,
            mark,
        )
    out.print(table)
    machine = {"python": platform.python_version(), "system": platform.system(), "machine": platform.machine()}
    rows = [asdict(row) | {"ratio": row.ratio, "share": row.share, "met": row.met} for row in found]
    if not names:
        RESULTS.write_text(json.dumps({"machine": machine, "rows": rows}, ensure_ascii=False, indent=2) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
