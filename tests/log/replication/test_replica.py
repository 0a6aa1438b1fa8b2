"""Machines that share a stream: each has a replica, and all replicas hold the same records."""

import fcntl
import gc
import json
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_stream import Fault, MemoryStream, Servers
from records import letter, record
from renkei import KnowledgeShare, Project, Record, create, replay
from renkei.engine.state import SYSTEM
from renkei.engine.upcast import FORMAT
from renkei.errors import (
    ConflictError,
    DuplicateCommandError,
    LogError,
    LogNotWritableError,
    LogTooNewError,
    LogUncertainError,
    StreamRefusedError,
    StreamUnavailableError,
)
from renkei.log.file_lock import try_lock
from renkei.log.replication import feeder, replica
from renkei.log.replication.replica import ReplicaLog
from renkei.log.replication.stream import LARGEST_MESSAGE, Message, ReconnectedError
from renkei.log.replication.void import BEGINNING
from renkei.log.sqlite import SqliteLog
from team import START

SECONDS = 20

Machine = Callable[..., ReplicaLog]


@pytest.fixture
def servers() -> Servers:
    return Servers()


@pytest.fixture
def machine(servers: Servers, tmp_path: Path) -> Iterator[Machine]:
    """Return a function that opens the replica of a machine, by its name."""
    opened: list[ReplicaLog] = []

    def open_replica(name: str = "here", *faults: Fault) -> ReplicaLog:
        (tmp_path / name).mkdir(exist_ok=True)
        opened.append(ReplicaLog(tmp_path / name / "log.db", MemoryStream(servers, faults), servers.identity))
        return opened[-1]

    yield open_replica
    for one in opened:
        one.close()


def test_what_one_machine_appends_another_reads(machine: Machine) -> None:
    here, there = machine("here"), machine("there")
    here.append([record(1), record(2)])
    assert there.wait(1, SECONDS)
    there.append([letter(3, "hello")])
    assert here.catch_up(SECONDS)
    assert list(here.read()) == list(there.read()) == [record(1), record(2), letter(3, "hello")]
    assert here.head() == there.head()
    assert here.find_message("m3") == letter(3, "hello")


@pytest.fixture
def _long_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"REST": float("inf"), "LONGEST_REST": 600.0}.items():
        monkeypatch.setattr(f"renkei.log.replication.feeder.{name}", value)
    monkeypatch.setattr(replica, "STANDSTILL", 600.0)  # so that the thread itself reads nothing


@pytest.mark.usefixtures("_long_rests")
def test_a_machine_rests_after_a_record_until_a_thread_needs_the_next(machine: Machine) -> None:
    here, there = machine("here"), machine("there")
    here.append([record(1)])
    assert there.wait(0, SECONDS)
    here.append([record(2)])
    here.append([record(3)])
    assert there.last() == 1
    assert there.catch_up(SECONDS)
    assert there.head() == here.head()


@pytest.mark.usefixtures("_long_rests")
def test_a_machine_does_not_rest_while_a_thread_waits(machine: Machine) -> None:
    here, there = machine("here"), machine("there")
    for seq in range(1, 4):
        here.append([record(seq)])
        assert there.wait(seq - 1, SECONDS)


def test_a_machine_that_tells_others_what_it_has_does_not_hold_up_its_writers(machine: Machine) -> None:
    here, telling, told = machine(), threading.Event(), threading.Event()

    def tell(seq: int) -> None:
        telling.set()
        told.wait(2 * SECONDS)

    here.append([record(1)])
    here.noticed = tell
    here.wait(0, SECONDS)  # so that it is fed
    assert telling.wait(SECONDS)
    writer = threading.Thread(target=here.append, args=([record(2)],))
    writer.start()
    writer.join(SECONDS)
    assert not writer.is_alive()
    told.set()
    assert here.last() == 2


