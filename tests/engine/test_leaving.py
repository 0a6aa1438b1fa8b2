"""Leaving: who may, what goes back, what another takes over, and what a newcomer of the same id does not get."""

from typing import get_args

import pytest

import renkei
from engine.factory import after, decided, kinds, reading, send, settled, submitted, talk, team, terms, who
from renkei.board.decide import Write
from renkei.budget.context.build import Context
from renkei.budget.context.shown import Shown
from renkei.contracts.lifecycle import Status
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.errors import NotAllowedError, TurnLostError, UnknownActorError, UnknownFieldError, UnknownRecipientError
from renkei.protocol.payloads import ConflictReport, DecisionRequest, ReviewRequest, TaskHandoff


def left(state: State, gone: str = "ann", by: str = "lead") -> State:
    return after(state, by, c.Leave(gone, "done here"))


def working(state: State, name: str = "T-1", **more: object) -> State:
    state = after(state, "lead", c.OpenContract(terms(name, assignee="ann", **more)))
    return after(state, "ann", c.TransitionContract(name, "start"))


def told(state: State, reader: str) -> list[str]:
    return [one.message.context_summary for one in state.unread_of(reader)]


@pytest.mark.parametrize("by", ["ann", "lead", "human"])
def test_a_participant_itself_a_lead_or_a_human_takes_it_out(by: str) -> None:
    state = left(team(), by=by)
    assert "ann" not in state.actors
    assert state.departed["ann"] == 1


def test_another_agent_may_not_take_it_out() -> None:
    with pytest.raises(NotAllowedError, match="take 'ann' out") as error:
        decided(team(), c.Leave("ann"), who("bob"))
    assert error.value.details["allowed"] == "ann, human, lead"
    with pytest.raises(UnknownActorError):
        decided(team(), c.Leave("zoe"), who("lead"))


def test_only_humans_take_out_humans_and_one_always_stays() -> None:
    state = after(team(), "human", c.Join("hanako", human=True))
    with pytest.raises(NotAllowedError, match="the human 'hanako'"):
        decided(state, c.Leave("hanako"), who("lead"))
    assert kinds(decided(state, c.Leave("hanako"), who("human"))) == ["actor_left"]
    with pytest.raises(NotAllowedError, match="the human who always stays"):
        decided(state, c.Leave("human"), who("hanako"))


LEFT_BEHIND: dict[Status, tuple[str | None, Status]] = {
    "open": (None, "open"),
    "claimed": ("claim", "open"),
    "accepted": ("accept", "open"),
    "in_progress": ("start", "open"),
    "blocked": ("block", "open"),
    "submitted": ("submit", "submitted"),
    "partial": ("deliver_part", "partial"),
    "failed": ("fail", "failed"),
}
"""Statuses of work, each with the step that leads to it and the status after the assignee has left."""


def test_the_statuses_of_unfinished_work_are_all_listed() -> None:
    assert set(LEFT_BEHIND) == set(get_args(Status)) - {"completed", "cancelled", "refused"}


@pytest.mark.parametrize("status", LEFT_BEHIND)
def test_no_unfinished_contract_keeps_an_assignee_that_left(status: Status) -> None:
    step, expected = LEFT_BEHIND[status]
    state = after(team(), "lead", c.OpenContract(terms("T-1", assignee="ann")))
    if step is not None:
        state = after(state, "ann", c.TransitionContract("T-1", step))
    assert state.contracts.entries["T-1"].status == status
    state = left(state)
    contract = state.contracts.entries["T-1"]
    assert (contract.assignee, contract.status) == (None, expected)
    assert any("T-1" in one and "ann" in one for one in told(state, "lead"))


def test_submitted_work_can_still_be_accepted_and_goes_back_to_the_queue_when_changes_are_requested() -> None:
    state = left(submitted(team(), "T-1"))
    assert after(state, "lead", c.AcceptContract("T-1")).contracts.entries["T-1"].status == "completed"
    again = after(state, "lead", c.TransitionContract("T-1", "rework"))
    assert (again.contracts.entries["T-1"].status, again.contracts.entries["T-1"].assignee) == ("open", None)


def test_a_lead_becomes_the_delegator_of_what_it_delegated_and_is_asked_to_accept_it() -> None:
    state = after(team(), "ann", c.OpenContract(terms("T-1", delegator="ann", assignee="bob")))
    state = after(state, "bob", c.TransitionContract("T-1", "submit"))
    assert state.owed_by("ann")
    state = left(state)
    assert state.contracts.entries["T-1"].terms.delegator == "lead"
    assert list(state.links.neighbours("contract:T-1", "out", ("delegated_by",))) == ["agent:lead"]
    assert [one.subject for one in state.owed_by("lead")] == ["T-1"]
    assert any("You now owe" in one for one in told(state, "lead"))
    assert after(state, "lead", c.AcceptContract("T-1")).owed_by("lead") == []


def test_without_a_lead_a_human_takes_over() -> None:
    state = after(left(team(), "lead", "human"), "ann", c.OpenContract(terms("T-1", delegator="ann")))
    assert left(state, by="human").contracts.entries["T-1"].terms.delegator == "human"


