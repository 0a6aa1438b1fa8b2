"""A command is one record: its actions, what follows from them, and what rules make of it, all or nothing."""

from typing import Any

import pytest

from engine.factory import START, after, events, kinds, reading, send, settled, talk, team, terms
from renkei.board.decide import Write
from renkei.board.events import FieldWritten
from renkei.dispatch.rules import Rule
from renkei.engine import commands as c
from renkei.engine.apply import apply
from renkei.engine.events import AnyEvent, RuleFired
from renkei.engine.settle import settle
from renkei.engine.state import State
from renkei.errors import BadValueError, CascadeTooDeepError, NotAllowedError, SuspendedError


def rule(name: str, trigger: dict[str, Any], *actions: dict[str, Any]) -> Rule:
    listed = [{"update_state_board": action} for action in actions]
    return Rule.model_validate({"event": name, "trigger": trigger, "auto_actions": listed})


def field(path: str, becomes: str | None = None) -> dict[str, Any]:
    return {"field": path} if becomes is None else {"field": path, "becomes": becomes}


def put(path: str, value: str) -> dict[str, Any]:
    return {"set": f"{path} = {value}"}


def fired(found: tuple[AnyEvent, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.event, one.refused) for one in found if isinstance(one, RuleFired)]


def written(found: tuple[AnyEvent, ...]) -> list[tuple[str, object]]:
    return [(one.path, one.value) for one in found if isinstance(one, FieldWritten)]


def test_the_record_of_a_command_is_applied_to_the_state_that_settling_returned() -> None:
    record, state = settled(team(), "ann", Write("/agents/ann/status", "working"), seconds=5)
    assert (record.seq, record.id, record.actor, record.at) == (3, "c3", "ann", state.at)
    assert apply(team(), record) == state
    assert settle(team(), c.Command("c3", record.at, "ann", (Write("/agents/ann/status", "working"),))) == record


def test_nobody_issues_commands_as_the_system() -> None:
    with pytest.raises(NotAllowedError, match="renkei"):
        settled(team(), "renkei", c.SetQuota())


def test_a_suspended_agent_may_only_abandon_its_turn() -> None:
    state = after(team(), "ann", reading(team(), "ann"))
    state = after(state, "human", c.SuspendActor("ann", "repetition"))
    for refused in (c.EndTurn("ann", "t-1"), Write("/agents/ann/status", "idle")):
        with pytest.raises(SuspendedError, match="nearly the same message"):
            settled(state, "ann", refused)
    with pytest.raises(SuspendedError):
        settled(state, "ann", c.AbandonTurn("ann", "t-1"), Write("/agents/ann/status", "idle"))
    assert kinds(events(state, "ann", c.AbandonTurn("ann", "t-1"))) == ["turn_ended"]


def test_all_actions_of_a_command_are_refused_when_one_is() -> None:
    with pytest.raises(NotAllowedError):
        settled(team(), "ann", Write("/agents/ann/status", "working"), Write("/agents/bob/status", "working"))


def test_what_follows_from_an_action_comes_before_the_next_action() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1", assignee="ann")))
    found = events(state, "ann", c.TransitionContract("TC-1", "start"), send("m", "ann", "bob", talk("begun")))
    assert kinds(found)[0] == "contract_transitioned"
    assert kinds(found)[-1] == "message_sent"
    assert ("/agents/ann/current_task", "TC-1") in written(found)


def test_an_id_that_no_event_can_hold_is_refused_like_any_value() -> None:
    with pytest.raises(BadValueError, match="a b"):
        settled(team(), "lead", c.Join("a b"))


def test_a_rule_is_recorded_before_what_it_did_and_with_its_cause() -> None:
    state = team(rules=(rule("mine", field("/goal"), put("/current_phase", "{new}")),))
    found = events(state, "lead", Write("/goal", "new goal"))
    assert kinds(found) == ["field_written", "rule_fired", "field_written"]
    assert written(found) == [("/goal", "new goal"), ("/current_phase", "new goal")]
    assert [one.because for one in found if isinstance(one, RuleFired)] == ["/goal: a goal → new goal"]


