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
