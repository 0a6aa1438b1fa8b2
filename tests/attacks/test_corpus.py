"""Every hostile input is refused with a code or neutralised, in little memory and time, and never with a traceback."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from attacks.corpus import Case, cases

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the limits are those of Linux")

CORPUS = list(cases())


@cache
def results(door: str) -> dict[str, dict[str, Any]]:
    """Put all cases through a door, in a process of its own with limits."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, Path(__file__).with_name("doors.py"), door]
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["name"]: row for row in rows} | {"": {"stderr": done.stderr[-2000:], "status": done.returncode}}


@pytest.mark.parametrize("case", CORPUS, ids=[f"{case.door}: {case.name}" for case in CORPUS])
def test_a_hostile_input_is_refused_or_neutralised(case: Case) -> None:
    found = results(case.door)
    assert case.name in found, found[""]
    row = found[case.name]
    assert row["error"] == ""
    assert set(case.codes) <= set(row["codes"])


def test_there_are_five_hundred_of_them_and_each_has_a_name() -> None:
    assert len({(case.door, case.name) for case in CORPUS}) == len(CORPUS) >= 500
