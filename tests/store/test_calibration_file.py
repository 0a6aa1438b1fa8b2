"""Calibrations in a file: kept for every process, and never lost to another's report."""

import subprocess
import sys
from pathlib import Path

import pytest

from renkei.budget.tokens.calibration import Calibrations
from renkei.store.calibration_file import CalibrationFile
from renkei.store.layout import Layout

REPORT = """
import sys
from pathlib import Path
from renkei.store.calibration_file import CalibrationFile
from renkei.store.layout import Layout

file = CalibrationFile(Layout(Path(sys.argv[1])))
print("ready", flush=True)
sys.stdin.readline()
for number in range(100):
    file.observe(sys.argv[2], 1000, 1100)
"""


def test_a_report_is_there_for_every_reader_of_the_file(tmp_path: Path) -> None:
    CalibrationFile(Layout(tmp_path)).observe("a-model", 1000, 1500)
    assert CalibrationFile(Layout(tmp_path)).load().of("a-model").factor == 1.5


def test_reports_of_two_processes_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", REPORT, str(tmp_path), model], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for model in ("one", "two")
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
        process.stdin.flush()
    for process in processes:
        process.communicate()
        assert process.returncode == 0
    found = CalibrationFile(Layout(tmp_path)).load()
    assert {name: one.seen for name, one in found.models.items()} == {"one": 100, "two": 100}
    assert sorted(file.name for file in tmp_path.iterdir()) == ["calibration.json", "calibration.lock"]


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"m": 1}', '{"m": {}}', '{"m": {"highest": "x", "seen": 1}}', '{"m": {"highest": 99, "seen": 1}}'],
)
def test_a_damaged_file_counts_as_empty(text: str, tmp_path: Path) -> None:
    Layout(tmp_path).calibration.write_text(text)
    assert CalibrationFile(Layout(tmp_path)).load().models == Calibrations().models
