"""`renkei init`: a project is created completely or not at all."""

from pathlib import Path

import pytest

from process import on_terminal, renkei
from renkei import open as renkei_open

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


def test_an_error_of_the_system_is_told_without_its_number(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = renkei("init", "file/x", cwd=tmp_path)
    assert (done.returncode, "[Errno" in done.stderr, "Not a directory" in done.stderr) == (1, False, True)


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


ANSWERS = "Ship it\narch:design\nann:backend, bob\nmika:owner\nja\n"
"""What a person types: the goal, who leads, other agents, humans, the language."""


def test_on_a_terminal_it_asks_for_what_it_needs(tmp_path: Path) -> None:
    status, shown = on_terminal("init", "shop", cwd=tmp_path, typed=ANSWERS)
    assert status == 0
    assert shown.endswith("Created project shop in shop/.renkei. Participants: human, arch, ann, bob, mika.\n")
    with renkei_open(tmp_path / "shop" / ".renkei") as project:
        state = project.state
    assert (state.board.get("/goal"), state.locale) == ("Ship it", "ja")
    assert {(one.id, one.role) for one in state.actors.values() if one.lead} == {("arch", "design")}
    assert {one.id for one in state.actors.values() if one.human} == {"human", "mika"}
    assert state.actors["ann"].role == "backend"


def test_empty_answers_are_allowed(tmp_path: Path) -> None:
    status, shown = on_terminal("init", cwd=tmp_path, typed="\n" * 5)
    assert status == 0
    assert "Participants: human." in shown


@pytest.mark.short
@pytest.mark.parametrize(
    ("wrong", "why"),
    [("../x", "is not a valid id"), ("human", "The id human is used twice."), ("a a", "The id a is used twice.")],
)
def test_a_wrong_answer_is_explained_and_asked_for_again(wrong: str, why: str, tmp_path: Path) -> None:
    status, shown = on_terminal("init", cwd=tmp_path, typed=f"\n{wrong}\narch\narch\n\n\nen\n")
    assert status == 0
    assert why in shown
    assert "The id arch is used twice." in shown
    assert "Participants: human, arch." in shown


def test_with_an_option_it_asks_nothing(tmp_path: Path) -> None:
    status, shown = on_terminal("init", "shop", "--human", "mika:owner", cwd=tmp_path, typed="\n" * 5)
    assert status == 0
    assert shown.endswith("Created project shop in shop/.renkei. Participants: human, mika.\n")
    assert "Goal" not in shown


def test_where_a_project_exists_it_asks_nothing(project: Path) -> None:
    status, shown = on_terminal("init", cwd=project, typed="\n" * 5)
    assert status == 1
    assert "PROJECT_EXISTS" in shown
    assert "Goal" not in shown


def test_an_answer_that_never_comes_leaves_nothing_behind(tmp_path: Path) -> None:
    status, shown = on_terminal("init", cwd=tmp_path, typed="Ship it\n\x04")
    assert status != 0
    assert "Traceback" not in shown
    assert not (tmp_path / ".renkei").exists()


def test_a_project_can_be_without_the_guard_against_loops(tmp_path: Path) -> None:
    for words, guarded in (("a",), True), (("b", "--no-guard"), False):
        assert renkei("init", *words, "--goal", "x", cwd=tmp_path).returncode == 0
        with renkei_open(tmp_path / words[0] / ".renkei") as project:
            assert project.state.guarded is guarded
