"""The unread messages as items of a context: their order, their forms, and what the context did with each.

An item is created only when it is offered, so that among ten thousand messages an untried one costs only its place in
the order.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import islice

from renkei.budget.context.forms import write
from renkei.budget.context.order import by_urgency, fairly
from renkei.budget.context.packing import Candidate, Packing, SectionItem
from renkei.budget.context.shown import CRITICAL_FORMS, FORMS, Form, Part, Shown
from renkei.budget.context.view import UnreadMessage, View
from renkei.budget.relevance.tiers import Tier

SECTION_OF: dict[Tier, str] = {
    "critical": "critical",
    "relevant": "relevant",
    "background": "background",
    "irrelevant": "background",
}
"""The section for the messages of each tier."""


class MessageItems:
    """The unread messages of a view, by their place in it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rows = [unread.classified or unread.classify(view.delivery.rules) for unread in view.unread]
        self.by_tier = self._sorted()
        self.parts: dict[str, Part] = {}
        """The part shown of each message that is shown in part."""
        self._items: dict[int, SectionItem] = {}
        self._places: dict[str, int] = {}

    def _sorted(self) -> dict[Tier, list[int]]:
        """Return the messages by tier, most urgent first, then newest first; see `fairly`."""
        by_tier: dict[Tier, list[int]] = {tier: [] for tier in SECTION_OF}
        for place in by_urgency(self.rows, range(len(self.rows) - 1, -1, -1)):
            by_tier[self.rows[place].tier].append(place)
        return {tier: fairly(self.view.unread, places) for tier, places in by_tier.items()}

    def item(self, place: int) -> SectionItem:
        """Return the item of the message at a place."""
        if place not in self._items:
            unread, tier = self.view.unread[place], self.rows[place].tier
            form = partial(write, unread, self.view.delivery.of_tier[tier], self.view)
            self._items[place] = SectionItem(unread.message.id, SECTION_OF[tier], form)
            self._places[unread.message.id] = place
        return self._items[place]

    def holds(self, item: SectionItem) -> bool:
        """Return whether an item is one of these messages."""
        place = self._places.get(item.key)
        return place is not None and self._items[place] is item

    def unread(self, item: SectionItem) -> UnreadMessage:
        """Return the message of an item."""
        return self.view.unread[self._places[item.key]]

    def candidates(self, places: Iterable[int], form: int) -> Iterator[Candidate]:
        """Yield the messages at some places in a form."""
        return (Candidate(self.item(place), form) for place in places)

    @cached_property
    def oldest_first(self) -> list[int]:
        """The critical messages: a partly shown one first, then oldest first; see `fairly`."""
        unread = self.view.unread
        critical = sorted(self.by_tier["critical"])
        return fairly(unread, sorted(critical, key=lambda place: unread[place].begun is None))

    def shown_items(self, chosen: Mapping[str, int]) -> list[SectionItem]:
        """Return the chosen items, most urgent first, otherwise in log order."""
        places = sorted(place for place, item in self._items.items() if item.key in chosen)
        return [self._items[place] for place in by_urgency(self.rows, places)]

    def missing(self, tier: Tier, chosen: Mapping[str, int], most: int) -> tuple[int, list[str]]:
        """Return how many messages of a tier are not chosen, and at most `most` of their ids."""
        places, unread = self.by_tier[tier], self.view.unread
        taken = sum(item.key in chosen for place, item in self._items.items() if self.rows[place].tier == tier)
        ids = (unread[place].message.id for place in places)
        return len(places) - taken, list(islice((name for name in ids if name not in chosen), most))

    def given(self, packing: Packing) -> tuple[Shown, ...]:
        """Return what the context does with each message, in log order."""
        rows = [row.omitted for row in self.rows]
        for place, item in self._items.items():
            if item.key in packing.chosen:
                rows[place] = self._shown(place, item, packing)
        return tuple(rows)

    def _shown(self, place: int, item: SectionItem, packing: Packing) -> Shown:
        row = self.rows[place]
        forms = CRITICAL_FORMS if row.tier == "critical" else FORMS
        form: Form = forms[packing.chosen[item.key]]
        return Shown(
            id=item.key,
            tier=row.tier,
            rule=row.reason.rule,
            link=row.reason.link,
            keywords=row.reason.keywords,
            form=form,
            tokens=packing.costs.get(item.key, 0),
            part=self.parts.get(item.key) if form == "part" else None,
        )

    def read(self, given: Iterable[Shown], counted: Collection[Tier]) -> tuple[str, ...]:
        """Return the ids of the messages that count as read when the turn ends.

        `counted`: the tiers whose omitted messages the context counts. A message that must be told is never
        read without having been shown.
        """
        of_tier = self.view.delivery.of_tier
        first = {tier: self.rows[places[0]].omitted for tier, places in self.by_tier.items() if places}
        without = {
            tier: shown.counts_as_read(of_tier[tier].delivery) and (tier in counted or of_tier[tier].delivery == "omit")
            for tier, shown in first.items()
        }
        return tuple(
            shown.id
            for row, shown in zip(self.rows, given, strict=True)
            if (
                without[shown.tier] and not row.must_be_told
                if shown.form == "omitted"
                else shown.counts_as_read(of_tier[shown.tier].delivery)
            )
        )

    def must_be_told(self, tier: Tier) -> list[int]:
        """Return the places of the messages of a tier that must be told, whatever its delivery."""
        return [place for place in self.by_tier[tier] if self.rows[place].must_be_told]
