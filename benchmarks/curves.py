"""How a whole turn and a context grow with one size of a project at a time; writes curves.json.

The projects of a curve are built first; then each round measures every size once, and each figure is the median of its
rounds. It is time of the processor, in all threads: what else the machine does, and the sync to disk that every turn
has once, would hide how a figure grows.
"""

import json
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from measure import machine
from rich.console import Console
from sized import Sized, agents, contracts, crowd, past, rules, unread

ROUNDS = 10
"""Rounds, the first to warm up; fewer than the agents that have unread messages."""

RESULTS = Path(__file__).with_name("curves.json")


@dataclass(frozen=True)
class Line:
    """What was timed, and per size its microseconds."""

    name: str
    microseconds: list[float]


@dataclass(frozen=True)
class Curve:
    """What has a size, the sizes, and what was timed at each."""

    name: str
    sizes: list[int]
    lines: list[Line]


AXES: dict[str, tuple[Callable[[Path, int], Sized], list[int]]] = {
    "agents": (agents, [10, 100, 1000]),
    "agents, each with 1,000 unread": (crowd, [10, 100, 1000]),
    "unread messages": (unread, [10, 100, 1000, 10_000]),
    "records of history": (past, [1000, 10_000, 100_000]),
    "rules with a condition": (rules, [1, 10, 100]),
    "open contracts": (contracts, [10, 100, 1000, 5000]),
}


def curve(name: str) -> Curve:
    """Measure one curve."""
    build, sizes = AXES[name]
    found: dict[tuple[str, int], list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        made = {size: build(Path(place) / str(size), size) for size in sizes}
        for _ in range(ROUNDS):
            for size, one in made.items():
                for line, action in one.lines.items():
                    found[line, size].append(processor(action))
        for one in made.values():
            one.project.close()
    lines = dict.fromkeys(line for line, _ in found)
    return Curve(name, sizes, [Line(line, [median(found[line, size][1:]) for size in sizes]) for line in lines])


def processor(action: Callable[[], object]) -> float:
    """Return the microseconds of the processor that an action takes."""
    start = time.process_time()
    action()
    return (time.process_time() - start) * 1e6


def main(names: list[str]) -> None:
    """Measure and show; `names` are curves, all by default, which are then written down."""
    out = Console()
    curves = []
    for name in names or AXES:
        with out.status(f"measuring {name} …"):
            curves.append(curve(name))
        for line in curves[-1].lines:
            figures = zip(curves[-1].sizes, line.microseconds, strict=True)
            out.print(
                f"{name}, {line.name}: " + ", ".join(f"{size:,}: {taken:,.0f} µs" for size, taken in figures),
                soft_wrap=True,
            )
    if not names:
        data = {"machine": machine(), "curves": [asdict(one) for one in curves]}
        RESULTS.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
