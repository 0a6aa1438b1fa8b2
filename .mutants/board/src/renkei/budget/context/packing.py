"""Chooses what fits: parts with several forms, taken in the order of their worth, within a budget of tokens.

The one rule that must not be broken: the text never has more tokens than the budget, and what is critical is in it in
full, or named first when it cannot be. A form is written only when it is asked for: of ten thousand messages those that
have no room cost nothing.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from renkei.budget.tokens.estimate import Counter

LEAST = 8
"""Tokens that no part is shorter than: with less room than that nothing more is tried."""

PATIENCE = 20
"""Offers refused one after the other, after which the rest of their kind is not tried."""


@dataclass(eq=False, slots=True)
class Part:
    """Something that a context may hold: in which section, and what writes its forms, the leanest being number 0."""

    key: str
    section: str
    write: Callable[[int], str]
    _written: dict[int, str] | None = None

    @classmethod
    def of(cls, key: str, section: str, *texts: str) -> "Part":
        """Make a part of forms that are written already."""
        return cls(key, section, texts.__getitem__)

    def form(self, number: int) -> str:
        """Give a form; each is written once."""
        if self._written is None:
            self._written = {}
        if number not in self._written:
            self._written[number] = self.write(number)
        return self._written[number]


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
    headings: Mapping[str, str]
    used: int = 0
    chosen: dict[str, int] = field(default_factory=dict)
    costs: dict[str, int] = field(default_factory=dict)
    sections: set[str] = field(default_factory=set)

    def fits(self, tokens: int) -> bool:
        """Tell whether that many more tokens have room."""
        return self.used + tokens <= self.budget

    def take(self, offer: Offer) -> bool:
        """Accept an offer if it has room; the first part of a section pays for the section's heading."""
        part = offer.part
        if self.chosen.get(part.key, -1) >= offer.form:
            return True
        cost = self.count(part.form(offer.form) + "\n")
        added = cost - self.costs.get(part.key, 0)
        if part.section not in self.sections and part.section in self.headings:
            added += self.count(self.headings[part.section] + "\n")
        if not self.fits(added):
            return False
        self.used += added
        self.costs[part.key] = cost
        self.chosen[part.key] = offer.form
        self.sections.add(part.section)
        return True

    def take_all(self, offers: Iterable[Offer]) -> None:
        """Accept offers of equal worth in their order, as long as it is likely that there is room for any."""
        refused = 0
        for offer in offers:
            if refused == PATIENCE or not self.fits(LEAST):
                return
            refused = 0 if self.take(offer) else refused + 1
