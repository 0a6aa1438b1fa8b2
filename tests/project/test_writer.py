"""Commands that arrive while the disk is busy share the next commit; each gets the truth about its own record."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
import yaml

from engine.factory import message, talk
from faults_of_the_system import files_end_at
from renkei import Join, KnowledgeShare, Project, Record, Send, Write, replay
from renkei import open as open_project
from renkei.board.document import board_document
from renkei.budget.context.build import Context
from renkei.engine import commands as c
from renkei.engine.events import GroupSet
from renkei.engine.state import State
from renkei.errors import AlreadyExistsError, BadValueError, LogNotWritableError, LogUncertainError
from renkei.log.memory import MemoryLog
from renkei.project.writing.writer import Writer
from renkei.protocol.primitives import later
from renkei.store.memory import MemoryStore
from team import START, small_team

T = TypeVar("T")
SECONDS = 30
THREADS = 6
ROUNDS = 25
SHARED = KnowledgeShare(topic="t", content="c", relevance_to_recipients="", actionable=False)


class SlowLog(MemoryLog):
    """A log in memory whose disk can be held up, can be full, and can fail to tell whether it wrote."""

    def __init__(self, records: Sequence[Record]) -> None:
        super().__init__()
        super().append(records)
        self.disk = threading.Event()
        self.begun = threading.Event()
        self.appended: list[int] = []
        self.synced: list[bool] = []
        self.error: Exception | None = None

    def append(self, records: Sequence[Record], *, synced: bool = True) -> None:
        self.begun.set()
        assert self.disk.wait(SECONDS)
        error, self.error = self.error, None
        if isinstance(error, LogNotWritableError):
            raise error
        super().append(records)
        self.appended.append(len(records))
        self.synced.append(synced)
        if error is not None:
            raise error


@pytest.fixture
def log() -> SlowLog:
    with small_team() as project:
        return SlowLog(list(project.records()))


@pytest.fixture
def project(log: SlowLog) -> Project:
    return Project(log, now=lambda: START)


class Together:
    """Commands that arrive, one after the other, while a first one waits for the disk."""

    def __init__(self, log: SlowLog, project: Project) -> None:
        self.log = log
        self.project = project
        self.pool = ThreadPoolExecutor(32)
        self.first = self.pool.submit(project.do, Write("/goal", "first"))
        assert log.begun.wait(SECONDS)

    def begin(self, *actions: object, **more: object) -> "Future[Record | None]":
        """Begin a command and return when it waits."""
        return self.call(partial(self.project.do, *actions, **more))  # type: ignore[arg-type]

    def call(self, function: Callable[[], T]) -> "Future[T]":
        """Call a method that waits for the disk and return when it waits."""
        queue = self.project._writer._sequencer._queue
        waiting = len(queue)
        running = self.pool.submit(function)
        while len(queue) == waiting and not running.done():
            pass
        return running


@pytest.fixture
def together(log: SlowLog, project: Project) -> Iterator[Together]:
    yield Together(log, project)
    log.disk.set()


def result(running: "Future[Record | None]") -> Record:
    found = running.result(SECONDS)
    assert found is not None
    return found


def test_what_arrives_during_a_commit_shares_the_next_one(log: SlowLog, together: Together) -> None:
    waiting = [together.begin(Write("/agents/ann/current_task", f"T-{n}")) for n in range(20)]
    log.disk.set()
    assert [result(one).seq for one in waiting] == list(range(log.last() - 19, log.last() + 1))
    assert log.appended == [1, 20]


def begun(agent: str) -> Callable[[State], c.Command]:
    """Build the command that begins a turn on whatever state it is decided on."""

    def build(state: State) -> c.Command:
        turn = c.BeginTurn(agent, f"t-{agent}", later(START, 3_600_000_000), state.seq, Context("", 1, 1000, (), ()))
        return c.Command(f"begin-{agent}", START, agent, (turn,))

    return build


def test_groups_of_actions_are_one_record_each_and_share_a_commit(log: SlowLog, project: Project) -> None:
    log.disk.set()
    log.appended.clear()
    done = project.do_each([Join("x"), Join("y")], [], [Join("z")])
    assert [sum(event.kind == "actor_joined" for event in one.events) if one else 0 for one in done] == [2, 0, 1]
    assert log.appended == [2]
    with pytest.raises(AlreadyExistsError, match="'x'"):
        project.do_each([Join("u")], [Join("x")], [Join("v")])
    assert {"u", "v"} <= set(project.state.actors)
    assert log.appended == [2, 2]


def test_a_past_message_is_recorded_once_also_by_groups_that_share_a_commit(log: SlowLog, project: Project) -> None:
    log.disk.set()
    old = message("old", "kim@slack", "all", talk("hi"))
    assert [one is not None for one in project.do_each([c.RecordPast(old)], [c.RecordPast(old)])] == [True, False]
    assert project.do(c.RecordPast(old)) is None


def test_turns_that_begin_alone_are_not_synced(log: SlowLog, project: Project, together: Together) -> None:
    waiting = [together.call(partial(project._writer.perform, begun(agent))) for agent in ("ann", "bob")]
    log.disk.set()
    assert [result(one).is_lease for one in waiting] == [True, True]
    assert (log.appended, log.synced) == ([1, 2], [True, False])


def test_a_turn_that_begins_together_with_work_is_synced(log: SlowLog, project: Project, together: Together) -> None:
    turn = together.call(partial(project._writer.perform, begun("ann")))
    work = together.begin(Write("/current_phase", "next"))
    log.disk.set()
    assert (result(turn).is_lease, result(work).is_lease) == (True, False)
    assert (log.appended, log.synced) == ([1, 2], [True, True])


def test_a_command_is_decided_on_the_one_before_and_nobody_sees_either_before_it_is_durable(
    log: SlowLog, project: Project, together: Together
) -> None:
    first, second = together.begin(Join("eve")), together.begin(Write("/agents/eve/status", "working"))
    assert project.state == replay(log.read())
    assert "eve" not in project.state.actors
    log.disk.set()
    assert [result(one).seq for one in (first, second)] == [log.last() - 1, log.last()]
    assert project.state == replay(log.read())


def test_a_refusal_reaches_its_own_thread(log: SlowLog, together: Together) -> None:
    first, second = together.begin(Join("eve")), together.begin(Join("eve", "other"))
    log.disk.set()
    assert first.result(SECONDS) is not None
    with pytest.raises(AlreadyExistsError):
        second.result(SECONDS)


def test_a_refusal_is_decided_again_when_its_reason_is_lost(log: SlowLog, project: Project, together: Together) -> None:
    """The disk refuses the commit of both; then the one is refused by the disk again, and the other one joins."""
    both = [together.begin(Join("eve", role)) for role in ("backend", "frontend")]
    full = [LogNotWritableError(path="memory", reason="no space left") for _ in range(2)]
    append = log.append

    def failing(records: Sequence[Record], *, synced: bool = True) -> None:
        if any("eve" in str(one.events) for one in records) and full:
            raise full.pop()
        append(records, synced=synced)

    log.append = failing  # type: ignore[method-assign]
    log.disk.set()
    assert isinstance(both[0].exception(SECONDS), LogNotWritableError)
    assert both[1].exception(SECONDS) is None
    assert project.state.actors["eve"].role == "frontend"


def test_of_an_uncertain_commit_who_wrote_is_told_and_who_was_refused_is_decided_again(
    log: SlowLog, project: Project, together: Together
) -> None:
    written, refused = together.begin(Join("eve")), together.begin(Join("eve", "other"))
    log.disk.set()
    assert together.first.result(SECONDS)
    log.error = LogUncertainError(path="memory", reason="the sync failed")
    for one, kind in ((written, LogUncertainError), (refused, AlreadyExistsError)):
        error = one.exception(SECONDS)
        assert error is None or isinstance(error, kind)
    assert project.state == replay(log.read())


def test_a_command_without_events_waits_for_its_reason_and_returns_none(
    log: SlowLog, project: Project, together: Together
) -> None:
    message = project.message("ann", SHARED, "bob")
    first = together.begin(Send(message), actor="ann")
    second = together.begin(Send(message), actor="ann")
    assert not second.done()
    log.disk.set()
    assert first.result(SECONDS) is not None
    assert second.result(SECONDS) is None


def test_one_command_id_in_two_threads_is_one_record(log: SlowLog, together: Together) -> None:
    first = together.begin(Join("eve"), command_id="once")
    second = together.begin(Write("/goal", "y"), command_id="once")
    log.disk.set()
    assert first.result(SECONDS) == second.result(SECONDS)
    assert sum(record.id == "once" for record in log.read()) == 1


def test_what_json_cannot_hold_is_refused_and_the_others_are_written(log: SlowLog, together: Together) -> None:
    bad, good = together.begin(Write("/goal", "\ud800")), together.begin(Write("/current_phase", "next"))
    log.disk.set()
    with pytest.raises(BadValueError):
        bad.result(SECONDS)
    assert result(good).seq == log.last()


def test_a_callback_that_fails_concerns_its_own_command(project: Project) -> None:
    def broken() -> str:
        raise ZeroDivisionError

    project.log.disk.set()  # type: ignore[attr-defined]
    project.now = broken
    with pytest.raises(ZeroDivisionError):
        project.do(Write("/goal", "x"))
    project.now = lambda: START
    assert project.do(Write("/goal", "x")) is not None


def test_a_callback_may_not_use_the_project(project: Project) -> None:
    """It would wait for itself."""
    project.log.disk.set()  # type: ignore[attr-defined]

    def clock() -> str:
        project.do(Write("/goal", "from the clock"))
        return START

    project.now = clock
    with pytest.raises(RuntimeError, match="may not use the project"):
        project.do(Write("/goal", "x"))


def test_after_a_full_disk_the_next_command_is_decided_on_what_is_durable(log: SlowLog, project: Project) -> None:
    log.disk.set()
    log.error = LogNotWritableError(path="memory", reason="no space left")
    with pytest.raises(LogNotWritableError):
        project.do(Join("eve"))
    record = project.do(Write("/goal", "next"))
    assert record is not None
    assert record.seq == log.last()
    assert "eve" not in project.state.actors


def test_when_the_disk_refuses_everybody_who_waits_is_told(tmp_path: Path) -> None:
    with small_team(tmp_path / "team") as project:
        wal = tmp_path / "team" / "log.db-wal"
        outcomes: list[object] = []

        def work(number: int) -> None:
            try:
                outcomes.append(project.do(Write("/goal", f"goal {number}")))
            except LogNotWritableError as error:
                outcomes.append(error.code)

        with files_end_at(wal.stat().st_size):
            _in_threads(work, 8)
        assert outcomes == ["LOG_NOT_WRITABLE"] * 8
        assert project.do(Write("/goal", "after")) is not None
        assert project.state == replay(project.records())


def test_many_threads_of_one_project_lose_nothing_and_agree_on_the_state(tmp_path: Path) -> None:
    project = small_team(tmp_path / "p", guarded=False)
    names = [f"agent-{n}" for n in range(16)]
    for name in names:
        project.join(name)

    def work(number: int) -> None:
        for step in range(10):
            with project.turn(names[number]) as turn:
                turn.set(status="working", current_task=f"{names[number]}-{step}")

    _in_threads(work, 16)
    project.close()
    with open_project(tmp_path / "p") as again:
        assert replay(again.records()) == again.state == project.state
        assert {again.state.board.agent(name, "current_task") for name in names} == {f"{name}-9" for name in names}
        shown = yaml.safe_load((tmp_path / "p" / "board.yaml").read_text())
        assert shown == board_document(again.state.board)


@pytest.mark.parametrize("kind", ["memory", "file"])
def test_threads_that_race_for_ids_all_finish(kind: str, tmp_path: Path) -> None:
    project = small_team(":memory:" if kind == "memory" else tmp_path / "team", guarded=False)
    outcomes: list[str] = []

    def work(number: int) -> None:
        for step in range(ROUNDS):
            for command in (Join(f"agent-{step}"), Write("/goal", f"{number} {step}")):
                try:
                    project.do(command)
                    outcomes.append(type(command).__name__)
                except AlreadyExistsError:
                    outcomes.append("refused")

    _in_threads(work, THREADS)
    assert Counter(outcomes) == {"Join": ROUNDS, "refused": ROUNDS * (THREADS - 1), "Write": ROUNDS * THREADS}
    assert project.state == replay(project.records())
    project.close()


def test_two_projects_on_one_log_see_each_other(tmp_path: Path) -> None:
    one = small_team(tmp_path / "team")
    with one, open_project(tmp_path / "team") as other:
        other.do(Write("/goal", "theirs"))
        assert one.state.board.get("/goal") == "theirs"
        one.do(Write("/current_phase", "ours"))
        assert other.state == one.state


def test_a_record_of_another_process_comes_before_ours(log: SlowLog, project: Project) -> None:
    log.disk.set()
    seq = log.last() + 1
    log.append([Record(seq=seq, id="theirs", at=START, actor="human", events=(GroupSet(group="g", members=()),))])
    assert result_seq(project) == seq + 1
    assert "g" in project.state.groups


class WatchedLog(MemoryLog):
    """A log that remembers what was read from it while its lock was held."""

    def __init__(self, records: Sequence[Record]) -> None:
        super().__init__()
        super().append(records)
        self.read_in_the_lock: list[int] = []
        self.locked = False

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        with super().exclusive():
            self.locked = True
            yield
            self.locked = False

    def read(self, after: int = 0) -> Iterator[Record]:
        for record in super().read(after):
            if self.locked:
                self.read_in_the_lock.append(record.seq)
            yield record


def test_a_log_is_read_for_the_first_time_while_others_can_append(log: SlowLog) -> None:
    watched = WatchedLog(list(log.read()))
    built: list[bool] = []
    writer = Writer(watched, MemoryStore(watched))

    def build(state: State) -> c.Command:
        built.append(watched.locked)
        return c.Command("c9", START, "human", (c.Join(f"eve-{len(built)}"),))

    assert writer.perform(build) is not None
    assert (watched.read_in_the_lock, built) == ([], [False, True])
    assert "eve-1" not in writer.known.actors


class BusyLog(WatchedLog):
    """A log to which others append much whenever somebody waits for its lock."""

    busy = False

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        if self.busy:
            others_append(self, 200)
        with super().exclusive():
            yield


def others_append(log: MemoryLog, number: int) -> None:
    groups = [GroupSet(group=f"g{n}", members=()) for n in range(number)]
    numbered = enumerate(groups, log.last() + 1)
    log.append([Record(seq=n, id=f"t{n}", at=START, actor="human", events=(one,)) for n, one in numbered])


def test_much_that_others_appended_is_read_while_they_can_append_more(log: SlowLog) -> None:
    watched = WatchedLog(list(log.read()))
    project = Project(watched, now=lambda: START)
    project.do(Write("/goal", "ours"))
    after = watched.last()
    others_append(watched, 500)
    assert result_seq(project, "ours again") == watched.last()
    assert watched.read_in_the_lock == list(range(after + 1, after + 1 + 100))
    assert project.state == replay(watched.read())


def test_a_process_gets_its_turn_although_others_append_much_all_the_time(log: SlowLog) -> None:
    busy = BusyLog(list(log.read()))
    project = Project(busy, now=lambda: START)
    project.do(Write("/goal", "ours"))
    busy.busy = True
    assert result_seq(project, "ours again") == busy.last()
    assert project.state == replay(busy.read())


def result_seq(project: Project, goal: str = "ours") -> int:
    record = project.do(Write("/goal", goal))
    assert record is not None
    return record.seq


def _in_threads(work: "object", number: int) -> None:
    start = threading.Barrier(number, timeout=SECONDS)

    def begin(index: int) -> None:
        start.wait()
        work(index)  # type: ignore[operator]

    threads = [threading.Thread(target=begin, args=(n,), daemon=True) for n in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert not any(thread.is_alive() for thread in threads)
