"""What becomes of commands that are decided while earlier records are on their way to the disk."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from renkei import Join, KnowledgeShare, Project, Record, Send, Write, replay
from renkei.engine.events import GroupSet
from renkei.errors import AlreadyExistsError, LogNotWritableError, RenkeiError
from renkei.log.memory import MemoryLog
from team import START, small_team

SECONDS = 30
THREADS = 6
ROUNDS = 25
SHARED = KnowledgeShare(topic="t", content="c", relevance_to_recipients="", actionable=False)


class SlowLog(MemoryLog):
    """A log in memory whose disk can be held up: submitted records become durable in order once it is released."""

    def __init__(self, records: Sequence[Record]) -> None:
        super().__init__()
        self.append(records)
        self.disk = threading.Event()
        self.waiting = threading.Semaphore(0)
        self.full = False
        self._submitted: list[tuple[Sequence[Record], str | None, Future[None]]] = []
        self._disk_lock = threading.Lock()

    def submit(self, records: Sequence[Record], follows: str | None = None) -> Callable[[], None]:
        durable: Future[None] = Future()
        self._submitted.append((records, follows, durable))

        def wait() -> None:
            self.waiting.release()
            assert self.disk.wait(SECONDS)
            self._write()
            durable.result(SECONDS)

        return wait

    def _write(self) -> None:
        with self._disk_lock:
            while self._submitted:
                records, follows, durable = self._submitted.pop(0)
                try:
                    self._store(records, follows)
                except RenkeiError as error:
                    durable.set_exception(error)
                else:
                    durable.set_result(None)

    def _store(self, records: Sequence[Record], follows: str | None) -> None:
        if self.full:
            raise LogNotWritableError(path="memory", reason="no space left")
        super().submit(records, follows)()

    def append(self, records: Sequence[Record]) -> None:
        """Append at once, as another process would."""
        super().submit(records)()


@pytest.fixture
def log() -> SlowLog:
    with small_team() as project:
        return SlowLog(list(project.records()))


@pytest.fixture
def project(log: SlowLog) -> Project:
    return Project(log, now=lambda: START)


def theirs(log: SlowLog) -> None:
    """Append a record as another process would, so that records on their way are lost."""
    seq = log.last() + 1
    log.append([Record(seq=seq, id="theirs", at=START, actor="human", events=(GroupSet(group="g", members=()),))])


class Running:
    """Commands in threads of their own, begun one after the other."""

    def __init__(self, log: SlowLog) -> None:
        self.log = log
        self.pool = ThreadPoolExecutor()

    def begin(self, project: Project, *actions: object, **more: object) -> "Future[Record | None]":
        """Begin a command and return when it waits for the disk."""
        running = self.pool.submit(project.do, *actions, **more)
        assert self.log.waiting.acquire(timeout=SECONDS)
        return running


@pytest.fixture
def running(log: SlowLog) -> Running:
    return Running(log)


def test_a_command_is_decided_on_a_record_that_is_not_durable_yet(
    log: SlowLog, project: Project, running: Running
) -> None:
    first, second = running.begin(project, Join("eve")), running.begin(project, Write("/agents/eve/status", "working"))
    assert project.state == replay(log.read())  # nobody sees what is not durable
    log.disk.set()
    assert [one.result(SECONDS).seq for one in (first, second)] == [log.last() - 1, log.last()]
    assert project.state == replay(log.read())


def test_a_refusal_ahead_of_the_disk_is_raised_once_its_reason_is_durable(
    log: SlowLog, project: Project, running: Running
) -> None:
    first, second = running.begin(project, Join("eve")), running.begin(project, Join("eve", "other"))
    log.disk.set()
    assert first.result(SECONDS) is not None
    with pytest.raises(AlreadyExistsError):
        second.result(SECONDS)


def test_a_refusal_ahead_of_the_disk_is_decided_again_when_its_reason_is_lost(
    log: SlowLog, project: Project, running: Running
) -> None:
    both = [running.begin(project, Join("eve", role)) for role in ("backend", "frontend")]
    theirs(log)
    log.disk.set()
    errors = [one.exception(SECONDS) for one in both]
    (refused,) = (error for error in errors if error is not None)
    assert isinstance(refused, AlreadyExistsError)
    assert project.state.actors["eve"].role == ("backend", "frontend")[errors.index(None)]


def test_records_that_another_process_displaced_are_decided_again(
    log: SlowLog, project: Project, running: Running
) -> None:
    first, second = running.begin(project, Join("eve")), running.begin(project, Write("/agents/ann/status", "working"))
    theirs(log)
    log.disk.set()
    records = [one.result(SECONDS) for one in (first, second)]
    assert sorted(record.seq for record in records) == [log.last() - 1, log.last()]
    assert project.state == replay(log.read())
    assert project.state.board.get("/agents/ann/status") == "working"


def test_a_command_without_events_ahead_of_the_disk_waits_and_returns_none(
    log: SlowLog, project: Project, running: Running
) -> None:
    message = project.message("ann", SHARED, "bob")
    first = running.begin(project, Send(message), actor="ann")
    second = running.begin(project, Send(message), actor="ann")
    assert not second.done()
    log.disk.set()
    assert first.result(SECONDS) is not None
    assert second.result(SECONDS) is None


def test_one_command_id_in_two_threads_is_one_record(log: SlowLog, project: Project, running: Running) -> None:
    first = running.begin(project, Join("eve"), command_id="once")
    second = running.begin(project, Write("/goal", "y"), command_id="once")
    log.disk.set()
    assert first.result(SECONDS) == second.result(SECONDS)
    assert sum(record.id == "once" for record in log.read()) == 1


def test_after_a_full_disk_the_next_command_is_decided_on_what_is_durable(
    log: SlowLog, project: Project, running: Running
) -> None:
    lost = running.begin(project, Join("eve"))
    log.full = True
    log.disk.set()
    with pytest.raises(LogNotWritableError):
        lost.result(SECONDS)
    log.full = False
    record = project.do(Write("/goal", "next"))
    assert record is not None
    assert record.seq == log.last()
    assert "eve" not in project.state.actors


@pytest.mark.parametrize("kind", ["memory", "file"])
def test_threads_that_displace_each_other_all_finish(kind: str, tmp_path: Path) -> None:
    """Commands that are refused ahead of the disk are decided again while all other writers are kept out."""
    project = small_team(":memory:" if kind == "memory" else tmp_path / "team", guarded=False)
    start = threading.Barrier(THREADS, timeout=SECONDS)
    outcomes: list[str] = []

    def work(name: str) -> None:
        start.wait()
        for number in range(ROUNDS):
            for command in (Join(f"agent-{number}"), Write("/goal", f"{name} {number}")):
                try:
                    project.do(command)
                    outcomes.append(type(command).__name__)
                except AlreadyExistsError:
                    outcomes.append("refused")

    threads = [threading.Thread(target=work, args=(f"t{n}",), daemon=True) for n in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert not any(thread.is_alive() for thread in threads)
    assert Counter(outcomes) == {"Join": ROUNDS, "refused": ROUNDS * (THREADS - 1), "Write": ROUNDS * THREADS}
    assert project.state == replay(project.records())
    project.close()
