"""Chooses what fits: parts with several forms, taken in the order of their worth, within a budget of tokens.

The one rule that must not be broken: the text never has more tokens than the budget, and what is critical is in it in
full, or named first when it cannot be.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from renkei.budget.tokens import Counter


@dataclass(frozen=True, slots=True)
class Part:
    """Something that a context may hold: in which section, and its forms from the leanest to the richest."""

    key: str
    section: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A proposal to show a part in one of its forms."""

    part: Part
    form: int


@dataclass
class Packing:
    """What was chosen so far; `used` never exceeds `budget`."""

    budget: int
    count: Counter
    used: int = 0
    chosen: dict[str, int] = field(default_factory=dict)
    costs: dict[str, int] = field(default_factory=dict)
    sections: set[str] = field(default_factory=set)

    def fits(self, tokens: int) -> bool:
        """Tell whether that many more tokens have room."""
        return self.used + tokens <= self.budget

    def take(self, offer: Offer, headings: Mapping[str, str]) -> bool:
        """Accept an offer if it has room; the first part of a section pays for the section's heading."""
        part = offer.part
        if self.chosen.get(part.key, -1) >= offer.form:
            return True
        cost = self.count(part.forms[offer.form] + "\n")
        added = cost - self.costs.get(part.key, 0)
        if part.section not in self.sections and part.section in headings:
            added += self.count(headings[part.section] + "\n")
        if not self.fits(added):
            return False
        self.used += added
        self.costs[part.key] = cost
        self.chosen[part.key] = offer.form
        self.sections.add(part.section)
        return True

    def take_all(self, offers: Iterable[Offer], headings: Mapping[str, str]) -> list[Offer]:
        """Accept offers in their order and give those that had no room."""
        return [offer for offer in offers if not self.take(offer, headings)]
