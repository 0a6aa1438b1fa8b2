"""Messages: what each type takes and refuses."""

import copy
import json

import pytest
from pydantic import ValidationError

from renkei.errors import DocumentError
from renkei.protocol.messages import MESSAGE, MESSAGE_CLASSES, make_message, parse_message

HEADER = {
    "id": "M-1",
    "from": "agent-designer",
    "to": "agent-backend",
    "priority": "normal",
    "timestamp": "2026-01-05T09:00:00Z",
    "context_summary": "The login page is drawn.",
}
OPTION = {"label": "JWT", "analysis": "No session store.", "recommendation_score": 0.8}
PAYLOADS = {
    "TASK_HANDOFF": {
        "task_description": "Build the login page.",
        "expected_output": {"format": "TypeScript file"},
        "authority_scope": "Names of functions.",
        "fallback_on_failure": "Give back what there is.",
    },
    "TASK_RESULT": {"original_task_ref": "M-0", "status": "completed", "summary": "Done."},
    "TASK_BLOCKED": {"original_task_ref": "M-0", "blocked_by": "db-schema", "reason": "No schema yet."},
    "DECISION_REQUEST": {"decision_id": "D-012", "question": "Which token?"},
    "DECISION_RESULT": {"decision_id": "D-012", "chosen_option": "JWT", "rationale": "No session store."},
    "STATUS_UPDATE": {"new_status": "working", "progress_summary": "Half of it."},
    "CONFLICT_REPORT": {"conflict_description": "Two paths for one thing.", "severity": "warning"},
    "KNOWLEDGE_SHARE": {"topic": "Cache", "content": "It is slow.", "relevance_to_recipients": "", "actionable": False},
    "REVIEW_REQUEST": {"artifact_ref": "auth-api", "blocking": True},
    "REVIEW_RESULT": {"artifact_ref": "auth-api", "verdict": "approved", "summary": "Good."},
    "FREEFORM": {"intent_hint": "KNOWLEDGE_SHARE", "body": "Hello.", "requires_response": False, "urgency": "low"},
}


def example(kind: str = "FREEFORM", **changed: object) -> dict:
    return copy.deepcopy({**HEADER, "type": kind, "payload": PAYLOADS[kind], **changed})


def example_with(kind: str, path: str, value: object) -> dict:
    """Give an example in which the field at a path, such as `payload/actionable`, has that value."""
    found = example(kind)
    *parents, last = path.split("/")
    part = found
    for name in parents:
        part = part[name]
    part[last] = value
    return found


def refused_at(values: dict) -> list[str]:
    with pytest.raises(DocumentError) as caught:
        make_message(values)
    return [problem.path for problem in caught.value.problems]


@pytest.mark.parametrize("kind", MESSAGE_CLASSES)
def test_a_message_becomes_the_class_of_its_type_and_is_read_back_equal_from_json(kind):
    message = make_message(example(kind))
    assert type(message) is MESSAGE_CLASSES[kind]
    assert parse_message(MESSAGE.dump_json(message)) == message


@pytest.mark.parametrize("number", [b"NaN", b"Infinity"])
def test_a_number_that_json_does_not_have_is_refused(number):
    with pytest.raises(DocumentError):
        parse_message(MESSAGE.dump_json(make_message(example(extensions={"x": 12345}))).replace(b"12345", number))


def test_a_written_message_names_its_sender_as_the_specification_does():
    assert {"from", "from_"} & set(MESSAGE.dump_python(make_message(example()), mode="json")) == {"from"}


@pytest.mark.parametrize("name", [*HEADER, "payload"])
def test_a_missing_header_field_is_named(name):
    values = example()
    del values[name]
    assert refused_at(values) == [f"/{name}"]


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, payload in PAYLOADS.items() for name in payload])
def test_a_missing_payload_field_is_named(kind, name):
    values = example(kind)
    del values["payload"][name]
    assert refused_at(values) == [f"/payload/{name}"]


@pytest.mark.parametrize("path", ["mood", "from_", "payload/mood", "payload/expected_output/mood"])
def test_an_unknown_field_is_named(path):
    assert refused_at(example_with("TASK_HANDOFF", path, "x")) == [f"/{path}"]


@pytest.mark.parametrize("kind", sorted(set(PAYLOADS) - {"FREEFORM"}))
def test_a_payload_of_another_type_is_refused(kind):
    assert "/payload/body" in refused_at({**example(kind), "payload": PAYLOADS["FREEFORM"]})


