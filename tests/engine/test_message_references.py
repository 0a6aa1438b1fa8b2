"""References to something that does not exist are warnings in the record; a contradicting attachment is refused."""

import pytest

import renkei
from renkei.engine.events import MessageSent
from renkei.errors import BadValueError
from team import handoff, small_team, work

TERMS = {
    "id": "TC-1",
    "inputs": {"description": "build"},
    "expected_output": {"format": "code"},
    "acceptance_criteria": [{"criterion": "runs"}],
}
NEWS = renkei.StatusUpdate(new_status="working", progress_summary="half")


def warnings_of(record: renkei.Record | None) -> list[str]:
    assert record is not None
    return [text for event in record.events if isinstance(event, MessageSent) for text in event.warnings]


def sent(project: renkei.Project, payload: object, **header: object) -> list[str]:
    return warnings_of(
        project.send(project.message("ann", payload, "bob", context_summary="so that it goes on", **header))
    )


def test_a_reference_to_nothing_is_a_warning_that_names_its_field() -> None:
    project = small_team()
    refs = [{"type": kind, "id": "nope"} for kind in ("agent", "decision", "blocker", "artifact")]
    assert sent(project, NEWS, task_ref="TC-9", related_state_refs=refs) == [
        "/task_ref: there is no contract 'TC-9'.",
        "/related_state_refs/0/id: there is no agent 'nope'.",
        "/related_state_refs/1/id: there is no decision 'nope'.",
        "/related_state_refs/2/id: there is no blocker 'nope'.",
        "/related_state_refs/3/id: there is no artifact 'nope'.",
    ]
    conflict = renkei.ConflictReport(
        conflict_description="two", conflicting_artifacts=["a", "b"], conflicting_decisions=["D-1"], severity="info"
    )
    assert sent(project, conflict) == [
        "/payload/conflicting_artifacts/0: there is no artifact 'a'.",
        "/payload/conflicting_artifacts/1: there is no artifact 'b'.",
        "/payload/conflicting_decisions/0: there is no decision 'D-1'.",
    ]
    review = renkei.ReviewRequest(artifact_ref="api", blocking=False)
    assert sent(project, review) == ["/payload/artifact_ref: there is no artifact or contract 'api'."]
    task = handoff().model_copy(update={"input_artifacts": ("spec",)})
    assert sent(project, task, task_ref="TC-7") == ["/payload/input_artifacts/0: there is no artifact 'spec'."]


def test_a_reference_to_something_that_exists_is_no_warning() -> None:
    project = small_team()
    project.do(work("TC-1"), actor="lead")
    with project.act_as("ann") as draft:
        draft.artifact("spec", path="spec.md")
    project.do(renkei.Write("/pending_decisions/D-1", {"question": "which", "owner": "lead"}))
    refs = [{"type": "agent", "id": "bob"}, {"type": "decision", "id": "D-1"}, {"type": "artifact", "id": "spec"}]
    assert sent(project, NEWS, task_ref="TC-1", related_state_refs=refs) == []
    assert sent(project, renkei.ReviewRequest(artifact_ref="TC-1", blocking=False)) == []
    task = handoff().model_copy(update={"input_artifacts": ("spec",)})
    assert sent(project, task) == []


def test_a_contract_that_closed_long_ago_is_no_warning() -> None:
    project = small_team()
    for number in range(60):
        project.do(work(f"TC-{number}"), actor="lead")
        project.do(renkei.TransitionContract(f"TC-{number}", "cancel"), actor="lead")
    assert "TC-0" not in project.state.contracts.entries
    assert sent(project, NEWS, task_ref="TC-0") == []


def attached(project: renkei.Project, to: object = "ann", task_ref: str | None = None, **terms: object) -> None:
    project.send(project.message("lead", handoff(), to, task_ref=task_ref, extensions={"task_contract": TERMS | terms}))


@pytest.mark.parametrize("to", ["ann", ["ann", "lead"]])
def test_an_attached_assignee_who_is_not_a_recipient_is_refused(to: object) -> None:
    project = small_team()
    with pytest.raises(BadValueError, match="/extensions/task_contract/assignee: the assignee 'bob'") as caught:
        attached(project, to, assignee="bob")
    assert caught.value.code == "BAD_VALUE"
    assert "ann" in caught.value.hint
    assert not project.state.contracts.entries


def test_an_attached_id_other_than_the_task_ref_is_refused() -> None:
    project = small_team()
    project.do(work("TC-2"), actor="lead")
    for task_ref in ("TC-9", "TC-2"):
        with pytest.raises(BadValueError, match="/extensions/task_contract/id: the id 'TC-1' differs"):
            attached(project, task_ref=task_ref)


def test_attached_terms_that_agree_with_their_hand_over_open_the_contract() -> None:
    project = small_team()
    attached(project, task_ref="TC-1", assignee="ann")
    assert project.state.contracts.entries["TC-1"].assignee == "ann"
    attached(project, "all", id="TC-2", assignee="bob")
    assert project.state.contracts.entries["TC-2"].assignee == "bob"


@pytest.mark.parametrize(
    ("summary", "warned"),
    [("", "empty; give"), (" ", "empty; give"), ("x" * 501, "501 characters; one or two"), ("x" * 500, ""), ("so", "")],
)
def test_a_summary_that_is_not_one_or_two_sentences_is_a_warning(summary: str, warned: str) -> None:
    found = warnings_of(small_team().send(small_team().message("ann", NEWS, "bob", context_summary=summary)))
    assert [one.startswith(f"/context_summary: {warned}") for one in found] == ([True] if warned else [])


def test_a_line_of_chat_needs_no_summary() -> None:
    chat = renkei.Freeform(intent_hint="chat", body="hello", requires_response=False, urgency="low")
    assert warnings_of(small_team().send(small_team().message("ann", chat, "bob"))) == []
