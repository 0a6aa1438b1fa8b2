"""`renkei init`: a project is created completely or not at all."""

from pathlib import Path

import pytest

from process import renkei

RULE = "events: [{event: e, trigger: {message: FREEFORM}, condition: '(', auto_actions: [{notify: {}}]}]"
"""A rule whose condition is not an expression."""


@pytest.mark.parametrize(
    "arguments",
    [
        ("init", "--agent", "../x"),
        ("init", "--agent", "a", "--agent", "a"),
        ("init", "--agent", ""),
        ("init", "--name", "my project"),
        ("init", "--rules", "rules.yaml"),
    ],
)
def test_a_project_that_cannot_be_made_leaves_nothing_behind(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(RULE)
    done = renkei(*arguments, cwd=tmp_path)
    assert done.returncode == 1
    assert not (tmp_path / ".renkei").exists()


def test_the_board_of_one_project_starts_another(project: Path) -> None:
    renkei("board", "set", "/agents/ann/status", "working", "--as", "ann", cwd=project)
    renkei("board", "set", "/blockers/B-1", '{"description": "no server"}', cwd=project)
    shown = renkei("board", "show", "--format", "yaml", cwd=project).stdout
    (project / "filled.yaml").write_text(shown)
    done = renkei("init", "other", "--board", "filled.yaml", "--lead", "lead", cwd=project)
    assert done.stdout.endswith("in other/.renkei. Participants: human, lead, ann, bob.\n")
    other = renkei("-C", "other", "board", "show", "--format", "yaml", cwd=project).stdout
    ours, theirs = (text.partition("  changelog:")[0].splitlines() for text in (shown, other))
    assert [one for one in ours if "updated_at" not in one] == [one for one in theirs if "updated_at" not in one]


def test_a_document_that_is_no_board_starts_no_project(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text("events: []\n")
    done = renkei("init", "--board", "rules.yaml", cwd=tmp_path)
    assert done.returncode == 1
    assert "this is of the kind events" in done.stderr
    assert not (tmp_path / ".renkei").exists()
