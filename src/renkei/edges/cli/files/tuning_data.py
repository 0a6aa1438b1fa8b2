"""Corrected contexts in the form that `tools/tune_tiers.py` reads: messages in order, and turns with what was needed.

Of each context only those messages are judged that somebody corrected; the last correction of a message counts.
"""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any

from renkei.budget.context.message_text import main_text
from renkei.budget.events import ContextFeedbackGiven
from renkei.engine.events import MessageSent, NewsGiven, TurnBegan
from renkei.engine.views.agent_context.signals import Reader
from renkei.project.project import Project

NEEDED = ("critical", "relevant")
"""The tiers of messages that an agent needs."""

Context = tuple[int, str]
"""The record that a context was built after, and its agent."""


def tuning_data(project: Project, feedback: Iterable[ContextFeedbackGiven]) -> Iterator[dict[str, Any]]:
    """Yield a line for each message up to the last corrected context, and one for each of these contexts."""
    contexts: dict[Context, dict[str, bool]] = {}
    for one in feedback:
        contexts.setdefault((_seen(project, one), one.agent), {})[one.message_id] = one.wanted in NEEDED
    waiting = sorted(contexts)
    known: set[str] = set()
    for record in takewhile(lambda _: bool(waiting), project.records()):
        for event in record.events:
            if isinstance(event, MessageSent) and not event.is_past:
                known.add(event.message.id)
                yield _message(event)
        while waiting and waiting[0][0] <= record.seq:
            seen, agent = waiting.pop(0)
            judged = {name: needed for name, needed in contexts[seen, agent].items() if name in known}
            if judged:
                yield _turn(project, seen, agent, judged)


def _seen(project: Project, one: ContextFeedbackGiven) -> int:
    for event in project.record(one.seq).events if one.turn is not None else ():
        if isinstance(event, TurnBegan | NewsGiven) and event.turn == one.turn:
            return event.seen
    return one.seq


def _message(event: MessageSent) -> dict[str, Any]:
    message = event.message
    named = [one for one in message.receivers if one in event.recipients]
    return {"id": message.id, "from": message.from_, "to": named, "mentions": [], "text": main_text(message)}


def _turn(project: Project, seen: int, agent: str, judged: dict[str, bool]) -> dict[str, Any]:
    reader = Reader(project.state_at(seen), agent, project.state.locale)
    needed = [name for name, is_needed in judged.items() if is_needed]
    return {"turn": agent, "task": reader.work, "unread": list(judged), "needed": needed}
