"""Rules are checked before they run, do what they say, and cannot trigger each other endlessly."""

from collections.abc import Sequence

import pytest

from renkei import Project
from renkei.board.decide import Write
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


def test_a_rule_opens_a_contract() -> None:
    action = (
        "{open_contract: {open_contract: {description: 'Free {agent}', format: words, criteria: [free], "
        "delegator: lead, roles: [frontend]}}}"
    )
    project = team_with(BLOCKED, action)
    project.do(Write("/agents/ann/status", "blocked"), actor="ann")
    (entry,) = project.state.contracts.ready()
    assert entry.terms.inputs.description == "Free ann"


def test_an_intent_that_is_refused_is_recorded_and_the_others_are_done() -> None:
    project = team_with(BLOCKED, "{update_state_board: {set: ['/agents/eve/status = idle', '/current_phase = held']}}")
    record = project.do(Write("/agents/ann/status", "blocked"), actor="ann")
    assert record is not None
    (firing,) = [e for e in record.events if e.kind == "rule_fired"]
    assert [text.split(":")[0] for text in firing.refused] == ["UNKNOWN_FIELD"]
    assert project.state.board.get("/current_phase") == "held"


@pytest.mark.parametrize("values", [["{new}x"], ["{new}a", "{new}b"]])
def test_rules_that_trigger_each_other_endlessly_are_refused_and_nothing_is_written(values: list[str]) -> None:
    project = team_with("{field: /goal}", f"{{update_state_board: {{set: {[f'/goal = {one}' for one in values]}}}}}")
    before = project.state
    with pytest.raises(CascadeTooDeepError):
        project.do(Write("/goal", "another"), actor="lead")
    assert project.state == before


def test_a_rule_that_doubles_a_text_ends_at_the_longest_text_of_a_field() -> None:
    project = team_with("{field: /goal}", "{update_state_board: {set: '/goal = {new}{new}x'}}")
    record = project.do(Write("/goal", "another"), actor="lead")
    assert record is not None
    assert 32_768 < len(project.state.board.get("/goal")) <= 65_536
    assert [e.refused[0].split(":")[0] for e in record.events if e.kind == "rule_fired" and e.refused] == ["BAD_VALUE"]


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
        (BLOCKED, "{notify: {to: '{mood}'}}", "UNKNOWN_NAME", "/auto_actions/0/notify/to"),
        ("{field: /goal}", "{update_state_board: {set: '/goal = {new}'}}", "LOOP", "/events/0"),
    ],
)
def test_checking_rules_finds(trigger: str, action: str, code: str, path: str) -> None:
    source = next(iter(read_yaml(one_rule(trigger, action))))
    found = list(rule_findings(check(source).model, source, ("events",)))
    assert [one.code for one in found] == [code]
    assert found[0].path.endswith(path)


def test_the_default_rules_have_no_findings() -> None:
    source = next(iter(read_yaml("events: []")))
    assert list(rule_findings(default_rules(), source, ("events",))) == []