def test_a_suspended_lead_takes_nothing_over() -> None:
    state = after(team(), "human", c.Join("second", "planning", lead=True))
    state = after(state, "ann", c.OpenContract(terms("T-1", delegator="ann")))
    suspended = after(state, "human", c.SuspendActor("lead", "wait"))
    assert left(suspended, by="human").contracts.entries["T-1"].terms.delegator == "second"
    both = after(suspended, "human", c.SuspendActor("second", "wait"))
    assert left(both, by="human").contracts.entries["T-1"].terms.delegator == "human"


def asked(name: str = "d1", by: str = "bob", to: str = "ann") -> c.Send:
    return send(
        name, by, to, DecisionRequest(decision_id="D-1", question="which?", options=[{"label": "a", "analysis": ""}])
    )


def test_a_decision_that_it_owed_is_owed_by_its_successor() -> None:
    state = left(after(team(), "bob", asked()))
    assert state.board.get("/pending_decisions/D-1/owner") == "lead"
    assert [(one.message_id, one.creditor) for one in state.owed_by("lead")] == [("d1", "bob")]
    assert "ann" not in state.obligations


def test_a_decision_that_was_made_keeps_its_owner() -> None:
    state = after(team(), "bob", asked("d1"))
    made = renkei.DecisionResult(decision_id="D-1", chosen_option="a", rationale="fits")
    state = after(state, "ann", send("a1", "ann", "bob", made))
    other = DecisionRequest(decision_id="D-2", question="when?", options=[{"label": "a", "analysis": ""}])
    state = left(after(state, "bob", send("d2", "bob", "ann", other)))
    owners = {name: state.board.get(f"/pending_decisions/{name}/owner") for name in ("D-1", "D-2")}
    assert owners == {"D-1": "ann", "D-2": "lead"}


def test_a_decision_that_its_successor_asked_it_for_is_closed_and_the_successor_is_told() -> None:
    state = left(after(team(), "lead", asked(by="lead")))
    assert dict(state.obligations) == {}
    assert any("will not reply to d1" in one for one in told(state, "lead"))


def test_a_conflict_that_it_had_to_answer_or_reported_stays_open() -> None:
    report = ConflictReport(conflict_description="they differ", severity="critical")
    for sender, receiver in (("lead", "ann"), ("ann", "lead")):
        state = left(after(team(), sender, send("c1", sender, receiver, report)))
        assert state.board.get("/blockers/c1/resolved") is False
        assert sum(len(owed) for owed in state.obligations.values()) == 1
        assert "ann" not in [one.creditor for owed in state.obligations.values() for one in owed.values()]


def test_who_waits_for_its_reply_is_told_and_who_owed_it_one_owes_nothing() -> None:
    review = ReviewRequest(artifact_ref="api", blocking=True)
    state = after(team(), "bob", send("r1", "bob", "ann", review))
    state = after(state, "ann", send("q1", "ann", "bob", talk("why?", requires_response=True)))
    state = left(state)
    assert dict(state.obligations) == {}
    assert any("will not reply to r1" in one for one in told(state, "bob"))
    assert state.board.agent("bob", "blocked_by") is None


def test_results_for_what_it_handed_over_are_owed_to_the_new_delegator_until_they_are_sent() -> None:
    payload = TaskHandoff(
        task_description="build", expected_output={"format": "code"}, authority_scope="", fallback_on_failure=""
    )
    state = left(after(team(), "ann", send("h1", "ann", "bob", payload, task_ref="T-1")))
    assert [one.creditor for one in state.owed_by("bob")] == ["lead"]
    done = after(state, "lead", c.TransitionContract("T-1", "cancel"))
    assert dict(done.obligations) == {}
    assert "h1" in done.messages  # unread by bob
    read = after(done, "bob", reading_all(done, "bob"), c.EndTurn("bob", "t-9"))
    assert "h1" not in read.messages  # no reference is left over


def reading_all(state: State, agent: str) -> c.BeginTurn:
    begun = reading(state, agent, "t-9")
    unread = tuple(one.message.id for one in state.unread_of(agent))
    shown = tuple(Shown(id=one, tier="relevant", rule="to_me", form="full", tokens=1) for one in unread)
    context = Context("", 1, 1000, shown, (), read=unread)
    return c.BeginTurn(agent, begun.turn, begun.until, state.seq, context)


def test_waiting_for_it_ends_with_a_notice() -> None:
    state = after(team(), "bob", Write("/agents/bob/blocked_by", "ann"), Write("/agents/bob/status", "blocked"))
    state = left(state)
    assert (state.board.agent("bob", "blocked_by"), state.board.agent("bob", "status")) == (None, "idle")
    assert told(state, "bob") == ["Your wait is over: ann has left the project. You can continue."]


