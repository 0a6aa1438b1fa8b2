"""A working hour of an organization of 200 projects and 10,000 agents, simulated on the costs that were measured.

Every project is a stream with machines of its own, and a queue: a record waits until those before it are written. The
costs of a record are in `machines.json` (`make bench-machines`), and the disk of a turn is in `month.json`. All streams
are on the same three servers. Nothing runs but the queues, so this shows which bound comes first, and no more.
"""

import json
import random
from pathlib import Path

from rich.console import Console
from rich.table import Table

PROJECTS, AGENTS = 200, 50
MACHINES = 8
"""Machines of a project; their costs under load were measured."""

HOUR = 3600.0
HOURS = 160
"""Working hours of a month."""

RECORDS = 4
"""Records of a turn: its beginning, two messages, its end."""

STEP = 20.0
"""Mean seconds between two records of a turn: a model works meanwhile."""

PACES = (600, 300, 120, 60, 30, 15)
"""Mean seconds between the turns of an agent."""


def measured(suite: str, name: str) -> float:
    """Return a figure of a suite: seconds for time, else in its unit."""
    rows = json.loads(Path(__file__).with_name(f"{suite}.json").read_text())["rows"]
    row = next(one for one in rows if one["name"].startswith(name))
    return float(row["ours"]) / (1e6 if row["unit"] == "µs" else 1)


def arrivals(chance: random.Random, pace: float) -> list[float]:
    """Return when the agents of a project write, in an hour."""
    found: list[float] = []
    for _ in range(AGENTS):
        at = chance.expovariate(1 / pace)
        while at < HOUR:
            moment = at
            for _ in range(RECORDS):
                found.append(moment)
                moment += chance.expovariate(1 / STEP)
            at += chance.expovariate(1 / pace)
    return sorted(found)


def waits(moments: list[float], service: float) -> list[float]:
    """Return how long each record takes, with the wait for those before it."""
    free, found = 0.0, list[float]()
    for at in moments:
        free = max(free, at) + service
        found.append(free - at)
    return found


def main() -> None:
    """Simulate each pace, and show."""
    row = f"{MACHINES} machines, saturated"
    service = measured("machines", f"{row}: one record of all")
    servers = measured("machines", f"{row}: CPU of a record on the servers")
    machine = measured("machines", f"{row}: CPU of a record") / MACHINES
    disk = measured("month", "disk per turn") / 2  # in that month, a turn has two records
    table = Table(
        "a turn of an agent every",
        "records/s of all",
        "of a project",
        "its stream is busy",
        "p99",
        "cores of the servers",
        "of a core of a machine",
        "disk of a machine a month",
        box=None,
    )
    for pace in PACES:
        chance = random.Random(pace)
        hours = [arrivals(chance, pace) for _ in range(PROJECTS)]
        late = sorted(one for moments in hours for one in waits(moments, service))
        rate = len(late) / HOUR
        of_one = rate / PROJECTS
        table.add_row(
            f"{pace} s",
            f"{rate:,.0f}",
            f"{of_one:.1f}",
            f"{of_one * service:.0%}",
            f"{late[len(late) * 99 // 100] * 1000:,.0f} ms",
            f"{rate * servers:.1f}",
            f"{of_one * machine:.1%}",
            f"{of_one * HOUR * HOURS * disk / 1e9:.1f} GB",
        )
    out = Console(width=150)
    out.print(
        f"{PROJECTS} projects of {AGENTS} agents on {MACHINES} machines each; a record takes {service * 1000:.1f} ms"
    )
    out.print(table)


if __name__ == "__main__":
    main()