NOT_CONVERTED = {
    "FREEFORM/id": [3],
    "FREEFORM/context_summary": [3, None],
    "FREEFORM/priority": ["HIGH"],
    "FREEFORM/protocol": [1.0],
    "FREEFORM/related_state_refs": ["M-1"],
    "FREEFORM/to": [[], 5, {}],
    "FREEFORM/expected_response_type": ["", "TASK_RESULT |", "TASK_RESULT, TASK_BLOCKED", "ANSWER", ["ANSWER"], 3],
    "KNOWLEDGE_SHARE/payload/actionable": ["true", 1],
    "DECISION_REQUEST/payload/deadline_steps": ["3", 2.5, True, 0, 2**53],
    "DECISION_REQUEST/payload/options": [[{**OPTION, "recommendation_score": one}] for one in ("0.5", 1.5, True)],
}


@pytest.mark.parametrize(("place", "value"), [(place, one) for place, many in NOT_CONVERTED.items() for one in many])
def test_nothing_is_converted_in_silence(place, value):
    kind, path = place.split("/", 1)
    depth = path.count("/") + 2
    assert {"/".join(found.split("/")[:depth]) for found in refused_at(example_with(kind, path, value))} == {f"/{path}"}


def test_a_whole_number_may_be_written_with_a_point():
    steps = make_message(example_with("DECISION_REQUEST", "payload/deadline_steps", 3.0)).payload.deadline_steps
    assert (steps, type(steps)) == (3, int)


@pytest.mark.parametrize("types", ["TASK_RESULT | TASK_BLOCKED", "TASK_RESULT|TASK_BLOCKED"])
def test_the_specifications_bar_notation_means_a_list(types):
    assert make_message(example(expected_response_type=types)).expected_response_type == ("TASK_RESULT", "TASK_BLOCKED")


@pytest.mark.parametrize(("to", "receivers"), [("all", ("all",)), (["a", "b"], ("a", "b"))])
def test_receivers_are_always_several(to, receivers):
    assert make_message(example(to=to)).receivers == receivers


def test_what_others_add_under_extensions_is_passed_on():
    added = {"x-trace": {"span": [1, 2.5, None, True, "四"]}}
    assert parse_message(MESSAGE.dump_json(make_message(example(extensions=added)))).extensions == added


def test_a_message_cannot_be_changed():
    with pytest.raises(ValidationError, match="frozen"):
        make_message(example()).priority = "high"


def test_changing_what_a_message_was_made_from_does_not_change_it():
    values = example(extensions={"list": [1]}, to=["a"])
    message = make_message(values)
    values["extensions"]["list"].append(2)
    values["to"].append("b")
    assert (message.extensions, message.receivers) == ({"list": [1]}, ("a",))


def test_a_message_of_json_is_refused_with_the_location_of_each_fault():
    text = json.dumps(example(to=5, priority="now"), indent=1).replace('"FREEFORM"', '"FREEFROM"', 1)
    with pytest.raises(DocumentError) as caught:
        parse_message(text.replace("FREEFROM", "FREEFORM"))
    assert [(one.path, one.line) for one in caught.value.problems] == [("/to", 4), ("/priority", 5)]
    with pytest.raises(DocumentError) as caught:
        parse_message(text)
    assert [(one.code, one.path, one.line) for one in caught.value.problems] == [("NOT_ONE_OF", "/type", 8)]


NOT_JSON = ["", "{", "[]]", b"\xff", '{"a": "\ud800"}', '{"a": "\\ud800"}', "\ud800", "[" * 5000, "{} {}"]


@pytest.mark.parametrize("data", NOT_JSON, ids=lambda data: ascii(data)[:20])
def test_bytes_that_are_not_json_are_refused_with_a_location(data):
    with pytest.raises(DocumentError) as caught:
        parse_message(data)
    (problem,) = caught.value.problems
    assert problem.line == 1


def test_a_payload_of_the_wrong_class_is_refused_by_its_name():
    payload = make_message(example("KNOWLEDGE_SHARE")).payload
    with pytest.raises(DocumentError) as caught:
        make_message({**example("FREEFORM"), "payload": payload})
    assert [(one.path, one.message) for one in caught.value.problems] == [
        ("/payload", "expected a mapping, got KnowledgeShare")
    ]


def test_values_that_are_no_message_at_all_are_refused():
    with pytest.raises(DocumentError, match="`type` is missing"):
        make_message({})
