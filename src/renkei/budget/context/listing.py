"""Lists that a context may show in part, and the line that counts the rest (section 7)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter

from renkei.budget.context.packing import Candidate, SectionItem
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Locale
from renkei.texts.say import say
from renkei.wording.visible import one_line

_RANK = itemgetter(0, 1)


@frozen
class Listing:
    """A list as text: its `lines` (the first `concerning` concern the reader) and its `total` length.

    `kind` is the name of its elements in the texts (`count.decisions`), `command` shows all of them. Of the other lines
    the first are the most important, or with `newest_last` the last.
    """

    kind: str
    lines: tuple[str, ...]
    total: int
    command: str
    concerning: int = 0
    newest_last: bool = False


@dataclass(frozen=True)
class ListItems:
    """The items of a section's lists, each list with its items in the order of the text."""

    section: str
    lists: tuple[tuple[Listing, tuple[SectionItem, ...]], ...]

    @classmethod
    def of(cls, section: str, listings: Iterable[Listing]) -> "ListItems":
        """Build the items of some lists."""
        return cls(section, tuple((listing, tuple(_items(section, listing))) for listing in listings))

    @cached_property
    def items(self) -> list[SectionItem]:
        """All items in the order of the text."""
        return [item for _, items in self.lists for item in items]

    @cached_property
    def candidates(self) -> list[Candidate]:
        """All items by importance: the reader's own concerns, then the lists in turn, so that each gets room."""
        ranked = [
            (place, number, item)
            for number, (listing, items) in enumerate(self.lists)
            for place, item in _ranked(listing, items)
        ]
        return [Candidate(item, 0) for _, _, item in sorted(ranked, key=_RANK)]

    def omission(self, chosen: Mapping[str, int], locale: Locale) -> str:
        """Return the line that counts the omitted items and says how to see them; "" if nothing is missing."""
        missing: dict[str, list[str]] = {}
        for listing, items in self.lists:
            count = listing.total - len([True for item in items if item.key in chosen])
            if count:
                missing.setdefault(listing.command, []).append(say(locale, f"count.{listing.kind}", count=count))
        parts = [f"{say(locale, 'count.and').join(counts)}: `{command}`" for command, counts in missing.items()]
        return say(locale, "omitted.lists", lists="; ".join(parts)) if parts else ""


def _items(section: str, listing: Listing) -> Iterable[SectionItem]:
    return (SectionItem.of(f"/{listing.kind}/{i}", section, one_line(text)) for i, text in enumerate(listing.lines))


def _ranked(listing: Listing, items: tuple[SectionItem, ...]) -> Iterable[tuple[int, SectionItem]]:
    """Yield each item with its rank in its list; items that concern the reader have rank 0."""
    rest = items[listing.concerning :]
    yield from ((0, item) for item in items[: listing.concerning])
    yield from enumerate(reversed(rest) if listing.newest_last else rest, start=1)
