"""Runs many schedules of the simulation, or prints the schedule of one seed; exit status 1 for a broken promise."""

import argparse
import gc
import multiprocessing
import os
import sys
import time
from contextlib import nullcontext
from functools import partial

from simulation.media import MEDIA

CHUNK = 50
"""Schedules that a worker runs before it reports."""

MUTANTS = {name: mutant for medium in MEDIA.values() for name, mutant in medium.mutants.items()}


def main() -> None:
    """Run what is asked for."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--schedules", type=int, default=1_000_000, help="how many, beginning with seed 0")
    options.add_argument("--seed", type=int, help="run one schedule and print its steps")
    options.add_argument("--medium", choices=MEDIA, help="what holds the log; otherwise half of the schedules each")
    options.add_argument("--mutant", choices=MUTANTS, help="break something first, to see that it is found")
    asked = options.parse_args()
    media = [asked.medium] if asked.medium else [name for name in MEDIA if asked.mutant in (None, *MEDIA[name].mutants)]
    with MUTANTS[asked.mutant]() if asked.mutant else nullcontext():
        sys.exit(_show(media[0], asked.seed) if asked.seed is not None else _run_all(media, asked.schedules))


def _show(medium: str, seed: int) -> int:
    """Print each step of a schedule, and what it breaks."""
    schedule: list[tuple[str, str]] = []
    problem = _problem(medium, seed, schedule)
    for number, (who, what) in enumerate(schedule):
        print(f"{number:5}  {who:16} {what}")
    print(problem or "Every promise was kept.")
    return bool(problem)


def _problem(medium: str, seed: int, schedule: list[tuple[str, str]] | None = None) -> str:
    """Return what a schedule breaks; empty when every promise was kept."""
    try:
        MEDIA[medium].run(seed, schedule)
    except Exception as error:  # also an error of the package itself is a finding
        return f"{type(error).__name__}: {error}"
    return ""


def _begin(media: list[str]) -> None:
    """Prepare a worker: it collects garbage between chunks only, and never looks at what is there for good."""
    for medium in media:
        _problem(medium, 0)
    gc.disable()
    gc.collect()
    gc.freeze()


def _chunk(media: list[str], first: int) -> list[tuple[str, int, str]]:
    """Run the schedules from a seed on, each on the medium whose turn it is; return what is found."""
    gc.collect()
    chosen = [(media[seed % len(media)], seed) for seed in range(first, first + CHUNK)]
    return [(medium, seed, problem) for medium, seed in chosen if (problem := _problem(medium, seed))]


def _run_all(media: list[str], count: int) -> int:
    """Run the schedules on every core and print what is found; return how many break a promise."""
    begin, done, broken = time.monotonic(), 0, 0
    with multiprocessing.get_context("fork").Pool(os.cpu_count(), _begin, (media,)) as pool:
        for found in pool.imap_unordered(partial(_chunk, media), range(0, count, CHUNK)):
            done, broken = done + CHUNK, broken + len(found)
            for medium, seed, problem in found:
                again = f"python chaos/simulate.py --medium {medium} --seed {seed}"
                print(f"{medium}, seed {seed}: {problem}\n    {again}", flush=True)
            if sys.stdout.isatty():
                print(f"\r{done:,} of {count:,} schedules", end="", flush=True)
    seconds = time.monotonic() - begin
    print(f"\r{done:,} schedules in {seconds:.0f} s: {broken:,} break a promise.")
    return bool(broken)


if __name__ == "__main__":
    main()
