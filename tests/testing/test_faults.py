"""Faults that a test puts on purpose happen where they are put, are seen, and leave the log as it was."""

import os
import select
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import renkei
from renkei.errors import BadValueError, LogNotWritableError, LogUncertainError
from renkei.testing import ChildProcess, LogFaults, log_faults

DIES = """
import sys
import renkei
from renkei.testing import log_faults

with renkei.open(sys.argv[1]) as project, log_faults(project) as faults:
    faults.kill(at=2, written=sys.argv[2] == "written")
    for text in ("first", "second", "third"):
        project.post(text, to="ann", actor="human")
        print(text, flush=True)
"""

PRINTS = """
import subprocess, sys, time

child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print("child", child.pid, flush=True)
for number in range(600_000):
    print("tick", number, flush=True)
    time.sleep(0.001)
"""


@pytest.fixture
def project() -> renkei.Project:
    return renkei.create(members=[renkei.Join("ann")])


def bodies(project: renkei.Project) -> list[str]:
    return [one.message.payload.body for one in project.state.unread_of("ann")]


def test_a_refused_append_writes_nothing_and_the_next_one_works(project: renkei.Project) -> None:
    with log_faults(project) as faults:
        faults.refuse(times=2)
        for _ in range(2):
            with pytest.raises(LogNotWritableError, match="No space left"):
                project.post("refused", to="ann", actor="human")
        project.post("written", to="ann", actor="human")
        assert faults.appends == 3
    assert bodies(project) == ["written"]


def test_only_records_about_a_text_are_refused(project: renkei.Project) -> None:
    with log_faults(project) as faults:
        faults.refuse(about="second")
        project.post("first", to="ann", actor="human")
        with pytest.raises(LogNotWritableError):
            project.post("second", to="ann", actor="human")
        project.post("second", to="ann", actor="human")
    assert bodies(project) == ["first", "second"]


def test_a_hidden_outcome_has_written(project: renkei.Project) -> None:
    with log_faults(project) as faults:
        faults.hide_outcome()
        with pytest.raises(LogUncertainError):
            project.post("Hello", to="ann", actor="human")
    assert bodies(project) == ["Hello"]


@pytest.mark.parametrize(
    ("put", "path"),
    [
        (lambda faults: faults.refuse(times=0), "/times"),
        (lambda faults: faults.hide_outcome(times=-1), "/times"),
        (lambda faults: faults.delay(0.1, times=0), "/times"),
        (lambda faults: faults.delay(-0.1), "/seconds"),
        (lambda faults: faults.kill(at=0), "/at"),
    ],
)
def test_a_fault_that_could_never_happen_is_rejected(
    project: renkei.Project, put: Callable[[LogFaults], None], path: str
) -> None:
    with log_faults(project) as faults:
        with pytest.raises(BadValueError, match=f"{path}: .* is not allowed") as caught:
            put(faults)
        assert "or more" in caught.value.hint
        assert faults.left == 0


def test_an_append_that_is_held_is_completed_when_the_block_ends(project: renkei.Project) -> None:
    with log_faults(project) as faults, ThreadPoolExecutor(1) as pool:
        with faults.held():
            posted = pool.submit(project.post, "Hello", to="ann", actor="human")
            assert faults.waits.wait(30)
            assert bodies(project) == []
        assert posted.result(30)
    assert bodies(project) == ["Hello"]


def test_after_the_block_the_log_is_as_before(project: renkei.Project) -> None:
    before = vars(project.log).copy()
    with log_faults(project) as faults:
        faults.refuse()
        with log_faults(project) as inner:
            inner.delay(0.001)
            with pytest.raises(LogNotWritableError):
                project.post("refused by the outer fault", to="ann", actor="human")
    assert vars(project.log) == before
    project.post("Hello", to="ann", actor="human")


@pytest.mark.parametrize(("way", "kept"), [("written", ["first", "second"]), ("lost", ["first"])])
def test_a_process_dies_at_the_record_that_a_test_names(tmp_path: Path, way: str, kept: list[str]) -> None:
    renkei.create(tmp_path / "p", members=[renkei.Join("ann")]).close()
    with ChildProcess([sys.executable, "-c", DIES, tmp_path / "p", way]) as process:
        assert process.wait() == -signal.SIGKILL
        assert process.output == ["first"]
    with renkei.open(tmp_path / "p") as project:
        assert bodies(project) == kept


def test_a_frozen_process_prints_nothing_until_it_goes_on_and_a_kill_takes_its_children_too() -> None:
    with ChildProcess([sys.executable, "-c", PRINTS]) as process:
        child = os.pidfd_open(int(process.wait_for("child").split()[1]))
        process.wait_for("tick 5")
        process.freeze()
        assert "T" in Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0]
        seen = len(process.output)
        process.thaw()
        process.wait_for_lines(seen + 50)
        assert process.kill() == -signal.SIGKILL
    ended, _, _ = select.select([child], [], [], 10)  # it may be on its way out when its parent has ended
    os.close(child)
    assert ended == [child]


def test_a_process_that_does_not_print_what_is_waited_for_shows_what_it_printed() -> None:
    with ChildProcess([sys.executable, "-c", "print('one'); print('two'); raise SystemExit(3)"]) as process:
        with pytest.raises(AssertionError, match=r"not printed 'three'. It has printed:\n  one\n  two"):
            process.wait_for("three")
        with pytest.raises(AssertionError, match="not printed 4 lines"):
            process.wait_for_lines(4)
        assert process.wait() == 3


def test_a_process_that_does_not_end_is_reported() -> None:
    code = "import signal; signal.signal(15, lambda *_: exit(7)); print('ready', flush=True); signal.pause()"
    with ChildProcess([sys.executable, "-c", code]) as process:
        process.wait_for("ready")
        with pytest.raises(AssertionError, match="has not ended"):
            process.wait(0.01)
        assert process.terminate() == 7


def test_a_block_ends_while_a_process_that_left_the_group_still_holds_the_output(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with ChildProcess(["sh", "-c", "setsid sleep 60 & echo left $!"]) as process:
        left = int(process.wait_for("left").split()[1])
        patience = ChildProcess.wait.__defaults__
        monkeypatch.setattr(ChildProcess.wait, "__defaults__", (0.1,))
        assert process.wait() == 0
    assert patience == (30.0,)
    os.kill(left, signal.SIGKILL)
    process._reader.join(10)  # it closes the output
