"""The page of one context: its text in blocks, and the fate of each message with the reason."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import get_args

from renkei.budget.context.build import Context
from renkei.budget.context.message_text import cut
from renkei.budget.context.shown import Form, Shown
from renkei.budget.events import ContextFeedbackGiven
from renkei.budget.relevance.tiers import Reason, Tier
from renkei.engine.state import State
from renkei.engine.views.agent_context.given import Cause, Score, left_out, scores
from renkei.engine.views.titles import message_title
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Locale

LENGTH: dict[Form, int] = {"omitted": 0, "named": 1, "line": 2, "summary": 3, "excerpt": 4, "part": 5, "full": 6}
"""How much of a message each form shows."""

LISTED = 100
"""Messages that were left out and are listed."""

LONGEST_LABEL = 60
"""Most characters of the title of a message in a row."""

NAMED = 6
"""Messages of a tier to which a link leads at the top."""

TIERS: tuple[Tier, ...] = get_args(Tier)


@frozen
class MessageRow:
    """The fate of one message. `was`: its fate in the context as delivered, where that differs."""

    shown: Shown
    reason: str
    was: Shown | None = None
    message: AnyMessage | None = None
    cause: Cause | None = None
    score: Score | None = None
    feedback: tuple[ContextFeedbackGiven, ...] = ()

    @property
    def label(self) -> str:
        """Its sender and its title; "" if the state has dropped it."""
        message = self.message
        return "" if message is None else f"{message.from_}: {cut(message_title(message), LONGEST_LABEL)}"

    @property
    def change(self) -> str:
        """Whether another budget shows more or less of it: `dropped`, `shorter`, `longer`, or ""."""
        if self.was is None:
            return ""
        if self.shown.form == "omitted":
            return "dropped"
        return "shorter" if LENGTH[self.shown.form] < LENGTH[self.was.form] else "longer"


@frozen
class ContextBlock:
    """Some lines of a context; `row`: the message that they show."""

    text: str
    row: MessageRow | None = None


@frozen
class Segment:
    """A part of the bar of tokens, by tier or as `own` (all that is no message) and `free`; in thousandths."""

    name: str
    tokens: int
    start: int
    width: int


@frozen
class ContextPage:
    """A context as its page shows it."""

    context: Context | None
    segments: Sequence[Segment]
    blocks: Sequence[ContextBlock]
    without: Sequence[MessageRow]
    """Messages not shown at all: those the budget dropped first, each group newest first."""
    unlisted: int
    """How many more of them there are."""
    changes: Mapping[str, int]
    """How many messages another budget drops, shortens and lengthens."""
    tiers: Mapping[Tier, tuple[int, Sequence[MessageRow]]]
    """How many messages of each tier there are, and the first that are on the page."""


def context_page(
    state: State,
    agent: str,
    context: Context | None,
    given: Sequence[Shown],
    feedback: Iterable[ContextFeedbackGiven],
    locale: Locale,
) -> ContextPage:
    """Return the page of a context. `given`: the fate of each message as delivered, or by default.

    Without a context, which cannot be built any more, only the messages are shown.
    """
    shown = context.given if context is not None else given
    rows = _Rows(state, agent, shown, given, feedback, locale)
    visible = [one for one in shown if one.form != "omitted"]
    hidden = [one for one in reversed(shown) if one.form == "omitted"]
    before = {one.id for one in given if one.form != "omitted"}
    hidden.sort(key=lambda one: one.id not in before)
    listed = hidden[:LISTED]
    made = {one.id: row for one, row in zip((*visible, *listed), rows.of([*visible, *listed]), strict=True)}
    all_changes = [change for one in shown if (change := rows.change(one))]
    return ContextPage(
        context=context,
        segments=_segments(context, shown) if context is not None else (),
        blocks=list(_blocks(context, made))
        if context is not None
        else [ContextBlock("", made[one.id]) for one in visible],
        without=[made[one.id] for one in listed],
        unlisted=len(hidden) - len(listed),
        changes={name: all_changes.count(name) for name in ("dropped", "shorter", "longer") if name in all_changes},
        tiers=dict(_tiers(shown, made)),
    )


def _tiers(
    shown: Sequence[Shown], rows: Mapping[str, MessageRow]
) -> Iterator[tuple[Tier, tuple[int, Sequence[MessageRow]]]]:
    for tier in TIERS:
        ids = [one.id for one in shown if one.tier == tier]
        if ids:
            yield tier, (len(ids), [rows[one] for one in islice((one for one in ids if one in rows), NAMED)])


class _Rows:
    """Makes the rows of messages and computes their common data once."""

    def __init__(
        self,
        state: State,
        agent: str,
        shown: Sequence[Shown],
        given: Sequence[Shown],
        feedback: Iterable[ContextFeedbackGiven],
        locale: Locale,
    ) -> None:
        self._state, self._agent, self._locale = state, agent, locale
        self._was = {one.id: one for one in given}
        self._causes = left_out(shown, state.delivery)
        self._feedback: dict[str, tuple[ContextFeedbackGiven, ...]] = {}
        for one in feedback:
            self._feedback[one.message_id] = (*self._feedback.get(one.message_id, ()), one)

    def of(self, shown: Sequence[Shown]) -> Iterator[MessageRow]:
        known = scores(self._state, self._agent, shown) if self._agent in self._state.actors else {}
        for one in shown:
            kept = self._state.messages.get(one.id)
            yield MessageRow(
                shown=one,
                reason=Reason(one.rule, one.link, one.keywords).text(self._locale),
                was=self._was[one.id] if self.change(one) else None,
                message=kept.message if kept is not None else None,
                cause=self._causes.get(one.id),
                score=known.get(one.id),
                feedback=self._feedback.get(one.id, ()),
            )

    def change(self, one: Shown) -> str:
        was = self._was.get(one.id)
        return MessageRow(one, "", was).change if was is not None and was.form != one.form else ""


def _blocks(context: Context, rows: Mapping[str, MessageRow]) -> Iterator[ContextBlock]:
    """Yield the text of a context; the lines between two messages are one block."""
    lines: list[str] = []
    for piece in context.pieces:
        if not piece.message:
            lines.append(piece.text)
            continue
        if lines:
            yield ContextBlock("\n".join(lines))
            lines = []
        yield ContextBlock(piece.text, rows.get(piece.message))
    if lines:
        yield ContextBlock("\n".join(lines))


def _segments(context: Context, shown: Iterable[Shown]) -> list[Segment]:
    parts: dict[str, int] = dict.fromkeys(TIERS, 0)
    for one in shown:
        parts[one.tier] += one.tokens
    parts["own"] = max(0, context.tokens - sum(parts.values()))
    parts["free"] = max(0, context.budget - context.tokens)
    whole, start, found = max(sum(parts.values()), 1), 0, []
    for name, tokens in parts.items():
        if tokens:
            end = start + tokens
            left, right = 1000 * start // whole, 1000 * end // whole
            found.append(Segment(name, tokens, left, max(right - left, 2)))
            start = end
    return found
