"""Asks the owner of a decision that somebody else put on the board (sections 1 and 3).

The question reaches the owner as a DECISION_REQUEST, so everything that holds for such a request holds here: it is
critical, it is owed, it becomes overdue. A decision that a DECISION_REQUEST put on the board has been asked already.
"""

from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter, ValidationError

from renkei.board.document import entry_document
from renkei.board.events import EntryAdded, FieldWritten
from renkei.dispatch.graph.links import node
from renkei.documents.json_pointer import join, split
from renkei.engine import commands as c
from renkei.engine.rows import Effect
from renkei.engine.state import SYSTEM, State
from renkei.engine.system_messages import system_message
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import DEFERRED, Timestamp
from renkei.texts.say import say

TIMESTAMP: TypeAdapter[str] = TypeAdapter(Timestamp, config=DEFERRED)


def ask_owner(state: State, event: EntryAdded) -> Iterator[Effect]:
    """Ask the owner of a new decision, unless it put the decision on the board itself or owes the reply already.

    Nobody is asked for a decision on the board that a project begins with: what a project begins with is no change.
    """
    parts = split(event.path)
    if parts[0] != "pending_decisions" or event.entry["status"] != "open" or state.seq == 0:
        return
    decision, owner = parts[1], str(event.entry["owner"])
    if owner != event.author and not any(one.subject == decision for one in state.owed_by(owner)):
        yield (SYSTEM, c.Send(_request(state, decision)))


def ask_owner_again(state: State, decision: str, event: FieldWritten) -> Iterator[Effect]:
    """Ask for an open decision whose owner or deadline has changed; whoever was asked before owes nothing any more.

    What is owed by an owner who has left goes to its successor or is closed (see `engine.leaving`).
    """
    path = join("pending_decisions", decision)
    if event.old == event.value or state.board.get(f"{path}/status") != "open":
        return
    asked = {debtor for debtor in state.obligations for one in state.owed_by(debtor) if one.subject == decision}
    if event.old in asked and event.old not in state.actors:
        return
    if asked:
        yield (SYSTEM, c.CloseObligations(subject=decision, expects="DECISION_RESULT"))
    if asked or state.board.get(f"{path}/owner") != event.author:
        yield (SYSTEM, c.Send(_request(state, decision)))


def _request(state: State, decision: str) -> AnyMessage:
    """Build the request to the owner of a decision, with all that the board says about it."""
    entry, locale = entry_document(state.board, "pending_decisions", decision), state.locale
    asker = next((end for end in state.links.neighbours(node("decision", decision), "out", ("asked_by",))), "")
    summary = say(locale, "notice.decide", asker=asker.partition(":")[2] or SYSTEM, question=entry["question"])
    due = _time(entry["deadline"])
    if entry["deadline"] and due is None:
        summary += say(locale, "notice.decide_by", deadline=entry["deadline"])
    options = [{"label": one["label"], "analysis": _analysis(one)} for one in entry["options"]]
    return system_message(
        state,
        type="DECISION_REQUEST",
        to=entry["owner"],
        priority="high",
        context_summary=summary,
        reply_by=due,
        payload={"decision_id": decision, "question": entry["question"], "options": options},
    )


def _analysis(option: dict[str, Any]) -> str:
    """Return all that the board says about an option beside its label."""
    return "; ".join(f"{name}: {text}" for name, text in option.items() if name != "label" and text)


def _time(deadline: str | None) -> str | None:
    """Return a deadline that is a time; None for any other text."""
    try:
        return None if deadline is None else TIMESTAMP.validate_python(deadline)
    except ValidationError:
        return None
