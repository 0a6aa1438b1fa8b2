"""The published JSON Schemas: up to date, valid, and of one mind with the models."""

import importlib.util
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter, ValidationError, create_model

from renkei.board.model import ProjectState
from renkei.contracts.model import TaskContract
from renkei.documents.schema_check import build_validator, schema_problems
from renkei.documents.source import Source
from renkei.engine.validation import check
from renkei.protocol.messages import MESSAGE, MESSAGE_CLASSES
from renkei.protocol.primitives import Frozen
from renkei.schemas.published import load, names
from thoroughness import examples, thinned

ROOT = Path(__file__).parents[2]
HEADER = yaml.safe_load("""
{id: M-1, from: ann, to: [bob, all], priority: high, timestamp: "2026-01-05T09:00:00Z", context_summary: Drawn.,
related_state_refs: [{type: decision, id: D-1}], expected_response_type: [FREEFORM], protocol: "1.0", in_reply_to: M-0,
thread: T-1, task_ref: TC-1, reply_by: "2026-01-06T09:00:00+09:00", extensions: {x: [1]}}
""")
PAYLOADS = yaml.safe_load("""
TASK_HANDOFF: {task_description: Build., input_artifacts: [a], constraints: [c], authority_scope: names,
  expected_output: {format: code, success_criteria: [it works]}, fallback_on_failure: Say so.}
TASK_RESULT: {original_task_ref: M-0, status: partial, output_artifacts: [a], summary: Done., deviations: [slower],
  open_questions: null}
TASK_BLOCKED: {original_task_ref: M-0, blocked_by: db, reason: None yet., needed: [schema], suggested_action: Wait.}
DECISION_REQUEST: {decision_id: D-1, question: Which, recommended: JWT, deadline_steps: 3,
  options: [{label: JWT, analysis: Small., recommendation_score: 0.5}]}
DECISION_RESULT: {decision_id: D-1, chosen_option: JWT, rationale: Small., additional_constraints: [TLS]}
STATUS_UPDATE: {task_ref: TC-1, new_status: working, progress_summary: Half., estimated_remaining: 1d, blockers: [db]}
CONFLICT_REPORT: {conflict_description: Two., conflicting_artifacts: [a], conflicting_decisions: [D-1],
  suggested_resolution: Ask., severity: critical}
KNOWLEDGE_SHARE: {topic: Cache, content: Slow., relevance_to_recipients: "", actionable: true, action_suggestion: Ask}
REVIEW_REQUEST: {artifact_ref: a, review_focus: [speed], blocking: true}
REVIEW_RESULT: {artifact_ref: a, verdict: approved, summary: Good.,
  findings: [{severity: minor, location: line 3, description: A typo., suggested_fix: the}]}
FREEFORM: {intent_hint: "", body: Hello., requires_response: false, urgency: low}
""")
OTHERS = yaml.safe_load("""
task_contract:
  task_contract: {id: TC-1, delegator: lead, assignee: ann, created_at: "2026-01-05T09:00:00Z", priority: low,
    inputs: {description: Build., artifacts: [a], constraints: [{constraint: c, hard: true}], assumptions: [JWT]},
    expected_output: {format: code, schema: s, deliverables: [src]}, depends_on: [TC-0], roles: [backend],
    acceptance_criteria: [{criterion: works, verification_method: tests, command: ["true"]}],
    authority: {autonomous_decisions: [names], must_consult: [api], escalation_triggers: [cost]},
    failure_handling: {on_blocked: b, on_partial_completion: p, on_assumption_violation: v, max_retries: 2},
    timeout: {max_steps: 9, on_timeout: stop}}
project_state:
  project_state: {goal: Ship., current_phase: build, updated_at: "2026-01-05T09:00:00Z",
    agents: [{id: ann, role: r, status: idle, current_task: TC-1, blocked_by: null,
      artifacts: [{ref: a, description: d, version: 2, path: src/a}]}],
    pending_decisions: [{id: D-1, question: Which, options: [{label: l, pros: p, cons: c}], owner: ann,
      deadline: soon, status: resolved, resolution: l}],
    blockers: [{id: B, description: d, affected_agents: [ann], created_at: "2026-01-05T09:00:00Z", resolved: false}],
    changelog: [{timestamp: "2026-01-05T09:00:00Z", agent: ann, action: wrote, diff_summary: a to b}]}
""")
MESSAGES = {kind: {**HEADER, "type": kind, "payload": payload} for kind, payload in PAYLOADS.items()}
DOCUMENTS = {**MESSAGES, **OTHERS}


