"""A rule that can never do anything is refused wherever it comes from, and told what would be right."""

import pytest

import renkei
from renkei.dispatch.rules import FILTERS, Rule
from renkei.engine.rules.defaults import default_rules
from renkei.engine.rules.prose import TRIGGERS_OF
from renkei.errors import BadValueError

CONFLICT = """\
events:
  - event: conflict_detected
    trigger: {message: CONFLICT_REPORT}
    auto_actions:
      - pause_related_tasks:
          filter: artifact_owners
          condition: severity == critical
"""


def test_a_text_without_quotes_is_found_with_its_place_and_the_right_form() -> None:
    (problem,) = renkei.validate(CONFLICT)
    assert (problem.code, problem.line, problem.column) == ("UNKNOWN_NAME", 7, 22)
    assert problem.path == "/events/0/auto_actions/0/pause_related_tasks/condition"
    assert problem.message == "unknown variable 'critical', so the condition never holds"
    assert problem.hint.startswith('A text is written in quotes: severity == "critical". Variables here: agent, ')


@pytest.mark.parametrize(
    "condition", ['severity == "critical"', "size(recipients) > 1 && recipients.exists(r, r == agent)"]
)
def test_conditions_over_known_variables_are_accepted(condition: str) -> None:
    assert renkei.validate(CONFLICT.replace("severity == critical", condition.replace('"', "'"))) == ()


@pytest.mark.parametrize("place", ["rule", "action"])
def test_the_library_refuses_it_too(place: str) -> None:
    both = {"event": "mine", "trigger": {"message": "CONFLICT_REPORT"}}
    action = {"filter": "artifact_owners"} | ({"condition": "severity == critical"} if place == "action" else {})
    given = (
        both
        | {"auto_actions": [{"pause": action}]}
        | ({"condition": "severity == critical"} if place == "rule" else {})
    )
    rule = Rule.model_validate(given)
    path = "/events/mine/condition" if place == "rule" else "/events/mine/auto_actions/0/pause/condition"
    with pytest.raises(BadValueError, match="unknown variable 'critical'") as raised:
        renkei.create(rules=[rule])
    assert raised.value.path == path
    with pytest.raises(BadValueError, match="unknown variable 'critical'"):
        renkei.create().set_rules([rule])


SPECIFIED = """\
events:
  - event: task_completed
    trigger: "Agentのステータスがcompletedになった"
    auto_actions:
      - notify_blocked_agents:
          filter: "blocked_by が完了したAgentのタスクを参照しているAgent"
          message_type: STATUS_UPDATE
          priority: blocking
          content_template: "完了タスク: {completed_task}, 成果物: {artifact_refs}"
      - update_state_board:
          set: "affected_agents[].status = idle"
          clear: "affected_agents[].blocked_by"
  - event: task_blocked
    trigger: "Agentのステータスがblockedになった"
    auto_actions:
      - notify_blocking_source:
          message_type: KNOWLEDGE_SHARE
          priority: high
          content_template: "{blocked_agent} があなたの {dependency} を待ってブロックされています。"
      - update_state_board:
          add_blocker: true
  - event: conflict_detected
    trigger: {message: CONFLICT_REPORT}
    auto_actions:
      - escalate_to_relevant_agents:
          filter: "conflicting_artifactsのオーナーAgent"
          message_type: CONFLICT_REPORT
          priority: high
      - pause_related_tasks:
          condition: "severity == 'critical'"
          action: "関連Agentのステータスをblockedに設定"
  - event: mine
    trigger: "at noon"
    auto_actions: [{notify: {filter: "everybody there"}}]
"""


def test_sentences_of_the_specification_are_refused_with_what_to_write_and_all_other_keys_are_accepted() -> None:
    found = {problem.path: problem for problem in renkei.validate(SPECIFIED)}
    assert list(found) == [
        "/events/0/trigger",
        "/events/0/auto_actions/0/notify_blocked_agents/filter",
        "/events/1/trigger",
        "/events/2/auto_actions/0/escalate_to_relevant_agents/filter",
        "/events/3/trigger",
        "/events/3/auto_actions/0/notify/filter",
    ]
    first, filtered, *_, last, unknown = found.values()
    assert first.message == "the trigger is a sentence, which no program can evaluate"
    assert first.hint.startswith("Write `trigger: {field: /agents/*/status, becomes: completed}`.")
    assert filtered.message == "the filter is a sentence, which no program can evaluate"
    assert filtered.hint.startswith("Leave it out or write `filter: waiting_for_task`, the default of notify_blocked_")
    assert last.hint.startswith("Write what triggers it as {field: POINTER, becomes: VALUE}")
    assert unknown.hint == f"Filters: {', '.join(sorted(FILTERS))}."


def test_a_misspelled_filter_is_no_sentence() -> None:
    (problem,) = renkei.validate(CONFLICT.replace("artifact_owners", "artifact_owner").replace("== critical", "!= ''"))
    assert problem.message == "'artifact_owner' is not a valid filter"
    assert problem.hint.startswith("Did you mean 'artifact_owners'?")


def test_the_suggested_triggers_are_those_of_the_default_rules() -> None:
    rules = {rule.event: rule for rule in default_rules()}
    for event, text in TRIGGERS_OF.items():
        (one,) = renkei.validate(
            f"events: [{{event: {event}, trigger: soon, auto_actions: [{{notify: {{filter: agent}}}}]}}]"
        )
        assert text in one.hint
        written = ", ".join(f"{k}: {v}" for k, v in rules[event].trigger.model_dump(exclude_defaults=True).items())
        assert text == f"{{{written}}}"
