"""The work of a project: phases, order, who waits for what, leases, and the longest chain."""

from typing import get_args

from renkei.board.decide import Write
from renkei.contracts.lifecycle import Status
from renkei.engine import commands as c
from renkei.engine.views.contracts.work import PHASES, longest_chain, work_items
from renkei.protocol.primitives import later
from team import handoff, small_team, work


def found(project, name, alive=None):
    return next(one for one in work_items(project.state, alive) if one.contract.terms.id == name)


def test_every_status_has_a_phase() -> None:
    assert set(PHASES) == set(get_args(Status))


def test_the_most_urgent_come_first_then_the_longest_chain_and_closed_work_last_the_newest_first() -> None:
    project = small_team()
    project.do(work("old"), work("new"), work("first"), work("then", depends_on=["first"]), actor="lead")
    project.do(work("plain"), work("urgent", priority="high"), actor="lead")
    for name in ("old", "new"):
        project.cancel(name, actor="lead")
    names = [one.contract.terms.id for one in work_items(project.state)]
    assert names == ["urgent", "first", "then", "plain", "new", "old"]
    assert [one.contract.terms.id for one in work_items(project.state) if one.is_critical] == ["first", "then"]


def test_the_longest_chain_is_empty_when_nothing_waits() -> None:
    project = small_team()
    project.do(work("one"), actor="lead")
    assert longest_chain(project.state) == []
    project.do(work("two", depends_on=["one"]), work("three", depends_on=["two"]), actor="lead")
    assert longest_chain(project.state) == ["one", "two", "three"]


def test_work_waits_for_what_it_depends_on_and_for_what_its_assignee_waits_for_on_it() -> None:
    project = small_team()
    project.do(work("one", assignee="ann"), work("two", assignee="bob", depends_on=["one"]), actor="lead")
    assert found(project, "two").waits_for == ("contract:one",)
    project.do(work("three", assignee="ann"), actor="lead")
    project.start("one", actor="ann")
    project.do(Write("/agents/ann/blocked_by", "bob"), actor="ann")
    assert found(project, "one").waits_for == ("agent:bob",)
    assert found(project, "three").waits_for == ()
    project.cancel("three", actor="lead")
    assert found(project, "three").waits_for == ()


def test_a_critical_conflict_is_waited_for() -> None:
    project = small_team()
    project.do(work("one", assignee="ann"), actor="lead")
    project.do(c.TransitionContract("one", "block", "in conflict", conflict="m-1"), actor="ann")
    assert found(project, "one").waits_for == ("message:m-1",)


def test_a_lease_ends_after_the_last_act_or_heartbeat_of_the_assignee_while_it_runs() -> None:
    project = small_team()
    project.do(work("one"), actor="lead")
    assert (found(project, "one").last_active, found(project, "one").lease_end) == (None, None)
    project.do(c.ClaimContract("one", lease=60), actor="ann")
    at = project.state.at
    assert found(project, "one").lease_end == later(at, 60_000_000)
    project.heartbeat("ann")
    alive = project.heartbeats()
    assert found(project, "one", alive).last_active == alive["ann"] > at
    assert found(project, "one", alive).lease_end == later(alive["ann"], 60_000_000)
    project.pause_contract("one", reason="wait", actor="lead")
    assert found(project, "one").lease_end is None
    project.resume_contract("one", actor="lead")
    project.submit("one", "done", actor="ann")
    assert found(project, "one").lease_end is None


def test_since_is_the_record_of_the_last_transition_or_of_the_opening() -> None:
    project = small_team()
    opened = project.do(work("one", assignee="ann"), actor="lead")
    assert found(project, "one").since == opened.seq
    moved = project.start("one", actor="ann")
    assert found(project, "one").since == moved.seq


def test_the_result_that_is_owed_is_the_one_that_is_due_first() -> None:
    project = small_team()
    project.do(work("one"), actor="lead")
    assert found(project, "one").owed is None
    for by in (None, "2026-02-01T00:00:00.000000Z", "2026-03-01T00:00:00.000000Z"):
        project.send(project.message("lead", handoff(), "ann", task_ref="one", reply_by=by))
    assert found(project, "one").owed.reply_by == "2026-02-01T00:00:00.000000Z"
    project.assign("one", "bob", actor="lead")
    assert found(project, "one").owed is None
