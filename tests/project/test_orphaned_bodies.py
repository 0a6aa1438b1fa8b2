"""Large records that were kept beside the stream and never published: `doctor` finds and deletes them."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import renkei
from memory_stream import MemoryStream, Servers
from process import renkei as command
from renkei import Write
from renkei.engine.record import Record
from renkei.engine.upcast import FORMAT
from renkei.errors import LogUncertainError
from renkei.log.replication.replica import ReplicaLog
from renkei.log.replication.streams import connect_stream
from renkei.project.machines import streams

ADDRESS = "nats://127.0.0.1:4222/shop"
LARGE = tuple(Write(f"/blockers/B-{n}", {"description": "x" * 60_000, "affected_agents": []}) for n in range(9))
"""What makes a record too large for a message."""

KILLED = """
import sys
import renkei

with renkei.open(sys.argv[1]) as project:
    def wait(*_):
        print("kept", flush=True)
        sys.stdin.read()

    project.log.stream.publish = wait
    project.do(*(
        renkei.Write(f"/blockers/K-{n}", {"description": "y" * 60_000, "affected_agents": []}) for n in range(9)
    ))
"""
"""A program that stops after it has kept a large record, and before it publishes its message."""


def examined(directory: Path, status: int, *options: str) -> str:
    """Return what doctor says of large bodies."""
    done = command("doctor", *options, cwd=directory)
    assert done.returncode == status, done.stdout + done.stderr
    return "\n".join(line for line in done.stdout.splitlines() if " bodies " in line)


@pytest.mark.short("nats")
def test_what_a_killed_process_left_is_found_and_deleted(address: str, tmp_path: Path) -> None:
    with renkei.create(tmp_path / "a" / ".renkei", goal="sell", stream=address) as project:
        project.do(*LARGE)
    renkei.clone(address, tmp_path / "b" / ".renkei").close()
    assert examined(tmp_path / "a", 0) == ""
    program = [sys.executable, "-c", KILLED, str(tmp_path / "b")]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "kept\n"
        os.kill(process.pid, signal.SIGKILL)
    stream = connect_stream(address)
    before = stream.bodies.names()
    assert len(before) == 2
    assert "✓ bodies     1 large record beside the stream that may still be published" in examined(
        tmp_path / "a", 0, "--repair"
    )
    assert stream.bodies.names() == before
    with renkei.open(tmp_path / "a") as project:
        project.do(Write("/goal", "another"))
    (orphan,) = orphans_in(tmp_path / "a")
    said = f"bodies     1 large record beside the stream that will never be published ({orphan[:12]})"
    assert examined(tmp_path / "a", 1) == f"✗ {said}; use --repair to fix"
    assert stream.bodies.names() == before
    assert examined(tmp_path / "b", 0, "--repair") == f"✓ {said}: deleted"
    assert stream.bodies.names() == before - {orphan}
    assert examined(tmp_path / "a", 0) == ""
    with renkei.open(tmp_path / "a") as first, renkei.clone(address, tmp_path / "c") as third:
        assert third.state == first.state
        assert [one.seq for one in third.records()] == [1, 2, 3]
    stream.close()


def orphans_in(directory: Path) -> list[str]:
    with renkei.open(directory) as project:
        assert isinstance(project.log, ReplicaLog)
        return project.log.orphaned_bodies()[0]


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Servers:
    made = Servers()
    monkeypatch.setattr(streams, "connect_stream", lambda address, credentials: MemoryStream(made))
    return made


def body(seq: int, **more: object) -> bytes:
    """Return a large record as it is kept."""
    record = Record(seq=seq, id=f"other-{seq}", at="2026-01-05T10:00:00.000000Z", actor="human", events=())
    return json.dumps(json.loads(record.encode()) | more).encode()


LEFT: dict[str, tuple[bytes, bool]] = {
    "a number that is taken": (body(2), True),
    "the last number": (body(3), True),
    "the next number": (body(4), False),
    "no number": (body(0), False),
    "a later release": (body(2, format=FORMAT + 1), False),
    "no record": (b"hello", False),
    "nested deeply": (b"[" * 100_000, False),
}


@pytest.mark.short
@pytest.mark.parametrize("kind", LEFT)
def test_only_what_no_message_can_name_is_an_orphan(kind: str, memory: Servers, tmp_path: Path) -> None:
    content, is_orphan = LEFT[kind]
    with renkei.create(tmp_path, goal="sell", stream=ADDRESS) as project:
        project.do(*LARGE)
        project.do(Write("/goal", "another"))
        assert isinstance(project.log, ReplicaLog)
        assert (project.log.last(), project.log.orphaned_bodies()) == (3, ([], 0))
        name = project.log.stream.bodies.put(content)
        assert project.log.orphaned_bodies() == (([name], 0) if is_orphan else ([], 1))


def test_a_body_that_was_changed_or_is_gone_is_no_orphan(memory: Servers, tmp_path: Path) -> None:
    with renkei.create(tmp_path, goal="sell", stream=ADDRESS) as project:
        project.do(Write("/goal", "buy"))
        assert isinstance(project.log, ReplicaLog)
        memory.bodies["0" * 64] = body(1)
        assert project.log.orphaned_bodies() == ([], 1)


def test_a_body_that_a_void_record_names_is_kept(memory: Servers, tmp_path: Path) -> None:
    with renkei.create(tmp_path, goal="sell", stream=ADDRESS) as project:
        assert isinstance(project.log, ReplicaLog)
        memory.add(project.log.stream.put(body(1)), b"nonsense", None)
        assert project.log.catch_up(30)
        assert (project.log.last(), project.log.orphaned_bodies()) == (4, ([], 0))


def test_a_large_record_whose_reply_was_lost_is_kept(memory: Servers, tmp_path: Path) -> None:
    with renkei.create(tmp_path / "a", goal="sell", stream=ADDRESS) as project:
        assert isinstance(project.log, ReplicaLog)
        assert isinstance(project.log.stream, MemoryStream)
        project.log.stream.faults.append("lost reply")
        with pytest.raises(LogUncertainError):
            project.do(*LARGE, command_id="c-large")
        project.do(*LARGE, command_id="c-large")  # perhaps decided again, and refused by the stream
        for name in project.log.orphaned_bodies()[0]:
            project.log.stream.bodies.drop(name)
        with renkei.clone(ADDRESS, tmp_path / "b") as there:
            assert (there.log.last(), there.state) == (2, project.state)
