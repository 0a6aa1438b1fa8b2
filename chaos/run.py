"""Tries every fault, prints the table, and writes results.json; `--seconds` says how long it may take in all, about."""

import argparse
import json
import platform
import sys
import time
from dataclasses import asdict
from pathlib import Path

from fault_outcome import Outcome, scratch
from faults import COMPARISON, FAULTS
from rich.console import Console
from rich.table import Table

FULL = 600
"""Seconds that all faults take at full length, about; only then are the results written."""

RESULTS = Path(__file__).parent / "results.json"


def main() -> None:
    """Try and show; exit status 1 when something that was acknowledged is gone."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("faults", nargs="*", choices=[*FAULTS, []], help="all by default")
    options.add_argument("--seconds", type=float, default=FULL)
    asked = options.parse_args()
    scale = asked.seconds / FULL
    out, found = Console(), []
    for name in asked.faults or FAULTS:
        begin = time.monotonic()
        with out.status(f"{name} …"), scratch() as place:
            found.append((name, FAULTS[name](place, scale)))
        out.print(f"[dim]{name}: {time.monotonic() - begin:.0f} s[/]")
    out.print(table(found))
    if scale >= 1:
        _write(found)
    sys.exit(not all(outcome.held for name, outcome in found if name != COMPARISON))


def _write(found: list[tuple[str, Outcome]]) -> None:
    """Replace the rows of what was tried in the results."""
    machine = {"python": platform.python_version(), "system": platform.system(), "machine": platform.machine()}
    rows = {row["name"]: row for row in json.loads(RESULTS.read_text())["rows"]}
    rows |= {name: {"name": name} | asdict(outcome) for name, outcome in found}
    written = {"machine": machine, "rows": [rows[name] for name in FAULTS if name in rows]}
    RESULTS.write_text(json.dumps(written, ensure_ascii=False, indent=2) + "\n")


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
