"""Learns from reported usage by how much a model counts more, or less, than the estimate.

A calibration is a value: observing gives a new one. Its factor is never below what any observed text took, so a budget
that was kept for texts like those seen is kept for them; and it stays within bounds, so that a report that counts
something else too (tools, pictures) does not spoil the budget for ever.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from renkei.budget.tokens.estimate import Counter, estimate

LEAST, MOST = 0.6, 2.0
"""The bounds of a factor. A report beyond the upper one cannot be of this text alone and is not learnt from."""

SHORTEST = 200
"""Estimated tokens below which a report teaches nothing: what wraps every request weighs too much in it."""

ENOUGH = 20
"""Reports that it takes before the factor may be below 1."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What a model's reports say: their highest ratio of reported to estimated tokens, and how many they were."""

    highest: float = 0.0
    seen: int = 0

    @property
    def factor(self) -> float:
        """By what an estimate is to be multiplied; between LEAST and MOST, and 1 as long as little is known."""
        return max(self.highest, LEAST if self.seen >= ENOUGH else 1.0)

    def observe(self, estimated: int, reported: int) -> "Calibration":
        """Learn from one text: the tokens that were estimated for it, and those that the provider reported."""
        if estimated < SHORTEST or not 0 < reported <= estimated * MOST:
            return self
        return Calibration(max(self.highest, reported / estimated), self.seen + 1)

    def counter(self, count: Counter = estimate) -> Counter:
        """Give a counter that corrects another by what was learnt; it rounds up."""
        factor = self.factor

        def corrected(text: str) -> int:
            return -int(-count(text) * factor // 1)

        return corrected


@dataclass(frozen=True, slots=True)
class Calibrations:
    """A calibration for each model; one that was never observed has the factor 1."""

    models: Mapping[str, Calibration] = field(default_factory=lambda: MappingProxyType({}))

    def of(self, model: str) -> Calibration:
        """Give a model's calibration."""
        return self.models.get(model, Calibration())

    def observe(self, model: str, estimated: int, reported: int) -> "Calibrations":
        """Learn from one text that a model read."""
        learnt = self.of(model).observe(estimated, reported)
        return replace(self, models=MappingProxyType({**self.models, model: learnt}))
