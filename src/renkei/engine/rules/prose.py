"""Corrections for rules with a sentence that no program can evaluate, as in the specification."""

from typing import Any

from renkei.dispatch.rules import ACTIONS, FILTERS
from renkei.documents.json_pointer import split
from renkei.documents.source import Path
from renkei.errors import Problem
from renkei.immutable.replacing import replace
from renkei.wording.values import quote

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


def restated(problem: Problem, rules: Any, root: Path) -> Problem:
    """Return a problem of a rule file with a correction, if a trigger or filter is a sentence.

    `rules` is the list at `root` of the document.
    """
    match split(problem.path)[len(root) :]:
        case [index, "trigger"] if isinstance(rules[int(index)].get("trigger"), str):
            return _trigger(problem, str(rules[int(index)].get("event")))
        case [index, "auto_actions", number, action, "filter"]:
            return _filter(problem, action, rules[int(index)]["auto_actions"][int(number)][action]["filter"])
        case [_, "auto_actions", _, action] if action not in ACTIONS and problem.code == "NOT_ONE_OF":
            return replace(problem, message=f"there is no action {quote(action, 60)}")
        case _:
            return problem


def _trigger(problem: Problem, event: str) -> Problem:
    wanted = TRIGGERS_OF.get(event)
    write = f"Write `trigger: {wanted}`" if wanted else f"Write what triggers it as {ANY_TRIGGER}"
    hint = f"{write}. The sentence can stand in `description`."
    return replace(problem, message="the trigger is a sentence, which no program can evaluate", hint=hint)


def _filter(problem: Problem, action: str, given: Any) -> Problem:
    if not isinstance(given, str) or (" " not in given and given.isascii()):
        return problem
    default = ACTIONS.get(action)
    leave = f"Leave it out or write `filter: {default}`, the default of {action}."
    hint = leave if default else f"Filters: {', '.join(sorted(FILTERS))}."
    return replace(problem, message="the filter is a sentence, which no program can evaluate", hint=hint)
