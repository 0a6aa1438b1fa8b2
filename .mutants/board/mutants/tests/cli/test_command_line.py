"""The command line as people and programs use it: real processes, exit statuses, what is printed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from process import renkei

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples"
MESSAGE = {
    "type": "FREEFORM",
    "from": "ann",
    "to": "bob",
    "context_summary": "a word",
    "payload": {"intent_hint": "FREEFORM", "body": "hello", "requires_response": False, "urgency": "low"},
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    done = renkei(
        "init", "--goal", "a goal", "--lead", "lead:planning", "--agent", "ann:backend", "--agent", "bob", cwd=tmp_path
    )
    assert done.returncode == 0
    return tmp_path


def test_a_newcomer_makes_a_project_sends_a_text_and_reads_it(project: Path) -> None:
    sent = renkei("send", "--from", "ann", "--to", "bob", "--text", "the port is 8080", cwd=project)
    assert sent.returncode == 0
    assert "FREEFORM → bob" in sent.stdout
    inbox = renkei("inbox", "--agent", "bob", cwd=project)
    assert "the port is 8080" in inbox.stdout
    assert "relevant" in inbox.stdout
    assert "the port is 8080" in renkei("context", "--agent", "bob", cwd=project).stdout
    assert "ann → bob" in renkei("log", cwd=project).stdout
    assert "planning" in renkei("board", "show", cwd=project).stdout


def test_a_message_from_a_file_is_sent_and_a_second_time_changes_nothing(project: Path) -> None:
    (project / "m.json").write_text(json.dumps(MESSAGE | {"id": "m1", "timestamp": "2026-01-01T00:00:00Z"}))
    assert "seq 2" in renkei("send", "m.json", cwd=project).stdout
    again = renkei("send", "m.json", cwd=project)
    assert again.returncode == 0
    assert "nothing changed" in again.stdout


def test_of_several_messages_all_are_sent_or_none(project: Path) -> None:
    lines = [json.dumps(MESSAGE), json.dumps(MESSAGE | {"to": "eve"})]
    done = renkei("send", "-", cwd=project, stdin="\n".join(lines))
    assert done.returncode == 1
    assert "UNKNOWN_RECIPIENT" in done.stderr
    assert "lead, ann, bob" in done.stderr
    assert "read everything" in renkei("inbox", "--agent", "bob", cwd=project).stdout


def test_validating_tells_file_line_column_field_and_what_would_be_right(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text(
        "message:\n  id: m1\n  type: TASK_HANDOF\n  from: a\n  to: b\n  priority: normal\n"
        "  timestamp: 2026-01-05T09:00:00Z\n  context_summary: x\n  payload: {}\n"
    )
    done = renkei("validate", "m.yaml", cwd=tmp_path)
    assert done.returncode == 1
    assert "m.yaml:3:9 NOT_ONE_OF /message/type" in done.stdout
    assert "Did you mean 'TASK_HANDOFF'?" in done.stdout


def test_validating_for_programs_has_the_published_form(tmp_path: Path) -> None:
    (tmp_path / "m.jsonl").write_text(json.dumps(MESSAGE) + "\n{]\n")
    done = renkei("validate", "m.jsonl", "--format", "json", cwd=tmp_path)
    documents = json.loads(done.stdout)["documents"]
    assert [set(one) for one in documents] == [{"file", "index", "line", "kind", "valid", "errors"}] * 2
    assert [(one["index"], one["line"], one["valid"]) for one in documents] == [(0, 1, False), (1, 2, False)]
    assert {error["path"] for error in documents[0]["errors"]} == {"/id", "/priority", "/timestamp"}
    assert set(documents[1]["errors"][0]) == {"code", "path", "line", "column", "message", "hint"}
    assert documents[1]["errors"][0] | {"message": "", "hint": ""} == {
        "code": "SYNTAX", "path": "", "line": 2, "column": 2, "message": "", "hint": "",
    }  # fmt: skip


def test_every_example_is_valid_and_plays_out(tmp_path: Path) -> None:
    scenarios = sorted(EXAMPLES.glob("*/scenario*.yaml"))
    assert len(scenarios) >= 2
    done = renkei("validate", *scenarios, cwd=tmp_path)
    assert (done.returncode, done.stdout.count("✓")) == (0, len(scenarios))
    for scenario in scenarios:
        played = renkei("replay", scenario, cwd=tmp_path)
        assert "every expectation holds" in played.stdout
        assert played.returncode == 0


def test_a_played_scenario_is_kept_and_shown_again(tmp_path: Path) -> None:
    scenario = EXAMPLES / "auth-api" / "scenario.yaml"
    assert renkei("replay", scenario, "--into", "kept", cwd=tmp_path).returncode == 0
    again = renkei("replay", "kept", "--agent", "agent-backend", cwd=tmp_path)
    assert "what agent-backend gets to read" in again.stdout
    assert "RE-READ /blockers/legacy-tokens/description" in again.stdout
    once = renkei("replay", scenario, "--into", "kept", cwd=tmp_path)
    assert once.returncode == 1
    assert "PROJECT_EXISTS" in once.stderr


def test_an_expectation_that_fails_says_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(
        "scenario:\n  name: s\n  goal: g\n  agents: [{id: ann}]\n"
        "  steps:\n    - agent: ann\n      set: {status: working}\n      expect: {board: {/agents/ann/status: idle}}\n"
    )
    done = renkei("replay", "s.yaml", cwd=tmp_path)
    assert done.returncode == 1
    assert "board /agents/ann/status: expected 'idle', found 'working'" in done.stdout


def test_recorded_conversations_become_projects(tmp_path: Path) -> None:
    talk = {
        "id": "talk",
        "messages": [
            {"id": 0, "from": "human", "to": ["*"], "text": "Find the port."},
            {"id": 1, "from": "Web Surfer", "to": ["Boss"], "text": "It is 8080, see https://example.org/a."},
        ],
    }
    (tmp_path / "t.jsonl").write_text(json.dumps(talk) + "\n")
    assert renkei("import", "t.jsonl", "--into", "out", cwd=tmp_path).returncode == 0
    shown = renkei("replay", "out/talk", "--agent", "Web_Surfer", cwd=tmp_path)
    assert "Find the port." in shown.stdout
    assert "Web_Surfer → Boss" in shown.stdout


def test_nothing_is_imported_when_one_line_is_wrong(tmp_path: Path) -> None:
    good = {"id": "good", "messages": [{"id": 0, "from": "a", "to": ["*"], "text": "hi"}]}
    (tmp_path / "t.jsonl").write_text(json.dumps(good) + "\n" + json.dumps({"id": "../bad", "messages": []}) + "\n")
    done = renkei("import", "t.jsonl", "--into", "out", cwd=tmp_path)
    assert done.returncode == 1
    assert "line 2" in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("validate",), 2),
        (("validate", "nowhere.yaml"), 2),
        (("replay", "nowhere.yaml"), 2),
        (("schema", "NOTHING"), 2),
        (("nonsense",), 2),
        (("inbox", "--agent", "ann"), 1),
        (("schema", "TASK_HANDOFF"), 0),
        (("--version",), 0),
        (("--help",), 0),
    ],
)
def test_exit_statuses_tell_wrong_usage_from_a_refusal(tmp_path: Path, arguments: tuple[str, ...], status: int) -> None:
    assert renkei(*arguments, cwd=tmp_path).returncode == status


def test_starting_up_imports_nothing_heavy(tmp_path: Path) -> None:
    code = "import sys, renkei.edges.cli.main; print({'pydantic', 'networkx', 'yaml'} & set(sys.modules))"
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert done.stdout.strip() == "set()"