def test_a_new_machine_gets_all_that_was_written(machine: Machine, servers: Servers) -> None:
    here = machine("here")
    for seq in range(1, 1200, 3):
        here.append([record(seq), record(seq + 1), record(seq + 2)])
    there = machine("there")
    assert there.catch_up(SECONDS)
    assert there.head() == here.head()
    assert servers.published == 400


def test_a_writer_that_another_machine_overtook_can_read_what_that_one_wrote(machine: Machine) -> None:
    here, there = machine("here"), machine("there")
    there.append([record(1, "theirs")])
    with pytest.raises(ConflictError) as refused:
        here.append([record(1, "ours")])
    assert (refused.value.details["seq"], refused.value.details["after"]) == (1, 0)
    assert [one.id for one in here.read()] == ["theirs"]
    here.append([record(2, "ours")])


def stray(content: bytes | None) -> tuple[bytes | None, ...]:
    return (record(1).encode(), letter(2, "hello").encode(), content, record(4).encode())


STRAY = {
    "without renkei's mark": None,
    "not a record": b"hello",
    "of another place": record(9).encode(),
    "with a known id": record(3, record(1).id).encode(),
    "with a known message": letter(3, "hello").encode().replace(b'"m3"', b'"m2"'),
    "with the id of a void record": record(3, "void-3").encode(),
    "deep": b"[" * 100_000,
}


@pytest.mark.parametrize("content", STRAY.values(), ids=STRAY)
def test_a_stray_message_is_a_record_without_events_on_every_machine(
    machine: Machine, servers: Servers, content: bytes | None
) -> None:
    before, after = machine("before"), machine("after")
    for one in stray(content):
        servers.add(one)
        assert before.catch_up(SECONDS)  # one at a time
    assert after.catch_up(SECONDS)  # all at once
    assert before.head() == after.head()
    void = Record(seq=3, id="void-3", at=letter(2, "hello").at, actor=SYSTEM, events=())
    assert list(after.read()) == [record(1), letter(2, "hello"), void, record(4)]
    before.append([record(5)])


def test_a_stream_that_begins_with_a_stray_message_has_a_time(machine: Machine, servers: Servers) -> None:
    servers.add(None)
    here = machine()
    here.append([record(2)]) if here.catch_up(SECONDS) else None
    assert [one.at for one in here.read()] == [BEGINNING, record(2).at]


def test_a_writer_that_a_stray_message_overtook_decides_again(machine: Machine) -> None:
    here = machine("here", "overtaken")
    with pytest.raises(ConflictError):
        here.append([record(1)])
    here.append([record(2)])
    assert [one.id for one in here.read()] == ["void-1", record(2).id]


def test_a_lost_reply_is_uncertain_and_the_record_is_found_afterwards(machine: Machine) -> None:
    here = machine("here", "lost reply")
    with pytest.raises(LogUncertainError, match="no reply"):
        here.append([record(1, "once")])
    assert here.catch_up(SECONDS)
    assert here.find("once") == record(1, "once")
    with pytest.raises(DuplicateCommandError):
        here.append([record(2, "once")])


def test_a_lost_request_is_uncertain_and_the_record_is_not_there(machine: Machine) -> None:
    here = machine("here", "lost request")
    with pytest.raises(LogUncertainError):
        here.append([record(1, "once")])
    assert here.catch_up(SECONDS)
    assert here.find("once") is None
    here.append([record(1, "once")])


def test_without_the_servers_what_is_known_can_be_read_and_nothing_is_written(
    machine: Machine, servers: Servers
) -> None:
    here = machine("here")
    here.append([record(1)])
    servers.stop()
    with pytest.raises(StreamUnavailableError, match="no server answers") as refused:
        here.append([record(2)])
    assert "Nothing was written" in refused.value.hint
    assert not here.catch_up(SECONDS)
    assert list(here.read()) == [record(1)]
    servers.start()
    here.append([record(2)])
    there = machine("there")
    assert there.catch_up(SECONDS)
    assert list(there.read()) == [record(1), record(2)]


