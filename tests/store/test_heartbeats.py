"""Heartbeats as files."""

from pathlib import Path

from renkei.store import heartbeats
from team import START


def test_the_last_heartbeat_of_each_agent_is_read(tmp_path: Path) -> None:
    heartbeats.record(tmp_path / "beats", "ann", START)
    heartbeats.record(tmp_path / "beats", "ann", START.replace("09", "10"))
    heartbeats.record(tmp_path / "beats", "b.o.b", START)
    assert heartbeats.read(tmp_path / "beats") == {"ann": START.replace("09", "10"), "b.o.b": START}


def test_a_file_that_a_killed_process_left_half_written_is_no_heartbeat(tmp_path: Path) -> None:
    heartbeats.record(tmp_path, "ann", START)
    (tmp_path / "bob.0123~").write_text(START[:10])
    assert heartbeats.read(tmp_path) == {"ann": START}


def test_a_heartbeat_that_is_not_a_time_is_empty(tmp_path: Path) -> None:
    (tmp_path / "ann").write_bytes(b"\xff\xfe")
    (tmp_path / "bob").write_text("yesterday")
    (tmp_path / "eve").mkdir()
    assert heartbeats.read(tmp_path) == {"ann": "", "bob": "", "eve": ""}


def test_without_a_directory_there_are_none(tmp_path: Path) -> None:
    assert heartbeats.read(tmp_path / "nowhere") == {}
