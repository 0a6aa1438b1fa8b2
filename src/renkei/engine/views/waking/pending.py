"""The delivery of a turn that began now, and its wake reason (sections 3 and 7). Nothing is recorded."""

from renkei.budget.context.build import build
from renkei.budget.context.reading import DEFAULT_READING, Reading
from renkei.budget.context.shown import Form
from renkei.budget.relevance.tiers import Reason, Tier
from renkei.engine.state import State
from renkei.engine.views.agent_context.agent_view import view
from renkei.engine.views.obligations import OpenObligation, open_obligations
from renkei.engine.views.waking.reasons import DEFAULT_PAUSE, wake_reason
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import AnyMessage


@frozen
class PendingMessage:
    """An unread message, and its form in a turn that began now."""

    message: AnyMessage
    tier: Tier
    reason: str
    """The reason for its tier, in words."""
    form: Form
    """The form in which the context would show it."""
    tokens: int
    """Tokens of it in that form; 0 when it is omitted."""
    read: bool
    """Whether it would count as read when the turn ends."""


@frozen
class Pending:
    """The delivery of a turn that began now."""

    agent: str
    messages: tuple[PendingMessage, ...]
    """The unread messages, oldest first."""
    alerts: tuple[str, ...]
    """Critical items other than messages.

    Re-read notices, overdue replies, an interrupted turn, limits of contracts.
    """
    obligations: tuple[OpenObligation, ...]
    """The replies that the agent owes, oldest first."""
    contracts: tuple[str, ...]
    """The agent's contracts, one line each, current one first."""
    tokens: int
    """Tokens of the whole context."""
    wake_reason: str | None
    """The reason to take a turn now, or to interrupt the open turn, if any."""


def pending(
    state: State, agent: str, at: str, reading: Reading = DEFAULT_READING, pause: float = DEFAULT_PAUSE
) -> Pending:
    """Return the delivery of an agent's turn if it began at a time, and whether the agent would be woken then.

    Raises UnknownActorError, or BudgetTooSmallError.
    """
    found = view(state, agent, reading)
    context = build(found, reading.budget, reading.count, reading.rendering)
    counted = frozenset(context.read)
    messages = []
    for unread, shown in zip(found.unread, context.given, strict=True):
        text = Reason(shown.rule, shown.link, shown.keywords).text(found.locale)
        read = shown.id in counted
        messages.append(PendingMessage(unread.message, shown.tier, text, shown.form, shown.tokens, read))
    owed = tuple(one for one in open_obligations(state, agent) if one.debtor == agent)
    lines = tuple(duty.line for duty in found.duties)
    why = wake_reason(state, agent, at, pause)
    return Pending(agent, tuple(messages), found.alerts, owed, lines, context.tokens, why)
