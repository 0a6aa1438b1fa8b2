"""What an agent's context could hold, gathered from a small state."""

from dataclasses import replace

import pytest

from engine.factory import START, after, applied, reading, send, submitted, talk, team, terms, time
from renkei.board.decide import Write
from renkei.budget.context.listing import Listing
from renkei.budget.context.reading import Reading
from renkei.budget.delivery.model import DEFAULT_DELIVERY
from renkei.engine import commands as c
from renkei.engine.events import ObligationOverdue
from renkei.engine.state import State
from renkei.engine.views.agent_context.agent_view import context, view
from renkei.errors import UnknownActorError
from renkei.protocol.payloads import DecisionRequest, ReviewRequest

REVIEW = ReviewRequest(artifact_ref="api", blocking=False)
FULL = {
    "inputs": {
        "description": "the api",
        "constraints": [{"constraint": "no TLS 1.0", "hard": True}, {"constraint": "short", "hard": False}],
    },
    "acceptance_criteria": [{"criterion": "runs"}, {"criterion": "is fast"}],
    "authority": {
        "must_consult": ["schema changes"],
        "escalation_triggers": ["outages"],
        "autonomous_decisions": ["names"],
    },
    "failure_handling": {"on_blocked": "ask lead", "max_retries": 0, "on_partial_completion": "report"},
}


def board_of(state: State, agent: str) -> dict[str, Listing]:
    """Return the lists of the board that an agent could be shown, by kind."""
    return {one.kind: one for one in view(state, agent).board}


def waiting_of(state: State, agent: str) -> tuple[str, ...]:
    """Return the lines on what an agent owes, asked for and delegated."""
    return tuple(line for one in view(state, agent).waiting for line in one.lines)


def after_reading(state: State, agent: str, *read: str) -> State:
    """Return the state after a turn of an agent that showed some messages."""
    state = after(state, agent, reading(state, agent))
    state = replace(state, turns=state.turns.set(agent, replace(state.turns[agent], read=read)))
    return after(state, agent, c.EndTurn(agent, "t-1"))


def test_nobody_sees_anything_who_does_not_participate() -> None:
    with pytest.raises(UnknownActorError, match="human, lead, ann, bob, eve"):
        view(team(), "zoe")


def test_an_agent_is_named_with_its_role_and_a_human_without() -> None:
    assert view(team(), "ann").identity == "You are ann (backend), on the team team."
    assert view(team(), "human").identity == "You are human, on the team team."
    assert "backend" in view(team(), "ann", Reading(locale="ja")).identity
    assert view(team(), "ann", Reading(locale="ja")).locale == "ja"


def test_the_status_artifacts_debts_and_offers_of_an_agent() -> None:
    state = after(team(), "ann", Write("/agents/ann/current_task", "TC-1"), Write("/agents/ann/blocked_by", "bob"))
    state = after(state, "ann", *(Write(f"/agents/ann/artifacts/{n}", {"version": 2}) for n in ("api", "docs")))
    state = after(state, "bob", send("ask", "bob", "ann", REVIEW, context_summary="the api"))
    state = after(
        state, "lead", c.OpenContract(terms("TC-2", roles=["backend"])), c.OpenContract(terms("TC-3", roles=["qa"]))
    )
    assert view(state, "ann").own == (
        "status: idle; task: TC-1; waiting for: bob (idle)",
        "your artifacts: api (v2 · ann); docs (v2 · ann)",
        "contracts you can claim: TC-2 TC-2",
    )
    state = after_reading(state, "ann", "ask")
    assert waiting_of(state, "ann")[0] == "you owe bob a reply (REVIEW_RESULT) to ask: the api"
    assert view(state, "human").own == ()


def test_no_more_contracts_are_offered_than_fit_a_line() -> None:
    work = [c.OpenContract(terms(f"TC-{n}")) for n in range(6)]
    (offer,) = (line for line in view(after(team(), "lead", *work), "ann").own if "claim" in line)
    assert offer.count("TC-") == 10
    assert offer.endswith("; 1 more: `renkei contract list --ready`")


def test_a_contract_is_a_duty_with_its_terms() -> None:
    state = after(
        team(), "lead", c.OpenContract(terms("TC-1", assignee="ann", **FULL)), c.AddNote("TC-1", "mind the cache")
    )
    (found,) = view(state, "ann").duties
    assert found.line.startswith("contract TC-1 (open) from lead: the api (full terms: ")
    assert found.brief.splitlines()[1:3] == [
        "  ask before deciding: schema changes",
        "  report immediately if: outages",
    ]
    assert set(found.full.splitlines()) >= {
        "  done when: runs; is fast",
        "  constraints: no TLS 1.0 (hard: true); short (hard: false)",
        "  decide on your own: names",
        "  if blocked: ask lead",
        "  notes so far: lead: mind the cache",
    }
    assert view(state, "bob").duties == ()


