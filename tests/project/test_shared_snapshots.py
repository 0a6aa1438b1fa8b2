"""A new machine opens a project from a snapshot that another machine shared, and otherwise from all records."""

import hashlib
import json
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

import renkei
from memory_stream import MemoryStream, Servers
from renkei import Join
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.settle import settle_on
from renkei.log.replication.streams import connect_stream
from renkei.project.machines import streams
from renkei.protocol.primitives import later
from renkei.store.machines import snapshots
from renkei.store.machines.snapshots import SNAPSHOT

ADDRESS = "nats://127.0.0.1:4222/shop"
EVERY = 120
MORE = 7


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", EVERY)


def fill(project: renkei.Project, count: int) -> None:
    """Append as many records at once."""
    state, batch = project.state, list[Record]()
    for _ in range(count):
        note = renkei.KnowledgeShare(
            topic="t", content=f"note {state.seq}", relevance_to_recipients="", actionable=False
        )
        sent = c.Send(project.message("ann", note, "bob", id=f"m{state.seq}"))
        record, state = settle_on(state, c.Command(f"c{state.seq}", later(state.at, 1000), "ann", (sent,)))
        batch.append(record)
    project.log.append(batch)
    assert project.state.seq == state.seq


def make(place: Path, address: str) -> None:
    """Make a project whose snapshot is shared, and which has some more records."""
    with renkei.create(place, members=[Join("ann"), Join("bob")], stream=address, guarded=False) as project:
        fill(project, EVERY - 1)
    with renkei.open(place) as project:
        fill(project, MORE)


def joins(place: Path, address: str, unread: int) -> None:
    """Join from a new machine, which has not read some records when it opens, and then the same state as another."""
    with renkei.open(place / "a") as first, renkei.clone(address, place / "b") as second:
        assert second.unread == unread
        assert second.state == first.state
        assert list(second.records()) == list(first.records())
    with renkei.open(place / "b") as second:
        assert second.unread == 0


@pytest.mark.short("nats")
def test_a_new_machine_replays_what_follows_a_shared_snapshot(address: str, tmp_path: Path) -> None:
    make(tmp_path / "a", address)
    joins(tmp_path, address, MORE)
    stream = connect_stream(address)
    (name,) = stream.snapshots.names()
    stream.snapshots.drop(name)
    with renkei.clone(address, tmp_path / "c") as third:
        assert third.unread == EVERY + MORE
    stream.close()


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Servers:
    made = Servers()
    monkeypatch.setattr(streams, "connect_stream", lambda address, credentials: MemoryStream(made))
    return made


def name_of(servers: Servers) -> str:
    """Return the hash of the newest snapshot."""
    found: str = json.loads(servers.shared[SNAPSHOT])["sha256"]
    return found


def replace(servers: Servers, data: bytes, seq: int = EVERY) -> None:
    """Share a snapshot with its hash."""
    name = hashlib.sha256(data).hexdigest()
    servers.snapshots[name] = data
    servers.shared[SNAPSHOT] = json.dumps({"seq": seq, "sha256": name}).encode()


def with_header(servers: Servers, name: str, value: object) -> None:
    head, _, body = zlib.decompress(servers.snapshots[name_of(servers)]).partition(b"\n")
    replace(servers, zlib.compress(json.dumps(json.loads(head) | {name: value}).encode() + b"\n" + body))


def with_body(servers: Servers) -> None:
    data = zlib.decompress(servers.snapshots[name_of(servers)])
    replace(servers, zlib.compress(data.replace(b'"seq":', b'"seg":', 2)))


def with_other_content(servers: Servers) -> None:
    """Change the goal, but not the hash."""
    data = zlib.decompress(servers.snapshots[name_of(servers)])
    servers.snapshots[name_of(servers)] = zlib.compress(data.replace(b"note 5", b"nope 5"))


def with_value(value: bytes) -> Callable[[Servers], None]:
    return lambda servers: servers.shared.update({SNAPSHOT: value})


UNUSABLE: dict[str, Callable[[Servers], object]] = {
    "missing": lambda servers: servers.snapshots.clear(),
    "not named": lambda servers: servers.shared.pop(SNAPSHOT),
    "other content": with_other_content,
    "cut off": lambda servers: replace(servers, servers.snapshots[name_of(servers)][:-9]),
    "no snapshot": lambda servers: replace(servers, b"hello"),
    "another body": with_body,
    "another version": lambda servers: with_header(servers, "version", 1),
    "another format": lambda servers: with_header(servers, "format", 99),
    "another shape": lambda servers: with_header(servers, "shape", "0" * 64),
    "another log": lambda servers: with_header(servers, "head", "0" * 64),
    "another place": lambda servers: replace(servers, servers.snapshots[name_of(servers)], EVERY + 1),
    "after the end": lambda servers: replace(servers, servers.snapshots[name_of(servers)], 10**9),
    "no JSON": with_value(b"\xff"),
    "no object": with_value(b"[1]"),
    "no hash": with_value(b'{"seq": 120, "sha256": 5}'),
    "no seq": with_value(b'{"seq": null, "sha256": "5"}'),
    "endless seq": with_value(b'{"seq": Infinity, "sha256": "5"}'),
    "deep": with_value(b"[" * 200_000),
}


@pytest.mark.short
@pytest.mark.parametrize("fault", UNUSABLE)
def test_an_unusable_snapshot_is_ignored(fault: str, memory: Servers, tmp_path: Path) -> None:
    make(tmp_path / "a", ADDRESS)
    UNUSABLE[fault](memory)
    joins(tmp_path, ADDRESS, EVERY + MORE)


def test_a_snapshot_is_shared_again_after_enough_records(memory: Servers, tmp_path: Path) -> None:
    make(tmp_path / "a", ADDRESS)
    first = name_of(memory)
    memory.snapshots["0" * 64] = b"left by a machine that was killed"
    with renkei.open(tmp_path / "a") as project:
        fill(project, EVERY - MORE - 1)
    assert name_of(memory) == first
    for kept in (2, 2):
        former = name_of(memory)
        with renkei.open(tmp_path / "a") as project:
            fill(project, EVERY)
        assert name_of(memory) != former
        assert set(memory.snapshots) == {former, name_of(memory)}
        assert len(memory.snapshots) == kept


def test_a_machine_that_was_away_for_long_takes_a_shared_snapshot(memory: Servers, tmp_path: Path) -> None:
    make(tmp_path / "a", ADDRESS)
    renkei.clone(ADDRESS, tmp_path / "b").close()
    with renkei.open(tmp_path / "a") as project:
        fill(project, 2 * EVERY)
        last = project.state.seq
    with renkei.open(tmp_path / "a") as project:
        fill(project, MORE)
    with renkei.open(tmp_path / "b") as there:
        assert (there.unread, there.state.seq) == (MORE, last + MORE)


def test_a_machine_opens_without_servers_from_its_own_snapshot(memory: Servers, tmp_path: Path) -> None:
    make(tmp_path / "a", ADDRESS)
    memory.stop()
    with renkei.open(tmp_path / "a") as project:
        assert project.unread < EVERY
        assert project.state.seq == EVERY + MORE
    memory.start()
