"""`renkei send`: messages from files, all or none."""

import json
from pathlib import Path

from process import renkei

MESSAGE = {
    "type": "FREEFORM",
    "from": "ann",
    "to": "bob",
    "context_summary": "a word",
    "payload": {"intent_hint": "FREEFORM", "body": "hello", "requires_response": False, "urgency": "low"},
}


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
    assert "no unread messages" in renkei("inbox", "--agent", "bob", cwd=project).stdout


def test_a_reference_to_nothing_is_a_warning_on_standard_error(project: Path) -> None:
    (project / "m.json").write_text(json.dumps(MESSAGE | {"id": "m1", "task_ref": "TC-9"}))
    done = renkei("send", "m.json", cwd=project)
    assert done.returncode == 0
    assert "seq 2" in done.stdout
    assert done.stderr == "warning: m1 /task_ref: there is no contract 'TC-9'.\n"
