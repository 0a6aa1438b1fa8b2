"""The files of a project's directory: where they lie, and what becomes of them when they cannot be written."""

import json
from pathlib import Path

import pytest

import renkei
from renkei import Write
from renkei.errors import LogNotWritableError
from renkei.store.layout import Layout
from team import small_team


def test_every_file_of_a_project_lies_where_the_layout_says(tmp_path: Path) -> None:
    with small_team(tmp_path) as project:
        for number in range(110):
            project.do(Write("/goal", f"goal {number}"))
        project.heartbeat("ann")
        project.report_usage("a-model", 1000, 1200)
        project.search("goal")
    layout = Layout(tmp_path)
    for path in (layout.log, layout.snapshot, layout.board, layout.calibration, layout.search_index):
        assert path.is_file(), path
    assert (layout.heartbeats / "ann").is_file()
    assert layout.record_files[-1] == layout.log
    temporary = [file for file in tmp_path.rglob("*") if file.name.endswith("~")]
    assert temporary == []


def test_the_files_of_a_project_have_these_names() -> None:
    layout = Layout(Path("team"))
    properties = {name for name, one in vars(Layout).items() if isinstance(one, property)}
    properties -= {"record_files", "holds_project"}
    names = {name: getattr(layout, name).as_posix() for name in properties}
    assert names == {
        "log": "team/log.db",
        "telemetry": "team/telemetry",
        "server_key": "team/server.key",
        "machine_key": "team/machine.key",
        "machine_keys": "team/machine_keys.json",
        "machine_keys_lock": "team/machine_keys.lock",
        "snapshot": "team/snapshot.jsonl",
        "past_states": "team/states",
        "board": "team/board.yaml",
        "board_lock": "team/board.lock",
        "calibration": "team/calibration.json",
        "calibration_lock": "team/calibration.lock",
        "heartbeats": "team/heartbeats",
        "problems": "team/problems",
        "tokens": "team/tokens.json",
        "tokens_lock": "team/tokens.lock",
        "people": "team/people.json",
        "people_lock": "team/people.lock",
        "prices": "team/prices.yaml",
        "search_index": "team/search.db",
        "bridges": "team/bridges",
        "files": "team/files",
        "conversations": "team/conversations",
        "worktrees": "team/worktrees",
        "looks": "team/looks",
        "stream": "team/stream.json",
    }
    assert [one.name for one in layout.record_files] == ["stream.json", "blobs", "archive.db", "log.db-wal", "log.db"]
    assert layout.conversation("ann").as_posix() == "team/conversations/ann.jsonl"
    assert layout.conversation("ann", 2).as_posix() == "team/conversations/ann+2.jsonl"
    assert layout.bridge_file("office", "yaml").as_posix() == "team/bridges/office.yaml"


def test_two_processes_share_heartbeats_and_calibrations(tmp_path: Path) -> None:
    with small_team(tmp_path) as first, renkei.open(tmp_path) as second:
        first.report_usage("a-model", 1000, 1500)
        assert second.counter("a-model")("word " * 100) > first.counter("another")("word " * 100)
        second.heartbeat("ann")
        assert (tmp_path / "heartbeats" / "ann").read_text().startswith("2")


def test_a_project_that_is_only_read_writes_nothing_beside_its_log(tmp_path: Path) -> None:
    with small_team(tmp_path):
        pass
    before = {path.name for path in tmp_path.iterdir()}
    with renkei.open(tmp_path, read_only=True) as project:
        for call in (lambda: project.heartbeat("ann"), lambda: project.report_usage("a-model", 1000, 1200)):
            with pytest.raises(LogNotWritableError, match="read-only"):
                call()
    assert {path.name for path in tmp_path.iterdir()} - {"log.db-wal", "log.db-shm"} == before


def test_a_heartbeat_that_cannot_be_written_is_an_error_of_the_log(tmp_path: Path) -> None:
    with small_team(tmp_path) as project:
        (tmp_path / "heartbeats").write_text("a file where a directory should be")
        with pytest.raises(LogNotWritableError):
            project.heartbeat("ann")


def test_the_board_file_is_written_again_after_a_write_that_failed(tmp_path: Path) -> None:
    board = Layout(tmp_path).board
    with small_team(tmp_path) as project:
        board.unlink()
        board.mkdir()
        project.do(Write("/goal", "first"))
        project.flush()
        board.rmdir()
        project.do(renkei.Join("eve"))
        project.flush()
        assert "goal: first" in board.read_text()


def test_a_calibration_file_is_json_that_people_can_read(tmp_path: Path) -> None:
    with small_team(tmp_path) as project:
        project.report_usage("a-model", 1000, 1200)
    assert json.loads(Layout(tmp_path).calibration.read_text()) == {"a-model": {"highest": 1.2, "seen": 1}}
