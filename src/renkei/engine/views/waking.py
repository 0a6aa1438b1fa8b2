"""Whether an agent has reason to take a turn now.

A critical message is a reason, a relevant one only after a pause, a background one never. A halted project wakes
nobody.
"""

from renkei.budget.relevance.tiers import classify
from renkei.documents.json_pointer import join
from renkei.engine.access import need_actor
from renkei.engine.state import State
from renkei.engine.views.inbox import unread_messages
from renkei.protocol.primitives import later
from renkei.texts.say import say


def wake_reason(state: State, agent: str, at: str, pause: float | None = None) -> str | None:
    """Return the reason to wake an agent at a time, or None if there is none. Raises UnknownActorError.

    `pause`: seconds after which a relevant message is a reason; None: it never is.
    """
    need_actor(state, agent)
    turn = state.turns.get(agent)
    if state.halted or agent in state.suspended or (turn is not None and turn.until > at):
        return None
    locale = state.locale
    for unread in unread_messages(state, agent, locale):
        tier, reason = classify(unread.signals)
        waited = pause is not None and later(unread.message.timestamp, round(pause * 1_000_000)) <= at
        if tier == "critical" or (tier == "relevant" and waited):
            return f"{unread.message.id}: {reason.text(locale)}"
    if state.board.notices.get(agent):
        return say(locale, "wake.overwritten")
    if state.board.get(join("agents", agent, "status")) in ("idle", "completed"):
        role = state.actors[agent].role
        for entry in state.contracts.ready():
            if entry.fits(role):
                return say(locale, "wake.claimable", id=entry.terms.id)
        for entry in state.contracts.of(agent):
            if entry.status == "open" and not state.contracts.waits_for(entry):
                return say(locale, "wake.startable", id=entry.terms.id)
    return None
