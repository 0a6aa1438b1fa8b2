"""Says what to write where a rule has a sentence that no program can evaluate, as those of the specification have."""

from dataclasses import replace
from typing import Any

from renkei.dispatch.rules import ACTIONS, FILTERS
from renkei.documents.json_pointer import split
from renkei.errors import Problem

TRIGGERS_OF = {
    "task_completed": "{field: /agents/*/status, becomes: completed}",
    "task_blocked": "{field: /agents/*/status, becomes: blocked}",
    "decision_resolved": "{field: /pending_decisions/*/status, becomes: resolved}",
    "conflict_detected": "{message: CONFLICT_REPORT}",
    "artifact_updated": "{field: /agents/*/artifacts/*/version}",
}
"""The triggers of the specification's five events."""

ANY_TRIGGER = (
    "{field: POINTER, becomes: VALUE}, {added: POINTER}, {message: TYPE}, {contract: STATUS}, {overdue: obligation} "
    "or {escalated: clause}"
)


def restated(problem: Problem, rules: Any) -> Problem:
    """Return a problem of a rule file with what to write instead, where a trigger or filter is a sentence.

    `rules` is the list that the path of the problem leads into.
    """
    parts = split(problem.path)
    if len(parts) == 3 and parts[2] == "trigger" and isinstance(rules[int(parts[1])]["trigger"], str):
        return _trigger(problem, str(rules[int(parts[1])].get("event")))
    if len(parts) == 6 and parts[5] == "filter":
        return _filter(problem, parts[4], rules[int(parts[1])]["auto_actions"][int(parts[3])][parts[4]]["filter"])
    return problem


def _trigger(problem: Problem, event: str) -> Problem:
    wanted = TRIGGERS_OF.get(event)
    write = f"Write `trigger: {wanted}`" if wanted else f"Write what triggers it as {ANY_TRIGGER}"
    hint = f"{write}. The sentence can stand in `description`."
    return replace(problem, message="the trigger is a sentence, which no program can evaluate", hint=hint)


def _filter(problem: Problem, action: str, given: Any) -> Problem:
    default = ACTIONS.get(action)
    leave = f"Leave it out or write `filter: {default}`, the default of {action}."
    hint = leave if default else f"Filters: {', '.join(sorted(FILTERS))}."
    sentence = isinstance(given, str) and (" " in given or not given.isascii())
    message = (
        "the filter is a sentence, which no program can evaluate"
        if sentence
        else problem.message.partition("; allowed")[0]
    )
    return replace(problem, message=message, hint=hint)
