"""Checks that the schema of a scenario cannot express: its messages, contracts and rules."""

from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import ValidationError

from renkei.budget.delivery.model import ContextDelivery
from renkei.documents.explain import explain, schema_of
from renkei.documents.source import Path, Source
from renkei.edges.cli.drafts import STAND_INS, fill_header
from renkei.edges.cli.scenario.model import KINDS, Scenario, ScenarioStep
from renkei.edges.cli.scenario.names import name_problems, rule_recipients
from renkei.engine.rules.check import rule_findings
from renkei.engine.validation import SEMANTIC_CHECKS, ValidationResult, check, delivery_problems, rule_problems
from renkei.errors import Problem
from renkei.protocol.messages import MESSAGE
from renkei.replacing import replace

FILLED_IN: dict[str, Any] = {name: value for name, value in STAND_INS.items() if name != "to"} | {"context_summary": ""}
"""Stand-ins for the fields that the player fills in."""


def check_document(source: Source, *, draft: bool = False) -> ValidationResult:
    """Check a document of any kind in KINDS, including every message of a scenario.

    `draft`: a message may lack what `renkei send` fills in.
    """
    if draft:
        fill_header(source, STAND_INS)
    checked = check(source, KINDS)
    if checked.kind == "message" and checked.problems:
        return replace(checked, problems=tuple(map(_with_filled_in, checked.problems)))
    if checked.kind == "events" and not checked.problems:
        return replace(checked, problems=tuple(rule_findings(checked.model, source, checked.root)))
    if not isinstance(checked.model, Scenario) or checked.problems:
        return checked
    return ValidationResult(checked.kind, checked.model, tuple(sorted(_problems(checked.model, source), key=_location)))


def _with_filled_in(problem: Problem) -> Problem:
    """Say of a header field that is missing whether `renkei send` would fill it in."""
    if problem.code != "MISSING_FIELD" or problem.path.removeprefix("/message").removeprefix("/") not in STAND_INS:
        return problem
    return replace(problem, hint=f"{problem.hint} `renkei send` fills it in; `renkei validate --draft` accepts that.")


def _location(problem: Problem) -> tuple[int, int]:
    return problem.line, problem.column


def _problems(scenario: Scenario, source: Source) -> Iterator[Problem]:
    if scenario.rules is not None:
        yield from rule_problems(scenario.rules, source, ("scenario", "rules"))
        found = rule_findings(scenario.rules, source, ("scenario", "rules"), rule_recipients(scenario))
        yield from (one for one in found if one.code != "LOOP")  # a scenario may show what becomes of rules without end
    if isinstance(scenario.context_delivery, ContextDelivery):
        yield from delivery_problems(scenario.context_delivery, source, ("scenario", "context_delivery"))
    yield from _steps(scenario.steps, source, ("scenario", "steps"))
    yield from name_problems(scenario, source)


def _steps(steps: Iterable[ScenarioStep], source: Source, root: Path) -> Iterator[Problem]:
    for index, step in enumerate(steps):
        for number, values in enumerate(step.send):
            yield from _message(values, source, (*root, index, "send", number))
        for number, terms in enumerate(step.contracts):
            yield from SEMANTIC_CHECKS["task_contract"](terms, source, (*root, index, "contracts", number))
        yield from _steps(step.meanwhile, source, (*root, index, "meanwhile"))


def _message(values: dict[str, Any], source: Source, root: Path) -> Iterator[Problem]:
    try:
        MESSAGE.validate_python(FILLED_IN | values)
    except ValidationError as error:
        yield from explain(error, source, schema_of(MESSAGE), root)
