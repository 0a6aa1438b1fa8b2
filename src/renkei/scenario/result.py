"""The result of one step of a scenario."""

from dataclasses import dataclass, field
from typing import Any

from renkei.budget.context.build import Context
from renkei.documents.source import Path
from renkei.engine.record import Record
from renkei.errors import RenkeiError
from renkei.immutable.frozen import frozen
from renkei.scenario.model import ScenarioStep
from renkei.wording.values import quote


@frozen
class Mismatch:
    """A failed expectation: its subject, the expected value, the actual value.

    `step_path` is the path of the expectation within its step.
    """

    path: str
    expected: Any
    found: Any
    step_path: Path = ()

    def __str__(self) -> str:
        return f"{self.path}: expected {quote(self.expected)}, found {quote(self.found)}"


@dataclass
class StepResult:
    """The result of one step.

    A step with inner steps has two results: one when its turn begins, one with `resumed` set when it ends.
    """

    number: int
    step: ScenarioStep
    at: str
    records: list[Record] = field(default_factory=list)
    context: Context | None = None
    error: RenkeiError | None = None
    failures: list[Mismatch] = field(default_factory=list)
    resumed: bool = False
    path: Path = ()
    """The path of the step in its document."""
    awaited: bool = False
    """Whether the step waits for a person; a second result follows once the person has done it."""

    @property
    def actor(self) -> str:
        """The participant that acts in the step, or the time that passes."""
        return self.step.agent or self.step.human or f"{self.step.wait} passes"