def test_rules_fire_in_the_order_of_their_file_and_in_waves() -> None:
    rules = (
        rule("third", field("/agents/*/status"), put("/current_phase", "third")),
        rule("first", field("/goal"), put("/agents/lead/status", "working")),
        rule("second", field("/goal"), put("/current_phase", "second")),
    )
    found = events(team(rules=rules), "lead", Write("/goal", "g"))
    assert [name for name, _ in fired(found)] == ["first", "second", "third"]


def test_a_rule_that_is_refused_says_why_and_the_others_still_act() -> None:
    rules = (
        rule("bad", field("/goal"), put("/agents/zoe/status", "idle"), put("/current_phase", "by bad")),
        rule("good", field("/goal"), put("/agents/ann/status", "working")),
    )
    found = events(team(rules=rules), "lead", Write("/goal", "g"))
    (bad, refusals), good = fired(found)
    assert (bad, good) == ("bad", ("good", ()))
    assert len(refusals) == 1
    assert refusals[0].startswith("UNKNOWN_FIELD: ")
    assert written(found)[1:] == [("/current_phase", "by bad"), ("/agents/ann/status", "working")]


def test_what_was_done_before_a_refusal_within_one_intent_is_undone() -> None:
    """A decision that a group should own: the request is sent, the entry is refused, and nothing of both remains."""
    asks = {"open_decision": {"question": "which?", "owner": "all"}}
    rules = (rule("bad", field("/goal"), asks, put("/current_phase", "next")),)
    record, state = settled(team(rules=rules), "lead", Write("/goal", "g"))
    ((name, refusals),) = fired(record.events)
    assert (name, [one.partition(":")[0] for one in refusals]) == ("bad", ["UNKNOWN_ACTOR"])
    assert kinds(record.events) == ["field_written", "rule_fired", "field_written"]
    assert (state.sent, dict(state.messages), dict(state.obligations)) == (0, {}, {})
    assert state.board.get("/current_phase") == "next"


def ring(length: int) -> tuple[Rule, ...]:
    """Return rules that write one value after the other, each set off by the one before."""
    return tuple(
        rule(f"r{n}", field("/current_phase", str(n)), put("/current_phase", str(n + 1))) for n in range(length)
    )


def test_a_cascade_as_deep_as_the_bound_is_done_and_a_deeper_one_is_refused() -> None:
    state = after(team(rules=ring(64)), "lead", Write("/current_phase", "0"))
    assert state.board.get("/current_phase") == "64"
    with pytest.raises(CascadeTooDeepError):
        after(team(rules=ring(65)), "lead", Write("/current_phase", "0"))


def test_rules_that_trigger_each_other_are_refused_by_name() -> None:
    rules = (
        rule("ping", field("/current_phase", "a"), put("/current_phase", "b")),
        rule("pong", field("/current_phase", "b"), put("/current_phase", "a")),
    )
    with pytest.raises(CascadeTooDeepError, match="ping, pong") as error:
        settled(team(rules=rules), "lead", Write("/current_phase", "a"))
    assert error.value.details["bound"] == 64


def test_what_a_project_begins_with_sets_off_no_rule() -> None:
    rules = (rule("mine", field("/goal"), put("/current_phase", "changed")),)
    found = events(State(), "human", c.CreateProject("team", "a goal", "build", rules))
    assert fired(found) == []


def test_the_ids_of_system_messages_count_all_messages() -> None:
    state = after(team(), "ann", send("m", "ann", "bob", talk("x")))
    state = after(state, "human", c.SetQuota(turns=1))
    state = after(state, "ann", reading(state, "ann"))
    found = events(state, "ann", c.EndTurn("ann", "t-1"))
    assert [one.message.id for one in found if one.kind == "message_sent"] == ["renkei-2"]
    assert found[-1].message.timestamp == START
