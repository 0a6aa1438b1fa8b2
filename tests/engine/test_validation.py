"""The kind of a document, and the place and code of each problem."""

from typing import Any

import pytest

from renkei.documents.source import Source
from renkei.documents.yaml_reader import read_yaml
from renkei.engine.validation import DOCUMENTS, ValidationResult, check, kind_of

CONTRACT = """task_contract:
  id: TC-1
  delegator: lead
  inputs: {description: x}
  expected_output: {format: code}
  acceptance_criteria: [{criterion: runs}]
"""
MESSAGE = """id: m
type: FREEFORM
from: ann
to: bob
priority: normal
timestamp: 2026-01-05T09:00:00Z
context_summary: ""
payload: {intent_hint: TALK, body: hello, requires_response: false, urgency: low}
"""


def result(text: str) -> ValidationResult:
    return check(next(iter(read_yaml(text))))


def problems(text: str) -> list[tuple[str, str, int]]:
    return [(one.code, one.path, one.line) for one in result(text).problems]


@pytest.mark.parametrize(
    ("value", "kind", "root"),
    [
        ({"task_contract": {}}, "task_contract", ("task_contract",)),
        ({"message": {}}, "message", ("message",)),
        ({"type": "FREEFORM", "message": "x"}, "message", ()),
        ({"type": "FREEFORM"}, "message", ()),
        ({"payload": {}}, "message", ()),
        ({"other": 1}, None, ()),
        ([], None, ()),
    ],
)
def test_a_document_is_known_by_its_root_key_or_as_a_message(value: Any, kind: str | None, root: tuple[str]) -> None:
    assert kind_of(value, DOCUMENTS) == (kind, root)


def test_a_valid_document_has_a_model_and_no_problems() -> None:
    found = result(CONTRACT)
    assert (found.kind, found.model.id, found.problems) == ("task_contract", "TC-1", ())
    assert result(MESSAGE).model.id == "m"


def test_an_unknown_document_names_the_kinds() -> None:
    found = result("other: 1\n")
    (problem,) = found.problems
    assert (found.kind, found.model, problem.code, problem.path) == (None, None, "UNKNOWN_KIND", "")
    assert (problem.line, problem.column, problem.message) == (1, 1, "not a known document")
    assert "`message:`, `project_state:`, `task_contract:`, `events:`" in problem.hint


def test_a_root_key_beside_the_document_is_a_problem_at_its_place() -> None:
    found = result(f"{CONTRACT}odd: 1\n")
    (problem,) = found.problems
    assert (found.kind, found.model) == ("task_contract", None)
    assert (problem.code, problem.path, problem.line, problem.column) == ("UNKNOWN_FIELD", "/odd", 7, 1)
    assert problem.message == "unexpected root key 'odd' next to 'task_contract'"
    assert "only root key" in problem.hint


def test_what_the_model_refuses_is_found_at_its_place() -> None:
    found = result(CONTRACT.replace("delegator: lead", "delegator: 7"))
    assert (found.kind, found.model) == ("task_contract", None)
    assert [(one.path, one.line) for one in found.problems] == [("/task_contract/delegator", 3)]


def test_an_output_schema_that_is_no_json_schema_is_a_problem() -> None:
    bad = CONTRACT.replace("format: code", 'format: code, schema: "{\\"type\\": 7}"')
    assert problems(bad) == [("BAD_SCHEMA", "/task_contract/expected_output/schema", 5)]
    found = result(bad)
    assert found.model is not None
    assert "valid JSON Schema" in found.problems[0].message + found.problems[0].hint


def test_each_condition_of_a_rule_is_an_expression() -> None:
    rules = """events:
  - event: fine
    trigger: {field: /goal}
    condition: new == 'x'
    auto_actions: [{notify: {}}]
  - event: bad
    trigger: {field: /goal}
    condition: "new ==="
    auto_actions:
      - notify: {}
      - notify:
          condition: "old ==="
"""
    assert problems(rules) == [
        ("BAD_CONDITION", "/events/1/condition", 8),
        ("BAD_CONDITION", "/events/1/auto_actions/1/notify/condition", 12),
    ]
    (first, _) = result(rules).problems
    assert first.message.startswith("not a usable condition: ")
    assert "critical" in first.hint


def test_a_list_is_rules_only_when_it_begins_with_one() -> None:
    assert check(Source([{"event": "late"}])).kind == "events"
    for value in ([{"type": "FREEFORM", "payload": {}}], [], ["event"]):
        assert [one.code for one in check(Source(value)).problems] == ["UNKNOWN_KIND"]
