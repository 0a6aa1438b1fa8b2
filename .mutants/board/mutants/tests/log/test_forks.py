"""A process may fork at any moment, in any thread: both sides go on, and neither holds the other up."""

import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import renkei
from records import record
from renkei import Project
from renkei.board.decide import Write
from renkei.errors import RenkeiError
from renkei.log.sqlite import SqliteLog
from renkei.log.writer_lock import WriterLock
from team import small_team

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
LONG = 20


def child(work: Callable[[], object]) -> int:
    """Do something in a child; it is killed when it hangs."""
    pid = os.fork()
    if pid == 0:
        signal.alarm(LONG)
        try:
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return pid


def ended_well(pid: int) -> bool:
    return os.waitpid(pid, 0)[1] == 0


def refused(project: Project) -> None:
    with pytest.raises(RenkeiError):
        project.do(Write("/nonsense", 1), actor="nobody")


def test_a_child_that_is_forked_while_others_write_writes_too(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    stop = threading.Event()

    def busy() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            project.do(Write("/goal", f"goal {number}"))

    threads = [threading.Thread(target=busy) for _ in range(2)]
    for thread in threads:
        thread.start()
    well = [
        ended_well(child(lambda n=n: project.do(Write("/goal", f"child {n}"), command_id=f"c{n}"))) for n in range(20)
    ]
    stop.set()
    for thread in threads:
        thread.join()
    assert all(well)
    assert {f"c{n}" for n in range(20)} <= {one.id for one in project.records()}
    assert renkei.replay(project.records()) == project.state


def test_a_child_does_not_wait_for_what_its_parent_is_writing(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    outside = renkei.open(tmp_path)
    waiting, go_on = threading.Event(), threading.Event()

    def keep_out() -> None:
        with outside.log.exclusive():
            waiting.set()
            go_on.wait()

    holder = threading.Thread(target=keep_out)
    holder.start()
    waiting.wait()
    writer = threading.Thread(target=lambda: project.do(Write("/goal", "in flight")))
    writer.start()
    pid = child(lambda: refused(project))
    assert ended_well(pid)
    go_on.set()
    holder.join()
    writer.join()
    assert project.state.board.get("/goal") == "in flight"


def test_who_dies_holding_the_gate_holds_nobody_up_though_a_child_of_it_lives_on(tmp_path: Path) -> None:
    ready, done = os.pipe(), os.pipe()

    def hold_and_fork() -> None:
        gate = WriterLock(tmp_path / "log.lock")
        with gate.held():
            if os.fork() == 0:
                os.write(ready[1], b"!")
                os.read(done[0], 1)  # lives on, and touches nothing
                os._exit(0)
            os.kill(os.getpid(), signal.SIGKILL)

    pid = child(hold_and_fork)
    os.waitpid(pid, 0)
    assert os.read(ready[0], 1) == b"!"
    with WriterLock(tmp_path / "log.lock").held():
        pass
    os.write(done[1], b"!")


def test_a_project_may_be_opened_in_one_thread_while_another_forks(tmp_path: Path) -> None:
    small_team(tmp_path).close()
    stop = threading.Event()

    def open_again_and_again() -> None:
        while not stop.is_set():
            renkei.open(tmp_path).close()

    opener = threading.Thread(target=open_again_and_again)
    opener.start()
    well = [ended_well(child(lambda: renkei.open(tmp_path).close())) for _ in range(15)]
    stop.set()
    opener.join()
    assert all(well)


def test_a_lock_file_that_was_deleted_separates_nobody(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([record(1)])
    (tmp_path / "log.lock").unlink()
    log.append([record(2)])
    assert (tmp_path / "log.lock").exists()
