"""Build the context of a turn: everything an agent reads, within its budget (section 3, template).

`build` decides which items of a `View` are shown and in which form. Tiers are a minimum: left-over budget shows
messages at greater length, unless the project's `context_delivery` says otherwise.

There are two renderings. A `snapshot` contains everything in the specification's order, for agents without memory. A
`delta` contains the news since the last turn; it is appended to an otherwise unchanged conversation and ends with what
the agent has to act on. The same view and budget give the same text.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, takewhile

from renkei.budget.context.context import Context as Context
from renkei.budget.context.context import Piece
from renkei.budget.context.context import Rendering as Rendering
from renkei.budget.context.listing import Listing, ListItems
from renkei.budget.context.message_items import SECTION_OF, MessageItems
from renkei.budget.context.oldest import FULL, NAMED, PART, Oldest
from renkei.budget.context.packing import LEAST, Candidate, Packing, SectionItem, bounded
from renkei.budget.context.shown import FORMS, LEAST_FORM
from renkei.budget.context.transcript import pack_transcript
from renkei.budget.context.view import View
from renkei.budget.relevance.tiers import Tier
from renkei.budget.tokens.estimate import Counter, estimate
from renkei.errors import BudgetTooSmallError
from renkei.texts.look_up import look_up
from renkei.texts.say import say

SECTIONS: dict[Rendering, tuple[str, ...]] = {
    "snapshot": ("attention", "own", "critical", "relevant", "background", "past", "board"),
    "delta": ("attention", "background", "changes", "relevant", "critical", "task"),
}
"""The ordered sections of each rendering. All but `attention` have a heading in the texts (`section.own`).

A section without items has no heading: it would cost tokens on every turn and say nothing.
"""

OPTIONAL_TIERS: tuple[Tier, ...] = ("relevant", "background", "irrelevant")
"""The tiers that are shown if the budget allows, most important first."""

OWN: dict[Rendering, str] = {"snapshot": "own", "delta": "task"}
STATE: dict[Rendering, str] = {"snapshot": "board", "delta": "changes"}
"""The sections of the reader's own state and of the board in each rendering."""

DEFAULT_BUDGET = 4000
"""Tokens."""

LEAST_IN_FULL = 32
"""A message in full takes at least about this many tokens: its heading alone does."""

_IDS_LISTED = 12


def build(
    view: View, budget: int = DEFAULT_BUDGET, count: Counter = estimate, rendering: Rendering = "snapshot"
) -> Context:
    """Build the context of a turn within `budget` tokens by `count`.

    A counter may find more tokens in the whole text than in its items. When dropping items does not help, the context
    is built again with that many tokens less. Raises BudgetTooSmallError if the reader's own state does not fit.
    """
    spare = 0
    while True:
        try:
            context = _Builder(view, budget - spare, count, rendering).context()
        except BudgetTooSmallError as refused:
            raise BudgetTooSmallError(budget=budget, least=refused.details["least"] + spare) from None
        if context.tokens <= budget:
            return replace(context, budget=budget)
        spare += context.tokens - budget


