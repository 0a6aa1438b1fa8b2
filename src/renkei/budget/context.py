"""Builds the context of a turn: what an agent gets to read, within its budget (section 3, template).

`View` is all that is known from one agent's point of view, gathered by the engine; `build` decides what of it is shown
and how long. The same view and budget give the same text.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from renkei.budget import messages as text_of
from renkei.budget.pack import Offer, Packing, Part
from renkei.budget.tiers import Evidence, Reason, Tier, classify
from renkei.budget.tokens import Counter, estimate
from renkei.budget.wording import say
from renkei.errors import BudgetTooSmall
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Locale

SECTIONS = ("attention", "own", "critical", "relevant", "background", "board")
"""The sections of a snapshot in the specification's order, after the word of attention where there is one."""

DEFAULT_BUDGET = 4000

Form = Literal["full", "summary", "line", "named", "omitted"]
_FORMS: dict[Tier, tuple[Form, ...]] = {
    "critical": ("named", "full"),
    "relevant": ("line", "summary", "full"),
    "background": ("line", "summary", "full"),
    "irrelevant": (),
}
_SHOWN_IDS = 12


@dataclass(frozen=True, slots=True)
class Letter:
    """An unread message with what is known about it from the reader's point of view."""

    message: AnyMessage
    evidence: Evidence
    impact: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """Everything that a context could hold. Texts are in the reader's language, the most important first.

    The first `notices` of the alerts are re-read notices. `duties` are what the reader must know of its contracts at
    every turn, `terms` the rest of them.
    """

    agent: str
    locale: Locale
    own: tuple[str, ...]
    duties: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    alerts: tuple[str, ...] = ()
    notices: int = 0
    letters: tuple[Letter, ...] = ()
    board: tuple[str, ...] = ()


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

    `notices` is how many re-read notices are in it; those that had no room come again.
    """

    text: str
    tokens: int
    budget: int
    given: tuple[Given, ...]
    overflow: tuple[str, ...]
    notices: int = 0

    @property
    def read(self) -> tuple[str, ...]:
        """Ids that count as read when the turn ends: all but critical and relevant ones that had no room."""
        return tuple(g.id for g in self.given if g.form != "omitted" or g.tier in ("background", "irrelevant"))


def build(view: View, budget: int = DEFAULT_BUDGET, count: Counter = estimate) -> Context:
    """Build the context of a turn. Raises BudgetTooSmall when not even the reader's own state has room."""
    headings = {name: say(view.locale, name) for name in SECTIONS if name != "attention"}
    tiers = {letter.message.id: classify(letter.evidence) for letter in view.letters}
    parts = {letter.message.id: _part(letter, tiers[letter.message.id][0], view.locale) for letter in view.letters}
    by_tier = {
        tier: [parts[x.message.id] for x in reversed(view.letters) if tiers[x.message.id][0] == tier] for tier in _FORMS
    }
    own = Part("own", "own", (view.own[0], "\n".join(view.own)))
    alerts = [Part(f"alert:{i}", "critical", (text,)) for i, text in enumerate(view.alerts)]
    packing = Packing(budget, count)
    attention = _must(packing, own, alerts, by_tier["critical"], headings, view.locale)
    board = [Part(f"board:{i}", "board", (text,)) for i, text in enumerate(view.board)]
    duties = Part("duties", "own", ("\n".join(view.duties),))
    terms = Part("terms", "own", ("\n".join(view.terms),))
    packing.take_all(_wishes(own, duties, terms, board, by_tier), headings)
    left = _left(packing, by_tier, view.locale, headings)
    every = [attention, own, duties, terms, *alerts, *_in_order(view, parts), *left, *board]
    text = _assemble([part for part in every if part is not None], packing, headings)
    given = tuple(_given(view.letters[i], *tiers[view.letters[i].message.id], packing) for i in range(len(tiers)))
    overflow = tuple(one.id for one in given if one.tier == "critical" and one.form != "full")
    shown = [alert.key in packing.chosen for alert in alerts[: view.notices]]
    notices = shown.index(False) if False in shown else len(shown)
    return Context(text, count(text), budget, given, overflow, notices)


