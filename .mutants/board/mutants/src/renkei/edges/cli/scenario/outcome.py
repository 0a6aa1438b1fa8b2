"""What came of a step of a scenario."""

from dataclasses import dataclass, field
from typing import Any

from renkei.budget.context.build import Context
from renkei.edges.cli.scenario.model import Step
from renkei.engine.record import Record
from renkei.errors import RenkeiError


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that does not hold: where, what was expected, what was there."""

    path: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.path}: expected {self.expected!r}, found {self.found!r}"


@dataclass
class Played:
    """What came of one step; `resumed` when the steps within it were told before."""

    number: int
    step: Step
    at: str
    records: list[Record] = field(default_factory=list)
    context: Context | None = None
    error: RenkeiError | None = None
    failures: list[Failure] = field(default_factory=list)
    resumed: bool = False
