"""`renkei export`: what is imported again is the same project."""

from pathlib import Path

from busy_project import busy, records
from process import renkei


def test_an_export_is_read_back_as_the_same_project(tmp_path: Path) -> None:
    busy(tmp_path)
    assert renkei("export", "p.jsonl", cwd=tmp_path).returncode == 0
    assert renkei("import", "p.jsonl", "--into", "again", cwd=tmp_path).returncode == 0
    assert records(tmp_path / "again") == records(tmp_path / ".renkei")
    assert (tmp_path / "again" / "board.yaml").read_text() == (tmp_path / ".renkei" / "board.yaml").read_text()
