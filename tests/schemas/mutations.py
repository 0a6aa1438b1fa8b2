"""Documents of every kind, and what they become by one mistake in any place.

The mistakes are small ones of people and programs, and hostile ones: depth, size, surrogates, control characters,
look-alike ids, dates that no calendar has, and numbers beyond 2^53.
"""

from collections.abc import Callable, Iterator
from typing import Any

import yaml

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

EVENTS = yaml.safe_load("""
events: [{event: late, trigger: {message: FREEFORM}, auto_actions: [{notify: {message_type: FREEFORM}}]},
  {event: done, description: d, trigger: {field: /goal}, auto_actions: [{update_state_board: {add_blocker: true}}]}]
""")
INEXPRESSIBLE = {
    "DUPLICATE_ID": "DOC-031",
    "BAD_CONDITION": "RUL-008",
    "UNKNOWN_NAME": "RUL-008",
    "BAD_PATH": "the paths of a contract",
}
"""The codes of faults in JSON data that JSON Schema cannot express, with the requirement."""

ROOTED = {**OTHERS, "events": EVENTS}


def nested(depth: int, kind: type) -> Any:
    """Return lists or objects inside each other."""
    value: Any = 1
    for _ in range(depth):
        value = [value] if kind is list else {"a": value}
    return value


NASTY: list[Any] = [None, True, 0, 1, 3, 3.0, 2.5, -1, 2**53, 1e300, [], [None], ["a b"], {}, {"mood": 1}]
NASTY += ["", "3", "a b", "a/b", "a\u200bb", "x" * 129, "x" * 513, "low", "1.0", "FREEFORM | TASK_RESULT", "FREEFORM |"]
NASTY += ["now", "2026-01-05", "2026-01-05T09:00:00Z", "2026-01-05T24:00:00Z", "2026-02-30T09:00:00Z"]
NASTY += [["FREEFORM", "NONE"]]
NUMBERS = [2**53 + 1, -(2**53), -(2**53) - 1, 2**64, 10**30, 1e308, -1e-320, 5e-324, -0.0, 15.0, float(2**53)]
CONTROLS = ["\x00", "a\x00b", "a\x07", "\x1b[2J", "a\x7f", "a\x85", "\u2028", "\u202eann", "a\u00adb", "\ufeffann"]
CONTROLS += ["\U000e0041", "a\u2066b", "a\tb", "\n", "\u3164", "\u115f"]
LOOK_ALIKES = ["аnn", "ａｎｎ", "ann\u0301", "ann\ufe0f", "ﬁn", "開発", "Ann", "á", "a\u0301", "\U0001f600"]
LOOK_ALIKES += ["~ann", "*", "-ann", ".ann", "..", "a\\b", "renkei", "all", "human"]
TIMES = ["2016-12-31T23:59:60Z", "2026-01-05T09:00:00+24:00", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z"]
TIMES += ["2026-01-05T09:00:00", "2026-1-5T9:00:00Z", "2026-01-05t09:00:00z", "2026-01-05T09:00:00.1234567890Z"]
TIMES += ["２０２６-01-05T09:00:00Z", "2024-02-29T00:00:00Z", "2026-02-29T00:00:00Z", "9999-12-31T23:59:59-09:00"]
TIMES += ["2026-01-05T09:00Z", "2026-01-05 09:00:00-0930", "2026-13-01T00:00:00Z", "-2026-01-05T09:00:00Z"]
HOSTILE: list[Any] = [*NASTY, *NUMBERS, *CONTROLS, *LOOK_ALIKES, *TIMES, 1767603600]
HUGE = ["x" * 70_000, ["a"] * 3_000, {str(n): n for n in range(3_000)}, nested(50, list), nested(50, dict)]


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


Place = tuple[str | int, ...]


def places(value: Any, here: Place = ()) -> Iterator[Place]:
    """Yield every place in a document."""
    yield here
    for part in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[part], (*here, part))


def at(value: Any, place: Place) -> Any:
    for part in place:
        value = value[part]
    return value


def changed(value: Any, place: Place, new: Any) -> Any:
    """Return a document with another value in one place."""
    if not place:
        return new
    first, *rest = place
    part = changed(value[first], tuple(rest), new)
    return {**value, first: part} if isinstance(value, dict) else [*value[:first], part, *value[first + 1 :]]


def everywhere(value: Any) -> Iterator[Any]:
    """Yield the document with every change in every place."""
    for place in places(value):
        yield from (changed(value, place, new) for new in changes(at(value, place)))


def mutated(value: Any, choose: Callable[[list[Any]], Any], times: int) -> Any:
    """Return the document after some changes, hostile ones among them, each of which is chosen."""
    for _ in range(times):
        place = choose(list(places(value)))
        value = changed(value, place, choose([*HOSTILE, *changes(at(value, place))]))
    return value
