"""The files of a project: in work, and who changed them, in memory and on disk."""

from pathlib import Path

import pytest

import renkei
from renkei import FileChange, Project
from renkei.errors import BadValueError
from team import small_team, work


@pytest.fixture(params=["memory", "disk"])
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Project:
    """A project in which `ann` has changed files for T-1, which `lead` has accepted, and `bob` for T-2."""
    made = small_team(":memory:" if request.param == "memory" else tmp_path / ".renkei")
    made.do(work("T-1", assignee="ann"), work("T-2", assignee="bob"), actor="lead")
    made.start("T-1", actor="ann")
    made.record_changes([FileChange(path="src/api/a.py", lines=[(1, 5)]), {"path": "README.md"}], actor="ann")
    made.record_changes([{"path": "src/api/a.py", "lines": [[7, 9]]}], source="git", complete=True, actor="ann")
    made.submit("T-1", "done", actor="ann")
    made.accept("T-1", "it is good", actor="lead")
    made.start("T-2", actor="bob")
    made.record_changes([{"path": "b.py", "kind": "renamed", "renamed_from": "SRC/api/a.py"}], actor="bob")
    return made


def test_a_file_says_who_changed_it_for_which_contract_by_whose_decision(project: Project) -> None:
    first, second, third = project.file_log("src/api/a.py")
    assert (first.agent, first.contract, first.kind, first.lines) == ("ann", "T-1", "edited", ((1, 5),))
    assert (first.task, first.delegator, first.decided_by, first.reason) == ("T-1", "lead", "lead", "it is good")
    assert (second.lines, second.source) == (((7, 9),), "git")
    assert (third.agent, third.path, third.renamed_from) == ("bob", "b.py", "SRC/api/a.py")
    assert (third.contract, third.decided_by) == ("T-2", None)
    assert first.seq < second.seq < third.seq


def test_an_undone_change_is_reported_too(project: Project) -> None:
    changed, undone = project.file_log("README.md")
    assert (changed.kind, undone.kind, undone.agent) == ("edited", None, "ann")


def test_a_directory_or_a_pattern_names_several_files(project: Project) -> None:
    assert project.file_log("src") == project.file_log("**/a.py") == project.file_log("./src/api/A.py")
    assert [one.path for one in project.file_log("*")] == ["README.md", "README.md", "b.py"]
    assert project.file_log("nothing") == []
    with pytest.raises(BadValueError):
        project.file_log("../x")


@pytest.mark.parametrize("path", ["a\nb.py", "x" * 300, "/".join("d" * 30), "src/[a*].py"])
def test_a_file_is_found_by_any_name_that_can_be_recorded(project: Project, path: str) -> None:
    project.record_changes([FileChange(path=one) for one in (path, "src/[ab].py")], actor="ann")
    assert [one.path for one in project.file_log(path)] == [path]


def test_work_that_was_reopened_has_no_decision(project: Project) -> None:
    project.submit("T-2", "done", actor="bob")
    project.send_back("T-2", "not yet", actor="lead")
    assert project.file_log("b.py")[0].decided_by is None


def test_only_changes_of_open_contracts_are_in_work(project: Project) -> None:
    assert [(one.path, one.agent) for one in project.files()] == [("SRC/api/a.py", "bob"), ("b.py", "bob")]


def test_the_files_are_there_after_a_restart(tmp_path: Path) -> None:
    small_team(tmp_path / ".renkei").close()
    with renkei.open(tmp_path / ".renkei") as made:
        made.reserve_files(["src"], actor="ann")
        made.set_file_policy("ask")
    with renkei.open(tmp_path / ".renkei") as again:
        assert [(one.path, one.agent) for one in again.files()] == [("src", "ann")]
        assert again.state.files.policy == "ask"