class _Builder:
    """A context under construction: its candidate items, and the packing that selects from them."""

    def __init__(self, view: View, budget: int, count: Counter, rendering: Rendering) -> None:
        self.view = view
        self.rendering = rendering
        self.budget = budget
        self.headings = {name: view.heading(name) for name in SECTIONS[rendering] if name != "attention"}
        self.packing = Packing(budget, bounded(count, budget), self.headings)
        self.delivery = view.delivery.of_tier
        self.messages = MessageItems(view)
        self.oldest = Oldest(self.messages, self.packing, view.locale)
        self.kept: set[str] = set()
        self.pieces: tuple[Piece, ...] = ()
        snapshot = rendering == "snapshot"
        section = OWN[rendering]
        first, *own = (view.identity, *view.own) if snapshot else view.own or (view.identity,)
        self.own = SectionItem.of("/own", section, first)
        self.duties = [
            SectionItem.of(f"/duty/{duty.id}", section, duty.line, duty.brief or duty.line, duty.full or duty.line)
            for duty in (view.duties if snapshot else ())
        ]
        self.alerts = [SectionItem.of(f"/alert/{i}", "critical", text) for i, text in enumerate(view.alerts)]
        contracts = Listing(
            "contracts", (), len(self.duties), look_up(view.interface, "contracts_of", agent=view.agent)
        )
        status = Listing("status", tuple(own), len(own), look_up(view.interface, "context", agent=view.agent))
        lists = ListItems.of(section, (status, *view.waiting))
        self.own_lists = ListItems(section, (lists.lists[0], (contracts, tuple(self.duties)), *lists.lists[1:]))
        self.board = ListItems.of(STATE[rendering], view.board if snapshot else view.changes)
        self.reserves = self._reserves()

    def context(self) -> Context:
        view, packing = self.view, self.packing
        attention = self._take_critical()
        self._take_optional()
        omitted = self._take_omission_lines()
        past = self._take_transcript()
        own = (self.own, *self.own_lists.items)
        messages = self.messages.shown_items(packing.chosen)
        items = [*attention, *own, *self.alerts, *messages, *omitted, *past, *self.board.items]
        packing.budget += sum(self.reserves.values())
        text, tokens = self._fit(items)
        given = self.messages.given(packing)
        read = self.messages.read(given, [tier for tier in self._counted() if f"/omitted/{tier}" in packing.chosen])
        known = frozenset(read)
        overflow = tuple(one.id for one in given if one.tier == "critical" and one.id not in known)
        # Ending the turn clears the oldest notices by number, so a notice after an omitted one cannot count.
        notices = takewhile(lambda alert: alert.key in packing.chosen, self.alerts[: view.notices])
        system = "\n".join((view.identity, *(duty.full or duty.line for duty in view.duties))) + "\n"
        return Context(
            text, tokens, packing.budget, given, overflow, len(list(notices)), self.rendering, system, read, self.pieces
        )

    def _reserves(self) -> dict[str, int]:
        """Return the tokens reserved in each section for the line that counts its omissions."""
        lines = {lists.section: lists.omission({}, self.view.locale) for lists in (self.own_lists, self.board)}
        return {section: self.packing.count(f"{line}\n") if line else 0 for section, line in lines.items()}

    def _set_reserves(self, needed: int) -> None:
        """Reserve room for those lines, and for the heading of the board, which always has items or such a line."""
        packing, section = self.packing, self.board.section
        heading = packing.count(f"{self.headings[section]}\n") if self.reserves[section] else 0
        if needed + heading + sum(self.reserves.values()) > packing.budget:
            self.reserves = dict.fromkeys(self.reserves, 0)  # so small a budget has no space for more lines
            return
        packing.budget -= sum(self.reserves.values())
        if heading:
            packing.used += heading
            packing.sections.add(section)

    def _release(self, lists: ListItems) -> None:
        """Release the reserve of a section if its omitted items fit into it."""
        packing, kept = self.packing, self.reserves[lists.section]
        packing.budget += kept
        left = [candidate for candidate in lists.candidates if candidate.item.key not in packing.chosen]
        if packing.fits(sum(packing.count(candidate.item.form(0) + "\n") for candidate in left)):
            packing.take_all(left)
        if lists.omission(packing.chosen, self.view.locale):
            packing.budget -= kept
        else:
            self.reserves[lists.section] = 0

    def _take_critical(self) -> list[SectionItem]:
        """Take the reader's first line and all critical items: in full or, if that is too much, as much as fits.

        In the second case a line of attention is added and returned. The oldest message comes first (a part of it, if
        it does not fit alone), the others are listed by id or shown in full, and room is reserved for the line that
        counts the unlisted ones. Raises BudgetTooSmallError.
        """
        count, packing, locale = self.packing.count, self.packing, self.view.locale
        messages, critical = self.messages, self.messages.by_tier["critical"]
        number = len(critical) + len(self.alerts)
        omission = self._omitted(number, "")
        attention = SectionItem.of("/attention", "attention", say(locale, "omitted.critical", count=number))
        reserve = sum(count(text + "\n") for text in (omission, attention.form(0), self.headings["critical"]))
        needed = count(self.headings[OWN[self.rendering]] + "\n") + count(self.own.form(0) + "\n") + reserve
        if needed > packing.budget:
            raise BudgetTooSmallError(budget=packing.budget, least=needed + self.oldest.least())
        self._set_reserves(needed + self.oldest.least())
        room = packing.budget - packing.used - needed
        packing.take(Candidate(self.own, 0))
        self.kept = {self.own.key}
        if self._take_everything(critical):
            self.kept = set(packing.chosen)
            return []
        packing.take(Candidate(attention, 0))
        self.kept |= {attention.key}
        packing.budget -= count(omission + "\n")
        self._take_oldest(critical, room)
        people = (place for place in messages.oldest_first if self.view.unread[place].sender == "person")
        packing.take_all(messages.candidates(people, FULL))
        alerts = (Candidate(alert, 0) for alert in self.alerts)
        packing.take_all(chain(messages.candidates(critical, NAMED), alerts))
        # Oldest first: a message that is only listed stays unread and is shown again until it was shown in full.
        packing.take_all(messages.candidates(messages.oldest_first, FULL))
        packing.budget += count(omission + "\n")
        return [attention]

    def _take_everything(self, critical: list[int]) -> bool:
        """Take all critical items in full if all of them fit; return whether they do."""
        packing = self.packing
        taken = [Candidate(alert, 0) for alert in self.alerts]
        total = packing.count(self.headings["critical"] + "\n") if taken or critical else 0
        total += sum(packing.count(candidate.item.form(0) + "\n") for candidate in taken)
        for candidate in self.messages.candidates(critical, FULL):
            total += packing.count(candidate.item.form(FULL) + "\n")
            if not packing.fits(total):
                return False
            taken.append(candidate)
        if not packing.fits(total):
            return False
        for candidate in taken:
            packing.take(candidate)
        return True

    def _take_oldest(self, critical: list[int], room: int) -> None:
        """Take the oldest critical message in full or, if it does not fit alone, its next part.

        `room`: the tokens for critical items. A part leaves up to half of it for the lines that name the other
        messages. Raises BudgetTooSmallError if not even the shortest part fits.
        """
        packing, count = self.packing, self.packing.count
        item = self.oldest.item
        if item is None:
            return
        self.kept |= {item.key}
        if packing.take(Candidate(item, FULL)):
            return
        if not self.oldest.cut(room):
            raise BudgetTooSmallError(budget=self.budget, least=self.budget - room + self.oldest.least())
        if not self.messages.parts[item.key].last:
            names = 0
            others = (other.item for other in self.messages.candidates(critical, NAMED) if other.item is not item)
            while names < room // 2 and (other := next(others, None)):
                names += count(other.form(NAMED) + "\n")
            self.oldest.cut(room - min(names, room // 2))
        packing.take(Candidate(item, PART))

    def _take_optional(self) -> None:
        """Take all other items: all in their longest form if that fits, as in most turns, else the important ones.

        If the lines that count the omitted messages do not fit afterwards, take fewer: only what is counted is read.
        """
        packing = self.packing
        kept, reserves = packing.kept(), dict(self.reserves)
        if packing.fits(len(self.messages.rows) * LEAST_IN_FULL) and packing.take_whole(self._longest_forms()):
            self._release(self.own_lists)
            self._release(self.board)
        else:
            self._take_by_importance()
        lines = self._cost_of_omissions()
        if packing.fits(lines):
            return
        packing.restore(kept)
        self.reserves = reserves
        reserve = self._cost_of_omissions()
        if packing.fits(reserve):
            packing.budget -= reserve
            self._take_by_importance()
            packing.budget += reserve
        else:  # so small a budget has no space for more lines
            self._take_by_importance()

    def _take_by_importance(self) -> None:
        for candidates in self._optional():
            self.packing.take_all(candidates)

    def _cost_of_omissions(self) -> int:
        """Return the tokens of the lines that count the omitted messages, with the headings of their sections."""
        packing, lines, sections = self.packing, list[str](), dict[str, None]()
        for tier in self._counted():
            number, _ = self.messages.missing(tier, packing.chosen, 0)
            if number:
                lines.append(self._omitted(number, "…"))
                sections[SECTION_OF[tier]] = None
        headings = [self.headings[section] for section in sections if section not in packing.sections]
        return sum(packing.count(text + "\n") for text in (*lines, *headings))

    def _counted(self) -> list[Tier]:
        """Return the optional tiers with a line that counts their omitted messages."""
        return [tier for tier in OPTIONAL_TIERS if self.delivery[tier].delivery != "omit"]

    def _longest_forms(self) -> Iterator[Candidate]:
        """Return all other items in their longest allowed form, in the order of `_optional`."""
        yield from (Candidate(item, 2) for item in self.duties)
        yield from self.own_lists.candidates
        for tier in OPTIONAL_TIERS:
            _, longest = self._form_numbers(tier)
            yield from chain.from_iterable(self._in_forms(tier, [max(longest, 0)]))
            if tier == "relevant":
                yield from self.board.candidates

    def _optional(self) -> Iterator[Iterable[Candidate]]:
        """Return all other items by importance: the minimum of each kind first, then longer forms of messages."""
        yield [*(Candidate(item, 0) for item in self.duties), *self.own_lists.candidates]
        yield [*(Candidate(item, 2) for item in self.duties[:1]), *(Candidate(item, 1) for item in self.duties)]
        self._release(self.own_lists)
        yield from self._shorter_forms("relevant")
        yield [Candidate(item, 2) for item in self.duties]
        yield self.board.candidates
        self._release(self.board)
        for tier in OPTIONAL_TIERS[1:]:
            yield from self._shorter_forms(tier)
        for tier in OPTIONAL_TIERS:
            least, longest = self._form_numbers(tier)
            yield from self._in_forms(tier, range(least + 1, longest + 1))

    def _shorter_forms(self, tier: Tier) -> Iterator[Iterable[Candidate]]:
        """Return the messages of a tier in the form of its delivery and in shorter ones."""
        least, _ = self._form_numbers(tier)
        return self._in_forms(tier, range(max(least, 0), -1, -1))

    def _form_numbers(self, tier: Tier) -> tuple[int, int]:
        """Return the form of a tier's delivery and the longest form; -1 for messages that are not shown."""
        least = LEAST_FORM.get(self.delivery[tier].delivery, -1)
        return least, len(FORMS) - 1 if least >= 0 and self.view.delivery.expand else least

    def _in_forms(self, tier: Tier, forms: Iterable[int]) -> Iterator[Iterable[Candidate]]:
        places = self.messages.by_tier[tier][: self.view.delivery.background_limit if tier == "background" else None]
        if self.delivery[tier].delivery == "omit":
            places = self.messages.must_be_told(tier)
        return (self.messages.candidates(places, form) for form in forms)

    def _take_omission_lines(self) -> list[SectionItem]:
        """Take for each tier a line that counts the omitted messages, with their ids if those fit."""
        lines: list[SectionItem] = []
        for tier in ("critical", *self._counted()):
            count, missing = self.messages.missing(tier, self.packing.chosen, _IDS_LISTED)
            if count:
                ids = ", ".join(missing) + (" …" if count > _IDS_LISTED else "")
                forms = [self._omitted(count, names) for names in ("…", ids)]
                item = SectionItem.of(f"/omitted/{tier}", SECTION_OF[tier], *forms)
                for form in (0, 1):
                    self.packing.take(Candidate(item, form))
                lines.append(item)
        return lines

    def _omitted(self, count: int, ids: str) -> str:
        command = look_up(self.view.interface, "inbox")
        return say(self.view.locale, "omitted.messages", count=count, ids=ids, command=command)

    def _take_transcript(self) -> list[SectionItem]:
        """Spend the rest of the budget on a transcript, if the view has past messages."""
        packing = self.packing
        heading = self.headings.get("past")
        room = packing.budget - packing.used - packing.count(f"{heading}\n") - 1
        if not self.view.past or heading is None or room < LEAST:
            return []
        packed = pack_transcript(self.view.past, self.view.agent, room, packing.count, self.view.locale)
        item = SectionItem.of("/past", "past", packed.text)
        return [item] if packed.text and packing.take(Candidate(item, 0)) else []

    def _fit(self, items: list[SectionItem]) -> tuple[str, int]:
        """Return the text and its tokens.

        A counter may find more tokens in the whole text than in its parts, and a small budget may have no space for the
        lines that count omissions. Then the items taken last are dropped until the text fits, except required ones. If
        that is not enough, those lines are omitted instead.
        """
        packing = self.packing
        chosen, costs = dict(packing.chosen), dict(packing.costs)
        text, tokens = self._drop_spare(items, omissions=True)
        if tokens > packing.budget:
            packing.chosen, packing.costs = chosen, costs
            text, tokens = self._drop_spare(items, omissions=False)
        return text, tokens

    def _drop_spare(self, items: list[SectionItem], *, omissions: bool) -> tuple[str, int]:
        """Drop the items taken last until the text fits or only required ones are left."""
        packing = self.packing
        while True:
            text = self._text(items, omissions=omissions)
            tokens = packing.count(text)
            spare = [key for key in packing.chosen if key not in self.kept]
            if tokens <= packing.budget or not spare:
                return text, tokens
            del packing.chosen[spare[-1]], packing.costs[spare[-1]]

    def _text(self, items: list[SectionItem], *, omissions: bool) -> str:
        pieces: list[Piece] = []
        chosen, is_message = self.packing.chosen, self.messages.holds
        for section in SECTIONS[self.rendering]:
            shown = [
                Piece(section, item.form(chosen[item.key]), item.key if is_message(item) else "")
                for item in items
                if item.section == section and item.key in chosen
            ]
            if omissions:
                lines = (self._omission(lists, section) for lists in (self.own_lists, self.board))
                shown += [Piece(section, line) for line in lines if line]
            if shown:
                pieces += [Piece(section, self.headings[section])] if section in self.headings else []
                pieces += shown
        self.pieces = tuple(pieces)
        return "\n".join(piece.text for piece in pieces) + "\n"

    def _omission(self, lists: ListItems, section: str) -> str:
        return lists.omission(self.packing.chosen, self.view.locale) if lists.section == section else ""
