"""A reply is owed as long as somebody needs it, and no longer; nobody is kept waiting for what will never come."""

from renkei import DecisionRequest, Freeform, Project, ReviewRequest, ReviewResult, StatusUpdate, TaskResult
from renkei.board.decide import Write
from renkei.engine import commands as c
from team import handoff, small_team, ticking_clock, work


def owes(project: Project, debtor: str) -> list[str]:
    return [one.message_id for one in project.state.owed_by(debtor)]


def result(project: Project, task: str, sender: str = "ann", summary: str = "done") -> None:
    payload = TaskResult(original_task_ref=task, status="completed", summary=summary)
    project.send(project.message(sender, payload, "lead"))


def test_two_blocking_hand_overs_do_not_lock_each_other() -> None:
    project = small_team()
    for task in ("TC-1", "TC-2"):
        project.send(project.message("lead", handoff(task), "ann", "blocking", task_ref=task))
    result(project, "TC-1", summary="the first")
    result(project, "TC-2", summary="the second")
    assert {e.status for e in project.state.contracts.entries.values()} == {"submitted"}


def test_work_that_is_cancelled_or_accepted_leaves_no_debt() -> None:
    project = small_team()
    project.send(project.message("lead", handoff(), "ann", "blocking", task_ref="TC-1"))
    project.do(c.TransitionContract("TC-1", "cancel"), actor="lead")
    project.send(project.message("lead", handoff(), "ann", task_ref="TC-2"))
    result(project, "TC-2")
    assert len(owes(project, "lead")) == 1
    project.do(c.AcceptContract("TC-2", "fine"), actor="lead")
    assert (owes(project, "ann"), owes(project, "lead")) == ([], [])


def test_agents_that_did_not_get_the_work_owe_nothing() -> None:
    project = small_team()
    project.send(project.message("lead", handoff(), ["ann", "bob"], id="h1", task_ref="TC-1"))
    project.do(c.ClaimContract("TC-1"), actor="ann")
    assert (owes(project, "ann"), owes(project, "bob")) == (["h1"], [])


def test_work_that_was_given_back_and_then_to_somebody_else_is_owed_no_more() -> None:
    project = small_team()
    project.send(project.message("lead", handoff(), "ann", id="h1", task_ref="TC-1"))
    project.start("TC-1", actor="ann")
    project.release("TC-1", "too much", actor="ann")
    assert owes(project, "ann") == ["h1"]
    project.send(project.message("lead", handoff(), "bob", id="h2", task_ref="TC-1"))
    assert (owes(project, "ann"), owes(project, "bob")) == ([], ["h2"])


def test_a_decision_that_is_made_on_the_board_is_owed_no_more() -> None:
    project = small_team()
    project.send(project.message("ann", DecisionRequest(decision_id="D-1", question="port?"), "human"))
    project.do(Write("/pending_decisions/D-1/resolution", "80"), Write("/pending_decisions/D-1/status", "resolved"))
    assert owes(project, "human") == []


def test_the_asker_gets_the_answer_however_it_is_addressed() -> None:
    project = small_team()
    review = project.message("ann", ReviewRequest(artifact_ref="api", blocking=False), "bob")
    project.send(review)
    answer = ReviewResult(artifact_ref="api", verdict="approved", summary="fine")
    project.send(project.message("bob", answer, "lead"))
    assert [kept.message.type for kept in project.state.unread_of("ann")] == ["REVIEW_RESULT"]


def test_several_messages_of_the_machine_in_one_record_have_their_own_ids() -> None:
    project = small_team()
    project.do(c.SetQuota(turns=1), actor="human")
    project.do(work("T-1", assignee="ann", timeout={"max_steps": 1, "on_timeout": "stop"}), actor="lead")
    with project.turn("ann") as turn:
        turn.transition("T-1", "start")
    sent = [e.message for r in project.records() for e in r.events if e.kind == "message_sent"]
    assert len({message.id for message in sent}) == len(sent) == 2