def test_its_entry_is_gone_and_its_artifacts_are_found_and_taken_over_by_a_newcomer() -> None:
    state = after(team(), "ann", Write("/agents/ann/artifacts/api", {"path": "api.py"}))
    state = left(state)
    assert "ann" not in state.board.ids("agents")
    assert state.board.changelog[-1].diff_summary == "/agents/ann: removed"
    assert "- api (v1 · api.py · ann)" in renkei.context(state, "bob").text
    with pytest.raises(UnknownFieldError):
        decided(state, Write("/agents/ann/status", "idle"), who("lead"))
    again = after(state, "human", c.Join("ann", "backend"))
    assert again.board.ids("agents", "ann", "artifacts") == ("api",)
    assert again.board.agent("ann", "status") == "idle"


def test_messages_to_it_are_refused_and_groups_go_on_without_it() -> None:
    state = left(after(team(), "lead", c.SetGroup("pair", ("ann", "bob"))))
    with pytest.raises(UnknownRecipientError, match="'ann' has left the project"):
        decided(state, send("m1", "bob", "ann", talk("hello")), who("bob"))
    assert state.members("pair") == ("bob",)


def test_a_newcomer_of_the_same_id_gets_nothing_of_its_predecessor() -> None:
    state = working(team())
    state = after(
        state, "bob", *(send(f"m{n}", "bob", "ann", talk(f"hello {n}", requires_response=True)) for n in (1, 2))
    )
    state = after(state, "ann", *(send(f"n{n}", "ann", "bob", talk("the same")) for n in range(3)))
    state = after(state, "ann", reading(state, "ann"), c.EndTurn("ann", "t-1"))
    state = after(state, "bob", send("m3", "bob", "ann", talk("bye")))
    state = after(state, "ann", asked("d2", "ann", "lead"))
    state = after(state, "lead", c.SuspendActor("ann", "wait"))
    state = after(left(state), "human", c.Join("ann", "backend"))
    assert state.actors["ann"].incarnation == 2
    assert "ann" not in state.unread
    assert state.owed_by("ann") == list(state.contracts.of("ann")) == []
    for of in (
        state.read_up_to,
        state.last_active,
        state.recent_by_agent,
        state.ping_pong,
        state.suspended,
        state.turns,
    ):
        assert "ann" not in of
    assert [one.partner for one in state.ping_pong.values()] == []
    assert [one.id for one in state.recent_messages if "ann" in (one.sender, *one.named, *one.recipients)] == []
    assert "ann" not in [one.creditor for owed in state.obligations.values() for one in owed.values()]
    assert list(state.links.neighbours("agent:ann", "in", ("asked_by",))) == []
    assert list(state.links.neighbours("agent:ann", "out", ("works_on", "waits_for"))) == []
    answer = send("a1", "lead", "bob", renkei.DecisionResult(decision_id="D-1", chosen_option="a", rationale=""))
    assert "ann" not in after(state, "lead", answer).unread


def test_a_turn_of_a_predecessor_cannot_be_ended() -> None:
    state = after(team(), "ann", reading(team(), "ann"))
    state = after(left(state), "human", c.Join("ann", "backend"))
    with pytest.raises(TurnLostError):
        decided(state, c.EndTurn("ann", "t-1"), who("ann"))
    state = after(state, "ann", reading(state, "ann", "t-2"))
    assert state.turns["ann"].turn == "t-2"


def test_it_may_leave_by_itself_and_another_number_follows() -> None:
    record, state = settled(team(), "ann", c.Leave("ann"))
    assert kinds(record.events)[:2] == ["actor_left", "entry_removed"]
    state = after(state, "human", c.Join("zoe"), c.Join("ann"))
    numbers = [one.number for one in state.everybody()]
    assert len(numbers) == len(set(numbers))
    assert "ann" not in state.last_active


@pytest.mark.parametrize(
    "action",
    [c.ReplaceParty("T-1", "delegator", "bob"), c.TransferObligation("d1", "ann", "bob")],
    ids=lambda one: type(one).__name__,
)
def test_only_leaving_replaces_a_party_or_transfers_an_obligation(action: c.Action) -> None:
    state = working(after(team(), "bob", asked()))
    with pytest.raises(NotAllowedError):
        decided(state, action, who("bob"))


def test_what_only_it_had_not_read_is_dropped() -> None:
    state = after(team(), "bob", send("m1", "bob", "ann", talk("hello")), send("m2", "bob", "all", talk("hello")))
    assert sorted(left(state).messages) == ["m2"]


def test_it_gets_no_reread_notice_for_a_value_that_is_overwritten_later() -> None:
    state = after(team(), "ann", Write("/blockers/B1", {"description": "slow"}))
    state = after(left(state), "bob", Write("/blockers/B1/description", "fast", read_seq=0))
    assert dict(state.board.notices) == {}


def test_what_others_owe_each_other_stays_owed_when_somebody_leaves() -> None:
    state = after(team(), "bob", send("q-1", "bob", "eve", talk("port?", requires_response=True)))
    state = after(state, "ann", send("q-2", "ann", "eve", talk("host?", requires_response=True)))
    assert [one.message_id for one in left(state).owed_by("eve")] == ["q-1"]
