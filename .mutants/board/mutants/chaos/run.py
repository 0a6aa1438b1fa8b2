"""Tries every fault, prints the table, and writes results.json; `--scale` says how hard (1: as documented)."""

import argparse
import json
import platform
import sys
import time
from dataclasses import asdict
from pathlib import Path

from faults import COMPARISON, FAULTS
from outcome import Outcome, scratch
from rich.console import Console
from rich.table import Table

RESULTS = Path(__file__).parent / "results.json"


def main() -> None:
    """Try and show; exit status 1 when something that was acknowledged is gone."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("faults", nargs="*", choices=[*FAULTS, []], help="all by default")
    options.add_argument("--scale", type=float, default=1.0)
    asked = options.parse_args()
    out, found = Console(), []
    for name in asked.faults or FAULTS:
        begin = time.monotonic()
        with out.status(f"{name} …"), scratch() as place:
            found.append((name, FAULTS[name](place, asked.scale)))
        out.print(f"[dim]{name}: {time.monotonic() - begin:.0f} s[/]")
    out.print(table(found))
    if not asked.faults and asked.scale >= 1:
        machine = {"python": platform.python_version(), "system": platform.system(), "machine": platform.machine()}
        rows = [{"name": name} | asdict(outcome) for name, outcome in found]
        RESULTS.write_text(json.dumps({"machine": machine, "rows": rows}, ensure_ascii=False, indent=2) + "\n")
    sys.exit(not all(outcome.held for name, outcome in found if name != COMPARISON))


def table(found: list[tuple[str, Outcome]]) -> Table:
    """Show outcomes, and what is unsound below its row."""
    shown = Table("fault", "tried", "acknowledged", "lost", "", "how", box=None, header_style="dim")
    for name, one in found:
        mark = "" if name == COMPARISON else "[green]held[/]" if one.held else "[bold red]NOT HELD[/]"
        shown.add_row(one.fault, f"{one.tried:,}", f"{one.acknowledged:,}", f"{one.lost:,}", mark, one.note)
        for text in one.unsound[:5]:
            shown.add_row("", "", "", "", "[red]unsound[/]", text)
    return shown


if __name__ == "__main__":
    main()
