"""Shows why an agent did not see a message: its fate in each of the agent's contexts until it was read."""

from typing import Any

from renkei.budget.relevance.tiers import Reason
from renkei.edges.view.screens.contexts import agent_of
from renkei.edges.view.visit import Visit
from renkei.engine.conversation.addressing import was_sent_to
from renkei.engine.events import MessageSent
from renkei.engine.views.agent_context.inbox import unread_messages

FOUND = 10
"""Messages that a search by words shows."""


def show(visit: Visit) -> dict[str, Any]:
    """Return the way of a message to an agent, or messages that hold the words that were asked for."""
    agent, asked = agent_of(visit), visit.query.get("message", "").strip()
    found: dict[str, Any] = {"agent": agent, "asked": asked, "sent": None, "matches": [], "verdict": ""}
    if not asked:
        return found
    record = visit.record_of(asked)
    if record is None:
        matches = [one for one in visit.project.search(asked[:500], FOUND) if visit.record_of(one.id) is not None]
        return found | {"matches": matches, "verdict": "" if matches else "unknown"}
    sent = next(one for one in record.events if isinstance(one, MessageSent) and one.message.id == asked)
    given = [one for one in visit.project.given_message(agent, asked) if one.seq <= visit.seq]
    return found | {
        "sent": sent,
        "record": record,
        "given": [
            (one, Reason(one.shown.rule, one.shown.link, one.shown.keywords).text(visit.locale)) for one in given
        ],
        "verdict": _verdict(visit, agent, sent, bool(given and _read(visit, given[-1].read))),
        "read": given[-1] if given and _read(visit, given[-1].read) else None,
        "now": _now(visit, agent, asked),
        "feedback": [
            one for one in visit.project.context_feedback(agent) if one.message_id == asked and one.at <= visit.state.at
        ],
        "feedback_seq": visit.number("seq", given[-1].seq if given else visit.seq, most=visit.seq),
    }


def _read(visit: Visit, seq: int | None) -> bool:
    return seq is not None and seq <= visit.seq


def _verdict(visit: Visit, agent: str, sent: MessageSent, is_read: bool) -> str:
    """Return which sentence says what became of the message."""
    if sent.message.from_ == agent:
        return "own"
    if not was_sent_to(visit.state, sent, agent):
        return "not_to"
    if is_read:
        return "read"
    return "unread" if sent.message.id in visit.state.unread.get(agent, ()) else "gone"


def _now(visit: Visit, agent: str, message_id: str) -> tuple[str, str] | None:
    """Return the tier of an unread message now, and the reason."""
    if message_id not in visit.state.unread.get(agent, ()):
        return None
    for one in unread_messages(visit.state, agent, visit.locale):
        if one.message.id == message_id:
            found = one.classify(visit.state.delivery.rules)
            return found.tier, found.reason.text(visit.locale)
    return None
