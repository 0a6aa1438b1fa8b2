"""A record that does not fit those before it, from another program: one error everywhere, and what is before is read.

Such a record comes from a program that may write the log or publish on the stream, and decides otherwise than this one.
"""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit

import pytest
from nats_servers import until

import renkei as library
from process import renkei, running
from records import ended, letter
from renkei import Join, Project, Record, Write
from renkei.errors import RecordUnfitError
from renkei.log.memory import MemoryLog
from renkei.log.replication.streams import connect_stream
from renkei.log.sqlite import SqliteLog
from renkei.store.layout import Layout
from serving import client, freeform

SECONDS = 20
FAULT = "event 1 (turn_ended) expects something under 'ann' that is not there"


def said_of(seq: int) -> str:
    return f"Record {seq}, a command of 'ann', does not fit the records before it: {FAULT}."


def append_unfit(directory: Path) -> int:
    """Append the end of a turn that has not begun, and a message after it; return the seq of the first."""
    log = SqliteLog(Layout(directory).log)
    try:
        seq = log.last() + 1
        log.append([ended(seq, "ann"), letter(seq + 1, "after it")])
    finally:
        log.close()
    return seq


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    made = tmp_path / ".renkei"
    with library.create(made, goal="sell", members=[Join("ann"), Join("bob")]) as project:
        project.post("the port is 8080", "ann")
    return made


@pytest.fixture
def project(directory: Path) -> Iterator[Project]:
    with library.open(directory) as opened:
        yield opened


def test_the_state_before_the_record_is_read_and_no_command_is_accepted(project: Project, directory: Path) -> None:
    before = project.state
    seq = append_unfit(directory)
    assert project.state == before
    assert project.context("ann").given
    for _ in range(2):
        with pytest.raises(RecordUnfitError) as refused:
            project.do(Write("/goal", "buy"))
        assert refused.value.code == "RECORD_UNFIT"
        assert refused.value.details["seq"] == seq
        assert (
            refused.value.message == f"Record {seq}, a command of 'ann', does not fit the records before it: {FAULT}."
        )
    assert project.unfit is not None
    assert project.unfit.message == refused.value.message
    with library.open(directory) as again:
        assert (again.state, again.log.last()) == (before, seq + 1)


def test_a_log_in_memory_is_read_up_to_the_record() -> None:
    log = MemoryLog()
    with library.create(members=[Join("ann")]) as made:
        log.append(list(made.records()))
    log.append([ended(2, "ann")])
    with Project(log) as project:
        assert project.state == made.state


@pytest.mark.parametrize(
    "use",
    [
        lambda project: list(project.records()),
        lambda project: list(project.follow(0, timeout=SECONDS)),
        lambda project: project.state_at(project.log.last()),
        lambda project: project.wait(project.state.seq, SECONDS),
        lambda project: project.wait_for_work("bob", SECONDS),
        lambda project: list(project.read_on()),
        lambda project: library.replay(project.log.read()),
    ],
)
def test_the_record_and_those_after_it_are_an_error(
    project: Project, directory: Path, use: Callable[[Project], object]
) -> None:
    seq = append_unfit(directory)
    assert project.state.seq == seq - 1
    with pytest.raises(RecordUnfitError, match=f"Record {seq}, "):
        use(project)


def test_the_records_before_are_yielded_first(project: Project, directory: Path) -> None:
    seq, found = append_unfit(directory), list[Record]()
    assert project.state.seq == seq - 1
    with pytest.raises(RecordUnfitError):
        found.extend(project.records())
    assert [one.seq for one in found] == list(range(1, seq))
    assert project.record(seq).actor == "ann"


def test_a_coroutine_that_waits_for_work_gets_the_error(directory: Path) -> None:
    async def waiting() -> None:
        async with library.open_async(directory) as project:
            assert await project.wait_for_work("bob", 0) is None
            append_unfit(directory)
            await project.wait_for_work("bob", SECONDS)

    with pytest.raises(RecordUnfitError):
        asyncio.run(waiting())


def test_a_subscriber_hears_of_the_problem_and_of_no_record(project: Project, directory: Path) -> None:
    seen, told = list[int](), Event()
    project.follower.subscribe(
        "a bridge",
        lambda: seen.extend(one.seq for one in project.records(project.state.seq)),
        lambda problem: told.set() if problem else None,
        at_once=False,
    )
    seq = append_unfit(directory)
    assert told.wait(SECONDS)
    assert seen == []
    assert any(f"Record {seq}, " in one for one in project.problems())


READING = (
    "status", "log", "log --limit 1", "log --format json", "log --thread T", "log --head", "board show", "graph",
    "audit", "inbox --agent bob", "context --agent bob", "context stats", "search port", "obligations", "contract list",
    "artifact log", "files list", "group", "export t.csv --table messages", "status --format json",
)  # fmt: skip


@pytest.mark.short("status", "log", "audit", "export t.csv --table messages")
@pytest.mark.parametrize("command", READING)
def test_a_command_that_only_reads_shows_what_is_before_the_record(directory: Path, command: str) -> None:
    before = renkei(*command.split(), cwd=directory.parent)
    seq = append_unfit(directory)
    done = renkei(*command.replace("t.csv", "u.csv").split(), cwd=directory.parent)
    if "--head" in command:
        assert done.stdout.startswith(f"{seq + 1} ")
        return
    assert before.returncode == done.returncode == 0, done.stderr
    assert done.stdout == before.stdout.replace("t.csv", "u.csv")
    assert f"note: Record {seq}, " in done.stderr
    assert f"This is what was known after record {seq - 1}, and nothing can be written." in done.stderr


