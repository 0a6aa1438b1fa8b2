"""`renkei board set`: one field of the board is written from the shell."""

import json
from pathlib import Path

import pytest

import renkei as library
from process import renkei
from renkei.edges.cli.exit_status import ExitStatus


def test_values_are_json_or_text(project: Path) -> None:
    board = "board", "set"
    renkei(*board, "/agents/ann/status", "working", "--as", "ann", cwd=project)
    renkei(*board, "/agents/ann/blocked_by", "the staging server", "--as", "ann", cwd=project)
    blocker = json.dumps({"description": "no server", "affected_agents": ["ann"], "created_at": "2026-01-05T09:00:00Z"})
    renkei(*board, "/blockers/B-1", blocker, "--as", "ann", cwd=project)
    state = library.open(project / ".renkei").state
    assert state.board.agent("ann", "status") == "working"
    assert state.board.agent("ann", "blocked_by") == "the staging server"
    assert state.board.get("/blockers/B-1/affected_agents") == ["ann"]
    done = renkei(*board, "/agents/ann/blocked_by", "null", "--as", "ann", "--format", "json", cwd=project)
    assert json.loads(done.stdout) == {"seq": 5, "changed": True, "id": None, "path": "/agents/ann/blocked_by"}


def test_a_write_on_a_field_that_was_written_since_is_refused(project: Path) -> None:
    renkei("board", "set", "/goal", "ship it", cwd=project)
    refused = renkei("board", "set", "/goal", "wait", "--if-seq", 1, "--as", "lead", cwd=project)
    assert (refused.returncode, library.open(project / ".renkei").state.board.get("/goal")) == (1, "ship it")
    assert renkei("board", "set", "/goal", "wait", "--if-seq", 2, "--as", "lead", cwd=project).returncode == 0


def test_fields_of_others_and_unknown_fields_are_refused(project: Path) -> None:
    assert "NOT_ALLOWED" in renkei("board", "set", "/agents/bob/status", "idle", "--as", "ann", cwd=project).stderr
    assert "UNKNOWN_FIELD" in renkei("board", "set", "/mood", "good", cwd=project).stderr
    assert "BAD_VALUE" in renkei("board", "set", "/agents/bob/status", "happy", cwd=project).stderr


def test_a_record_is_reverted_once(project: Path) -> None:
    renkei("board", "set", "/goal", "ship it", "--as", "lead", cwd=project)
    done = renkei("board", "revert", 2, "--action", "too early", cwd=project)
    assert done.stdout == "Reverted record 2: wrote /goal at seq 3.\n"
    assert "reverted seq 2 of lead: too early" in renkei("board", "log", cwd=project).stdout
    assert renkei("board", "revert", 2, cwd=project).stdout == "Nothing changed.\n"
    refused = renkei("board", "revert", 1, cwd=project)
    assert (refused.returncode, "written since: /goal (by human, seq 3)" in refused.stderr) == (1, True)


def test_what_a_revert_leaves_is_named(project: Path) -> None:
    library.open(project / ".renkei").do(
        library.Write("/goal", "ship it"), library.Write("/blockers/B-1", {"description": "no server"})
    )
    done = renkei("board", "revert", 2, "--format", "json", cwd=project)
    data = json.loads(done.stdout)
    assert (data["seq"], data["record"], data["fields"], data["left"]) == (3, 2, ["/goal"], ["/blockers/B-1"])


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("{description: no server, affected_agents: [ann]}", "no server"),
        ('{"description": "no server"}', "no server"),
    ],
)
def test_an_entry_is_a_mapping_in_json_or_yaml(project: Path, value: str, found: str) -> None:
    assert renkei("board", "set", "/blockers/B-1", value, cwd=project).returncode == 0
    assert library.open(project / ".renkei").state.board.get("/blockers/B-1/description") == found


@pytest.mark.parametrize("text", ["{ship", "{a: b} it", "[urgent]x", "{a: 1}\n---\n{b: 2}"])
def test_what_is_no_mapping_is_text(project: Path, text: str) -> None:
    renkei("board", "set", "/goal", text, cwd=project)
    assert library.open(project / ".renkei").state.board.get("/goal") == text


def test_what_is_no_entry_is_refused_with_its_fields(project: Path) -> None:
    done = renkei("board", "set", "/blockers/B-1", "no server", cwd=project)
    assert "Expected: a mapping with the fields description, affected_agents, " in done.stderr


def test_a_value_that_is_nested_too_deeply_is_refused(project: Path) -> None:
    done = renkei("board", "set", "/goal", "[" * 20_000, cwd=project)
    assert done.returncode == ExitStatus.USAGE
    assert "VALUE is nested too deeply." in done.stderr
