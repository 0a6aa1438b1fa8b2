"""Builds the context of a turn: what an agent gets to read, within its budget (section 3, template).

`build` decides what of a `View` is shown and how long. Tiers are a floor: what is left of the budget raises messages.
There are two renderings. A `snapshot` says everything anew, in the specification's order, for agents that remember
nothing. A `delta` says what is new since the last turn, to be appended to a conversation that stays as it is, ordered
so that what asks for something stands last. The same view and budget give the same text.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from renkei.budget.context import message_text as text_of
from renkei.budget.context.packing import LEAST, Offer, Packing, Part
from renkei.budget.context.texts import say
from renkei.budget.context.transcript import pack_history
from renkei.budget.context.view import UnreadMessage, View
from renkei.budget.relevance.tiers import Reason, Tier, classify
from renkei.budget.tokens.estimate import Counter, estimate
from renkei.errors import BudgetTooSmallError
from renkei.protocol.primitives import Locale

Rendering = Literal["snapshot", "delta"]

SECTIONS: dict[Rendering, tuple[str, ...]] = {
    "snapshot": ("attention", "own", "critical", "relevant", "background", "past", "board"),
    "delta": ("attention", "background", "changes", "relevant", "critical", "task"),
}
"""The sections of each rendering in their order; the word of attention, where there is one, comes first."""

OWN: dict[Rendering, str] = {"snapshot": "own", "delta": "task"}
STATE: dict[Rendering, str] = {"snapshot": "board", "delta": "changes"}
"""Which section holds the reader's own state, and which the board's."""

DEFAULT_BUDGET = 4000

Form = Literal["full", "excerpt", "summary", "line", "named", "omitted"]
FORMS: dict[Tier, tuple[Form, ...]] = {
    "critical": ("named", "full"),
    "relevant": ("line", "summary", "excerpt", "full"),
    "background": ("line", "summary", "excerpt", "full"),
    "irrelevant": (),
}
_SHOWN_IDS = 12


@dataclass(frozen=True, slots=True)
class Given:
    """What became of one unread message: its tier and why, the form in which it is shown, and what that costs."""

    id: str
    tier: Tier
    reason: Reason
    form: Form
    tokens: int


@dataclass(frozen=True, slots=True)
class Context:
    """What an agent gets to read. `overflow` names the critical messages that are not shown in full.

    `system` is who the agent is and what it must know at every turn: it changes only with the agent's contracts, so
    that it can stand in front of a conversation. A snapshot's text says it too; a delta's does not. `budget` is for the
    text. `notices` is how many re-read notices are in it; those that had no room come again.
    """

    text: str
    tokens: int
    budget: int
    given: tuple[Given, ...]
    overflow: tuple[str, ...]
    notices: int = 0
    rendering: Rendering = "snapshot"
    system: str = ""

    @property
    def read(self) -> tuple[str, ...]:
        """Ids that count as read when the turn ends: all but critical and relevant ones that had no room."""
        return tuple(g.id for g in self.given if g.form != "omitted" or g.tier in ("background", "irrelevant"))


def build(
    view: View, budget: int = DEFAULT_BUDGET, count: Counter = estimate, rendering: Rendering = "snapshot"
) -> Context:
    """Build the context of a turn. Raises BudgetTooSmallError when not even the reader's own state has room."""
    return _Building(view, budget, count, rendering).context()