def under_one_key(key: str, model: type[Frozen]) -> TypeAdapter:
    """Make the model of a document whose one root key is the name of its kind."""
    return TypeAdapter(create_model(key, __base__=Frozen, **{key: (model, ...)}))


MODELS = {
    "message": MESSAGE,
    "task_contract": under_one_key("task_contract", TaskContract),
    "project_state": under_one_key("project_state", ProjectState),
}
MODELS |= {kind: TypeAdapter(cls) for kind, cls in MESSAGE_CLASSES.items()}


@cache
def validator(name: str) -> Draft202012Validator:
    """Build the validator of a published schema, which takes longer than to use it."""
    return build_validator(load(name))


def taken_by_reader(kind: str, value: object) -> bool:
    found = check(Source(value))
    faults = [one for one in found.problems if one.code != "DUPLICATE_ID"]  # JSON Schema cannot compare ids
    return found.kind == kind and not faults


def taken_by_model(name: str, value: object) -> bool:
    if name in OTHERS or name in ("message", "task_contract"):
        return taken_by_reader(name, value)
    try:
        MODELS[name].validate_python(value)
    except ValidationError:
        return False
    return True


def of_two_minds(name: str, values: list) -> list:
    """Give the values that one of the model and the published schema takes, and the other does not."""
    taken_by_schema = validator(name).is_valid
    return [one for one in values if taken_by_model(name, one) != taken_by_schema(one)]


NASTY = [None, True, 0, 1, 3, 3.0, 2.5, -1, 2**53, 1e300, [], [None], ["a b"], {}, {"mood": 1}, ["FREEFORM", "NONE"]]
NASTY += ["", "3", "a b", "a/b", "a\u200bb", "x" * 129, "x" * 513, "low", "1.0", "FREEFORM | TASK_RESULT", "FREEFORM |"]
NASTY += ["now", "2026-01-05", "2026-01-05T09:00:00Z", "2026-01-05T24:00:00Z", "2026-02-30T09:00:00Z"]


def changes(old: object) -> Iterator[object]:
    """Yield what could stand in the place of a value by mistake."""
    yield from NASTY
    yield from ([old], {"mood": old})
    if isinstance(old, str):
        yield from (old + "\n", "\n" + old, old.upper(), old.lower(), f" {old}", old * 600)
    elif isinstance(old, dict):
        yield {**old, "mood": 1}
        yield from ({key: old[key] for key in old if key != gone} for gone in old)
    elif isinstance(old, list):
        yield from ([*old, *old], [*old, None], [*old, 3], dict.fromkeys(map(str, old)))
    elif old is not None:
        yield from (float(old), int(old), bool(old), str(old), -old)


def everywhere(value: object) -> Iterator[object]:
    """Yield the value with every change in every place."""
    yield from changes(value)
    for place in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        for part in everywhere(value[place]):
            yield {**value, place: part} if isinstance(value, dict) else [*value[:place], part, *value[place + 1 :]]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_model_and_schema_agree_on_a_valid_document_and_on_every_single_change_of_it(name):
    assert taken_by_model(name, DOCUMENTS[name])
    assert of_two_minds(name, [DOCUMENTS[name], *thinned([*everywhere(DOCUMENTS[name])])]) == []


def changed_twice(documents: dict) -> st.SearchStrategy:
    once = st.sampled_from(sorted(documents)).flatmap(lambda name: st.sampled_from(list(everywhere(documents[name]))))
    return st.lists(once.flatmap(lambda value: st.sampled_from(list(everywhere(value)))), min_size=1, max_size=8)


@settings(max_examples=examples(10), deadline=None)
@given(changed_twice(MESSAGES))
def test_model_and_schema_agree_on_messages_with_two_changes(values):
    assert of_two_minds("message", values) == []


@pytest.mark.parametrize("name", ["task_contract", "project_state"])
@settings(max_examples=examples(20), deadline=None)
@given(data=st.data())
def test_model_and_schema_agree_on_documents_with_two_changes(name, data):
    assert of_two_minds(name, data.draw(changed_twice({name: DOCUMENTS[name]}))) == []


@settings(max_examples=examples(10), deadline=None)
@given(changed_twice({kind: {"message": one} for kind, one in MESSAGES.items()}))
def test_reader_and_schema_agree_on_messages_under_a_root_key(values):
    assert of_two_minds("message", values) == []