def test_a_replica_that_was_opened_without_the_servers_is_fed_when_they_are_back(
    machine: Machine, servers: Servers
) -> None:
    servers.add(record(1).encode())
    servers.stop()
    here = machine("here")
    assert not here.catch_up(SECONDS)
    servers.start()
    assert here.wait(0, SECONDS)


class FullDisk(ReplicaLog):
    """A replica whose disk has no room until a file is removed."""

    def _append(
        self, records: Sequence[Record], bodies: Sequence[bytes], signed: Sequence[str | None] = (), *, synced: bool
    ) -> None:
        if self.path.with_name("full").exists():
            raise LogNotWritableError(path=str(self.path), reason="No space left on device")
        super()._append(records, bodies, signed, synced=synced)


def test_a_record_that_the_servers_have_and_a_full_disk_has_not_is_uncertain(tmp_path: Path, servers: Servers) -> None:
    log = FullDisk(tmp_path / "log.db", MemoryStream(servers), servers.identity)
    assert log.catch_up(SECONDS)
    (tmp_path / "full").touch()
    with pytest.raises(LogUncertainError, match="No space left") as uncertain:
        log.append([record(1, "once")])
    assert "Retry with the same command id" in uncertain.value.hint
    (tmp_path / "full").unlink()
    assert log.wait(0, SECONDS), "feeding goes on once there is room"
    assert log.find("once") is not None
    log.close()


def test_another_stream_with_the_same_name_is_refused(machine: Machine, servers: Servers) -> None:
    machine("here").append([record(1)])
    servers.identity = "shop-2"
    here = ReplicaLog(machine("here").path, MemoryStream(servers), "shop-1")
    with pytest.raises(StreamRefusedError, match="another stream"):
        here.append([record(2)])
    with pytest.raises(StreamRefusedError, match="another stream"):
        here.catch_up()
    assert list(here.read()) == [record(1)]
    assert len(servers.messages) == 1
    here.close()


def test_a_stream_that_has_lost_records_is_refused(
    machine: Machine, servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replica, "LAGGING", 1)
    machine("here").append([record(1), record(2)])
    del servers.messages[1]
    with pytest.raises(StreamRefusedError, match="it has 1 records, and the replica on this machine 2"):
        machine("here").catch_up()
    servers.add(record(2, "other").encode())
    with pytest.raises(StreamRefusedError, match="record 2 is not that of the replica"):
        machine("here").catch_up()


def test_a_stream_that_loses_records_while_it_is_followed_is_refused(
    machine: Machine, servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replica, "LAGGING", 1)
    here = machine("here")
    here.append([record(1), record(2)])
    assert here.catch_up(SECONDS)
    del servers.messages[1]
    here.wait(2, SECONDS, lambda: here._feeder.error is not None)
    with pytest.raises(StreamRefusedError):
        here.catch_up(SECONDS)


def test_a_stream_that_is_behind_a_writer_is_refused(
    machine: Machine, servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replica, "LAGGING", 1)
    here = machine("here")
    here.append([record(1), record(2)])
    del servers.messages[1]
    with pytest.raises(StreamRefusedError, match="it has 1 records"):
        here.append([record(3)])


def test_a_stream_that_was_restored_and_continued_while_the_servers_were_away_is_refused(
    machine: Machine, servers: Servers
) -> None:
    here = machine("here")
    here.append([record(1), record(2)])
    assert here.catch_up(SECONDS)
    servers.stop()
    here.wait(2, SECONDS, lambda: not here._is_compared)
    servers.messages[1:] = [record(seq, f"theirs-{seq}").encode() for seq in (2, 3, 4)]
    servers.start()
    here.wait(2, SECONDS, lambda: here._feeder.error is not None)
    assert list(here.read()) == [record(1), record(2)]
    with pytest.raises(StreamRefusedError, match="record 2 is not that of the replica"):
        here.append([record(3)])


