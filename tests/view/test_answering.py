"""The acts that answer what waits, without a browser: what each form does in the project, and what is refused."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest

from renkei import DecisionRequest, Freeform, Project, TaskResult
from renkei.board.decide import Write
from renkei.contracts.events import Proof
from renkei.edges.view.acts.acting import ActingPerson
from renkei.edges.view.acts.performing import ACTS, rehearse
from renkei.edges.view.forms.form import PostedForm
from renkei.edges.view.routes import NAVIGATION
from renkei.edges.view.screens import go
from renkei.edges.view.triage.presence import KEPT, Presence
from renkei.edges.view.triage.snoozes import put_off, put_off_now
from renkei.engine import commands as c
from renkei.engine.views.waiting.person import waiting_for
from renkei.errors import BadValueError, InvalidInputError, NotAllowedError, NotReadyError, UnknownDecisionError
from team import small_team, work
from viewing import page, visit

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
    assert "slower than wanted" in markup.partition("<blockquote>")[2].partition("</blockquote>")[0]
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


def test_a_made_decision_is_reopened_with_a_reason(project: Project, sends: Sends) -> None:
    project.send(project.message("ann", DecisionRequest(decision_id="D-1", question="which?"), "human"))
    project.decide("D-1", "north")
    assert 'id="form-write-reopen"' in page(project, "/decisions/D-1")
    at = "/pending_decisions/D-1"
    rows = {"/writes/0/path": f"{at}/status", "/writes/0/value": "open", "/writes/0/action": "the north is closed"}
    rows |= {"/writes/1/path": f"{at}/resolution", "/writes/1/value": ""}
    assert sends("write", shows="decision", back="/decisions/D-1", **rows) == "/decisions/D-1"
    assert kinds(project) == ["decision"]
    assert project.state.board.get(f"{at}/resolution") is None
    assert "the north is closed" in page(project, f"/board/field?path={at}/status")
    assert 'id="form-write-reopen"' not in page(project, "/decisions/D-1")
    project.decide("D-1", "south")
    assert project.state.board.get(f"{at}/resolution") == "south"


def test_a_rehearsal_finds_the_fault_and_does_nothing(project: Project) -> None:
    project.send(project.message("ann", DecisionRequest(decision_id="D-1", question="which?"), "human"))
    acting, before = ActingPerson(project, "human", f"view-{0:024x}"), project.state
    fields = {"decision_id": ["D-1"], "chosen_option": ["north"], "rationale": ["near"], "next": ["decision:D-2"]}
    rehearse("decide", acting, PostedForm(fields))
    with pytest.raises(BadValueError, match="No option was chosen"):
        rehearse("decide", acting, PostedForm(fields | {"chosen_option": [""]}))
    assert project.state is before
    project.decide("D-1", "south")
    with pytest.raises(UnknownDecisionError):
        rehearse("decide", acting, PostedForm(fields))


def test_an_entry_is_put_off_for_a_person_until_it_changes_or_its_time_comes(project: Project, sends: Sends) -> None:
    project.send(project.message("ann", DecisionRequest(decision_id="D-1", question="which?"), "human"))
    assert "how=snooze" in (sends("snooze", entry="decision:D-1", seconds="3600") or "")
    assert visit(project, "/waiting").waiting == []
    assert 'id="snoozed"' in page(project, "/waiting")
    assert kinds(project) == ["decision"]  # for everyone else it waits
    project.send(project.message("bob", DecisionRequest(decision_id="D-1", question="which?"), "human"))
    assert [one.key for one in visit(project, "/waiting").waiting] == ["decision:D-1"]
    sends("snooze", entry="decision:D-1", seconds="3600")
    sends("snooze", entry="decision:D-1", seconds="0")
    assert [one.key for one in visit(project, "/waiting").waiting] == ["decision:D-1"]
    one = project.waiting_for("human")[0]
    put_off(project, "human", one, project.state.at)
    assert put_off_now(project, "human", [one], project.now()) == {}
    for wrong in ("-1", "many", "9" * 9):
        with pytest.raises(BadValueError, match="a number from 0"):
            sends("snooze", entry="decision:D-1", seconds=wrong)
    with pytest.raises(BadValueError, match="an entry that waits for you"):
        sends("snooze", entry="decision:D-9", seconds="60")


def test_what_follows_is_said_for_each_answer_and_answers_without_words_are_offered(project: Project) -> None:
    project.do(work("T-1", delegator="human", assignee="ann"), work("T-2", depends_on=("T-1",)))
    project.submit("T-1", "done", actor="ann")
    markup = page(project, "/waiting")
    for sentence in ("The contract is completed. Goes on: T-2", "ann works on it again.", "The contract has failed."):
        assert sentence in markup
    assert "&#34;verdict&#34;: &#34;approved&#34;" in markup


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("decision:D-1", "You decided: north"),
        ("result:T-1", "You: the contract is now “completed”"),
        ("reply:m-1", "This no longer waits for you."),
        ("nothing:x", "Nothing waits for you."),
    ],
)
def test_the_address_of_an_answered_entry_says_what_became_of_it(project: Project, key: str, said: str) -> None:
    project.send(project.message("ann", DecisionRequest(decision_id="D-1", question="which?"), "human"))
    project.decide("D-1", "north")
    project.do(work("T-1", delegator="human", assignee="ann"))
    project.submit("T-1", "done", actor="ann")
    project.accept("T-1")
    assert said in page(project, f"/waiting?entry={key}")


def test_who_answers_is_forgotten_when_the_person_stops() -> None:
    now = [0.0]
    presence = Presence(lambda: now[0])
    presence.note("ann", "decision:D-1")
    presence.note("ben", "decision:D-1")
    assert presence.others("cy") == {"decision:D-1": ["ann", "ben"]}
    assert presence.others("ann") == {"decision:D-1": ["ben"]}
    presence.note("ben", "")
    now[0] = KEPT
    assert presence.others("cy") == {}


def test_the_palette_finds_every_screen_of_the_navigation(project: Project) -> None:
    assert set(go.SCREENS) == {name for name, _ in NAVIGATION}
    assert go.show(visit(project, "/go?q=ann"))["found"][0].address == "/agents/ann"  # before “planning”
