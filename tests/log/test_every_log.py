"""One suite for every form of the log: what the port promises, each form keeps."""

import itertools
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import postgres_server
import pytest
from nats_servers import PROGRAM, servers
from postgres_server import INITDB

from memory_stream import MemoryStream, Servers
from records import began, ended, letter, moved, opened, record, registered, said, suspended
from renkei.errors import ConflictError, DuplicateCommandError
from renkei.log.memory import MemoryLog
from renkei.log.port import Log
from renkei.log.replication.replica import ReplicaLog
from renkei.log.replication.streams import connect_stream
from renkei.log.sqlite import SqliteLog

SECONDS = 20
"""How long a thread may take that nothing holds up; only a deadlock takes longer."""


def replica(path: Path) -> Log:
    servers = Servers()
    return ReplicaLog(path, MemoryStream(servers), servers.identity)


NUMBERS = itertools.count()

LOGS: dict[str, Callable[[Path], Log]] = {"memory": lambda path: MemoryLog(), "sqlite": SqliteLog, "replica": replica}


@pytest.fixture(scope="module")
def nats_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    if PROGRAM is None:
        pytest.skip("needs nats-server")
    with servers(tmp_path_factory.mktemp("nats")) as one:
        yield one.address


@pytest.fixture(scope="module")
def postgresql_address() -> Iterator[Callable[[str], str]]:
    if INITDB is None:
        pytest.skip("needs PostgreSQL")
    with postgres_server.server() as one:
        yield one.address


