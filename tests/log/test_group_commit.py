"""Threads that append at the same time wait for the disk together, and each is told the truth about its own records."""

import threading
from pathlib import Path

import pytest
import yaml

from records import letter, record
from renkei import open as open_project
from renkei import replay
from renkei.board.decide import Write
from renkei.board.document import board_document
from renkei.errors import ConflictError, DuplicateCommandError, LogNotWritableError
from renkei.log.database import Database
from renkei.log.sqlite import SqliteLog
from team import small_team


@pytest.fixture
def log(tmp_path: Path) -> SqliteLog:
    return SqliteLog(tmp_path / "log.db")


def commits(log: SqliteLog, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the batches of each commit from now on."""
    sizes: list[int] = []
    write = log._group._commit
    monkeypatch.setattr(log._group, "_commit", lambda batches: (sizes.append(len(batches)), write(batches)))
    return sizes


def test_a_lone_append_is_written_by_itself_at_once(log: SqliteLog, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = commits(log, monkeypatch)
    for seq in (1, 2, 3):
        log.append([record(seq)])
    assert sizes == [1, 1, 1]


def test_what_was_submitted_meanwhile_shares_one_commit(log: SqliteLog, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = commits(log, monkeypatch)
    waits = [log.submit([record(seq)]) for seq in range(1, 21)]
    threads = [threading.Thread(target=wait) for wait in waits]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sizes == [20]
    assert log.last() == 20


def test_only_what_is_at_fault_is_refused(log: SqliteLog) -> None:
    first, stale, next_one = (log.submit([record(1)]), log.submit([record(1, "late")]), log.submit([record(2)]))
    with pytest.raises(ConflictError):
        stale()
    first()
    next_one()
    assert [one.id for one in log.read()] == ["c1", "c2"]


def test_what_was_decided_on_a_refused_record_is_refused_with_it(log: SqliteLog) -> None:
    """Another process took the seq: the next seq is free, but what wanted it was decided on what never came."""
    ours = log.submit([record(1, "ours")])
    built_on_it = log.submit([record(2, "after-ours")], "ours")
    SqliteLog(log.path).append([record(1, "theirs")])
    for wait in (ours, built_on_it):
        with pytest.raises(ConflictError):
            wait()
    assert [one.id for one in log.read()] == ["theirs"]


def test_an_id_that_is_used_already_is_refused_and_the_others_are_kept(log: SqliteLog) -> None:
    log.append([letter(1, "hello")])
    again = log.submit([letter(2, "hello").model_copy(update={"id": "c1"})])
    other = log.submit([record(2)])
    with pytest.raises(DuplicateCommandError):
        again()
    other()
    assert [one.id for one in log.read()] == ["c1", "c2"]


def test_when_the_disk_refuses_everybody_who_waits_is_told(log: SqliteLog, monkeypatch: pytest.MonkeyPatch) -> None:
    waits = [log.submit([record(seq)]) for seq in (1, 2, 3)]

    def full(database: Database) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Database, "transaction", full)
        for wait in waits:
            with pytest.raises(LogNotWritableError, match="No space left"):
                wait()
    log.append([record(1)])
    assert log.last() == 1


def test_many_threads_of_one_project_lose_nothing_and_agree_on_the_state(tmp_path: Path) -> None:
    project = small_team(tmp_path / "p", guarded=False)
    names = [f"agent-{n}" for n in range(16)]
    for name in names:
        project.join(name)

    def work(name: str) -> None:
        for number in range(10):
            with project.turn(name) as turn:
                turn.set("status", "working", current_task=f"{name}-{number}")

    threads = [threading.Thread(target=work, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    project.close()
    with open_project(tmp_path / "p") as again:
        assert replay(again.records()) == again.state == project.state
        assert {again.state.board.agent(name, "current_task") for name in names} == {f"{name}-9" for name in names}
        shown = yaml.safe_load((tmp_path / "p" / "board.yaml").read_text())
        assert shown == board_document(again.state.board)


def test_the_same_command_of_two_threads_at_once_is_one_record(tmp_path: Path) -> None:
    project = small_team(tmp_path / "p")
    found: list[object] = []
    threads = [
        threading.Thread(target=lambda: found.append(project.do(Write("/goal", "once"), command_id="the-one")))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(map(repr, found))) == 1
    assert sum(record.id == "the-one" for record in project.records()) == 1


class Interrupting:
    """Interrupts the thread that writes, as Ctrl-C does, once."""

    def __init__(self, log: SqliteLog) -> None:
        self.write = log._group._commit
        self.left = 1

    def __call__(self, batches: object) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        self.write(batches)


def test_when_the_writing_thread_is_interrupted_the_next_one_writes_what_it_had_begun(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log._group, "_commit", Interrupting(log))
    first, second = log.submit([record(1)]), log.submit([record(2)])
    with pytest.raises(KeyboardInterrupt):
        first()
    second()
    assert [one.seq for one in log.read()] == [1, 2]
    first()


def test_an_interrupt_inside_a_transaction_leaves_none_open(log: SqliteLog) -> None:
    with pytest.raises(KeyboardInterrupt), log._database.transaction():
        raise KeyboardInterrupt
    log.append([record(1)])
    assert log.last() == 1


def test_of_batches_that_are_tried_one_by_one_each_is_told_the_truth(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.append([record(1)])
    waits = [log.submit([record(2)]), log.submit([record(3, "c1")]), log.submit([record(3)])]
    insert, calls = log._insert, []

    def fail_at_the_last(db: object, batches: list[object]) -> None:
        calls.append(len(batches))
        if len(calls) == 4:
            raise OSError(28, "No space left on device")
        insert(db, batches)

    monkeypatch.setattr(log, "_insert", fail_at_the_last)
    waits[0]()
    with pytest.raises(DuplicateCommandError):
        waits[1]()
    with pytest.raises(LogNotWritableError):
        waits[2]()
    assert [one.id for one in log.read()] == ["c1", "c2"]


def test_threads_of_one_process_lose_no_race_to_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever lost a race keeps all others out; threads that build on each other never have to."""
    names = [f"agent-{n}" for n in range(8)]
    project = small_team(tmp_path / "p", guarded=False)
    for name in names:
        project.join(name)
    insisted: list[object] = []
    exclusive = project.log.exclusive
    monkeypatch.setattr(project.log, "exclusive", lambda: (insisted.append(1), exclusive())[1])

    def work(name: str) -> None:
        for number in range(20):
            project.do(Write(f"/agents/{name}/current_task", f"{name}-{number}"), actor=name)

    threads = [threading.Thread(target=work, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert insisted == []
    assert {project.state.board.agent(name, "current_task") for name in names} == {f"{name}-19" for name in names}
