"""An act is planned on one state and decided on the next; acts of others in between cause no error."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from renkei import Project
from renkei.acts.act import Act, ActContext
from renkei.acts.errors import NothingToClaimError
from renkei.acts.table import ACTS, request
from renkei.agent_tools import performing as tools
from renkei.engine import commands as c
from renkei.errors import AlreadyExistsError, InvalidStateError, ProtocolError
from renkei.immutable.replacing import replace
from renkei.project.caller import Caller
from renkei.project.turns.session import Session
from renkei.protocol.primitives import later
from team import START, small_team, work


def overtaken(name: str, other: Callable[[], object], times: int = 1) -> Act:
    """Return an act with a plan after which another participant acts, the first `times`."""
    act, left = ACTS[name], iter(range(times))

    def plan(context: ActContext, arguments: Any) -> Iterable[c.Action]:
        actions = list(act.plan(context, arguments))
        if next(left, None) is not None:
            other()
        return actions

    return replace(act, plan=plan)


def perform(project: Project, act: Act, **values: Any) -> Any:
    return project.perform((act, act.read(values)), actor="ann" if act.name == "claim" else "lead")


def test_a_claim_of_the_next_contract_takes_the_one_after_it_when_another_agent_was_first() -> None:
    with small_team() as project:
        project.do(work("T-1"), work("T-2"), work("T-3"), actor="lead")
        perform(project, overtaken("claim", lambda: project.claim(actor="bob")))
        assert project.find_contract("T-1").assignee == "bob"
        assert project.find_contract("T-2").assignee == "ann"
        assert project.find_contract("T-3").assignee is None


def test_a_claim_that_is_always_overtaken_ends_with_the_refusal_of_the_last_plan() -> None:
    with small_team() as project:
        project.do(work("T-1"), actor="lead")
        with pytest.raises(NothingToClaimError):
            perform(project, overtaken("claim", lambda: project.claim(actor="bob")))


def test_delegated_work_gets_another_id_if_the_planned_one_is_taken() -> None:
    with small_team() as project:
        perform(
            project,
            overtaken("delegate", lambda: project.delegate("bob", "first", actor="lead")),
            assignee="ann",
            task_description="second",
        )
        assert project.find_contract("TC-001").assignee == "bob"
        assert project.find_contract("TC-002").assignee == "ann"


def test_a_refusal_that_no_other_record_explains_is_raised_after_one_plan() -> None:
    plans: list[int] = []
    with small_team() as project:
        project.do(work("T-1"), actor="lead")

        def plan(context: ActContext, arguments: Any) -> Iterable[c.Action]:
            plans.append(context.state.seq)
            return [work("T-1")]

        with pytest.raises(AlreadyExistsError):
            perform(project, replace(ACTS["cancel"], plan=plan), contract="T-1")
        assert len(plans) == 1


@pytest.mark.parametrize("act", ["claim", "reserve_files"])
def test_what_has_expired_refuses_nobody_though_no_process_has_noticed_it_yet(act: str) -> None:
    now = [START]
    values = {"paths": ["src"]} if act == "reserve_files" else {}
    with small_team(now=lambda: now[0]) as project:
        project.do(work("T-1"), actor="lead")
        project.perform(request(act, **values, lease=60), actor="ann")
        last = project.log.last()
        with pytest.raises(InvalidStateError):
            project.perform(request(act, **values), actor="bob")
        assert project.log.last() == last
        now[0] = later(START, 61_000_000)
        assert project.perform(request(act, **values), actor="bob")
        assert project.log.last() == last + 2


def test_a_refused_act_is_planned_fifty_times_at_most() -> None:
    plans: list[int] = []
    with small_team() as project:
        project.do(work("T-1"), actor="lead")

        def plan(context: ActContext, arguments: Any) -> Iterable[c.Action]:
            plans.append(context.state.seq)
            project.write([{"path": "/current_phase", "value": f"phase {len(plans)}"}], actor="lead")
            return [work("T-1")]

        with pytest.raises(ProtocolError):
            perform(project, replace(ACTS["cancel"], plan=plan), contract="T-1")
        assert len(plans) == 50


def test_the_same_command_in_two_threads_has_one_record_though_its_second_plan_is_not_possible() -> None:
    with small_team() as project:
        project.do(work("T-1"), actor="lead")
        caller, found = Caller(project, "ann", "key-1"), []

        def sneaked(context: ActContext, arguments: Any) -> Iterable[c.Action]:
            found.append(caller.claim())
            raise NothingToClaimError(actor="ann", overlapping="")

        act = replace(ACTS["claim"], plan=sneaked)
        assert caller.perform((act, act.read({}))) == found[0]


def test_a_tool_takes_the_next_contract_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with small_team() as project:
        project.do(work("T-1"), work("T-2"), actor="lead")
        act = overtaken("claim", lambda: project.claim(actor="bob"))
        monkeypatch.setattr(tools, "find_act", lambda name: act)
        _, done = tools.perform(Session(project, "ann"), "claim", {})
        assert done.id == "T-2"
