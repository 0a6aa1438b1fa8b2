"""`renkei send`: messages from files, all or none."""

import json
from pathlib import Path

import pytest

from process import renkei
from renkei import open as open_project

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


def test_without_a_summary_a_message_has_the_first_line_of_its_main_text_in_every_form(project: Path) -> None:
    header = {"type": "STATUS_UPDATE", "from": "ann", "to": "lead"}
    lines = "half done\nmore"
    payload = {"new_status": "working", "progress_summary": lines}
    (project / "m.json").write_text(json.dumps(header | {"payload": payload}))
    (project / "bare.json").write_text(json.dumps({"message": header | {"payload": [], "type": 3}}))
    words = ("send", "STATUS_UPDATE", "--as", "ann", "--to", "lead", "new_status=working", f"progress_summary={lines}")
    for arguments in (("send", "m.json"), words):
        assert sent_by(project, *arguments)["context_summary"] == "half done"
    assert "INVALID_DOCUMENT" in renkei("send", "bare.json", cwd=project).stderr


STATUS = ("send", "STATUS_UPDATE", "--as", "ann", "--to", "lead")


def sent_by(project: Path, *arguments: str) -> dict[str, object]:
    done = renkei(*arguments, cwd=project)
    assert done.returncode == 0, done.stderr
    with open_project(project / ".renkei") as opened:
        return opened.find_message(done.stdout.split()[0]).model_dump(mode="json", exclude_none=True)


def test_a_typed_message_is_sent_from_fields_on_the_command_line(project: Path) -> None:
    message = sent_by(project, *STATUS, "new_status=working", "progress_summary=half: done #2", "priority=high")
    assert message["payload"] == {"new_status": "working", "progress_summary": "half: done #2"}
    assert (message["from"], message["to"], message["priority"]) == ("ann", ["lead"], "high")
    assert message["context_summary"] == "half: done #2"


def test_text_that_looks_like_a_number_or_is_quoted_stays_text(project: Path) -> None:
    message = sent_by(project, *STATUS, "new_status=working", "progress_summary=8080", 'estimated_remaining="1d"')
    assert message["payload"]["progress_summary"] == "8080"
    assert message["payload"]["estimated_remaining"] == "1d"
    assert sent_by(project, *STATUS, "new_status=working", 'progress_summary="a" and b')["payload"][
        "progress_summary"
    ] == ('"a" and b')


def test_nested_fields_are_yaml(project: Path) -> None:
    asked = ("send", "DECISION_REQUEST", "--as", "ann", "--to", "lead", "decision_id=D-1", "question=which?")
    message = sent_by(project, *asked, "options=[{label: a, analysis: b}]", "deadline_steps=3", "extensions={x: [1]}")
    assert message["payload"]["options"] == [{"label": "a", "analysis": "b"}]
    assert message["payload"]["deadline_steps"] == 3
    assert message["extensions"] == {"x": [1]}


@pytest.mark.short
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["new_status=wrking", "progress_summary=x"], ["BAD_VALUE: new_status: ", "Did you mean 'working'?"]),
        (["new_status=working"], ["BAD_VALUE: progress_summary: `progress_summary` is missing"]),
        (["new_status=working", "progress_summary=x", "mood=good"], ["mood: unknown field `mood`"]),
        (["new_status=working", "progress_summary=x", "blockers=[3]"], ["blockers/0: expected a string"]),
        (["new_status=working", "progress_summary=x", "blockers=[db"], ["blockers: not YAML"]),
        (["new_status=working", "progress_summary=x", "priority=urgent"], ["priority: 'urgent' is not a valid"]),
        (["new_status=x"], ["new_status: 'x' is not", "; `progress_summary` is missing"]),
    ],
)
def test_a_wrong_field_is_named(project: Path, words: list[str], said: list[str]) -> None:
    done = renkei(*STATUS, *words, cwd=project)
    assert done.returncode == 1
    assert all(one in done.stderr for one in said), done.stderr


def test_where_several_fields_are_wrong_the_hint_shows_a_message_of_the_type(project: Path) -> None:
    assert "`renkei schema STATUS_UPDATE --example`" in renkei(*STATUS, "mood=good", cwd=project).stderr
    assert "renkei schema" not in renkei(*STATUS, "new_status=working", cwd=project).stderr


@pytest.mark.parametrize(
    ("word", "said"), [("STATUS_UPDAT", "'STATUS_UPDATE'?"), ("status_update", "'STATUS_UPDATE'?")]
)
def test_a_slip_in_a_type_is_not_called_a_missing_file(project: Path, word: str, said: str) -> None:
    done = renkei("send", word, "--as", "ann", "--to", "lead", cwd=project)
    assert (done.returncode, f"Did you mean {said}" in done.stderr) == (2, True)
    (project / word).write_text(json.dumps(MESSAGE))
    assert renkei("send", word, cwd=project).returncode == 0


def test_a_word_that_is_no_field_is_wrong_usage(project: Path) -> None:
    assert renkei(*STATUS, "working", cwd=project).returncode == 2
