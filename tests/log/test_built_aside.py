"""What is built aside is removed by its process, or by the next one if its process was killed."""

from pathlib import Path

from renkei.log.built_aside import built_aside, remove_left


def test_what_a_killed_process_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / ".importing-abcd_123" / "more").mkdir(parents=True)
    kept = {".importing-of-mine", "importing-abcd1234", ".importing-abcd1235", ".importing-abcd1236", "elsewhere"}
    for name in (".importing-of-mine", "importing-abcd1234", "elsewhere"):
        (tmp_path / name).mkdir()
    (tmp_path / ".importing-abcd1235").symlink_to("elsewhere")
    (tmp_path / ".importing-abcd1236").write_text("a file")
    with built_aside(tmp_path) as aside:
        assert {one.name for one in tmp_path.iterdir()} == {*kept, aside.name}
    assert {one.name for one in tmp_path.iterdir()} == kept


def test_what_another_process_builds_is_kept(tmp_path: Path) -> None:
    with built_aside(tmp_path) as first, built_aside(tmp_path) as second:
        remove_left(tmp_path)
        assert first.exists()
        assert second.exists()
    assert not [*tmp_path.iterdir()]