def test_who_waits_for_a_contract_goes_on_though_its_assignee_is_at_other_work() -> None:
    project = small_team()
    project.send(project.message("lead", handoff("one"), "ann", task_ref="TC-1"))
    project.send(project.message("lead", handoff("two"), "ann", task_ref="TC-2"))
    project.do(Write("/agents/bob/blocked_by", "TC-1"), Write("/agents/bob/status", "blocked"), actor="bob")
    result(project, "TC-1")
    working = StatusUpdate(task_ref="TC-2", new_status="working", progress_summary="began")
    project.send(project.message("ann", working, "lead"))
    project.do(c.AcceptContract("TC-1"), actor="lead")
    assert project.state.board.get("/agents/bob/status") == "idle"
    assert project.state.board.get("/agents/ann/status") == "working"


def test_a_request_that_came_during_a_turn_does_not_count_that_turn() -> None:
    project = small_team()
    with project.turn("bob"):
        ask = DecisionRequest(decision_id="D-1", question="port?", deadline_steps=1)
        project.send(project.message("ann", ask, "bob"))
    assert not project.state.owed_by("bob")[0].overdue
    with project.turn("bob"):
        pass
    assert project.state.owed_by("bob")[0].overdue


def test_a_tick_never_fails_whatever_became_of_claimed_work() -> None:
    project = small_team(now=ticking_clock("2026-01-05T09:00:00.000000Z"))
    project.do(work("T-1"), actor="lead")
    project.do(c.ClaimContract("T-1", lease=1), actor="ann")
    partial = TaskResult(original_task_ref="T-1", status="partial", summary="half")
    project.send(project.message("ann", partial, "lead"))
    assert project.tick() is None
    project.do(c.TransitionContract("T-1", "reopen"), actor="lead")
    project.send(project.message("lead", handoff(), "bob", task_ref="T-1"))
    assert project.tick() is None


def test_work_that_depends_on_what_was_cancelled_is_reported() -> None:
    project = small_team()
    project.do(work("T-1"), work("T-2", depends_on=["T-1"]), actor="lead")
    project.do(c.TransitionContract("T-1", "cancel"), actor="human")
    (kept,) = project.state.unread_of("lead")
    assert "T-2 depends on T-1" in kept.message.context_summary


def test_notices_that_had_no_room_come_again() -> None:
    project = small_team()
    parts = [Write(f"/blockers/b{n}", {"description": "first"}) for n in range(30)]
    project.do(*parts, actor="ann")
    for n in range(30):
        other = Write(f"/blockers/b{n}/description", f"other words of some length {n}", read_seq=1)
        project.do(other, actor="bob")
    seen = 0
    for _ in range(30):
        with project.turn("ann", budget=400) as turn:
            seen += turn.context.notices
        if not project.state.board.notices.get("ann"):
            break
    assert seen == 30


def test_three_approvals_of_different_work_are_no_repetition() -> None:
    project = small_team()
    for n in range(4):
        project.send(project.message("lead", handoff(f"task {n}"), "ann", task_ref=f"TC-{n}"))
        result(project, f"TC-{n}", summary="Done.")
        approve = ReviewResult(artifact_ref=f"TC-{n}", verdict="approved", summary="LGTM")
        project.send(project.message("lead", approve, "ann"))
    assert dict(project.state.suspended) == {}


def test_of_two_who_were_stopped_for_going_back_and_forth_one_resume_is_enough_for_each() -> None:
    project = small_team()
    names = ["ann", "bob"]
    for n in range(16):
        words = Freeform(intent_hint="TALK", body=f"thought {n * 7}", requires_response=False, urgency="low")
        project.send(project.message(names[n % 2], words, names[1 - n % 2]))
    assert set(project.state.suspended) == {"ann", "bob"}
    project.do(c.ResumeActor("ann"), c.ResumeActor("bob"))
    words = Freeform(intent_hint="TALK", body="something else", requires_response=False, urgency="low")
    project.send(project.message("ann", words, "bob"))
    assert dict(project.state.suspended) == {}


def test_limits_hold_though_new_work_comes() -> None:
    project = small_team()
    project.do(c.SetQuota(turns=1), actor="human")
    with project.turn("ann"):
        pass
    project.do(work("T-1"), actor="lead")
    assert project.state.halted == "spent"
    assert project.wake_reason("bob") is None
