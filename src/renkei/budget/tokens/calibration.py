"""Learn from reported usage by what factor a model counts more, or fewer, tokens than the estimate.

A calibration is a value: `observe` returns a new one. Its factor is at least the highest ratio observed, so that texts
like those observed stay within their budget. It is bounded, so that a report that also counts something else (tools,
images) cannot distort the budget permanently.
"""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from renkei.budget.tokens.estimate import Counter, estimate
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace

LEAST, MOST = 0.6, 2.0
"""The bounds of a factor. A report above the upper bound counts more than the text and is ignored."""

SHORTEST = 200
"""Ignore samples below this number of estimated tokens: fixed request overhead dominates them."""

ENOUGH = 20
"""The number of samples before the factor may fall below 1."""


@frozen
class Calibration:
    """One model's samples: the highest ratio of reported to estimated tokens, and the number of samples."""

    highest: float = 0.0
    seen: int = 0

    @property
    def factor(self) -> float:
        """The factor for estimates, between LEAST and MOST; at least 1 until there are ENOUGH samples."""
        return max(self.highest, LEAST if self.seen >= ENOUGH else 1.0)

    def observe(self, estimated: int, reported: int) -> "Calibration":
        """Return the calibration with one more sample: the estimated and the reported tokens of a text."""
        if estimated < SHORTEST or not 0 < reported <= estimated * MOST:
            return self
        return Calibration(max(self.highest, reported / estimated), self.seen + 1)

    def counter(self, count: Counter = estimate) -> Counter:
        """Return a counter that multiplies the result of `count` by the factor and rounds up."""
        factor = self.factor

        def corrected(text: str) -> int:
            return -int(-count(text) * factor // 1)

        return corrected


@frozen
class Calibrations:
    """The calibration of each model by name; a model without samples has the factor 1."""

    models: Mapping[str, Calibration] = field(default_factory=lambda: MappingProxyType({}))

    def of(self, model: str) -> Calibration:
        """Return the calibration of a model."""
        return self.models.get(model, Calibration())

    def observe(self, model: str, estimated: int, reported: int) -> "Calibrations":
        """Return the calibrations with one more sample for a model (see `Calibration.observe`)."""
        changed = self.of(model).observe(estimated, reported)
        return replace(self, models=MappingProxyType({**self.models, model: changed}))