@pytest.fixture(params=[*LOGS, "nats", "postgresql"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Log]:
    path = tmp_path / "log.db"
    if request.param in LOGS:
        made = LOGS[request.param](path)
    else:
        stream = connect_stream(request.getfixturevalue(f"{request.param}_address")(f"shop{next(NUMBERS)}"))
        made = ReplicaLog(path, stream, stream.create())
    yield made
    made.close()


def test_what_is_appended_is_read_back_in_order(log: Log) -> None:
    log.append([record(1)])
    log.append([record(2), record(3)])
    assert [one.seq for one in log.read()] == [1, 2, 3]
    assert list(log.read(2)) == [record(3)]
    assert log.last() == 3


def test_what_is_appended_without_a_sync_is_there_for_all(log: Log) -> None:
    log.append([record(1)], synced=False)
    assert list(log.read()) == [record(1)]
    log.append([record(2)])
    assert log.last() == 2


def test_an_empty_log_is_at_seq_0(log: Log) -> None:
    assert log.last() == 0
    assert list(log.read()) == []


def test_the_head_covers_every_record(log: Log) -> None:
    assert log.head() == (0, "0" * 64)
    log.append([record(1), record(2)])
    seq, first = log.head()
    assert (seq, log.record_hash(2)) == (2, first)
    log.append([record(3)])
    assert log.head() == (3, log.record_hash(3))
    assert len({log.record_hash(1), first, log.record_hash(3), log.record_hash(4)}) == 4
    assert log.record_hash(0) is log.record_hash(4) is None
    other = MemoryLog()
    other.append([record(1), record(2), record(3)])
    assert other.head() == log.head()


@pytest.mark.parametrize("seq", [1, 3, 7])
def test_a_record_that_does_not_follow_is_a_conflict_and_not_kept(log: Log, seq: int) -> None:
    log.append([record(1)])
    with pytest.raises(ConflictError) as conflict:
        log.append([record(seq, "other")])
    assert conflict.value.retryable
    assert (conflict.value.details["seq"], conflict.value.details["after"]) == (1, seq - 1)
    assert log.last() == 1


def test_of_several_records_all_are_kept_or_none(log: Log) -> None:
    with pytest.raises(ConflictError):
        log.append([record(1), record(3)])
    assert log.last() == 0


def test_a_record_is_found_by_the_id_of_its_command(log: Log) -> None:
    log.append([record(1, "mine")])
    found = log.find("mine")
    assert found == record(1, "mine")
    assert log.find("nobody's") is None


def test_a_message_is_found_by_its_id_and_its_content_is_known(log: Log) -> None:
    log.append([letter(1, "hello")])
    log.append([letter(2, "other")])
    assert log.find_message("m1") == letter(1, "hello")
    assert log.find_message("m9") is None
    known = log.content_hashes(["m1", "m2", "m9"])
    assert set(known) == {"m1", "m2"}
    assert known["m1"] != known["m2"]


def test_a_contract_and_an_artifact_have_a_history(log: Log) -> None:
    log.append([record(1), opened(2, "TC-1"), registered(3, "spec"), moved(4, "TC-1"), opened(5, "TC-2")])
    assert [one.seq for one in log.records_about("contract", "TC-1")] == [2, 4]
    assert [one.seq for one in log.records_about("artifact", "spec")] == [3]
    assert list(log.records_about("contract", "spec")) == []


def test_the_messages_of_a_conversation_are_read_from_its_end(log: Log) -> None:
    log.append([record(1), said(2, "ann", ["all"]), said(3, "ann", ["bob"]), said(4, "bob", ["ann", "all"])])
    log.append([said(5, "cid", ["bob"], thread="T-1"), said(6, "ann", ["cid", "bob"]), said(7, "cid", ["all"])])

    def seqs(*asked: object, **page: object) -> list[int]:
        return [one.seq for one in log.records_about(*asked, **page)]

    assert seqs("group", "all") == [2, 4, 7]
    assert seqs("pair", "ann bob") == [3, 4, 6]
    assert seqs("thread", "T-1") == [5]
    assert seqs("group", "all", limit=2) == [4, 7]
    assert seqs("group", "all", before=7, limit=1) == [4]
    assert seqs("pair", "ann bob", before=3) == []
    assert seqs("group", "nobody") == []
    assert set(log.names("group")) == {"all"}


def test_the_newest_record_of_everything_of_a_kind_is_known(log: Log) -> None:
    log.append([opened(1, "TC-1"), opened(2, "TC-2"), moved(3, "TC-1"), registered(4, "spec")])
    assert log.newest_about("contract") == {"TC-1": 3, "TC-2": 2}
    assert log.newest_about("group") == {}


def test_all_records_of_everything_of_a_kind_are_known(log: Log) -> None:
    log.append([suspended(1, "ann", "bob"), opened(2, "TC-1"), suspended(3, "ann")])
    assert log.seqs_about("suspension") == {"ann": [1, 3], "bob": [1]}
    assert log.seqs_about("group") == {}


def test_the_turns_of_an_agent_are_read_from_any_record_in_both_directions(log: Log) -> None:
    log.append([began(1, "ann"), ended(2, "ann"), began(3, "bob"), began(4, "ann"), ended(5, "ann"), began(6, "ann")])

    def seqs(**page: int) -> list[int]:
        return [one.seq for one in log.records_about("turn", "ann", **page)]

    assert seqs() == [1, 2, 4, 5, 6]
    assert seqs(limit=2) == [5, 6]
    assert seqs(before=5, limit=2) == [2, 4]
    assert seqs(after=1, limit=2) == [2, 4]
    assert seqs(after=1, before=5) == [2, 4]
    assert seqs(after=6) == []
    assert set(log.names("turn")) == {"ann", "bob"}


def test_a_command_id_is_used_once(log: Log) -> None:
    log.append([record(1, "once")])
    with pytest.raises(DuplicateCommandError, match="once"):
        log.append([record(2, "once")])
    assert log.last() == 1


def test_the_names_of_contracts_and_artifacts_are_known(log: Log) -> None:
    log.append([opened(1, "TC-1"), registered(2, "spec"), moved(3, "TC-1")])
    assert list(log.names("contract")) == ["TC-1"]
    assert list(log.names("artifact")) == ["spec"]


def test_a_log_that_has_everything_has_caught_up(log: Log) -> None:
    assert log.catch_up(SECONDS)
    log.append([record(1)])
    assert log.catch_up(SECONDS)
    assert log.last() == 1


def test_waiting_ends_when_a_record_is_appended(log: Log) -> None:
    ready = threading.Event()

    def append() -> None:
        ready.wait()
        log.append([record(1)])

    writer = threading.Thread(target=append)
    writer.start()
    ready.set()
    assert log.wait(0, timeout=30)
    writer.join()


def test_waiting_ends_without_a_record_when_it_is_called_to_stop(log: Log) -> None:
    waits, called = threading.Event(), threading.Event()

    def stopped() -> bool:
        waits.set()
        return called.is_set()

    found: list[bool] = []
    waiter = threading.Thread(target=lambda: found.append(log.wait(0, 3 * SECONDS, stopped)), daemon=True)
    waiter.start()
    assert waits.wait(SECONDS)
    called.set()
    log.wake()
    waiter.join(SECONDS)
    assert found == [False]


def test_waiting_ends_without_a_record_when_the_time_is_over(log: Log) -> None:
    assert not log.wait(0, timeout=0)


def test_of_many_threads_each_seq_is_won_by_one(log: Log) -> None:
    won: list[str] = []

    def compete(name: str) -> None:
        for attempt in range(30):
            try:
                log.append([record(log.last() + 1, f"{name}-{attempt}")])
                won.append(f"{name}-{attempt}")
            except ConflictError:
                pass

    threads = [threading.Thread(target=compete, args=(f"t{n}",)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(one.id for one in log.read()) == sorted(won)
    assert [one.seq for one in log.read()] == list(range(1, len(won) + 1))
