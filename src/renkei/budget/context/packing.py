"""Select what fits into a token budget: section items in one of several forms, offered by importance.

The one invariant: `used` never exceeds `budget`. A form is written only when it is offered, so a message that does not
fit costs nothing.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from renkei.budget.tokens.estimate import Counter

LEAST = 8
"""Stop packing when fewer tokens than this remain."""

PATIENCE = 20
"""Stop trying candidates of one kind after this many failures in a row."""

MOST_CHARACTERS = 8
ALWAYS_COUNTED = 32_000
"""A text of more than eight characters per token of the budget is not counted if it is longer than this."""


def bounded(count: Counter, budget: int) -> Counter:
    """Return a counter of bounded cost: a text far too long for the budget is reported as over it without counting.

    Counting four megabytes takes seconds.
    """
    longest = max(budget * MOST_CHARACTERS, ALWAYS_COUNTED)
    return lambda text: count(text) if len(text) <= longest else max(budget + 1, longest // MOST_CHARACTERS)


@dataclass(eq=False, slots=True)
class SectionItem:
    """An item that a context can contain: its key, its section, and the function that writes its forms (0: shortest).

    The key of a message is its id; any other key begins with a slash, which no id contains.
    """

    key: str
    section: str
    write: Callable[[int], str]
    _written: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, key: str, section: str, *texts: str) -> "SectionItem":
        """Build an item from forms that are already written."""
        return cls(key, section, texts.__getitem__, dict(enumerate(texts)))

    def form(self, number: int) -> str:
        """Return the text of a form; each form is written once."""
        written = self._written.get(number)
        if written is None:
            written = self._written[number] = self.write(number)
        return written

    def rewrite(self, number: int, text: str) -> None:
        """Set the text of a form."""
        self._written[number] = text


class Candidate(NamedTuple):
    """An item in one of its forms, offered for a context."""

    item: SectionItem
    form: int


@dataclass
class Packing:
    """The selection so far: the form and the cost in tokens of each item by key.

    `used` counts items and the headings of their sections.
    """

    budget: int
    count: Counter
    headings: Mapping[str, str]
    used: int = 0
    chosen: dict[str, int] = field(default_factory=dict)
    costs: dict[str, int] = field(default_factory=dict)
    sections: set[str] = field(default_factory=set)

    def fits(self, tokens: int) -> bool:
        """Check whether this many more tokens fit."""
        return self.used + tokens <= self.budget

    def take(self, candidate: Candidate) -> bool:
        """Select a candidate if it fits and return whether its item is now shown in this form or a longer one.

        A longer form replaces a shorter one. The first item of a section also pays for the section's heading.
        """
        item, form = candidate.item, candidate.form
        key, section = item.key, item.section
        if self.chosen.get(key, -1) >= form:
            return True
        cost = self.count(item.form(form) + "\n")
        added = cost - self.costs.get(key, 0)
        if section not in self.sections and section in self.headings:
            added += self.count(self.headings[section] + "\n")
        if self.used + added > self.budget:
            return False
        self.used += added
        self.costs[key] = cost
        self.chosen[key] = form
        self.sections.add(section)
        return True

    def take_whole(self, candidates: Iterable[Candidate]) -> bool:
        """Select all candidates if every one of them fits, or none; return whether they were selected."""
        before = self.kept()
        for candidate in candidates:
            if self.used + LEAST > self.budget or not self.take(candidate):
                self.restore(before)
                return False
        return True

    def kept(self) -> "Packing":
        """Return a copy of the selection, for `restore`."""
        return replace(self, chosen=self.chosen.copy(), costs=self.costs.copy(), sections=self.sections.copy())

    def restore(self, kept: "Packing") -> None:
        """Undo everything since a copy was made."""
        self.budget, self.used = kept.budget, kept.used
        self.chosen, self.costs, self.sections = kept.chosen, kept.costs, kept.sections

    def take_all(self, candidates: Iterable[Candidate]) -> None:
        """Select candidates of equal importance one after another, until another one is unlikely to fit."""
        refused = 0
        for candidate in candidates:
            if refused == PATIENCE or self.used + LEAST > self.budget:
                return
            refused = 0 if self.take(candidate) else refused + 1
