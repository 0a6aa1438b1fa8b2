"""`renkei schema`: names, schemas, and examples that validate."""

import json
from pathlib import Path

import pytest

from process import renkei
from renkei.schemas.published import load, names


def test_an_example_is_yaml_that_validates_and_can_be_sent(project: Path) -> None:
    printed = renkei("schema", "STATUS_UPDATE", "--example", cwd=project).stdout
    assert "type: STATUS_UPDATE" in printed
    assert renkei("validate", "-", cwd=project, stdin=printed).returncode == 0
    mine = printed.replace("from-1", "ann").replace("to-1", "bob")
    assert "STATUS_UPDATE → bob" in renkei("send", "-", cwd=project, stdin=mine).stdout


def test_an_example_without_a_name_is_wrong_usage(tmp_path: Path) -> None:
    assert renkei("schema", "--example", cwd=tmp_path).returncode == 2
    assert "task_contract" in renkei("schema", cwd=tmp_path).stdout


@pytest.mark.parametrize(
    ("name", "meant"),
    [("rules", "events"), ("board", "project_state"), ("contract", "task_contract"), ("status_updat", "STATUS_UPDATE")],
)
def test_a_name_that_is_like_one_of_a_schema_is_followed_by_it(tmp_path: Path, name: str, meant: str) -> None:
    done = renkei("schema", name, cwd=tmp_path)
    assert (done.returncode, f"Did you mean '{meant}'?" in done.stderr) == (2, True)


def test_a_name_that_is_like_none_is_followed_by_all(tmp_path: Path) -> None:
    said = renkei("schema", "zzz", cwd=tmp_path).stderr
    assert "mean" not in said
    assert "task_contract" in said


def test_all_schemas_are_written_into_a_directory(tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "team.json").write_text("of an older version")
    for place in ("made", "deep/new"):
        done = renkei("schema", "--all", place, cwd=tmp_path)
        assert done.stdout == f"Wrote {len(names())} schemas to {place}.\n"
        written = {path.stem: json.loads(path.read_text()) for path in (tmp_path / place).iterdir()}
        assert written == {name: load(name) for name in names()}


def test_all_schemas_need_a_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert "--all needs a DIR" in renkei("schema", "--all", cwd=tmp_path).stderr
    assert "--all needs a DIR" in renkei("schema", "--all", "made", "--example", cwd=tmp_path).stderr
    assert "file: File exists" in renkei("schema", "--all", "file", cwd=tmp_path).stderr
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