@pytest.mark.parametrize("command", ["post hi --to ann", "board set /goal buy", "read --as ann", "wait --agent bob"])
def test_a_command_that_writes_fails_with_the_code(directory: Path, command: str) -> None:
    seq = append_unfit(directory)
    done = renkei(*command.split(), cwd=directory.parent)
    assert done.returncode == 1
    assert f"error RECORD_UNFIT: Record {seq}, " in done.stderr
    assert "Traceback" not in done.stderr
    log = SqliteLog(Layout(directory).log, read_only=True)
    assert log.last() == seq + 1
    log.close()


def test_doctor_names_the_record_and_an_export_is_a_way_out(directory: Path, tmp_path: Path) -> None:
    seq = append_unfit(directory)
    done = renkei("doctor", cwd=tmp_path)
    assert done.returncode == 1
    assert f"✗ log        Record {seq}, a command of 'ann', does not fit the records before it: {FAULT}" in done.stdout
    exported = renkei("export", "before.jsonl", cwd=tmp_path)
    assert (exported.returncode, exported.stdout) == (1, f"Wrote {seq - 1} records to before.jsonl.\n")
    assert "error RECORD_UNFIT" in exported.stderr
    assert renkei("import", "before.jsonl", "--into", "again/.renkei", cwd=tmp_path).returncode == 0
    assert renkei("post", "hello", "--to", "ann", cwd=tmp_path / "again").returncode == 0


def test_neither_an_import_nor_a_restore_makes_a_project_of_it(directory: Path, tmp_path: Path) -> None:
    log = SqliteLog(Layout(directory).log)
    lines = [one.to_json() for one in (*log.read(), ended(log.last() + 1, "ann"))]
    log.close()
    (tmp_path / "all.jsonl").write_bytes(b"\n".join(lines))
    append_unfit(directory)
    assert renkei("backup", "copy.db", cwd=tmp_path).returncode == 0
    for command in ("import all.jsonl --into new", "restore copy.db --into new"):
        done = renkei(*command.split(), cwd=tmp_path)
        assert (done.returncode, "error RECORD_UNFIT" in done.stderr) == (1, True)
        assert not (tmp_path / "new").exists()


def test_a_server_shows_what_is_before_the_record_and_names_the_problem(directory: Path) -> None:
    with running("serve", "--port", "0", cwd=directory.parent) as serving:
        assert serving.stdout is not None
        ann = client(directory.parent, urlsplit(serving.stdout.readline()).port or 0, "ann")
        board = ann.get("/board")
        seq = append_unfit(directory)
        assert ann.get("/board") == board
        assert ann.refused("POST", "/acts/send", {"message": freeform()}) == (503, "RECORD_UNFIT")
        until(lambda: said_of(seq) in renkei("status", cwd=directory.parent).stdout)
        serving.terminate()
        assert said_of(seq) in serving.communicate(timeout=30)[1]


@pytest.mark.short("nats")
def test_every_machine_of_a_stream_says_the_same(address: str, tmp_path: Path) -> None:
    made = renkei("init", "laptop", "--stream", address, "--agent", "ann", "--agent", "bob", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert renkei("clone", address, "builder", cwd=tmp_path).returncode == 0
    assert renkei("post", "hello", "--to", "ann", cwd=tmp_path / "builder").returncode == 0
    with running("serve", "--port", "0", cwd=tmp_path / "laptop") as serving:
        assert serving.stdout is not None
        assert serving.stdout.readline().startswith("http://renkei-")
        seq = publish(address, lambda seq: ended(seq, "ann"))
        assert renkei("clone", address, "phone", cwd=tmp_path).returncode == 0
        said = [facts(tmp_path / one, seq) for one in ("laptop", "builder", "phone")]
        assert said[0] == said[1] == said[2]
        serving.terminate()
        assert "Traceback" not in serving.communicate(timeout=30)[1]


def publish(address: str, make: Callable[[int], Record]) -> int:
    """Publish a record as a program with rights may, and return its seq."""
    stream = connect_stream(address)
    try:
        seq = stream.end().last + 1
        stream.publish([make(seq).encode()], seq - 1)
    finally:
        stream.close()
    return seq


def facts(machine: Path, seq: int) -> list[object]:
    """Return what the commands of a machine say of the record, after checking that they say it."""
    doctor = [
        one["text"]
        for one in json.loads(renkei("doctor", "--format", "json", cwd=machine).stdout)
        if one["what"] == "log"
    ]
    assert f"Record {seq}, a command of 'ann', does not fit the records before it: {FAULT}" in doctor[0]
    status, refused = renkei("status", cwd=machine), renkei("post", "hi", "--to", "ann", cwd=machine)
    assert (status.returncode, refused.returncode) == (0, 1)
    assert f"seq {seq - 1};" in status.stdout
    assert "error RECORD_UNFIT" in refused.stderr
    return [doctor, status.stderr, refused.stderr, renkei("log", "--head", cwd=machine).stdout]