def test_what_is_critical_without_being_a_message() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1", assignee="ann", **FULL)))
    assert view(state, "ann").alerts == ()
    blocked = after(state, "ann", c.TransitionContract("TC-1", "start"), c.TransitionContract("TC-1", "block"))
    assert view(blocked, "ann").alerts == ("TC-1 is blocked. Contract instruction: ask lead",)
    again = after(submitted(team(), "TC-1", **FULL), "lead", c.TransitionContract("TC-1", "rework"))
    assert view(again, "ann").alerts == ("TC-1 has reached max_retries. Contract instruction: report",)
    state = after(team(), "bob", send("ask", "bob", "ann", REVIEW, context_summary="the api"))
    state = applied(state, ObligationOverdue(message_id="ask", debtor="ann", at=START))
    assert view(state, "ann").alerts == ("OVERDUE: you owe bob a reply (REVIEW_RESULT) to ask: the api",)


def test_an_overwritten_and_a_late_value_are_alerts() -> None:
    state = after(team(), "ann", Write("/blockers/B", {"description": "one"}), seconds=1)
    overwritten = after(state, "bob", Write("/blockers/B/description", "two", read_seq=1), seconds=2)
    found = view(overwritten, "ann")
    assert found.alerts == ("RE-READ /blockers/B/description: bob set it to two; your value one was overwritten.",)
    assert found.notices == 1
    late = after(state, "bob", Write("/blockers/B/description", "zero", at=time(0), read_seq=1), seconds=2)
    (line,) = view(late, "bob").alerts
    assert line == "RE-READ /blockers/B/description: your value zero arrived late; ann had already set one."


def test_the_board_shows_goal_phase_decisions_blockers_members_and_changes() -> None:
    ask = DecisionRequest(decision_id="D-1", question="port?")
    state = after(team(), "ann", send("ask", "ann", "bob", ask))
    state = after(state, "lead", send("ask-2", "lead", "ann", ask.model_copy(update={"decision_id": "D-2"})))
    state = after(
        state,
        "bob",
        Write("/pending_decisions/D-1/resolution", "80"),
        Write("/pending_decisions/D-1/status", "resolved"),
    )
    state = after(state, "bob", Write("/blockers/B-1", {"description": "no key", "affected_agents": ["bob", "eve"]}))
    state = after(state, "bob", Write("/blockers/B-2", {"description": "gone"}), Write("/blockers/B-2/resolved", True))
    state = after(state, "bob", Write("/agents/bob/current_task", "paint"), Write("/agents/bob/blocked_by", "ann"))
    board = board_of(state, "ann")
    assert board["fields"].lines == ("goal: a goal", "phase: build")
    assert board["decisions"].lines == (
        "- [concerns you] decision D-2 (open, owner ann): port?",
        "- [concerns you] decision D-1 (resolved by bob, 2026-01-05T09:00:00Z): port? → 80",
    )
    assert board["blockers"].lines == ("- blocker B-1: no key (affects bob, eve)",)
    assert board["members"].lines == (
        "- [concerns you] bob (backend): idle, working on paint, waiting for ann",
        "- lead (planning): idle",
        "- eve (backend): idle",
    )
    assert len(board["changes"].lines) == DEFAULT_DELIVERY.changelog_limit
    assert board["changes"].lines[-1] == "- 2026-01-05T09:00:00Z bob: /agents/bob/blocked_by: null → ann"
    assert board["changes"].total > DEFAULT_DELIVERY.changelog_limit


def test_those_whom_an_agent_waits_for_come_before_the_others() -> None:
    state = after(team(), "human", *(c.Join(f"agent-{n}") for n in range(25)))
    last = "agent-24"
    state = after(state, "ann", Write("/agents/ann/blocked_by", last))
    members = board_of(state, "ann")["members"]
    assert members.lines[0] == f"- [concerns you] {last}: idle"
    assert (len(members.lines), members.concerning, members.total) == (20, 1, 28)


def test_changes_are_those_of_others_since_the_last_turn() -> None:
    state = team()
    delta = Reading(rendering="delta")
    assert view(state, "ann", delta).changes == view(state, "ann", delta).board
    state = after_reading(after(state, "bob", Write("/agents/bob/status", "working")), "ann")
    state = after(state, "bob", Write("/agents/bob/status", "error"))
    state = after(state, "ann", Write("/agents/ann/status", "working"))
    (changes,) = view(state, "ann", delta).changes
    (line,) = changes.lines
    assert (changes.total, changes.command) == (1, f"renkei board log --after {state.read_up_to['ann']}")
    assert line == "- 2026-01-05T09:00:00Z bob: /agents/bob/status: working → error"


