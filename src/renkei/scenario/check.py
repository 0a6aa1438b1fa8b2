"""Checks that the schema of a scenario cannot express: its messages, contracts and rules."""

from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import ValidationError

from renkei.budget.delivery.model import ContextDelivery
from renkei.documents.explain import explain, schema_of
from renkei.documents.source import Path, Source
from renkei.engine.rules.check import rule_findings
from renkei.engine.validation import contract_problems, delivery_problems, rule_problems
from renkei.errors import Problem
from renkei.protocol.messages import MESSAGE
from renkei.scenario.drafts import STAND_INS
from renkei.scenario.model import Scenario, ScenarioStep
from renkei.scenario.names import name_problems, rule_recipients

FILLED_IN: dict[str, Any] = {name: value for name, value in STAND_INS.items() if name != "to"} | {"context_summary": ""}
"""Stand-ins for the fields that the player fills in."""


def scenario_problems(scenario: Scenario, source: Source) -> tuple[Problem, ...]:
    """Return what is wrong with a scenario whose schema is valid, in the order of the document."""
    return tuple(sorted(_problems(scenario, source), key=lambda problem: (problem.line, problem.column)))


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
            yield from contract_problems(terms.model_dump(), source, (*root, index, "contracts", number))
        yield from _steps(step.meanwhile, source, (*root, index, "meanwhile"))


def _message(values: dict[str, Any], source: Source, root: Path) -> Iterator[Problem]:
    try:
        MESSAGE.validate_python(FILLED_IN | values)
    except ValidationError as error:
        yield from explain(error, source, schema_of(MESSAGE), root)
