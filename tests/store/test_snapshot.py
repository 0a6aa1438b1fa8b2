"""A snapshot saves time and nothing else: a file that does not fit is ignored, and the log is read instead."""

import hashlib
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import renkei
from renkei import replay
from renkei.board.decide import Write
from renkei.log.sqlite import SqliteLog
from renkei.store import derived_files, snapshot, state_codec
from team import small_team

GOALS = 150


def busy_project(directory: Path, goals: int = GOALS) -> Path:
    """Write records until closing the project is worth a snapshot; return its path."""
    with small_team(directory) as project:
        for number in range(goals):
            project.do(Write("/goal", f"goal {number}"))
    return directory / "snapshot.jsonl"


def rewritten(file: Path, body: bytes | None = None, **header: Any) -> None:
    """Replace the body or fields of the header, and let the log vouch for the result."""
    head, old, _ = file.read_bytes().split(b"\n")
    body = old if body is None else body
    fields = json.loads(head) | header
    file.write_bytes(json.dumps(fields).encode() + b"\n" + body + b"\n")
    log = SqliteLog(file.with_name("log.db"))
    if "seq" not in header:
        log.vouch_for_snapshot(fields["seq"], hashlib.sha256(body).hexdigest())
    log.close()


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-20])


def changed(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"goal 1", b"GOAL 1"))


def of_another_log(file: Path) -> None:
    busy_project(file.parent / "other", 2 * GOALS).replace(file)


def empty(file: Path) -> None:
    file.write_bytes(b"")


def without_a_field(file: Path) -> None:
    state = json.loads(file.read_bytes().split(b"\n")[1])
    del state["name"]
    rewritten(file, json.dumps(state).encode())


def with_a_field_more(file: Path) -> None:
    state = json.loads(file.read_bytes().split(b"\n")[1])
    rewritten(file, json.dumps(state | {"unknown": 1}).encode())


def of_another_shape(file: Path) -> None:
    rewritten(file, shape="0" * 64)


def of_another_version(file: Path) -> None:
    rewritten(file, version=snapshot.VERSION - 1)


def of_another_format(file: Path) -> None:
    rewritten(file, format=99)


def with_the_seq_of_another_record(file: Path) -> None:
    rewritten(file, seq=5)


HARMS = [
    cut_short,
    changed,
    of_another_log,
    empty,
    without_a_field,
    with_a_field_more,
    of_another_shape,
    of_another_version,
    of_another_format,
    with_the_seq_of_another_record,
]


def test_a_project_opens_from_its_snapshot_and_reads_only_newer_records(tmp_path: Path) -> None:
    file = busy_project(tmp_path)
    with renkei.open(tmp_path) as project:
        found = snapshot.load(file, project.log)
        assert found == project.state
        project.do(Write("/goal", "newest"))
        assert project.state == replay(project.records())


@pytest.mark.short
@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_a_snapshot_that_does_not_fit_is_ignored(harm: Callable[[Path], None], tmp_path: Path) -> None:
    file = busy_project(tmp_path)
    harm(file)
    with renkei.open(tmp_path) as project:
        assert snapshot.load(file, project.log) is None
        assert project.state.board.get("/goal") == f"goal {GOALS - 1}"
        assert project.state == replay(project.records())


class Exploit:
    """What a pickle would call when it is read."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> object:
        return Path.touch, (self.marker,)


def test_a_forged_snapshot_runs_nothing(tmp_path: Path) -> None:
    marker = tmp_path / "was-here"
    file = busy_project(tmp_path)
    rewritten(file, pickle.dumps(Exploit(marker), protocol=0).replace(b"\n", b" "))
    with renkei.open(tmp_path) as project:
        assert snapshot.load(file, project.log) is None
    rewritten(file, b'{"__reduce__": ["pathlib.Path.touch", ["was-here"]]}')
    with renkei.open(tmp_path) as project:
        assert snapshot.load(file, project.log) is None
    assert not marker.exists()


def test_a_changed_shape_of_the_state_makes_older_snapshots_unfit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = busy_project(tmp_path)
    monkeypatch.setattr(snapshot, "shape", lambda: "another")
    with renkei.open(tmp_path) as project:
        assert snapshot.load(file, project.log) is None


def test_a_long_running_process_writes_snapshots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derived_files, "SNAPSHOT_EVERY", 20)
    project = small_team(tmp_path)
    for number in range(50):
        project.do(Write("/goal", f"goal {number}"))
    project.flush()
    project.close()
    found = snapshot.load(tmp_path / "snapshot.jsonl", project.log)
    assert found is not None
    assert found.seq >= 20


def test_closing_a_project_after_few_records_writes_no_snapshot(tmp_path: Path) -> None:
    assert not busy_project(tmp_path, 3).exists()


def test_the_shape_is_the_same_in_every_process() -> None:
    import subprocess
    import sys

    code = "from renkei.store.state_codec import shape; print(shape())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == state_codec.shape()
