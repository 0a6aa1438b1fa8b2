"""A process may fork at any moment, in any thread: both sides continue, and neither holds the other up."""

import gc
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import renkei
from records import record
from renkei import Project
from renkei.board.decide import Write
from renkei.engine.search.query import Query
from renkei.errors import RenkeiError
from renkei.log.forks import ForkAware, no_fork, register
from renkei.log.sqlite import SqliteLog
from renkei.log.writer_lock import WriterLock
from renkei.store.search_index import SearchIndex
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


def test_a_child_that_is_forked_while_its_parent_waits_to_write_writes_too(tmp_path: Path) -> None:
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
    pid = child(lambda: project.do(Write("/current_phase", "of the child")))
    go_on.set()
    assert ended_well(pid)
    holder.join()
    writer.join()
    assert project.state.board.get("/goal") == "in flight"
    assert project.state.board.get("/current_phase") == "of the child"


def test_a_process_that_dies_at_the_gate_blocks_no_one_though_its_child_lives_on(tmp_path: Path) -> None:
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


@pytest.mark.long
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


@pytest.mark.long
def test_a_project_may_be_dropped_unclosed_in_one_thread_while_two_others_fork(tmp_path: Path) -> None:
    small_team(tmp_path).close()
    stop = threading.Event()
    well: list[bool] = []

    def open_and_drop() -> None:
        while not stop.is_set():
            renkei.open(tmp_path).do(Write("/goal", "dropped"))

    def fork() -> None:
        well.extend([ended_well(child(lambda: renkei.open(tmp_path).do(Write("/goal", "child")))) for _ in range(10)])

    opener, forkers = threading.Thread(target=open_and_drop), [threading.Thread(target=fork) for _ in range(2)]
    for thread in (opener, *forkers):
        thread.start()
    for thread in forkers:
        thread.join()
    stop.set()
    opener.join()
    assert well == [True] * 20


@pytest.mark.long
def test_a_search_or_a_backup_in_one_thread_hangs_no_child_of_another(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    stop = threading.Event()

    def search_and_copy() -> None:
        assert isinstance(project.log, SqliteLog)
        while not stop.is_set():
            SearchIndex(tmp_path / "search.db", project.log).find(Query(("goal",)))
            project.log.backup(tmp_path / "copy.db")

    worker = threading.Thread(target=search_and_copy)
    worker.start()
    well = [
        ended_well(child(lambda: SearchIndex(tmp_path / "search.db", renkei.open(tmp_path).log).find(Query(("goal",)))))
        for _ in range(15)
    ]
    stop.set()
    worker.join()
    assert all(well)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
def test_a_child_inherits_no_file_of_a_log_that_was_dropped_while_another_thread_held_forks_up(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([record(1)])
    held, dropped = threading.Event(), threading.Event()

    def hold() -> None:
        with no_fork():
            held.set()
            dropped.wait()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait()
    del log
    gc.collect()
    dropped.set()
    holder.join()
    assert str(tmp_path / "log.db") in open_files()
    assert ended_well(child(lambda: 1 / 0 if str(tmp_path / "log.db") in open_files() else None))


def open_files() -> set[str]:
    found = set()
    for handle in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):
            found.add(str(handle.readlink()))
    return found


class Counted(ForkAware):
    def __init__(self) -> None:
        self.renewed = False
        register(self)

    def after_fork_in_child(self) -> None:
        self.renewed = True


class Failing(Counted):
    def after_fork_in_child(self) -> None:
        self.renewed = True
        raise OSError("a hook that fails")


def test_a_hook_that_fails_in_the_child_stops_no_other_hook() -> None:
    objects = [Failing() if n % 2 else Counted() for n in range(20)]
    assert ended_well(child(lambda: [] if all(one.renewed for one in objects) else 1 / 0))


def test_a_child_that_is_forked_inside_an_exclusive_block_leaves_it_and_writes(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([record(1)])
    go_on, may_write = os.pipe()
    pid = 0
    with suppress(ForkedError), log.exclusive():
        pid = os.fork()
        if pid == 0:
            signal.alarm(LONG)
            raise ForkedError
        log.append([record(2)])
    if pid == 0:
        os.read(go_on, 1)  # until the parent has left the block
        log.append([record(3)])
        os._exit(0)
    os.write(may_write, b"!")
    assert ended_well(pid)
    assert [one.seq for one in log.read()] == [1, 2, 3]


class ForkedError(Exception):
    """Leaves a block in the child."""


def test_a_deleted_lock_file_excludes_no_one(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([record(1)])
    (tmp_path / "log.lock").unlink()
    log.append([record(2)])
    assert (tmp_path / "log.lock").exists()
