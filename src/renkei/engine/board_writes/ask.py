"""Ask the owner of a decision that another participant put on the board (sections 1 and 3).

The owner receives a DECISION_REQUEST with all its usual consequences: it is critical, it opens an obligation, it
becomes overdue. A decision added by a DECISION_REQUEST has been asked already.
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
    """Ask the owner of a new decision, unless it added the decision itself or owes the reply already.

    The decisions on the initial board of a project are not asked for.
    """
    parts = split(event.path)
    if parts[0] != "pending_decisions" or event.entry["status"] != "open" or state.seq == 0:
        return
    decision, owner = parts[1], str(event.entry["owner"])
    if owner != event.author and not any(one.subject == decision for one in state.owed_by(owner)):
        yield (SYSTEM, c.Send(_request(state, decision)))


def ask_owner_again(state: State, decision: str, event: FieldWritten) -> Iterator[Effect]:
    """Ask again for an open decision whose owner or deadline has changed; the previous request is closed.

    Obligations of an owner who left go to its successor or are closed (see `engine.leaving`).
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
        yield (SYSTEM, c.Send(_request(state, decision, event)))


def _request(state: State, decision: str, event: FieldWritten | None = None) -> AnyMessage:
    """Build the request to the owner of a decision, with all of its fields on the board.

    `event` is the write that made it necessary: who has handed the decision over, and why, is a part of the request.
    """
    entry, locale = entry_document(state.board, "pending_decisions", decision), state.locale
    asker = next((end for end in state.links.neighbours(node("decision", decision), "out", ("asked_by",))), "")
    summary = say(locale, "notice.decide", asker=asker.partition(":")[2] or SYSTEM, question=entry["question"])
    due = _time(entry["deadline"])
    if entry["deadline"] and due is None:
        summary += say(locale, "notice.decide_by", deadline=entry["deadline"])
    if event is not None and event.path.endswith("/owner") and event.author != SYSTEM:
        key = "notice.decide_handed_why" if event.action else "notice.decide_handed"
        summary += say(locale, key, by=event.author, reason=event.action)
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
    """Return the fields of an option besides its label."""
    return "; ".join(f"{name}: {text}" for name, text in option.items() if name != "label" and text)


def _time(deadline: str | None) -> str | None:
    """Return a deadline that is a valid time, or None."""
    try:
        return None if deadline is None else TIMESTAMP.validate_python(deadline)
    except ValidationError:
        return None