@pytest.mark.parametrize("kind", MESSAGES)
def test_a_message_is_valid_with_and_without_its_root_key(kind):
    bare, rooted = MESSAGES[kind], {"message": MESSAGES[kind]}
    assert taken_by_reader("message", bare)
    assert taken_by_reader("message", rooted)
    assert (
        of_two_minds("message", [bare, rooted, rooted | {"x": 1}, rooted | {"type": kind}, {"message": rooted}]) == []
    )


EVENTS = yaml.safe_load("""
events: [{event: late, trigger: {message: FREEFORM}, auto_actions: [{notify: {message_type: FREEFORM}}]},
  {event: done, description: d, trigger: {field: /goal}, auto_actions: [{update_state_board: {add_blocker: true}}]}]
""")
ROOTED = {**OTHERS, "events": EVENTS}


def bare_forms(kind: str) -> list:
    """Give a document without its root key, and what is nearly one."""
    bare = ROOTED[kind][kind]
    fields = bare if isinstance(bare, dict) else bare[0]
    nearly = [[], {}, [bare], fields, [fields], [None, fields], [fields, None], {**fields, "type": "FREEFORM"}]
    without = [{name: fields[name] for name in fields if name != gone} for gone in fields]
    return [bare, *nearly, *without, *([one] for one in without)]


@pytest.mark.parametrize("kind", ROOTED)
def test_a_board_contract_or_rules_are_valid_with_and_without_their_root_key(kind):
    bare, rooted = ROOTED[kind][kind], ROOTED[kind]
    assert validator(kind).is_valid(bare)
    assert validator(kind).is_valid(rooted)
    assert taken_by_reader(kind, bare)
    assert taken_by_reader(kind, rooted)
    wrapped = [{kind: one} for one in bare_forms(kind)]
    both = [*bare_forms(kind), *wrapped, rooted | {"x": 1}, {kind: rooted}]
    verdicts = validator(kind).is_valid
    assert [one for one in both if taken_by_reader(kind, one) != verdicts(one)] == []


@pytest.mark.parametrize("kind", ROOTED)
def test_reader_and_schema_agree_on_every_single_change_of_a_document_with_and_without_its_root_key(kind):
    verdicts = validator(kind).is_valid
    changed = thinned([*everywhere(ROOTED[kind][kind]), *everywhere(ROOTED[kind])])
    assert [one for one in changed if taken_by_reader(kind, one) != verdicts(one)] == []


BAD_TIMES = ["2026-02-30T09:00:00Z", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+09:00", "9999-12-31T23:59:59-09:00"]


@pytest.mark.parametrize("kind", MESSAGES)
def test_the_schema_of_any_message_takes_a_message_of_each_type(kind):
    assert list(validator("message").iter_errors(MESSAGES[kind])) == []


@pytest.mark.parametrize("time", BAD_TIMES)
def test_a_time_that_no_calendar_has_is_refused_by_model_and_schema(time):
    value = {**MESSAGES["FREEFORM"], "timestamp": time}
    assert not taken_by_model("FREEFORM", value)
    problems = list(schema_problems(load("FREEFORM"), value, lambda path: (1, 1)))
    assert [(problem.code, problem.path) for problem in problems] == [("BAD_FORMAT", "/timestamp")]


def test_the_committed_schemas_are_what_the_code_makes_of_them():
    spec = importlib.util.spec_from_file_location("generate", ROOT / "tools" / "generate.py")
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    assert {name: load(name) for name in names()} == generate.schemas()


def parts_of(schema: object) -> Iterator[dict]:
    """Yield a schema and those inside it."""
    if isinstance(schema, dict):
        yield schema
        for word in ("properties", "$defs"):
            yield from (part for one in schema.get(word, {}).values() for part in parts_of(one))
        for word in ("anyOf", "oneOf", "allOf", "prefixItems"):
            yield from (part for one in schema.get(word, []) for part in parts_of(one))
        for word in ("items", "additionalProperties", "propertyNames"):
            yield from parts_of(schema.get(word))


KNOWN = {"$schema", "$id", "$defs", "title", "description", "default", "discriminator", "examples"}
KNOWN |= set(Draft202012Validator.VALIDATORS)


@pytest.mark.parametrize("name", names())
def test_a_published_schema_is_valid_and_uses_only_words_that_json_schema_has(name):
    schema = load(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert {word for part in parts_of(schema) for word in part} - KNOWN == set()
