"""Rules are checked before they run, do what they say, and cannot run away."""

from collections.abc import Sequence

import pytest

from renkei import Project
from renkei.board.decide import Write
from renkei.dispatch.match import check_condition, holds
from renkei.dispatch.rules import Rule
from renkei.documents.yaml_reader import read_yaml
from renkei.engine.rules.check import rule_findings
from renkei.engine.rules.defaults import default_rules
from renkei.engine.validation import check
from renkei.errors import CascadeTooDeepError
from team import small_team


def rules(text: str) -> tuple[Rule, ...]:
    checked = check(next(iter(read_yaml(text))))
    assert checked.problems == ()
    found: tuple[Rule, ...] = checked.model
    return found


def one_rule(trigger: str, action: str) -> str:
    return f"events:\n  - event: mine\n    trigger: {trigger}\n    auto_actions: [{action}]\n"


def team_with(trigger: str, *actions: str) -> Project:
    return small_team(rules=rules(one_rule(trigger, ", ".join(actions))))


def fired(project: Project) -> Sequence[str]:
    return [e.event for r in project.records() for e in r.events if e.kind == "rule_fired"]


BLOCKED = "{field: /agents/*/status, becomes: blocked}"


def test_a_rule_pauses_and_resumes_agents() -> None:
    project = team_with(BLOCKED, "{resume: {filter: agent, resume: true}}")
    project.do(Write("/agents/ann/status", "blocked"), actor="ann")
    assert project.state.board.get("/agents/ann/status") == "idle"
    project = team_with("{field: /agents/*/status, becomes: error}", "{pause: {filter: agent, pause: true}}")
    project.do(Write("/agents/ann/status", "error"), actor="ann")
    assert project.state.board.get("/agents/ann/status") == "blocked"


def test_a_rule_asks_for_a_decision() -> None:
    action = "{open_decision: {open_decision: {question: 'Who helps {agent}?', owner: lead, options: [bob, nobody]}}}"
    project = team_with(BLOCKED, action)
    record = project.do(Write("/agents/ann/status", "blocked"), actor="ann")
    assert record is not None
    name = f"D-{record.seq}"
    assert project.state.board.get(f"/pending_decisions/{name}/question") == "Who helps ann?"
    assert [one.expects for one in project.state.owed_by("lead")] == [("DECISION_RESULT",)]


def test_a_rule_puts_work_up() -> None:
    action = (
        "{open_contract: {open_contract: {description: 'Free {agent}', format: words, criteria: [free], "
        "delegator: lead, roles: [frontend]}}}"
    )
    project = team_with(BLOCKED, action)
    project.do(Write("/agents/ann/status", "blocked"), actor="ann")
    (entry,) = project.state.contracts.ready()
    assert entry.terms.inputs.description == "Free ann"


def test_what_a_rule_may_not_do_is_noted_and_does_not_hold_up_the_rest() -> None:
    project = team_with(BLOCKED, "{update_state_board: {set: ['/agents/eve/status = idle', '/current_phase = held']}}")
    record = project.do(Write("/agents/ann/status", "blocked"), actor="ann")
    assert record is not None
    (firing,) = [e for e in record.events if e.kind == "rule_fired"]
    assert [text.split(":")[0] for text in firing.refused] == ["UNKNOWN_FIELD"]
    assert project.state.board.get("/current_phase") == "held"


@pytest.mark.parametrize(
    "action",
    [
        "{update_state_board: {set: '/goal = {new}x'}}",
        "{update_state_board: {set: ['/goal = {new}a', '/goal = {new}b']}}",
        "{update_state_board: {set: '/goal = {new}{new}x'}}",
    ],
)
def test_rules_that_set_each_other_off_for_ever_are_stopped_and_nothing_is_written(action: str) -> None:
    project = team_with("{field: /goal}", action)
    before = project.state
    try:
        project.do(Write("/goal", "another"), actor="lead")
    except CascadeTooDeepError:
        assert project.state == before
    else:  # a text that doubles reaches the longest that a field may hold, and is refused there
        assert len(project.state.board.get("/goal")) <= 65_536


@pytest.mark.parametrize("condition", ["1/0 == 1", "[1][5] == 1", "{1: 2}[3] == 1", "int(1e300) == 1", "nothing == 1"])
def test_a_condition_that_cannot_be_evaluated_does_not_hold(condition: str) -> None:
    assert holds(condition, {"severity": "critical"}) is False


@pytest.mark.parametrize(
    "condition", ["(", "1 +", "+".join(["1"] * 600) + " > 0", "[1].all(a, [1].all(b, [1].all(c, true)))"]
)
def test_a_condition_that_is_no_expression_or_too_large_is_refused(condition: str) -> None:
    assert check_condition(condition) is not None
    checked = check(next(iter(read_yaml(one_rule("{message: FREEFORM}", "{notify: {filter: agent}}")))))
    assert checked.problems == ()


@pytest.mark.parametrize(
    ("trigger", "action", "code", "path"),
    [
        ("{field: /agents/*/mood}", "{notify: {filter: agent}}", "NEVER_FIRES", "/trigger/field"),
        ("{field: /agents/*/status, becomes: done}", "{notify: {filter: agent}}", "NEVER_FIRES", "/trigger/becomes"),
        ("{contract: finished}", "{notify: {filter: agent}}", "NEVER_FIRES", "/trigger/contract"),
        ("{added: /agents}", "{notify: {filter: agent}}", "NEVER_FIRES", "/trigger/added"),
        (BLOCKED, "{notify: {message_type: FREEFORM}}", "NEVER_FIRES", "/auto_actions/0/notify"),
        (
            BLOCKED,
            "{update_state_board: {set: '/goal = {mood}'}}",
            "UNKNOWN_NAME",
            "/auto_actions/0/update_state_board/set",
        ),
        ("{message: FREEFORM}", "{notify: {filter: agent, condition: severity == 'x'}}", "UNKNOWN_NAME", "/condition"),
        ("{field: /goal}", "{update_state_board: {set: '/goal = {new}'}}", "LOOP", "/events/0"),
    ],
)
def test_checking_rules_finds(trigger: str, action: str, code: str, path: str) -> None:
    source = next(iter(read_yaml(one_rule(trigger, action))))
    found = list(rule_findings(check(source).model, source, ("events",)))
    assert [one.code for one in found] == [code]
    assert found[0].path.endswith(path)


def test_the_default_rules_have_nothing_to_be_found() -> None:
    source = next(iter(read_yaml("events: []")))
    assert list(rule_findings(default_rules(), source, ("events",))) == []
