"""`renkei compact`: moving records to the archive changes nothing else."""

from pathlib import Path

from busy_project import busy, records
from process import renkei


def test_compacting_leaves_the_project_as_it_was(tmp_path: Path) -> None:
    busy(tmp_path)
    renkei("send", "--as", "ann", "--to", "bob", "--text", "認証の実装が終わりました", cwd=tmp_path)
    before = records(tmp_path / ".renkei")
    done = renkei("compact", "--keep", "10", cwd=tmp_path)
    assert f"Moved {len(before) - 10} records to the archive" in done.stdout
    assert records(tmp_path / ".renkei") == before
    assert renkei("doctor", cwd=tmp_path).returncode == 0
    (tmp_path / ".renkei" / "search.db").unlink(missing_ok=True)
    assert "認証" in renkei("search", "実装", cwd=tmp_path).stdout
