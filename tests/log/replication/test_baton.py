"""The baton of machines that write at once: on every kind of stream, with real servers and processes."""

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import postgres_server
import pytest
from nats_servers import PROGRAM, NatsServers, servers, until
from postgres_server import INITDB

from memory_stream import MemoryStream, Servers
from records import record
from renkei.errors import ConflictError, StreamUnavailableError
from renkei.log.replication import order
from renkei.log.replication.replica import ReplicaLog
from renkei.log.replication.stream import Stream
from renkei.log.replication.streams import connect_stream

SECONDS = 30
NUMBERS = count()


@dataclass
class Engine:
    """A stream that machines connect to, on servers that can be stopped."""

    connect: Callable[[], Stream]
    stop: Callable[[], object]
    waiting: Callable[[], int]
    """Return how many machines wait for the baton that another one has."""
    identity: str = ""
    address: str = ""


@pytest.fixture(params=["memory", "nats", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    with ExitStack() as running:
        opened: list[Stream] = []
        running.callback(lambda: [one.close() for one in opened])
        if request.param == "memory":
            memory = Servers()
            made = Engine(lambda: MemoryStream(memory), memory.stop, lambda: len(memory.queue) - 1)
        elif request.param == "nats":
            if PROGRAM is None:
                pytest.skip("needs nats-server")
            nats = running.enter_context(servers(tmp_path / "nats"))
            address = nats.address("shop")
            made = Engine(lambda: connect_stream(address), nats.kill, lambda: waiting_in(nats), address=address)
        else:
            if INITDB is None:
                pytest.skip("needs PostgreSQL")
            postgresql = running.enter_context(postgres_server.server())
            address, query = postgresql.address("shop"), "SELECT count(*) FROM pg_locks WHERE NOT granted"
            made = Engine(
                lambda: connect_stream(address), postgresql.kill, lambda: postgresql.run(query)[0][0], address=address
            )
        connect = made.connect

        def connect_and_note() -> Stream:
            opened.append(connect())
            return opened[-1]

        made.connect = connect_and_note
        first = made.connect()
        made.identity = first.create()
        first.publish([b"a first message"], 0)
        yield made


def waiting_in(servers: NatsServers) -> int:
    accounts = servers.asked(0, "jsz?accounts=1&streams=1&consumers=1")["account_details"]
    streams = [one for account in accounts for one in account["stream_detail"]]  # type: ignore[attr-defined]
    return sum(one["num_waiting"] for stream in streams for one in stream.get("consumer_detail") or ())


@pytest.fixture
def machine(engine: Engine, tmp_path: Path) -> Iterator[Callable[[str], ReplicaLog]]:
    """Return a function that opens the replica of a machine."""
    opened: list[ReplicaLog] = []

    def open_replica(name: str) -> ReplicaLog:
        (tmp_path / name).mkdir()
        opened.append(ReplicaLog(tmp_path / name / "log.db", engine.connect(), engine.identity))
        assert opened[-1].catch_up(SECONDS)
        return opened[-1]

    yield open_replica
    for one in opened:
        one.close()


def write(log: ReplicaLog, name: str) -> int:
    """Append a record as a writer does; return how often it was refused."""
    refused = 0
    while True:
        try:
            with log.exclusive():
                log.append([record(log.last() + 1, name)])
            return refused
        except ConflictError:
            refused += 1


def in_threads(*work: Callable[[], object]) -> None:
    """Do things at the same time; each must end well."""
    ended: list[object] = []
    threads = [threading.Thread(target=lambda one=one: ended.append(one()), daemon=True) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert len(ended) == len(work)


def set_held(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Set after how many seconds servers pass a baton; a busy computer may take long for the steps of a test."""
    for module in ("memory_stream", "renkei.log.replication.nats_baton", "renkei.log.replication.postgres_baton"):
        monkeypatch.setattr(f"{module}.HELD", seconds)
    monkeypatch.setattr(order, "LATE", seconds)


@pytest.mark.short("memory*")
def test_a_baton_that_another_machine_has_does_not_come(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    set_held(monkeypatch, 600)
    here, there = engine.connect().baton, engine.connect().baton
    assert here.take(SECONDS)
    assert not there.take(0.05)
    here.give()
    assert there.take(SECONDS)
    there.give()


@pytest.mark.short("memory*")
def test_machines_get_the_baton_in_the_order_in_which_they_asked(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_held(monkeypatch, 600)
    first, *others = [engine.connect().baton for _ in range(5)]
    assert first.take(SECONDS)
    got: list[int] = []

    def take_and_give(number: int) -> None:
        until(lambda: engine.waiting() == number)
        assert others[number].take(SECONDS)
        got.append(number)
        others[number].give()

    def give() -> None:
        until(lambda: engine.waiting() == len(others))
        first.give()

    in_threads(give, *[lambda number=number: take_and_give(number) for number in (2, 0, 3, 1)])
    assert got == [0, 1, 2, 3]


@pytest.mark.short("memory*")
def test_a_baton_that_is_given_late_stays_with_the_next_machine(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_held(monkeypatch, 2)
    late, here, there = (engine.connect().baton for _ in range(3))
    assert there.take(SECONDS)  # connects
    there.give()
    assert late.take(SECONDS)
    assert here.take(SECONDS)  # the servers have passed it
    late.give()
    assert not there.take(0.05)
    here.give()
    assert there.take(SECONDS)


def test_without_servers_there_is_no_baton(engine: Engine) -> None:
    here = engine.connect().baton
    assert here.take(SECONDS)
    here.give()
    engine.stop()
    with pytest.raises(StreamUnavailableError):
        here.take(SECONDS)


HOLDER = """
import sys, time
from renkei.log.replication.streams import connect_stream
stream = connect_stream(sys.argv[1])
print(stream.baton.take(30), flush=True)
time.sleep(600)
"""


@pytest.mark.long
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGSTOP])
def test_a_holder_that_is_killed_or_stopped_loses_the_baton(engine: Engine, sent: signal.Signals) -> None:
    if not engine.address:
        pytest.skip("other processes cannot reach a stream in memory")
    command = [sys.executable, "-c", HOLDER, engine.address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "True\n"
        holder.send_signal(sent)
        try:
            assert engine.connect().baton.take(SECONDS)
        finally:
            holder.kill()


@pytest.mark.short("memory*")
def test_machines_that_write_at_once_all_write_everything(engine: Engine, machine: Callable[[str], ReplicaLog]) -> None:
    logs = {name: machine(name) for name in "abcd"}
    in_threads(*[lambda n=name, log=log: [write(log, f"{n}{at}") for at in range(25)] for name, log in logs.items()])
    for log in logs.values():
        assert log.catch_up(SECONDS)
    heads = {log.head() for log in logs.values()}
    assert {seq for seq, _ in heads} == {101}
    assert len(heads) == 1
    written = [one.id for one in logs["a"].read(1)]
    for name in logs:
        assert [one for one in written if one[0] == name] == [f"{name}{at}" for at in range(25)]


@pytest.mark.short("memory*")
def test_a_machine_without_refusals_asks_for_nothing(
    engine: Engine, machine: Callable[[str], ReplicaLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, asked = machine("here"), list[float]()
    monkeypatch.setattr(here.stream.baton, "take", lambda seconds: asked.append(seconds) or False)
    for number in range(order.COURTESY):
        assert write(here, f"r{number}") == 0
    assert asked == []


def test_a_refused_machine_writes_with_the_baton_and_gives_it(
    engine: Engine, machine: Callable[[str], ReplicaLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_held(monkeypatch, 600)
    here, there = machine("here"), machine("there")
    with here.exclusive():
        seq = here.last() + 1
        write(there, "theirs")
        with pytest.raises(ConflictError):
            here.append([record(seq, "ours")])
    with here.exclusive():
        assert not engine.connect().baton.take(0.05)
        here.append([record(here.last() + 1, "ours")])
    assert engine.connect().baton.take(SECONDS)


@pytest.mark.short("memory*")
def test_machines_write_without_a_baton_when_it_is_gone(
    engine: Engine, machine: Callable[[str], ReplicaLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    def take(seconds: float) -> bool:
        raise StreamUnavailableError(path="shop", reason="no baton")

    logs = [machine(name) for name in "ab"]
    for log in logs:
        monkeypatch.setattr(log.stream.baton, "take", take)
    in_threads(*[lambda n=n, log=log: [write(log, f"{n}-{at}") for at in range(20)] for n, log in enumerate(logs)])
    assert logs[0].catch_up(SECONDS)
    assert logs[0].last() == 41


@pytest.mark.short("memory*")
def test_machines_write_without_a_baton_that_a_stopped_machine_keeps(
    engine: Engine, machine: Callable[[str], ReplicaLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = [machine(name) for name in "ab"]
    for log in logs:  # as if the servers passed it on to nobody
        monkeypatch.setattr(log.stream.baton, "take", lambda seconds: threading.Event().wait(min(seconds, 0.2)))
        log._order.note_refusal()
    in_threads(*[lambda n=n, log=log: write(log, f"{n}") for n, log in enumerate(logs)])


@pytest.mark.short("memory*")
def test_a_fast_machine_lets_a_slow_one_write(
    machine: Callable[[str], ReplicaLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    fast, slow, done = machine("fast"), machine("slow"), threading.Event()

    def write_fast() -> None:
        for number in count():
            if done.is_set():
                return
            write(fast, f"fast{number}")

    def write_slow() -> None:
        while not done.is_set():
            try:
                with slow.exclusive():
                    seq = slow.last() + 1
                    until(lambda seq=seq: fast.last() >= seq or fast._order._waiting > 0)
                    slow.append([record(seq, "slow")])
                done.set()
            except ConflictError:
                pass

    in_threads(write_fast, write_slow)
    assert slow.find("slow") is not None