class _Building:
    """A context being built: the parts that it may hold, and what was chosen of them so far."""

    def __init__(self, view: View, budget: int, count: Counter, rendering: Rendering) -> None:
        self.view = view
        self.rendering = rendering
        self.headings = {name: say(view.locale, name) for name in SECTIONS[rendering] if name != "attention"}
        if "changes" in self.headings and view.changes == view.board:  # a first turn is told the board as it is
            self.headings["changes"] = say(view.locale, "board")
        self.packing = Packing(budget, count, self.headings)
        self.tiers = [classify(letter.signals) for letter in view.unread]
        self.letters = [
            Part(one.message.id, tier, partial(_write, one, tier, view.locale))
            for one, (tier, _) in zip(view.unread, self.tiers, strict=True)
        ]
        section = OWN[rendering]
        lines = (view.identity, *view.own) if rendering == "snapshot" else view.own or (view.identity,)
        self.own = Part.of("own", section, lines[0], "\n".join(lines))
        snapshot = rendering == "snapshot"
        self.duties = Part.of("duties", section, "\n".join(view.duties if snapshot else ()))
        self.contract_terms = Part.of("terms", section, "\n".join(view.contract_terms if snapshot else ()))
        self.alerts = [Part.of(f"alert:{i}", "critical", text) for i, text in enumerate(view.alerts)]
        known = view.board if snapshot else view.changes
        self.board = [Part.of(f"board:{i}", STATE[rendering], text) for i, text in enumerate(known)]

    def context(self) -> Context:
        view, packing = self.view, self.packing
        attention = self._must()
        self.musts = frozenset(packing.chosen)
        for offers in self._wishes():
            packing.take_all(offers)
        left = self._left()
        past = self._past()
        every = [
            *attention,
            self.own,
            self.duties,
            self.contract_terms,
            *self.alerts,
            *self.letters,
            *left,
            *past,
            *self.board,
        ]
        text, tokens = self._fitting(every)
        given = tuple(map(self._given, range(len(self.letters))))
        overflow = tuple(one.id for one in given if one.tier == "critical" and one.form != "full")
        shown = [alert.key in packing.chosen for alert in self.alerts[: view.notices]]
        notices = shown.index(False) if False in shown else len(shown)
        system = "\n".join((view.identity, *view.duties, *view.contract_terms)) + "\n"
        return Context(text, tokens, packing.budget, given, overflow, notices, self.rendering, system)

    def _of(self, *wanted: Tier) -> list[Part]:
        """Give the messages of some tiers, the newest first."""
        found = [part for part, (tier, _) in zip(self.letters, self.tiers, strict=True) if tier in wanted]
        return found[::-1]

    def _must(self) -> list[Part]:
        """Take what may not be missing: all of it in full or, when that is too much, as much as fits, named first."""
        count, packing, locale = self.packing.count, self.packing, self.view.locale
        critical = self._of("critical")
        longest = say(locale, "left", count=len(critical) + len(self.alerts), ids="")
        attention = Part.of("attention", "attention", say(locale, "overflow", count=len(critical) + len(self.alerts)))
        reserve = sum(count(text + "\n") for text in (longest, attention.form(0), self.headings["critical"]))
        needed = count(self.headings[OWN[self.rendering]] + "\n") + count(self.own.form(0) + "\n") + reserve
        if needed > packing.budget:
            raise BudgetTooSmallError(budget=packing.budget, least=needed)
        packing.take(Offer(self.own, 0))
        everything = [Offer(alert, 0) for alert in self.alerts] + [Offer(part, 1) for part in critical]
        total = sum(count(offer.part.form(offer.form) + "\n") for offer in everything)
        total += count(self.headings["critical"] + "\n") if everything else 0
        if packing.fits(total):
            for offer in everything:
                packing.take(offer)
            return []
        packing.take(Offer(attention, 0))
        packing.budget -= count(longest + "\n")
        packing.take_all([Offer(part, 0) for part in (*critical, *self.alerts)])
        packing.take_all([Offer(part, 1) for part in critical])
        packing.budget += count(longest + "\n")
        return [attention]

    def _wishes(self) -> Iterator[list[Offer]]:
        """Give everything else in the order of its worth: floors first, then what raises messages above them."""
        relevant, background = self._of("relevant"), self._of("background")
        yield [Offer(one, 0) for one in (self.duties,) if one.form(0)] + [Offer(self.own, 1)]
        floors = (relevant, 1), (relevant, 0), ([self.contract_terms] if self.contract_terms.form(0) else [], 0)
        known = (self.board, 0), (background, 0)
        raises = (relevant, 2), (relevant, 3), (background, 1), (background, 2), (background, 3)
        for parts, form in (*floors, *known, *raises):
            yield [Offer(part, form) for part in parts]

    def _left(self) -> list[Part]:
        """Say of each section how many messages had no room, with their ids where there is room for that."""
        found: list[Part] = []
        for tier in ("critical", "relevant", "background"):
            missing = [part.key for part in self._of(tier) if part.key not in self.packing.chosen]
            if missing:
                ids = ", ".join(missing[:_SHOWN_IDS]) + (" …" if len(missing) > _SHOWN_IDS else "")
                forms = (say(self.view.locale, "left", count=len(missing), ids=text) for text in ("…", ids))
                part = Part.of(f"left:{tier}", tier, *forms)
                for form in (0, 1):
                    self.packing.take(Offer(part, form))
                found.append(part)
        return found

    def _past(self) -> list[Part]:
        """Give what is left of the budget to what was said before, where the reader asked for it."""
        packing = self.packing
        heading = self.headings.get("past")
        room = packing.budget - packing.used - packing.count(f"{heading}\n") - 1
        if not self.view.past or heading is None or room < LEAST:
            return []
        packed = pack_history(self.view.past, self.view.agent, room, packing.count, self.view.locale)
        part = Part.of("past", "past", packed.text)
        return [part] if packed.text and packing.take(Offer(part, 0)) else []

    def _fitting(self, parts: list[Part]) -> tuple[str, int]:
        """Write the text and count it. Where there is more in the whole than in its parts, what was taken last goes."""
        packing = self.packing
        while True:
            text = self._text(parts)
            tokens = packing.count(text)
            spare = [key for key in packing.chosen if key not in self.musts] if tokens > packing.budget else []
            if not spare:
                return text, tokens
            del packing.chosen[spare[-1]], packing.costs[spare[-1]]

    def _text(self, parts: list[Part]) -> str:
        lines: list[str] = []
        chosen = self.packing.chosen
        for section in SECTIONS[self.rendering]:
            shown = [part.form(chosen[part.key]) for part in parts if part.section == section and part.key in chosen]
            if shown:
                lines += [self.headings[section]] if section in self.headings else []
                lines += shown
        return "\n".join(lines) + "\n"

    def _given(self, number: int) -> Given:
        part, (tier, reason) = self.letters[number], self.tiers[number]
        chosen = self.packing.chosen.get(part.key)
        form: Form = "omitted" if chosen is None else FORMS[tier][chosen]
        return Given(part.key, tier, reason, form, self.packing.costs.get(part.key, 0))


def _write(letter: UnreadMessage, tier: Tier, locale: Locale, number: int) -> str:
    """Write one of the forms of a message that its tier has."""
    return WRITE[FORMS[tier][number]](letter, locale)


def _named(letter: UnreadMessage, locale: Locale) -> str:
    message = letter.message
    return say(locale, "named", id=message.id, agent=message.from_, summary=text_of.gist(message))


def _summary(letter: UnreadMessage, locale: Locale) -> str:
    """Write the summary of a message; a model is asked only where there is much to leave out."""
    written = letter.summarize(letter.message) if text_of.is_long(letter.message) else None
    return text_of.summary(letter.message, locale, letter.impact(letter.message), written or "")


WRITE: dict[Form, Callable[[UnreadMessage, Locale], str]] = {
    "named": _named,
    "line": lambda letter, locale: text_of.line(letter.message),
    "summary": _summary,
    "excerpt": lambda letter, locale: text_of.excerpt(letter.message, locale),
    "full": lambda letter, locale: text_of.full(letter.message, locale),
}
"""How a message is written in each form."""
