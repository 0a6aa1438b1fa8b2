"""Every hostile input is refused with a code or neutralised, in little memory and time, and never with a traceback."""

import json
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from attacks.corpus import Case, cases
from attacks.doors import put_corpus
from process import FORKS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the limits are those of Linux")

CORPUS = list(cases())


@cache
def results(door: str) -> dict[str, dict[str, Any]]:
    """Put all cases through a door, in a process of its own with limits."""
    with TemporaryDirectory() as place:
        report = Path(place, "report")
        process = FORKS.Process(target=put_corpus, args=(door, report))
        process.start()
        process.join()
        rows = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    return {row["name"]: row for row in rows} | {"": {"status": process.exitcode}}


@pytest.mark.short
@pytest.mark.parametrize("case", CORPUS, ids=[f"{case.door}: {case.name}" for case in CORPUS])
def test_a_hostile_input_is_refused_or_neutralised(case: Case) -> None:
    found = results(case.door)
    assert case.name in found, found[""]
    row = found[case.name]
    assert row["error"] == ""
    assert set(case.codes) <= set(row["codes"])


def test_there_are_five_hundred_of_them_and_each_has_a_name() -> None:
    assert len({(case.door, case.name) for case in CORPUS}) == len(CORPUS) >= 500
