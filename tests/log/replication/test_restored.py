"""Real servers that were restored from an old backup get nothing from a machine that has not noticed it."""

import fcntl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest
from nats_servers import PROGRAM, NatsServers, servers, until
from postgres_server import INITDB, PostgresServer, server

from records import record
from renkei.errors import LogError, StreamRefusedError
from renkei.log.replication.replica import ReplicaLog
from renkei.log.replication.stream import Stream
from renkei.log.replication.streams import connect_stream

Run = tuple[NatsServers | PostgresServer, Path]
"""Servers, and the directory with their data."""


@contextmanager
def nats_server(place: Path) -> Iterator[Run]:
    with servers(place / "nats") as one:
        yield one, one.place / "n0"


@contextmanager
def postgres_server(_: Path) -> Iterator[Run]:
    with server() as one:
        yield one, one.place / "data"


KINDS = [
    pytest.param(nats_server, marks=pytest.mark.skipif(PROGRAM is None, reason="needs nats-server"), id="nats"),
    pytest.param(postgres_server, marks=pytest.mark.skipif(INITDB is None, reason="needs PostgreSQL"), id="postgres"),
]


@pytest.fixture(params=KINDS)
def running(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Run]:
    run: Callable[[Path], AbstractContextManager[Run]] = request.param
    with run(tmp_path) as found:
        yield found


def answers(stream: Stream) -> bool:
    try:
        stream.end()
    except LogError:
        return False
    return True


def replica(place: Path, address: str) -> ReplicaLog:
    """Open a replica that another process of its machine feeds."""
    stream = connect_stream(address)
    return ReplicaLog(place, stream, stream.end().identity)


def test_an_idle_process_adds_nothing_after_what_others_wrote_on_restored_servers(running: Run, tmp_path: Path) -> None:
    own, data = running
    address, backup = own.address("shop"), tmp_path / "backup"
    with closing(connect_stream(address)) as stream:
        stream.create()
    idle, held = replica(tmp_path / "idle.db", address), (tmp_path / "idle.feed").open("w")
    fcntl.flock(held, fcntl.LOCK_EX)
    with held, closing(idle):
        idle.append([record(1)])
        own.kill()
        subprocess.run(["cp", "-a", data, backup], check=True)
        own.start()
        until(lambda: answers(idle.stream))
        idle.append([record(2)])
        own.kill()
        subprocess.run(["rm", "-r", data], check=True)
        subprocess.run(["cp", "-a", backup, data], check=True)
        own.start()
        with closing(replica(tmp_path / "other.db", address)) as other:
            assert other.catch_up()
            other.append([record(2, "theirs")])
        until(lambda: answers(idle.stream))
        with pytest.raises(StreamRefusedError, match="record 2 is not that of the replica"):
            idle.append([record(3)])
        assert idle.stream.end().last == 2
        assert [one.id for one in idle.read()] == [record(1).id, record(2).id]