def test_earlier_messages_are_those_that_were_read_or_written_and_only_on_request() -> None:
    state = after(team(), "ann", send("m1", "ann", "bob", talk("mine")), send("m2", "ann", "eve", talk("other")))
    state = after(state, "bob", send("m3", "bob", "ann", talk("unread")))
    assert [one.id for one in view(state, "ann", Reading(recall=True)).past] == ["m1", "m2"]
    assert [one.id for one in view(state, "bob", Reading(recall=True)).past] == ["m3"]
    assert view(state, "ann").past == ()
    assert [one.message.id for one in view(state, "ann").unread] == ["m3"]


def test_a_context_is_built_from_the_view_with_the_options_of_its_reading() -> None:
    found = context(team(), "ann", budget=300, locale="ja")
    assert found.budget == 300
    assert "目標: a goal" in found.text


def test_artifacts_of_its_own_beyond_those_that_fit_a_line_are_counted() -> None:
    writes = (Write(f"/agents/ann/artifacts/a-{n:02}", {"version": 1}) for n in range(22))
    (line,) = (one for one in view(after(team(), "ann", *writes), "ann").own if "artifacts" in one)
    assert line.startswith("your artifacts: a-02 (v1 · ann); ")
    assert line.endswith("; 2 more: `renkei board show`")


@pytest.mark.parametrize(
    ("waits", "shown"),
    [("TC-1", "TC-1 (open, eve)"), ("D-1", "D-1 (bob)"), ("bob", "bob (idle)"), ("the weather", "the weather")],
)
def test_what_an_agent_waits_for_is_shown_with_how_it_stands_and_who_is_responsible(waits: str, shown: str) -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1", assignee="eve")))
    state = after(state, "lead", Write("/pending_decisions/D-1", {"question": "port?", "owner": "bob"}))
    state = after(state, "ann", Write("/agents/ann/blocked_by", waits))
    assert view(state, "ann").own[0] == f"status: idle; task: –; waiting for: {shown}"


def test_changes_that_the_changelog_no_longer_holds_are_counted_and_those_that_concern_the_reader_come_first() -> None:
    state = after_reading(team(), "ann")
    blocker = Write("/blockers/B-1", {"description": "no key", "affected_agents": ["ann"]})
    for number in range(69):
        state = after(state, "bob", blocker if number == 60 else Write("/agents/bob/current_task", f"step {number}"))
        state = after(state, "ann", Write("/agents/ann/current_task", f"mine {number}"))
    (changes,) = view(state, "ann", Reading(rendering="delta")).changes
    assert changes.total == 69
    assert changes.concerning == 1
    assert changes.lines[0] == (
        "- [concerns you] 2026-01-05T09:00:00Z bob: /blockers/B-1: added {description: no key, affected_agents: [ann]}"
    )
    assert changes.lines[-1].endswith("step 67 → step 68")
    text = context(state, "ann", rendering="delta").text
    assert f"(not shown: {69 - len(changes.lines)} changes: `{changes.command}`)" in text


def test_a_line_follows_what_it_is_made_of_also_back_to_an_earlier_state() -> None:
    before = after(team(), "ann", Write("/agents/ann/artifacts/api", {"version": 2}))
    written = after(
        before, "ann", Write("/agents/ann/artifacts/api", {"version": 3}), Write("/agents/ann/status", "error")
    )
    shared = after(written, "bob", Write("/agents/bob/artifacts/api", {"version": 1}))
    expected = ((before, "api (v2 · ann)", "idle"), (written, "api (v3 · ann)", "error"))
    for state, artifact, status in (*expected, (shared, "api (v3 · ann; v1 · bob)", "error"), *expected):
        text = context(state, "lead").text
        assert f"- {artifact}\n" in text
        assert f"- ann (backend): {status}" in text


@pytest.mark.parametrize("name", ["own", "attention", "status:0", "changes:0", "alert:0", "past", "omitted:relevant"])
def test_no_message_takes_the_place_of_a_line_that_a_context_has_of_its_own(name: str) -> None:
    state = after(team(), "bob", send(name, "bob", "ann", talk("the port is 8080")))
    for rendering in ("snapshot", "delta"):
        found = context(state, "ann", Reading(rendering=rendering))
        assert [(one.id, one.form) for one in found.given] == [(name, "full")]
        assert "the port is 8080" in found.text
        assert [one.section for one in found.pieces if one.message == name] == ["relevant"]
