"""What a reply is filled in with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import renkei
from renkei.edges.view.forms.reply_defaults import known_options, reply_document, reply_type
from renkei.protocol.messages import AnyMessage

OPTION = renkei.DecisionOption(label="a", analysis="")
QUESTION = renkei.DecisionRequest(decision_id="d", question="?", options=[OPTION])
HANDOFF = renkei.TaskHandoff(
    task_description="a task",
    expected_output=renkei.ExpectedOutput(format="text"),
    authority_scope="all",
    fallback_on_failure="ask",
)
CONFLICT = renkei.ConflictReport(conflict_description="a conflict", severity="warning")
FREEFORM = renkei.Freeform(intent_hint="NOTE", body="a text", requires_response=False, urgency="normal")
FIELDS = ("original_task_ref", "task_ref", "decision_id", "artifact_ref")


@pytest.fixture
def project(tmp_path: Path) -> Iterator[renkei.Project]:
    with renkei.create(tmp_path / ".renkei", goal="a goal") as made:
        made.join("ann")
        yield made


def sent(project: renkei.Project, payload: object, **header: object) -> AnyMessage:
    message = project.message("ann", payload, ["human"], context_summary="A message.", **header)  # type: ignore[arg-type]
    project.send(message)
    return message


@pytest.mark.parametrize(
    ("payload", "kind", "about"),
    [
        (HANDOFF, "TASK_RESULT", {"original_task_ref": "ID", "task_ref": "ID"}),
        (QUESTION, "DECISION_RESULT", {"decision_id": "d"}),
        (CONFLICT, "DECISION_RESULT", {"decision_id": "ID"}),
        (renkei.ReviewRequest(artifact_ref="doc", blocking=False), "REVIEW_RESULT", {"artifact_ref": "doc"}),
        (FREEFORM, "FREEFORM", {}),
    ],
)
def test_a_reply_names_what_its_request_is_about(
    project: renkei.Project, payload: object, kind: str, about: dict[str, str]
) -> None:
    message = sent(project, payload)
    assert reply_type(message) == kind
    found = reply_document(project.state, message, "human", FIELDS)
    assert (found["to"], found["in_reply_to"]) == (["ann"], message.id)
    assert {name: value for name, value in found["payload"].items() if value} == {
        name: value.replace("ID", message.id) for name, value in about.items()
    }


def test_a_reply_stays_in_the_thread_and_names_only_an_open_contract(project: renkei.Project) -> None:
    sent(project, HANDOFF, task_ref="TC-1")
    inside = reply_document(project.state, sent(project, FREEFORM, task_ref="TC-1", thread="t"), "human", ())
    assert (inside["thread"], inside["task_ref"]) == ("t", "TC-1")
    assert "task_ref" not in reply_document(project.state, sent(project, FREEFORM, task_ref="TC-9"), "human", ())


def test_a_reply_to_an_own_message_goes_to_its_recipients(project: renkei.Project) -> None:
    own = project.message("human", FREEFORM, ["ann"], context_summary="")
    assert reply_document(project.state, own, "human", ())["to"] == ["ann"]
    to_itself = project.message("human", FREEFORM, ["human"], context_summary="")
    assert reply_document(project.state, to_itself, "human", ())["to"] == ["all"]


def test_the_options_of_a_request_are_known(project: renkei.Project) -> None:
    assert known_options(sent(project, QUESTION)) == ["a"]
    assert known_options(sent(project, FREEFORM)) == []
