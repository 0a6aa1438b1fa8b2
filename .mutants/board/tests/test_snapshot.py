"""A snapshot saves time and nothing else: whatever becomes of it, the project is what its log says."""

import pickle
import threading
from pathlib import Path

import pytest

import renkei
from renkei import Project, replay
from renkei.board.decide import Write
from renkei.log.memory import MemoryLog
from renkei.store import snapshot
from team import small_team


def busy_project(directory: Path, records: int = 150) -> None:
    with small_team(directory) as project:
        for n in range(records):
            project.do(Write("/goal", f"goal {n}"))


def damaged(directory: Path) -> None:
    file = directory / snapshot.NAME
    file.write_bytes(file.read_bytes()[:-20])


def tampered(directory: Path) -> None:
    file = directory / snapshot.NAME
    file.write_bytes(file.read_bytes().replace(b"goal 1", b"GOAL 1"))


def of_another_log(directory: Path) -> None:
    busy_project(directory / "other", 300)
    (directory / "other" / snapshot.NAME).replace(directory / snapshot.NAME)


def empty(directory: Path) -> None:
    (directory / snapshot.NAME).write_bytes(b"")


def test_a_project_opens_from_its_snapshot_and_reads_only_what_is_newer(tmp_path: Path) -> None:
    busy_project(tmp_path)
    with renkei.open(tmp_path) as project:
        found = snapshot.load(tmp_path, project.log)
        assert found is not None
        project.do(Write("/goal", "newest"))
        assert project.state == replay(project.records())
        assert project.state.board.get("/goal") == "newest"


@pytest.mark.parametrize("harm", [damaged, tampered, of_another_log, empty])
def test_a_snapshot_that_does_not_fit_is_ignored(harm: object, tmp_path: Path) -> None:
    busy_project(tmp_path)
    harm(tmp_path)
    with renkei.open(tmp_path) as project:
        assert snapshot.load(tmp_path, project.log) is None
        assert project.state.board.get("/goal") == "goal 149"
        assert project.state == replay(project.records())


class Exploit:
    def __reduce__(self) -> object:
        return (Path.touch, (Path("/tmp/renkei-was-here"),))


def test_a_snapshot_calls_nothing(tmp_path: Path) -> None:
    busy_project(tmp_path)
    head, _, _ = (tmp_path / snapshot.NAME).read_bytes().partition(b"\n")
    body = pickle.dumps(Exploit())
    import hashlib
    import json

    header = json.loads(head) | {"sha256": hashlib.sha256(body).hexdigest()}
    (tmp_path / snapshot.NAME).write_bytes(json.dumps(header).encode() + b"\n" + body)
    with renkei.open(tmp_path) as project:
        assert snapshot.load(tmp_path, project.log) is None
    assert not Path("/tmp/renkei-was-here").exists()


def test_a_long_running_process_makes_snapshots_as_it_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot, "EVERY", 20)
    project = small_team(tmp_path)
    for n in range(50):
        project.do(Write("/goal", f"goal {n}"))
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join()
    found = snapshot.load(tmp_path, project.log)
    assert found is not None
    assert found.seq >= 20


def test_a_project_in_memory_needs_none() -> None:
    project = Project(MemoryLog())
    project.close()
