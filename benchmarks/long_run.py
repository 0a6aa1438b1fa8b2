"""What a process takes in memory that lives long: many turns, and a week of waiting in which hardly anything happens.

`TURNS` names another number of turns. The clock of the week is the project's, five seconds on at each look; the records
are real.
"""

import multiprocessing
import os
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from measure import Row, mebibytes
from turns import turn

import renkei
from renkei.engine import commands as c

TURNS = int(os.environ.get("TURNS", "50000"))
LOOKS = 7 * 24 * 3600 // 5
"""Looks of a week: who waits looks every five seconds, as `Project.wait_for_work` does."""

AGENTS = 10
HOURLY = 3600 // 5


def rows() -> Iterator[Row]:
    """Measure, each in a process of its own, after a tenth and at the end."""
    for name, work, times in (
        (f"memory after {TURNS:,} turns", take_turns, TURNS),
        (f"memory after a week of waiting, {LOOKS:,} looks", wait_a_week, LOOKS),
    ):
        context = multiprocessing.get_context("spawn")
        out = context.Queue()
        worker = context.Process(target=work, args=(times, out))
        worker.start()
        early, late = out.get()
        worker.join()
        yield Row(name, late, early, "after a tenth", "≤ 1.1 ×", early * 1.1, "MiB")


def take_turns(times: int, out: Any) -> None:
    """Let a team take turns."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        members = [c.Join(f"agent-{number}") for number in range(AGENTS)]
        with renkei.create(Path(place) / "p", goal="a goal", members=members) as project:
            out.put(sampled(lambda number: turn(project, number, AGENTS), times))


def wait_a_week(times: int, out: Any) -> None:
    """Let an agent wait; each hour somebody sends it a message, and it takes a turn."""
    now = datetime(2026, 1, 5, tzinfo=UTC)

    def clock() -> str:
        return now.isoformat(timespec="microseconds").replace("+00:00", "Z")

    def look(number: int) -> None:
        nonlocal now
        now += timedelta(seconds=5)
        if number % HOURLY == 0:
            text = renkei.Freeform(
                intent_hint="FREEFORM", body=f"hour {number}", requires_response=True, urgency="high"
            )
            project.send(project.message("ann", text, "bob"))
        if project.wait_for_work("bob", timeout=0):
            with project.turn("bob") as one:
                one.set(status="working", current_task=f"T-{number}")

    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        members = [c.Join("ann"), c.Join("bob")]
        with renkei.create(Path(place) / "p", members=members, now=clock) as project:
            out.put(sampled(look, times))


def sampled(step: Callable[[int], object], times: int) -> tuple[float, float]:
    """Do a step many times; give the MiB in use after a tenth, and at the end."""
    early = 0.0
    for number in range(times):
        step(number)
        if number == times // 10:
            early = mebibytes()
    return early, mebibytes()
