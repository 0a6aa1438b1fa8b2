"""A process tells every other one what keeps it from its work, for as long as it runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from renkei.store.problems import read, report


def test_a_problem_is_read_until_it_is_over(tmp_path: Path) -> None:
    place = tmp_path / "problems"
    report(place, "")  # nothing to remove yet
    report(place, "The disk is full.\n")
    assert read(place) == ["The disk is full."]
    report(place, "")
    assert read(place) == []


def ended() -> int:
    process = subprocess.Popen([sys.executable, "-S", "-c", ""])
    process.wait()
    return process.pid


@pytest.mark.parametrize("process", ["abc", "", "0", "-1", "\u0663", "\u00b2", "1" * 30, "ended", "running.1", "1.tmp"])
def test_a_file_that_no_running_process_wrote_says_nothing(process: str, tmp_path: Path) -> None:
    number = str(ended()) if process == "ended" else process.replace("running", str(os.getpid()))
    (tmp_path / (number if "." in number else f"{number}.0")).write_text("stale")
    assert read(tmp_path) == []


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    report(tmp_path / "real", "The disk is full.")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert read(tmp_path / "link") == []
