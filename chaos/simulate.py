"""Runs many schedules of the simulation, or prints the schedule of one seed; exit status 1 for a broken promise."""

import argparse
import gc
import multiprocessing
import os
import sys
import time
from contextlib import nullcontext

from simulation.mutants import MUTANTS
from simulation.run import run

CHUNK = 50
"""Schedules that a worker runs before it reports."""


def main() -> None:
    """Run what is asked for."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--schedules", type=int, default=1_000_000, help="how many, beginning with seed 0")
    options.add_argument("--seed", type=int, help="run one schedule and print its steps")
    options.add_argument("--mutant", choices=MUTANTS, help="break something first, to see that it is found")
    asked = options.parse_args()
    with MUTANTS[asked.mutant]() if asked.mutant else nullcontext():
        sys.exit(_show(asked.seed) if asked.seed is not None else _run_all(asked.schedules))


def _show(seed: int) -> int:
    """Print each step of a schedule, and what it breaks."""
    schedule: list[tuple[str, str]] = []
    problem = _problem(seed, schedule)
    for number, (who, what) in enumerate(schedule):
        print(f"{number:5}  {who:16} {what}")
    print(problem or "Every promise was kept.")
    return bool(problem)


def _problem(seed: int, schedule: list[tuple[str, str]] | None = None) -> str:
    """Return what a schedule breaks; empty when every promise was kept."""
    try:
        run(seed, schedule)
    except Exception as error:  # also an error of the package itself is a finding
        return f"{type(error).__name__}: {error}"
    return ""


def _begin() -> None:
    """Prepare a worker: it collects garbage between chunks only, and never looks at what is there for good."""
    _problem(0)
    gc.disable()
    gc.collect()
    gc.freeze()


def _chunk(first: int) -> list[tuple[int, str]]:
    gc.collect()
    return [(seed, problem) for seed in range(first, first + CHUNK) if (problem := _problem(seed))]


def _run_all(count: int) -> int:
    """Run the schedules on every core and print what is found; return how many break a promise."""
    begin, done, broken = time.monotonic(), 0, 0
    with multiprocessing.get_context("fork").Pool(os.cpu_count(), _begin) as pool:
        for found in pool.imap_unordered(_chunk, range(0, count, CHUNK)):
            done, broken = done + CHUNK, broken + len(found)
            for seed, problem in found:
                print(f"seed {seed}: {problem}\n    python chaos/simulate.py --seed {seed}", flush=True)
            if sys.stdout.isatty():
                print(f"\r{done:,} of {count:,} schedules", end="", flush=True)
    seconds = time.monotonic() - begin
    print(f"\r{done:,} schedules in {seconds:.0f} s: {broken:,} break a promise.")
    return bool(broken)


if __name__ == "__main__":
    main()
