"""`renkei board`: edits of the board file, and the history of the board."""

import json
import re
from pathlib import Path

import pytest

import renkei as library
from process import renkei


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def test_what_is_edited_in_the_board_file_is_written_and_comments_survive(project: Path) -> None:
    board = project / ".renkei" / "board.yaml"
    change(board, "  goal: a goal", "  # what the customer said\n  goal: another goal  # for now")
    assert "Wrote 1 field at" in renkei("board", "apply", board, cwd=project).stdout
    renkei("send", "--as", "ann", "--to", "bob", "--text", "hello", cwd=project)
    with library.open(project / ".renkei") as opened:
        opened.do(library.board.decide.Write("/current_phase", "build"))
    text = board.read_text()
    assert "# what the customer said\n  goal: another goal  # for now" in text
    assert "current_phase: build" in text


def test_edits_in_the_board_file_that_nobody_applied_are_kept_and_reported(project: Path) -> None:
    board, kept = project / ".renkei" / "board.yaml", project / ".renkei" / "board.edited.yaml"
    change(board, "goal: a goal", "goal: another goal")
    edited = board.read_text()
    written = renkei("board", "set", "/current_phase", "build", cwd=project)
    assert written.stderr.startswith("note: board.yaml was edited, and the edits are not applied")
    assert kept.read_text() == edited
    assert "goal: a goal" in board.read_text()
    assert renkei("board", "set", "/current_phase", "test", cwd=project).stderr == ""
    assert "edits that are not applied" in renkei("doctor", cwd=project).stdout
    assert renkei("board", "apply", kept, cwd=project).returncode == 0
    assert "goal: another goal" in board.read_text()


def test_the_board_file_itself_is_applied_and_leaves_no_copy_but_stays_when_refused(project: Path) -> None:
    board = project / ".renkei" / "board.yaml"
    change(board, "status: idle", "status: tired")
    edited = board.read_text()
    assert renkei("board", "apply", board, cwd=project).returncode == 1
    assert board.read_text() == edited
    change(board, "status: tired", "status: working")
    assert renkei("board", "apply", board, cwd=project).returncode == 0
    assert not list(board.parent.glob("board.edited*"))
    assert board.read_text().count("# Written by renkei") == 1


def test_of_two_people_who_edit_the_same_the_later_wins_and_both_see_it(project: Path) -> None:
    board = project / ".renkei" / "board.yaml"
    one, other = project / "one.yaml", project / "other.yaml"
    for copy in (one, other):
        copy.write_text(board.read_text())
    change(one, "current_phase: start", "current_phase: design")
    change(other, "current_phase: start", "current_phase: build")
    assert renkei("board", "apply", one, "--as", "lead", cwd=project).returncode == 0
    later = renkei("board", "apply", other, cwd=project)
    assert "others changed since you read: /current_phase" in later.stdout
    assert "RE-READ /current_phase" in renkei("context", "--agent", "lead", cwd=project).stdout


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("status: idle", "status: tired", "is not a valid status"),
        ("    - id: ann\n", "    - id: eve\n", "BAD_VALUE"),
        ("agent: human", "agent: ann", "BAD_VALUE"),
        ("updated_at: ", "updated_at: 1999-01-01T00:00:00Z # ", "BAD_VALUE"),
    ],
)
def test_an_edit_that_nobody_may_make_is_refused_and_nothing_is_written(
    project: Path, old: str, new: str, code: str
) -> None:
    copy = project / "copy.yaml"
    copy.write_text((project / ".renkei" / "board.yaml").read_text())
    change(copy, old, new)
    change(copy, "goal: a goal", "goal: another")
    refused = renkei("board", "apply", copy, cwd=project)
    assert refused.returncode == 1
    assert code in refused.stderr
    assert "a goal" in renkei("board", "show", cwd=project).stdout


def test_an_edit_that_was_refused_is_opened_again_and_not_lost(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "sed -i -e 's/goal: a goal/goal: another/' -e 's/status: idle/status: tired/'")
    assert renkei("board", "edit", cwd=project).returncode == 1
    monkeypatch.setenv("EDITOR", "sed -i 's/status: tired/status: working/'")
    mended = renkei("board", "edit", cwd=project)
    assert "Opening an edit that was not applied" in mended.stderr
    assert "Wrote 4 fields at" in mended.stdout
    assert "another" in renkei("board", "show", cwd=project).stdout
    monkeypatch.setenv("EDITOR", "true")
    unchanged = renkei("board", "edit", cwd=project)
    assert (unchanged.stdout, unchanged.stderr) == ("Nothing changed.\n", "")


def test_the_board_tells_how_it_came_to_be(project: Path) -> None:
    library.open(project / ".renkei").do(library.board.decide.Write("/current_phase", "build"))
    log = json.loads(renkei("board", "log", "--field", "/current_phase", "--format", "json", cwd=project).stdout)
    assert [(one["old"], one["new"]) for one in log] == [(None, "start"), ("start", "build")]
    assert "start → build" in renkei("board", "diff", "1", "2", cwd=project).stdout
    assert "current_phase: start" in renkei("board", "show", "--at", "1", "--format", "yaml", cwd=project).stdout
    blame = json.loads(renkei("board", "blame", "--field", "/current_phase", "--format", "json", cwd=project).stdout)
    assert [(one["value"], one["actor"], one["seq"]) for one in blame] == [("build", "human", 2)]


def test_the_screen_shows_options_deadlines_paths_and_how_many_changes_it_leaves_out(project: Path) -> None:
    with library.open(project / ".renkei") as opened, opened.act_as("ann") as draft:
        draft.artifact("spec", path="docs/spec.yaml", description="the routes")
        options = [{"label": "8080", "pros": "usual"}, {"label": "9090"}]
        entry = {"question": "which port?", "owner": "bob", "options": options, "deadline": "2030-01-01T00:00:00Z"}
        draft.write("/pending_decisions/D-1", entry)
    screen = renkei("board", "show", cwd=project).stdout
    assert "ann\tspec\tthe routes\t1\tdocs/spec.yaml\n" in screen
    assert "D-1\twhich port?\t8080 (pros: usual); 9090\tbob\t2030-01-01T00:00:00Z\topen\n" in screen
    assert "current task" not in screen  # no agent has one
    assert "earlier change" not in screen
    for phase in ("build", "test", "ship"):
        renkei("board", "set", "/current_phase", phase, cwd=project)
    assert re.search(r"\d earlier changes?: renkei board log", renkei("board", "show", cwd=project).stdout)


def test_the_screen_leaves_out_what_is_resolved(project: Path) -> None:
    with library.open(project / ".renkei") as opened, opened.act_as("ann") as draft:
        draft.write("/blockers/B-1", {"description": "no key", "affected_agents": ["bob"]})
        draft.write("/blockers/B-2", {"description": "no port", "affected_agents": ["bob"]})
    renkei("board", "set", "/blockers/B-1/resolved", "true", cwd=project)
    screen = renkei("board", "show", cwd=project).stdout
    assert "no port" in screen
    assert "B-1\t" not in screen
    assert "1 entry resolved: renkei board show --all\n" in screen
    assert "B-1\tno key\t" in renkei("board", "show", "--all", cwd=project).stdout


def test_the_log_of_the_board_shows_what_a_new_entry_says(project: Path) -> None:
    with library.open(project / ".renkei") as opened, opened.act_as("ann") as draft:
        draft.write("/blockers/B-1", {"description": "no key", "affected_agents": ["bob"]})
    log = renkei("board", "log", "--field", "/blockers", cwd=project).stdout
    assert "/blockers/B-1  added {description: no key, affected_agents: [bob]}" in log
