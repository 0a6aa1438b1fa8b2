"""A stranger's tests get the fixtures by one line, and a session without them does not import renkei."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import renkei
import renkei.testing
from page_code import code_of
from renkei.errors import TurnLostError
from renkei.testing import ManualClock, assert_shown

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "testing.md"

UNUSED = """
import sys

def test_nothing_of_renkei_is_loaded():
    assert [name for name in sys.modules if name.partition(".")[0] == "renkei"] == []
"""


def pytest_session(directory: Path, code: str, *options: str) -> str:
    (directory / "test_it.py").write_text(code)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", *options, "test_it.py"]
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(command, cwd=directory, env=env, capture_output=True, text=True, timeout=280).stdout


def test_the_documented_tests_have_the_fixtures(tmp_path: Path) -> None:
    assert "2 passed" in pytest_session(tmp_path, code_of(PAGE.read_text(), "python")[0], "-p", "renkei.testing.plugin")


def test_a_session_without_them_loads_nothing_of_renkei(tmp_path: Path) -> None:
    assert "1 passed" in pytest_session(tmp_path, UNUSED)


def test_every_public_name_is_documented() -> None:
    for name in renkei.testing.__all__:
        assert getattr(renkei.testing, name).__doc__


def test_time_passes_by_microseconds_until_it_is_moved(
    renkei_project: renkei.Project, renkei_clock: ManualClock
) -> None:
    assert renkei_project.time() < renkei_project.time() < "2026-01-05T09:00:00.001"
    assert renkei_clock.advance(1, minutes=1, hours=1, days=1).startswith("2026-01-06T10:01:01.0000")
    assert renkei_project.time().startswith("2026-01-06T10:01:01.0000")
    renkei_clock.at = "2026-02-01T00:00:00+09:00"
    assert renkei_project.time() == "2026-01-31T15:00:00.000001Z"
    with pytest.raises(ValueError, match="Invalid isoformat"):
        renkei_clock.at = "tomorrow"


def test_a_lease_ends_when_the_clock_has_moved_past_it(
    renkei_project: renkei.Project, renkei_clock: ManualClock
) -> None:
    renkei_project.join("ann")
    turn = renkei_project.begin_turn("ann", lease=60)
    renkei_clock.advance(59)
    assert renkei_project.tick() is None
    renkei_clock.advance(2)
    assert renkei_project.tick() is not None
    with pytest.raises(TurnLostError):
        renkei_project.end_turn(turn)


def test_a_message_of_normal_priority_wakes_after_its_pause(
    renkei_project: renkei.Project, renkei_clock: ManualClock
) -> None:
    renkei_project.join("ann")
    renkei_project.post("Hello", to="ann", actor="human")
    assert renkei_project.wait_for_work("ann", timeout=0) is None
    renkei_clock.advance(1)
    assert renkei_project.wait_for_work("ann", timeout=0) is not None
    assert_shown(renkei_project.context("ann"), "Hello", tier="relevant", why="to_me")