def test_a_publish_that_fails_is_followed_by_a_comparison(machine: Machine, servers: Servers) -> None:
    here = machine("here", "", "down")
    with here.path.with_suffix(".feed").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        here.append([record(1)])
        with pytest.raises(StreamUnavailableError):
            here.append([record(2)])
        servers.messages[:] = [record(1, "theirs").encode()]
        with pytest.raises(StreamRefusedError, match="record 1 is not that of the replica"):
            here.append([record(2)])


def test_a_stream_that_was_continued_elsewhere_is_not_read_for_a_feeder_that_was_stopped(
    machine: Machine, servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replica, "STANDSTILL", 0)
    here = machine("here")
    with here.path.with_suffix(".feed").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        here.append([record(1)])
        servers.messages[:] = [record(seq, f"theirs-{seq}").encode() for seq in (1, 2)]
        with pytest.raises(StreamRefusedError, match="record 1 is not that of the replica"):
            here.append([record(2)])
    assert here.last() == 1


def test_what_was_read_before_servers_were_restored_is_not_added_after_a_comparison(
    machine: Machine, servers: Servers
) -> None:
    here = machine("here")
    with here.path.with_suffix(".feed").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        here.append([record(1)])
        losses, read = here.compare(), [Message(2, record(2, "lost").encode())]
        here.stream.losses += 1
        servers.add(record(2, "theirs").encode())
        here.compare()  # another thread of the process writes over the new connection
        with pytest.raises(ReconnectedError):
            here.take(read, losses)
        assert here.last() == 1


