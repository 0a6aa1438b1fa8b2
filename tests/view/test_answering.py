"""The acts that answer what waits, without a browser: what each form does in the project, and what is refused."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest

from renkei import DecisionRequest, Freeform, Project, TaskResult
from renkei.board.decide import Write
from renkei.contracts.events import Proof
from renkei.edges.view.acts.acting import ActingPerson
from renkei.edges.view.acts.performing import ACTS
from renkei.edges.view.forms.form import PostedForm
from renkei.engine import commands as c
from renkei.engine.views.waiting.person import waiting_for
from renkei.errors import BadValueError, InvalidInputError, NotAllowedError, NotReadyError
from team import small_team, work
from viewing import page

Sends = Callable[..., str | None]

FINDING = {"/findings/1/description": "too slow", "/findings/1/severity": "major"}

RUNS = {"criterion": "runs", "command": ["make", "test"]}


@pytest.fixture
def project() -> Project:
    return small_team()


@pytest.fixture
def sends(project: Project) -> Sends:
    """Return what sends a form of the list as the human."""
    numbers = iter(range(100))

    def send(act: str, **fields: str) -> str | None:
        beside = {"back": "/waiting?lang=ja", "ref": "it"}
        form = PostedForm({name: [value] for name, value in (beside | fields).items()})
        return ACTS[act](ActingPerson(project, "human", f"view-{next(numbers):024x}"), form)

    return send


def kinds(project: Project) -> list[str]:
    return [one.kind for one in waiting_for(project.state, "human")]


def test_an_act_goes_back_to_the_list_and_says_what_is_done_or_to_the_page_of_its_form(
    project: Project, sends: Sends
) -> None:
    project.pause(["ann", "bob"], reason="lunch")
    to = urlsplit(sends("resume", agents="ann") or "")
    assert (to.path, parse_qs(to.query)) == ("/waiting", {"done": ["it"], "how": ["resume"]})
    assert sends("resume", agents="bob", back="/decisions/D-1") == "/decisions/D-1"
    assert kinds(project) == []


def test_a_decision_needs_an_option_or_words(project: Project, sends: Sends) -> None:
    project.send(project.message("ann", DecisionRequest(decision_id="D-1", question="which?"), "human"))
    for choice in ({}, {"chosen_option": "", "other": "  "}):
        with pytest.raises(BadValueError, match="No option was chosen"):
            sends("decide", decision_id="D-1", **choice)
    sends("decide", decision_id="D-1", chosen_option="", other="neither")
    assert project.state.board.get("/pending_decisions/D-1/resolution") == "neither"


def test_a_verdict_other_than_approval_says_why(project: Project, sends: Sends) -> None:
    project.do(work("T-1", delegator="human", assignee="ann"))
    project.submit("T-1", "done", actor="ann")
    with pytest.raises(InvalidInputError, match="not a valid verdict"):
        sends("review", artifact_ref="T-1", verdict="maybe")
    with pytest.raises(BadValueError, match="The reason is missing"):
        sends("review", artifact_ref="T-1", verdict="changes_requested", summary=" ")
    with pytest.raises(InvalidInputError):
        sends(
            "review",
            artifact_ref="T-1",
            verdict="rejected",
            **{"/findings/1/description": "wrong", "/findings/1/severity": "very"},
        )
    assert "how=review.approved" in (sends("review", artifact_ref="T-1", verdict="approved") or "")
    assert project.find_contract("T-1").status == "completed"
    assert project.conversation(thread="T-1")[-1].message.context_summary == "T-1: approved"


def test_work_whose_command_failed_is_approved_only_with_a_reason(project: Project, sends: Sends) -> None:
    project.do(work("T-1", delegator="human", assignee="ann", acceptance_criteria=[RUNS]))
    project.submit("T-1", "done", actor="ann")
    project.do(c.ProveContract("T-1", (Proof(criterion=0, method="command", by="human", met=False, detail="exit 1"),)))
    with pytest.raises(NotReadyError, match="Give a reason to override the failed check"):
        sends("review", artifact_ref="T-1", verdict="approved")
    sends("review", artifact_ref="T-1", verdict="approved", summary="the test is wrong")
    assert project.find_contract("T-1").status == "completed"


def test_a_verdict_without_words_of_its_own_has_those_of_its_first_finding(project: Project, sends: Sends) -> None:
    project.do(work("T-1", delegator="human", assignee="ann"))
    project.submit("T-1", "done", actor="ann")
    sends(
        "review",
        artifact_ref="T-1",
        verdict="changes_requested",
        **{"/findings/1/description": "too slow", "/findings/1/severity": "major"},
    )
    assert project.conversation(thread="T-1")[-1].message.context_summary == "too slow"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/waiting?done=T-1&how=review.changes_requested", "Sent back: T-1"),
        ("/waiting?done=T-1&how=forged", "Done: T-1"),
    ],
)
def test_the_list_says_what_was_done(project: Project, address: str, said: str) -> None:
    assert f"✓ {said}<" in page(project, address)


def test_a_result_shows_what_its_worker_says_and_blocks_only_what_waits(project: Project) -> None:
    project.do(work("T-1", delegator="human", assignee="ann"))
    project.submit("T-1", "slower than wanted", actor="ann")
    markup = page(project, "/waiting")
    assert "<blockquote>slower than wanted</blockquote>" in markup
    assert "blocks work" not in markup
    project.do(work("T-2", depends_on=("T-1",)))
    assert "blocks work" in page(project, "/waiting")


def test_a_stopped_agent_leads_to_what_it_said(project: Project) -> None:
    project.pause("ann", reason="lunch")
    assert 'href="/?agent=ann"' in page(project, "/waiting")


def test_a_decision_without_options_asks_for_words_only(project: Project) -> None:
    project.send(project.message("ann", DecisionRequest(decision_id="D-1", question="which?"), "human"))
    markup = page(project, "/waiting")
    assert '<legend class="visually-hidden">' in markup
    assert "placeholder" not in markup.partition('name="other"')[2].partition(">")[0]


def test_a_task_is_handed_in_with_evidence_or_refused(project: Project, sends: Sends) -> None:
    project.do(work("T-1", assignee="human"), work("T-2", assignee="human"), actor="lead")
    evidence = {"/evidence/0/criterion": "runs", "/evidence/0/evidence": "it ran", "/evidence/1/criterion": "else"}
    sends("submit", contract="T-1", summary="tried", output_artifacts="report", **evidence)
    entry = project.find_contract("T-1")
    assert (entry.status, entry.outputs, entry.claims[0].evidence) == ("submitted", ("report",), "it ran")
    sends("refuse", contract="T-2", reason="no time")
    assert project.find_contract("T-2").status == "refused"
    assert kinds(project) == []


def test_work_that_came_back_is_opened_again_or_cancelled(project: Project, sends: Sends) -> None:
    for name in ("T-1", "T-2"):
        project.do(work(name, delegator="human", assignee="ann"))
        failed = TaskResult(original_task_ref=name, status="failed", summary="no")
        project.send(project.message("ann", failed, "human"))
    assert kinds(project) == ["returned", "returned"]
    sends("reopen", contract="T-1")
    sends("cancel", contract="T-2", reason="no longer needed")
    assert [project.find_contract(name).status for name in ("T-1", "T-2")] == ["open", "cancelled"]


def test_what_is_paused_continues(project: Project, sends: Sends) -> None:
    project.do(work("T-1", assignee="ann"), actor="lead")
    project.pause_contract("T-1", reason="wait")
    project.pause_project(reason="lunch")
    assert kinds(project) == ["project", "contract"]
    sends("resume_contract", contract="T-1")
    sends("resume_project")
    assert kinds(project) == []


def test_a_quota_is_a_number_or_nothing(project: Project, sends: Sends) -> None:
    for wrong in ("0", "-1", "many", "1.5", "９", "9" * 20):
        with pytest.raises(BadValueError, match="a number from 1"):
            sends("set_quota", turns=wrong, tokens="")
    sends("set_quota", turns="5", tokens="")
    assert (project.state.quota.turns, project.state.quota.tokens) == (5, None)
    with project.turn("ann"):
        pass
    assert "how=set_quota.spent" in (sends("set_quota", turns="1", tokens="") or "")
    assert re.search(r"Turns: 1 of 1\. Tokens: \d+, no limit\.", page(project, "/waiting"))


def test_an_agent_in_a_deadlock_is_told_how_to_continue(project: Project, sends: Sends) -> None:
    project.do(Write("/agents/ann/blocked_by", "bob"), Write("/agents/ann/status", "blocked"), actor="ann")
    project.do(Write("/agents/bob/blocked_by", "ann"), actor="bob")
    with pytest.raises(BadValueError, match="The agent needs an answer"):
        sends("unblock", agent="ann", body="")
    sends("unblock", agent="ann", body="take mine")
    assert (project.state.board.agent("ann", "status"), kinds(project)) == ("idle", [])
    assert "take mine" in project.context("ann").text


def test_an_agent_with_a_task_works_on_after_it_was_unblocked(project: Project, sends: Sends) -> None:
    waits = {"status": "blocked", "blocked_by": "bob", "current_task": "T-1"}
    project.do(*(Write(f"/agents/ann/{name}", value) for name, value in waits.items()), actor="ann")
    sends("unblock", agent="ann", body="take mine")
    assert (project.state.board.agent("ann", "status"), project.state.board.agent("ann", "blocked_by")) == (
        "working",
        None,
    )


def test_an_agent_with_a_task_goes_on_working_when_it_is_told_how_to_continue(project: Project, sends: Sends) -> None:
    entry = {"current_task": "T-1", "blocked_by": "bob", "status": "blocked"}
    project.do(*(Write(f"/agents/ann/{name}", value) for name, value in entry.items()), actor="ann")
    project.do(Write("/agents/bob/blocked_by", "ann"), actor="bob")
    sends("unblock", agent="ann", body="take mine")
    assert [project.state.board.agent("ann", name) for name in entry] == ["T-1", None, "working"]


def test_an_urgent_message_is_marked_as_read(project: Project, sends: Sends) -> None:
    note = Freeform(intent_hint="NOTE", body="look", requires_response=False, urgency="blocking")
    project.send(project.message("ann", note, "human", "blocking", id="m-1"))
    assert kinds(project) == ["message"]
    sends("mark_read", messages="m-1", notices="0")
    assert kinds(project) == []


def test_reading_marks_what_was_shown_and_no_agent_can_do_so(project: Project, sends: Sends) -> None:
    project.do(Write("/goal", "mine"))
    project.do(Write("/goal", "its", read_seq=1), actor="lead")
    sends("mark_read", notices="1")
    assert kinds(project) == []
    assert sends("mark_read", notices="0", messages="unknown") is not None  # nothing is left to mark
    with pytest.raises(InvalidInputError):
        sends("mark_read", notices="x")
    with pytest.raises(NotAllowedError):
        project.do(c.MarkRead(("m1",)), actor="ann")