def _part(letter: Letter, tier: Tier, locale: Locale) -> Part:
    message = letter.message
    if tier == "critical":
        named = say(locale, "named", id=message.id, agent=message.from_, summary=text_of.gist(message))
        return Part(message.id, tier, (named, text_of.full(message, locale)))
    forms = (text_of.line(message), text_of.summary(message, locale, letter.impact), text_of.full(message, locale))
    return Part(message.id, tier, forms)


def _must(
    packing: Packing,
    own: Part,
    alerts: list[Part],
    critical: list[Part],
    headings: dict[str, str],
    locale: Locale,
) -> Part | None:
    """Take what may not be missing: all of it in full or, when that is too much, as much as fits, named first."""
    count = packing.count
    longest = say(locale, "left", count=len(critical) + len(alerts), ids="")
    attention = Part("attention", "attention", (say(locale, "overflow", count=len(critical) + len(alerts)),))
    reserve = sum(count(text + "\n") for text in (longest, attention.forms[0]))
    needed = count(headings["own"] + "\n") + count(own.forms[0] + "\n") + reserve + count(headings["critical"] + "\n")
    if needed > packing.budget:
        raise BudgetTooSmall(budget=packing.budget, least=needed)
    packing.take(Offer(own, 0), headings)
    everything = [Offer(alert, 0) for alert in alerts] + [Offer(part, 1) for part in critical]
    total = sum(count(offer.part.forms[offer.form] + "\n") for offer in everything)
    total += count(headings["critical"] + "\n") if everything else 0
    if packing.fits(total):
        packing.take_all(everything, headings)
        return None
    packing.take(Offer(attention, 0), headings)
    packing.budget -= count(longest + "\n")
    packing.take_all([Offer(part, 0) for part in (*critical, *alerts)], headings)
    packing.take_all([Offer(part, 1) for part in critical], headings)
    packing.budget += count(longest + "\n")
    return attention


def _wishes(
    own: Part, duties: Part, terms: Part, board: list[Part], by_tier: dict[Tier, list[Part]]
) -> Iterable[Offer]:
    """Everything else in the order of its worth: floors first, then what raises messages above them."""
    relevant, background = by_tier["relevant"], by_tier["background"]
    if duties.forms[0]:
        yield Offer(duties, 0)
    yield Offer(own, 1)
    yield from (Offer(part, 1) for part in relevant)
    yield from (Offer(part, 0) for part in relevant)
    if terms.forms[0]:
        yield Offer(terms, 0)
    yield from (Offer(part, 0) for part in board)
    yield from (Offer(part, 0) for part in background)
    yield from (Offer(part, 2) for part in relevant)
    yield from (Offer(part, 1) for part in background)
    yield from (Offer(part, 2) for part in background)


def _left(
    packing: Packing, by_tier: dict[Tier, list[Part]], locale: Locale, headings: dict[str, str]
) -> list[Part | None]:
    """Say of each section how many messages had no room, with their ids where there is room for that."""
    found: list[Part | None] = []
    for tier in ("critical", "relevant", "background"):
        missing = [part.key for part in by_tier[tier] if part.key not in packing.chosen]
        if missing:
            ids = ", ".join(missing[:_SHOWN_IDS]) + (" …" if len(missing) > _SHOWN_IDS else "")
            forms = (say(locale, "left", count=len(missing), ids="…"), say(locale, "left", count=len(missing), ids=ids))
            part = Part(f"left:{tier}", tier, forms)
            packing.take_all((Offer(part, 0), Offer(part, 1)), headings)
            found.append(part)
    return found


def _in_order(view: View, parts: dict[str, Part]) -> list[Part]:
    return [parts[letter.message.id] for letter in view.letters]


def _assemble(parts: list[Part], packing: Packing, headings: dict[str, str]) -> str:
    lines: list[str] = []
    for section in SECTIONS:
        shown = [p.forms[packing.chosen[p.key]] for p in parts if p.section == section and p.key in packing.chosen]
        if shown:
            lines += [headings[section]] if section in headings else []
            lines += shown
    return "\n".join(lines) + "\n"


def _given(letter: Letter, tier: Tier, reason: Reason, packing: Packing) -> Given:
    name = letter.message.id
    chosen = packing.chosen.get(name)
    form: Form = "omitted" if chosen is None else _FORMS[tier][chosen]
    return Given(name, tier, reason, form, packing.costs.get(name, 0))