def test_what_is_added_while_servers_are_restored_is_compared_again(
    machine: Machine, servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = machine("here")
    with here.path.with_suffix(".feed").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        here.append([record(1)])
        losses, add = here.compare(), here._append

        def restored(*values: object, **options: bool) -> None:
            here.stream.losses += 1
            servers.add(record(2, "theirs").encode())
            here.compare()
            add(*values, **options)

        monkeypatch.setattr(here, "_append", restored)
        here.take([Message(2, record(2, "lost").encode())], losses)
        with pytest.raises(StreamRefusedError, match="record 2 is not that of the replica"):
            here.append([record(3)])


def test_a_process_that_feeds_after_another_one_compares_first(
    machine: Machine, servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, tried = machine("here"), threading.Event()

    def noted(handle: int, within: float) -> bool:
        is_free = try_lock(handle, within)
        tried.set()
        return is_free

    monkeypatch.setattr(feeder, "try_lock", noted)
    with here.path.with_suffix(".feed").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        here.append([record(1)])
        assert here.catch_up(SECONDS)
        here.wait(1, 0)
        assert tried.wait(SECONDS)
        servers.messages[:] = [record(seq, f"theirs-{seq}").encode() for seq in (1, 2)]
    with pytest.raises(StreamRefusedError, match="record 1 is not that of the replica"):
        here.catch_up(SECONDS)
    assert here.last() == 1


def test_a_leader_that_lags_for_a_moment_is_not_refused(machine: Machine, servers: Servers) -> None:
    machine("here").append([record(1), record(2)])
    late = servers.messages.pop()
    back = threading.Timer(0.2, servers.add, (late,))
    back.start()
    assert machine("here").catch_up(SECONDS)
    back.join()


def test_a_leader_that_lags_between_two_questions_is_not_refused(
    machine: Machine, servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine("here").append([record(1), record(2)])
    here = machine("here")
    at, unknown = here.stream.at, [2]

    def at_once(seq: int) -> Message:
        if seq in unknown:
            unknown.remove(seq)
            raise StreamRefusedError(path=here.stream.name, reason=f"it has no message {seq}", advice="")
        return at(seq)

    monkeypatch.setattr(here.stream, "at", at_once)
    assert here.catch_up(SECONDS)
    assert not unknown


def test_a_void_record_at_the_end_of_a_replica_fits_any_message_that_is_void(
    machine: Machine, servers: Servers
) -> None:
    servers.add(b"one")
    assert machine("here").catch_up(SECONDS)
    servers.messages[:] = [b"another"]
    assert machine("here").catch_up(SECONDS)
    servers.messages[:] = [record(1).encode()]
    with pytest.raises(StreamRefusedError, match="record 1 is not that of the replica"):
        machine("here").catch_up(SECONDS)


def test_void_records_at_the_end_of_a_replica_do_not_hide_others_before_them(
    machine: Machine, servers: Servers
) -> None:
    machine("here").append([record(1)])
    servers.add(b"stray", b"stray")
    assert machine("here").catch_up(SECONDS)
    assert machine("here").catch_up(SECONDS)
    servers.messages[0] = record(1, "theirs").encode()
    with pytest.raises(StreamRefusedError, match="record 3 is not that of the replica"):
        machine("here").catch_up(SECONDS)


def test_a_record_of_a_later_release_ends_feeding_and_what_is_known_can_be_read(
    machine: Machine, servers: Servers
) -> None:
    here = machine("here")
    here.append([record(1)])
    later = json.loads(record(2).encode()) | {"format": FORMAT + 1}
    servers.add(json.dumps(later).encode(), record(3).encode())
    with pytest.raises(LogTooNewError, match="memory://shop"):
        here.catch_up(SECONDS)
    with pytest.raises(LogError):
        here.append([record(2)])
    assert list(here.read()) == [record(1)]


def test_a_large_record_is_kept_beside_the_stream(machine: Machine, servers: Servers) -> None:
    here, there = machine("here"), machine("there")
    long = letter(1, "x" * LARGEST_MESSAGE)
    here.append([long])
    (message,) = servers.messages
    assert message is not None
    assert len(message) < 100
    assert there.catch_up(SECONDS)
    assert list(there.read()) == [long]
    assert there.head() == here.head()
    assert machine("there").catch_up(SECONDS), "compared by its content"


def test_a_deleted_replica_is_made_again(machine: Machine) -> None:
    here = machine("here")
    here.append([record(1), letter(2, "hello")])
    head = here.head()
    here.close()
    for file in here.path.parent.iterdir():
        file.unlink()
    again = machine("here")
    assert again.catch_up(SECONDS)
    assert again.head() == head


def test_of_two_processes_on_a_machine_one_feeds_and_then_the_other(machine: Machine, servers: Servers) -> None:
    first, second = machine("here"), machine("here")
    assert first.catch_up(SECONDS)
    assert second.catch_up(SECONDS)
    servers.add(record(1).encode())
    assert second.wait(0, SECONDS)
    first.close()
    servers.add(record(2).encode())
    assert second.wait(1, SECONDS)


def test_a_process_that_feeds_and_was_stopped_holds_nobody_up(
    machine: Machine, servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replica, "STANDSTILL", 0)
    here = machine("here")
    with here.path.with_suffix(".feed").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        servers.add(record(1).encode(), record(2).encode())
        assert here.catch_up(SECONDS)
    assert here.last() == 2


def test_a_replica_that_nobody_feeds_is_reported(
    machine: Machine, servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = machine("here")
    with here.path.with_suffix(".feed").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        servers.add(record(1).encode())
        assert not here.catch_up(timeout=0)
        monkeypatch.setattr(replica, "PATIENCE", 0)
        with pytest.raises(StreamUnavailableError, match="it has 0 of 1 records") as behind:
            here._wait_for(1, 0)
    assert behind.value.retryable


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_and_its_parent_both_write(machine: Machine, servers: Servers) -> None:
    here = machine("here")
    here.append([record(1)])
    assert here.catch_up(SECONDS)
    if not (child := os.fork()):
        servers.changed = threading.Condition()
        here.append([record(2, "child")])
        here.close()
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert here.find("child") is not None
    servers.add(record(2, "child").encode())  # the child's servers are a copy in memory
    here.append([record(3)])


def test_a_log_that_is_dropped_without_being_closed_feeds_no_more(servers: Servers, tmp_path: Path) -> None:
    log = ReplicaLog(tmp_path / "log.db", MemoryStream(servers), servers.identity)
    log.append([record(1)])
    assert log.catch_up(SECONDS)
    thread = log._feeder._thread
    assert thread is not None
    del log
    gc.collect()
    thread.join(SECONDS)
    assert not thread.is_alive()


def test_a_closed_log_opens_again(machine: Machine, servers: Servers) -> None:
    here = machine("here")
    here.append([record(1)])
    here.close()
    here.close()
    servers.add(record(2).encode())
    assert here.catch_up(SECONDS)
    here.append([record(3)])


def test_the_replica_is_an_ordinary_log_for_those_that_only_read(machine: Machine) -> None:
    here = machine("here")
    here.append([record(1), letter(2, "hello")])
    with_sqlite = SqliteLog(here.path, read_only=True)
    assert list(with_sqlite.read()) == [record(1), letter(2, "hello")]
    with_sqlite.close()


FAULTS = st.lists(st.sampled_from(["", "", "", "down", "lost request", "lost reply", "overtaken"]), max_size=8)


@pytest.mark.long
@settings(deadline=None, max_examples=25)
@given(st.lists(st.tuples(st.sampled_from([0, 1]), FAULTS), max_size=6))
def test_whatever_fails_replicas_hold_the_same_and_each_acknowledged_command_once(
    tmp_path_factory: pytest.TempPathFactory, rounds: list[tuple[int, list[Fault]]]
) -> None:
    servers, place = Servers(), tmp_path_factory.mktemp("machines")
    streams = [MemoryStream(servers), MemoryStream(servers)]
    logs = [ReplicaLog(place / f"{n}.db", one, servers.identity) for n, one in enumerate(streams)]
    projects = [Project(log, now=lambda: START) for log in logs]
    with create(goal="a goal", now=lambda: START) as template:
        logs[0].append(list(template.records()))
    assert logs[1].catch_up(SECONDS)
    acknowledged = []
    for number, (one, faults) in enumerate(rounds):
        streams[one].faults.extend(faults)
        for attempt in range(len(faults) + 1):
            try:
                told = KnowledgeShare(topic="t", content=f"{number}", relevance_to_recipients="", actionable=False)
                message = projects[one].message("human", told, "human", id=f"m{number}")
                projects[one].send(message, command_id=f"c{number}")
                acknowledged.append(f"c{number}")
                break
            except LogError:
                assert attempt < len(faults)
        streams[one].faults.clear()
    assert all(log.catch_up(SECONDS) for log in logs)
    assert logs[0].head() == logs[1].head()
    assert projects[0].state == projects[1].state == replay(logs[0].read())
    ids = Counter(one.id for one in logs[0].read())
    assert all(ids[one] == 1 for one in acknowledged)
    for project in projects:
        project.close()


def test_two_machines_with_threads_lose_and_double_nothing(machine: Machine) -> None:
    projects = [Project(machine(name), now=lambda: START) for name in ("here", "there")]
    with create(goal="a goal", now=lambda: START) as template:
        projects[0].log.append(list(template.records()))
    assert projects[1].log.catch_up(SECONDS)

    def work(project: Project, name: str) -> None:
        for number in range(15):
            told = KnowledgeShare(topic="t", content=f"{number}", relevance_to_recipients="", actionable=False)
            project.send(project.message("human", told, "human", id=f"m-{name}-{number}"))

    threads = [
        threading.Thread(target=work, args=(project, f"{n}-{k}"))
        for n, project in enumerate(projects)
        for k in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(project.log.catch_up(SECONDS) for project in projects)
    assert projects[0].state == projects[1].state
    sent = [event.message.id for one in projects[0].records() for event in one.events if event.kind == "message_sent"]
    assert sorted(sent) == sorted(f"m-{n}-{k}-{number}" for n in (0, 1) for k in range(3) for number in range(15))
