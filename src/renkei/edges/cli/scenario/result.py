"""The result of one step of a scenario."""

import json
from dataclasses import dataclass, field
from typing import Any

from renkei.budget.context.build import Context
from renkei.edges.cli.scenario.model import ScenarioStep
from renkei.engine.record import Record
from renkei.errors import RenkeiError
from renkei.frozen import frozen


@frozen
class Mismatch:
    """An expectation that does not hold: its path, the expected value, the value found."""

    path: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.path}: expected {_json(self.expected)}, found {_json(self.found)}"


@dataclass
class StepResult:
    """The result of one step.

    A step with a `meanwhile` has two results: one when its turn begins, and one with `resumed` set when it ends.
    """

    number: int
    step: ScenarioStep
    at: str
    records: list[Record] = field(default_factory=list)
    context: Context | None = None
    error: RenkeiError | None = None
    failures: list[Mismatch] = field(default_factory=list)
    resumed: bool = False


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=list)
