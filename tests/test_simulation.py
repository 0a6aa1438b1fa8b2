"""The simulation of `make simulate`: a few hundred schedules keep every promise, and whatever is broken is found."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("greenlet")
from simulation.media import MEDIA

from renkei.log.collecting import seldom_collected
from thoroughness import THOROUGH

SCHEDULES = {"disk": 2400 if THOROUGH else 120, "stream": 2400 if THOROUGH else 60}
PARTS = 4
FOUND_WITHIN = 1000
MISTAKES = (TypeError, AttributeError, NameError)
"""Errors of a mutant that the package has changed under: they prove nothing."""

CHAOS = Path(__file__).parent.parent / "chaos"


@pytest.mark.short("*-0")
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("medium", MEDIA)
def test_every_schedule_keeps_every_promise(medium: str, part: int) -> None:
    for seed in range(part, SCHEDULES[medium], PARTS):
        MEDIA[medium].run(seed, None)


@pytest.mark.short("disk-errors of the disk are ignored", "disk-a torn *", "stream-a known *", "stream-the feeder *")
@pytest.mark.parametrize(("medium", "mutant"), [(name, one) for name, found in MEDIA.items() for one in found.mutants])
def test_whatever_is_broken_is_found(medium: str, mutant: str) -> None:
    with MEDIA[medium].mutants[mutant]():
        for seed in range(FOUND_WITHIN):
            try:
                MEDIA[medium].run(seed, None)
            except MISTAKES as mistake:
                raise AssertionError("the mutant itself is broken") from mistake
            except Exception as error:
                if any(mistake.__name__ in str(error) for mistake in MISTAKES):  # a feeder has reported it
                    raise AssertionError("the mutant itself is broken") from error
                assert seldom_collected._readers == 0
                return
    pytest.fail(f"{FOUND_WITHIN} schedules have not found it")


@pytest.mark.long
@pytest.mark.parametrize(("medium", "seed"), [("disk", "3"), ("stream", "2")])
def test_a_seed_gives_the_same_schedule_in_every_process(medium: str, seed: str) -> None:
    shown = [_shown(seed, hashes, ("--medium", medium)) for hashes in ("1", "2")]
    assert shown[0] == shown[1]
    assert "is killed" in shown[0]
    assert shown[0].endswith("Every promise was kept.\n")


@pytest.mark.long
def test_a_schedule_that_breaks_a_promise_says_which() -> None:
    name = "acknowledged before it is on disk"
    last = _shown(seed="0", hashes="1", more=("--mutant", name)).splitlines()[-1]
    assert last.startswith("BrokenError: ")


def _shown(seed: str, hashes: str, more: tuple[str, ...] = ()) -> str:
    command = [sys.executable, str(CHAOS / "simulate.py"), "--seed", seed, *more]
    env = os.environ | {"PYTHONHASHSEED": hashes, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(command, capture_output=True, text=True, env=env, check=False).stdout
