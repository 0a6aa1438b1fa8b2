"""The process that wakes an idle session: each time a program starts it anew, it remembers the last reason."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

import renkei
from renkei import Project
from renkei.edges.coding_agents.notes import Notes
from renkei.edges.coding_agents.waiter import wait_to_wake
from renkei.protocol.payloads import Freeform

MAIL = Freeform(intent_hint="note", body="the port is 8080", requires_response=False, urgency="high")


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with renkei.create(tmp_path / ".renkei", members=[renkei.Join("ann"), renkei.Join("bob")]) as found:
        yield found


@pytest.fixture
def program() -> Iterator["subprocess.Popen[bytes]"]:
    """A program whose session is idle until its input ends."""
    with subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE, stderr=-3) as process:
        yield process


def tell(project: Project) -> None:
    project.send(project.message("bob", MAIL, ["ann"], priority="high"))


def test_a_session_is_woken_once_for_a_reason_and_again_for_a_new_one(
    tmp_path: Path, project: Project, program: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.coding_agents.waiter.CHECK_SECONDS", 0.02)
    notes = Notes(tmp_path / ".renkei", "s-1")
    tell(project)
    assert "next_turn" not in str(wait_to_wake(project, "ann", notes, program.pid)), "the prompt brings the news"
    tell(project)
    assert "`next_turn`" in str(wait_to_wake(project, "ann", notes, program.pid, prompted=False))
    woken: list[str | None] = []
    again = Thread(target=lambda: woken.append(wait_to_wake(project, "ann", notes, program.pid)))
    again.start()
    again.join(0.2)  # it would be woken at once
    program.communicate()
    again.join()
    assert woken == [None]


def test_a_session_in_a_turn_is_not_woken(
    tmp_path: Path, project: Project, program: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.coding_agents.waiter.CHECK_SECONDS", 0.02)
    woken: list[str | None] = []
    with project.turn("ann"):
        project.send(project.message("bob", MAIL, ["ann"], priority="blocking"))
        assert project.wake_reason("ann") is not None
        notes = Notes(tmp_path / ".renkei", "s-1")
        waiter = Thread(target=lambda: woken.append(wait_to_wake(project, "ann", notes, program.pid)))
        waiter.start()
        waiter.join(0.2)
        program.communicate()
        waiter.join()
    assert woken == [None]


def test_the_newest_waiter_of_a_session_ends_the_one_before(
    tmp_path: Path, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.coding_agents.waiter.REPLACE_SECONDS", 0.02)
    notes = Notes(tmp_path / ".renkei", "s-1")
    first = f"""
import select
import sys
from pathlib import Path
from renkei.edges.coding_agents.notes import Notes
from renkei.edges.coding_agents.waiter import _only_one
with _only_one(Notes(Path({str(tmp_path / ".renkei")!r}), "s-1")):
    print("waits", flush=True)
    select.select([sys.stdin], [], [], 10)
"""
    with subprocess.Popen([sys.executable, "-c", first], stdin=-1, stdout=-1) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"waits\n"
        tell(project)
        assert wait_to_wake(project, "ann", notes, os.getpid()) is not None
        assert process.wait() == -signal.SIGTERM
