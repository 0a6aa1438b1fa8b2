"""Builds the context of a turn: what an agent reads, within its budget (section 3, template).

`build` decides which items of a `View` are shown and in which form. Tiers are a minimum: budget that is left over shows
messages at greater length. There are two renderings. A `snapshot` contains everything in the specification's order, for
agents without memory. A `delta` contains what is new since the last turn and is appended to a conversation that does
not change otherwise; it ends with what the agent has to act on. The same view and budget give the same text.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Literal

from renkei.budget.context import message_text as text_of
from renkei.budget.context.packing import LEAST, Candidate, Packing, SectionItem
from renkei.budget.context.shown import COUNTS_AS_READ, FORMS, Form, Shown
from renkei.budget.context.transcript import pack_transcript
from renkei.budget.context.view import UnreadMessage, View
from renkei.budget.relevance.tiers import Tier, classify
from renkei.budget.tokens.estimate import Counter, estimate
from renkei.errors import BudgetTooSmallError
from renkei.protocol.messages import urgency
from renkei.protocol.primitives import PRIORITIES, Locale
from renkei.texts.say import say

Rendering = Literal["snapshot", "delta"]

SECTIONS: dict[Rendering, tuple[str, ...]] = {
    "snapshot": ("attention", "own", "critical", "relevant", "background", "past", "board"),
    "delta": ("attention", "background", "changes", "relevant", "critical", "task"),
}
"""The sections of each rendering in their order. All but `attention` have a heading in the texts (`section.own`)."""

OWN: dict[Rendering, str] = {"snapshot": "own", "delta": "task"}
STATE: dict[Rendering, str] = {"snapshot": "board", "delta": "changes"}
"""Which section contains the reader's own state, and which the board's."""

DEFAULT_BUDGET = 4000
"""Tokens."""

_IDS_LISTED = 12


@dataclass(frozen=True, slots=True)
class Context:
    """What an agent reads at a turn.

    `text` has `tokens` tokens, at most `budget`. `given` says for each unread message how it is shown. `overflow`:
    the ids of critical messages that are not shown in full. `notices`: how many re-read notices the text contains; the
    others are shown at a later turn. `system`: who the agent is and what it must know at every turn. It changes only
    with the agent's contracts and belongs in front of a conversation. A snapshot's text repeats it, a delta's does not.
    """

    text: str
    tokens: int
    budget: int
    given: tuple[Shown, ...]
    overflow: tuple[str, ...]
    notices: int = 0
    rendering: Rendering = "snapshot"
    system: str = ""

    @property
    def read(self) -> tuple[str, ...]:
        """Ids that count as read when the turn ends.

        A critical message counts only when it stood in full, a relevant one when it stood in any form. Background
        counts in any case: the record says that it was left out.
        """
        return tuple(one.id for one in self.given if one.form in COUNTS_AS_READ[one.tier])


def build(
    view: View, budget: int = DEFAULT_BUDGET, count: Counter = estimate, rendering: Rendering = "snapshot"
) -> Context:
    """Build the context of a turn within `budget` tokens by `count`.

    Raises BudgetTooSmallError when not even the reader's own state fits.
    """
    return _Builder(view, budget, count, rendering).context()


class _Builder:
    """A context under construction: the items that it can contain, and the packing that selects from them."""

    def __init__(self, view: View, budget: int, count: Counter, rendering: Rendering) -> None:
        self.view = view
        self.rendering = rendering
        self.headings = {name: _heading(view, name) for name in SECTIONS[rendering] if name != "attention"}
        self.packing = Packing(budget, count, self.headings)
        self.tiers = [classify(one.signals) for one in view.unread]
        self.unread = [
            SectionItem(one.message.id, tier, partial(_write, one, tier, view.locale))
            for one, (tier, _) in zip(view.unread, self.tiers, strict=True)
        ]
        self.urgency = {one.message.id: urgency(one.message) for one in view.unread}
        snapshot = rendering == "snapshot"
        section = OWN[rendering]
        lines = (view.identity, *view.own) if snapshot else view.own or (view.identity,)
        self.own = SectionItem.of("own", section, lines[0], "\n".join(lines))
        self.duties = [
            SectionItem.of(f"duty:{duty.id}", section, duty.line, duty.brief or duty.line, duty.full or duty.line)
            for duty in (view.duties if snapshot else ())
        ]
        self.alerts = [SectionItem.of(f"alert:{i}", "critical", text) for i, text in enumerate(view.alerts)]
        known = view.board if snapshot else view.changes
        self.board = [SectionItem.of(f"board:{i}", STATE[rendering], text) for i, text in enumerate(known)]

    def context(self) -> Context:
        view, packing = self.view, self.packing
        attention = self._take_critical()
        critical = frozenset(packing.chosen)
        for candidates in self._optional():
            packing.take_all(candidates)
        omitted = self._take_omission_lines()
        past = self._take_transcript()
        own = (self.own, *self.duties)
        by_urgency = sorted(self.unread, key=lambda item: PRIORITIES[self.urgency[item.key]])
        items = [*attention, *own, *self.alerts, *by_urgency, *omitted, *past, *self.board]
        text, tokens = self._fit(items, critical)
        given = tuple(map(self._shown, range(len(self.unread))))
        overflow = tuple(one.id for one in given if one.tier == "critical" and one.form != "full")
        # Ending the turn clears the oldest notices by number, so a notice after one that did not fit cannot count.
        notices = takewhile(lambda alert: alert.key in packing.chosen, self.alerts[: view.notices])
        system = "\n".join((view.identity, *(duty.full or duty.line for duty in view.duties))) + "\n"
        return Context(text, tokens, packing.budget, given, overflow, len(list(notices)), self.rendering, system)

    def _of(self, wanted: Tier) -> list[SectionItem]:
        """Return the unread messages of a tier, the most urgent first, of equal urgency the newest."""
        found = [item for item, (tier, _) in zip(self.unread, self.tiers, strict=True) if tier == wanted]
        found.reverse()
        return sorted(found, key=lambda item: PRIORITIES[self.urgency[item.key]])

    def _take_critical(self) -> list[SectionItem]:
        """Take the reader's first line and all that is critical: in full or, if that is too much, as much as fits.

        In the second case all critical messages are first listed by id, a line of attention is added and returned, and
        room is kept for the line that counts those not even listed. Raises BudgetTooSmallError.
        """
        count, packing, locale = self.packing.count, self.packing, self.view.locale
        critical = self._of("critical")
        number = len(critical) + len(self.alerts)
        omission = say(locale, "omitted.messages", count=number, ids="")
        attention = SectionItem.of("attention", "attention", say(locale, "omitted.critical", count=number))
        reserve = sum(count(text + "\n") for text in (omission, attention.form(0), self.headings["critical"]))
        needed = count(self.headings[OWN[self.rendering]] + "\n") + count(self.own.form(0) + "\n") + reserve
        if needed > packing.budget:
            raise BudgetTooSmallError(budget=packing.budget, least=needed)
        packing.take(Candidate(self.own, 0))
        everything = [Candidate(alert, 0) for alert in self.alerts] + [Candidate(item, 1) for item in critical]
        total = sum(count(one.item.form(one.form) + "\n") for one in everything)
        total += count(self.headings["critical"] + "\n") if everything else 0
        if packing.fits(total):
            for one in everything:
                packing.take(one)
            return []
        packing.take(Candidate(attention, 0))
        packing.budget -= count(omission + "\n")
        packing.take_all([Candidate(item, 0) for item in (*critical, *self.alerts)])
        # The oldest first: what is only listed stays unread and comes again until it stood in full.
        packing.take_all([Candidate(item, 1) for item in self.unread if item in critical])
        packing.budget += count(omission + "\n")
        return [attention]

    def _optional(self) -> Iterator[list[Candidate]]:
        """Return everything else by importance: the minimum of each kind first, then longer forms of messages."""
        relevant, background = self._of("relevant"), self._of("background")
        yield [*(Candidate(item, 0) for item in self.duties), Candidate(self.own, 1)]
        yield [*(Candidate(item, 1) for item in self.duties), *(Candidate(item, 2) for item in self.duties[:1])]
        minimum = (relevant, 1), (relevant, 0), (self.duties, 2), (self.board, 0), (background, 0)
        longer = (relevant, 2), (relevant, 3), (background, 1), (background, 2), (background, 3)
        for items, form in (*minimum, *longer):
            yield [Candidate(item, form) for item in items]

    def _take_omission_lines(self) -> list[SectionItem]:
        """Take for each tier a line that counts the messages that did not fit, with their ids if those fit."""
        found: list[SectionItem] = []
        tiers: tuple[Tier, ...] = ("critical", "relevant", "background")
        for tier in tiers:
            missing = [item.key for item in self._of(tier) if item.key not in self.packing.chosen]
            if missing:
                ids = ", ".join(missing[:_IDS_LISTED]) + (" …" if len(missing) > _IDS_LISTED else "")
                forms = [say(self.view.locale, "omitted.messages", count=len(missing), ids=one) for one in ("…", ids)]
                item = SectionItem.of(f"omitted:{tier}", tier, *forms)
                for form in (0, 1):
                    self.packing.take(Candidate(item, form))
                found.append(item)
        return found

    def _take_transcript(self) -> list[SectionItem]:
        """Use what is left of the budget for a transcript, if the view has past messages."""
        packing = self.packing
        heading = self.headings.get("past")
        room = packing.budget - packing.used - packing.count(f"{heading}\n") - 1
        if not self.view.past or heading is None or room < LEAST:
            return []
        packed = pack_transcript(self.view.past, self.view.agent, room, packing.count, self.view.locale)
        item = SectionItem.of("past", "past", packed.text)
        return [item] if packed.text and packing.take(Candidate(item, 0)) else []

    def _fit(self, items: list[SectionItem], critical: frozenset[str]) -> tuple[str, int]:
        """Return the text and its tokens.

        A counter may find more tokens in the whole text than in its parts. Then the items taken last are dropped until
        the text fits, but none that is critical.
        """
        packing = self.packing
        while True:
            text = self._text(items)
            tokens = packing.count(text)
            spare = [key for key in packing.chosen if key not in critical] if tokens > packing.budget else []
            if not spare:
                return text, tokens
            del packing.chosen[spare[-1]], packing.costs[spare[-1]]

    def _text(self, items: list[SectionItem]) -> str:
        lines: list[str] = []
        chosen = self.packing.chosen
        for section in SECTIONS[self.rendering]:
            shown = [item.form(chosen[item.key]) for item in items if item.section == section and item.key in chosen]
            if shown:
                lines += [self.headings[section]] if section in self.headings else []
                lines += shown
        return "\n".join(lines) + "\n"

    def _shown(self, index: int) -> Shown:
        item, (tier, why) = self.unread[index], self.tiers[index]
        chosen = self.packing.chosen.get(item.key)
        form: Form = "omitted" if chosen is None else FORMS[tier][chosen]
        cost = self.packing.costs.get(item.key, 0)
        return Shown(
            id=item.key, tier=tier, rule=why.rule, link=why.link, keywords=why.keywords, form=form, tokens=cost
        )


def _heading(view: View, section: str) -> str:
    """Return the heading of a section; at a first turn the changes are the whole board and are called so."""
    if section == "changes" and view.during_turn:
        return say(view.locale, "section.changes_during_turn")
    whole = section == "changes" and view.changes == view.board
    return say(view.locale, "section.board" if whole else f"section.{section}")


def _write(unread: UnreadMessage, tier: Tier, locale: Locale, form: int) -> str:
    """Return an unread message in one of the forms of its tier."""
    return WRITE[FORMS[tier][form]](unread, locale)


def _named(unread: UnreadMessage, locale: Locale) -> str:
    message = unread.message
    return say(locale, "message.named", id=message.id, agent=message.from_, summary=text_of.gist(message))


def _summary(unread: UnreadMessage, locale: Locale) -> str:
    """Return the summary of a message; a language model is asked only for a long message."""
    message = unread.message
    written = unread.summarize(message) if unread.summarize and text_of.is_long(message) else None
    impact = unread.impact(message) if unread.impact else ""
    return text_of.summary(message, locale, impact, written or "")


WRITE: dict[Form, Callable[[UnreadMessage, Locale], str]] = {
    "named": _named,
    "line": lambda unread, locale: text_of.line(unread.message),
    "summary": _summary,
    "excerpt": lambda unread, locale: text_of.excerpt(unread.message, locale),
    "full": lambda unread, locale: text_of.full(unread.message, locale),
}
"""What writes a message in each form."""
