"""What a team and the person in charge do on the command line: the board by hand, contracts, rules, the graph."""

import json
import sys
from pathlib import Path

import pytest

import renkei as library
from process import renkei

CONTRACT = """\
task_contract:
  id: TC-1
  delegator: lead
  roles: [backend]
  inputs: {description: Build the API}
  expected_output: {format: code}
  acceptance_criteria:
    - {criterion: it runs, command: [COMMAND, -c, "print('48 passed')"]}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    who = ("--lead", "lead:planning", "--agent", "ann:backend", "--agent", "bob:frontend")
    assert renkei("init", "--goal", "a goal", *who, cwd=tmp_path).returncode == 0
    return tmp_path


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def test_what_is_edited_in_the_board_file_is_written_and_comments_survive(project: Path) -> None:
    board = project / ".renkei" / "board.yaml"
    change(board, "  goal: a goal", "  # what the customer said\n  goal: another goal  # for now")
    assert "1 field(s) written" in renkei("board", "apply", board, cwd=project).stdout
    renkei("send", "--from", "ann", "--to", "bob", "--text", "hello", cwd=project)
    library.open(project / ".renkei").do(library.board.decide.Write("/current_phase", "build"))
    text = board.read_text()
    assert "# what the customer said\n  goal: another goal  # for now" in text
    assert "current_phase: build" in text


def test_of_two_people_who_edit_the_same_the_later_wins_and_both_see_it(project: Path) -> None:
    board = project / ".renkei" / "board.yaml"
    one, other = project / "one.yaml", project / "other.yaml"
    for copy in (one, other):
        copy.write_text(board.read_text())
    change(one, "current_phase: start", "current_phase: design")
    change(other, "current_phase: start", "current_phase: build")
    assert renkei("board", "apply", one, "--as", "lead", cwd=project).returncode == 0
    later = renkei("board", "apply", other, cwd=project)
    assert "others had written meanwhile: /current_phase" in later.stdout
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
    assert "refused last time" in mended.stderr
    assert "field(s) written" in mended.stdout
    assert "another" in renkei("board", "show", cwd=project).stdout
    monkeypatch.setenv("EDITOR", "true")
    unchanged = renkei("board", "edit", cwd=project)
    assert (unchanged.stdout, unchanged.stderr) == ("Nothing was changed.\n", "")


def test_the_board_tells_how_it_came_to_be(project: Path) -> None:
    library.open(project / ".renkei").do(library.board.decide.Write("/current_phase", "build"))
    log = json.loads(renkei("board", "log", "--field", "/current_phase", "--format", "json", cwd=project).stdout)
    assert [(one["old"], one["new"]) for one in log] == [(None, "start"), ("start", "build")]
    assert "start → build" in renkei("board", "diff", "1", "2", cwd=project).stdout
    assert "current_phase: start" in renkei("board", "at", "1", cwd=project).stdout
    blame = json.loads(renkei("board", "blame", "--field", "/current_phase", "--format", "json", cwd=project).stdout)
    assert [(one["value"], one["agent"], one["seq"]) for one in blame] == [("build", "human", 2)]


def test_a_contract_is_put_up_claimed_proved_by_its_command_and_completed(project: Path) -> None:
    (project / "c.yaml").write_text(CONTRACT.replace("COMMAND", sys.executable))
    assert "for claiming" in renkei("contract", "new", "c.yaml", cwd=project).stdout
    assert "TC-1" in renkei("contract", "list", "--ready", cwd=project).stdout
    refused = renkei("contract", "claim", "TC-1", "--agent", "bob", cwd=project)
    assert (refused.returncode, "roles backend" in refused.stderr) == (1, True)
    assert "TC-1 is claimed, with ann" in renkei("contract", "claim", "--agent", "ann", cwd=project).stdout
    library.open(project / ".renkei").do(library.engine.commands.TransitionContract("TC-1", "submit"), actor="ann")
    verified = renkei("contract", "verify", "TC-1", "--as", "ann", cwd=project)
    assert "TC-1 is completed, with ann" in verified.stdout
    assert "command by ann" in renkei("contract", "show", "TC-1", cwd=project).stdout


def test_a_contract_file_as_the_specification_shows_it_is_valid(tmp_path: Path) -> None:
    (tmp_path / "tc.yaml").write_text(
        "task_contract:\n  id: TC-007\n  delegator: agent-architect\n  assignee: agent-backend\n"
        "  inputs:\n    description: ユーザー認証API\n    artifacts: [auth-api-spec-v2]\n"
        "    constraints: [{constraint: 互換性, hard: true}]\n    assumptions: [PostgreSQL 15]\n"
        "  expected_output: {format: TypeScript, deliverables: [src/auth/]}\n"
        "  acceptance_criteria: [{criterion: 全テスト, verification_method: npm test}]\n"
        "  authority: {autonomous_decisions: [a], must_consult: [b], escalation_triggers: [c]}\n"
        "  failure_handling: {on_blocked: x, on_partial_completion: y, on_assumption_violation: z, max_retries: 2}\n"
        "  timeout: {max_steps: 50, on_timeout: 報告}\n"
    )
    assert renkei("validate", "tc.yaml", cwd=tmp_path).returncode == 0


def test_rules_are_checked_explained_and_tried(tmp_path: Path) -> None:
    example = Path(__file__).parent.parent.parent / "examples" / "auth-api" / "scenario.yaml"
    renkei("replay", example, "--into", ".renkei", cwd=tmp_path)
    (tmp_path / "r.yaml").write_text(
        "events:\n  - event: noted\n    trigger: {field: /agents/*/status, becomes: blocked}\n"
        "    auto_actions: [{notify: {filter: agent, message_type: FREEFORM, content_template: '{agent} is {new}'}}]\n"
    )
    assert renkei("rules", "check", "r.yaml", cwd=tmp_path).returncode == 0
    tried = renkei("rules", "test", "r.yaml", cwd=tmp_path)
    assert "agent-frontend is blocked" in tried.stdout
    assert "nothing was written" in tried.stdout
    explained = renkei("rules", "explain", "9", cwd=tmp_path)
    assert "task_blocked  because /agents/agent-frontend/status: working → blocked" in explained.stdout
    (tmp_path / "r.yaml").write_text((tmp_path / "r.yaml").read_text().replace("{new}", "{mood}"))
    assert "there is no fact 'mood' here" in renkei("rules", "check", "r.yaml", cwd=tmp_path).stdout


def test_the_graph_is_drawn_and_answers(tmp_path: Path) -> None:
    example = Path(__file__).parent.parent.parent / "examples" / "auth-api" / "scenario.yaml"
    renkei("replay", example, "--into", ".renkei", "--until", "12", cwd=tmp_path)
    assert renkei("graph", cwd=tmp_path).stdout.startswith("graph LR")
    assert renkei("graph", "--format", "dot", cwd=tmp_path).stdout.startswith("digraph")
    assert renkei("graph", "--format", "svg", cwd=tmp_path).stdout.startswith("<svg")
    edges = json.loads(renkei("graph", "--format", "json", cwd=tmp_path).stdout)["edges"]
    assert {"from": "agent:agent-frontend", "relation": "waits_for", "to": "contract:TC-007"} in edges
    assert "TC-007" in renkei("contract", "graph", cwd=tmp_path).stdout
    assert "agent:agent-frontend" in renkei("graph", "--waits-for", "TC-007", cwd=tmp_path).stdout
    assert "contract:TC-007" in renkei("graph", "--touches", "D-013", cwd=tmp_path).stdout


def test_one_screen_says_who_waits_for_whom(tmp_path: Path) -> None:
    example = Path(__file__).parent.parent.parent / "examples" / "auth-api" / "scenario.yaml"
    renkei("replay", example, "--into", ".renkei", "--until", "12", cwd=tmp_path)
    screen = json.loads(renkei("status", "--format", "json", cwd=tmp_path).stdout)
    waits = {one["agent"]: one["waits_for"] for one in screen["agents"]}
    assert waits["agent-frontend"] == "TC-007"
    assert {one["id"] for one in screen["contracts"]} == {"TC-007", "TC-008"}
    assert renkei("status", cwd=tmp_path).returncode == 0
