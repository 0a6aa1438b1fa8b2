"""One decision: the question with its options, the waiting participants, the discussion, and the outcome."""

from itertools import chain
from typing import Any

from renkei.acts.choices import options_of
from renkei.documents.json_pointer import join
from renkei.edges.view.questions import sides_of
from renkei.edges.view.visit import Visit
from renkei.engine.guards.conflicts import is_open_conflict
from renkei.engine.views.waiting.entry import Waiting
from renkei.engine.views.waiting.person import waiting_for
from renkei.errors import UnknownDecisionError
from renkei.project.conversation import SentMessage
from renkei.protocol.messages import ConflictReportMessage, DecisionRequestMessage, DecisionResultMessage

MESSAGES = 50
"""Newest messages about a decision that the page shows."""


def show(visit: Visit) -> dict[str, Any]:
    """Return a decision of the board, or a conflict; raises UnknownDecisionError for an id that is neither."""
    decision, state = visit.path["decision"], visit.state
    path = join("pending_decisions", decision)
    known = state.board.has_entry(path)
    report = None if known else _report(visit, decision)
    said = _said(visit, decision)
    requests = [one.message for one in said if isinstance(one.message, DecisionRequestMessage)]
    asked = [kept.message for name in _asked(visit, decision) if (kept := state.messages.get(name)) is not None]
    is_open = state.board.get(f"{path}/status") == "open" if known else is_open_conflict(state, decision)
    owner = str(state.board.get(f"{path}/owner")) if known else ""
    return {
        "decision": decision,
        "question": state.board.get(f"{path}/question") if known else None,
        "deadline": state.board.get(f"{path}/deadline") if known else None,
        "owner": owner,
        "report": report.payload if report is not None else None,
        "more": {"sides": sides_of(state, report) if report is not None else []},
        "options": options_of(state, decision, next(iter([*asked, *requests]), None)),
        "open": is_open,
        "path": path if known else "",
        "one": _entry(visit, decision, owner),
        "result": _result(said, decision) if not is_open else None,
        "resolution": state.board.cells.get(f"{path}/resolution") if known and not is_open else None,
        "said": said,
    }


def _said(visit: Visit, decision: str) -> list[SentMessage]:
    """Return the newest messages about a decision, with the replies to its requests, such as comments."""

    def newest(thread: str) -> list[SentMessage]:
        return list(visit.project.conversation(thread=thread, before=visit.seq + 1, limit=MESSAGES))

    about = newest(decision)
    requests = [one.message.id for one in about if isinstance(one.message, DecisionRequestMessage)]
    found = {one.message.id: one for one in chain(about, *map(newest, requests))}
    return sorted(found.values(), key=lambda one: one.seq)[-MESSAGES:]


def _report(visit: Visit, name: str) -> ConflictReportMessage:
    """Return the report of a conflict that was reported by then."""
    message = visit.project.find_message(name) if visit.record_of(name) is not None else None
    if not isinstance(message, ConflictReportMessage):
        board = visit.state.board
        found = [
            one
            for one in board.ids("pending_decisions")
            if board.get(join("pending_decisions", one, "status")) == "open"
        ]
        raise UnknownDecisionError(decision=name, known=", ".join(found) or "none")
    return message


def _asked(visit: Visit, decision: str) -> list[str]:
    """Return the unanswered requests for a decision."""
    owed = visit.state.obligations.values()
    return sorted({one.message_id for mine in owed for one in mine.values() if one.subject == decision})


def _entry(visit: Visit, decision: str, owner: str) -> Waiting | None:
    """Return the decision as it waits for the person, else for the participant who has to make it."""
    state = visit.state
    debtors = [name for name in sorted(state.obligations) if decision in state.obligations[name]]
    for name in dict.fromkeys((visit.person, owner, *debtors)):
        if name in state.actors:
            for one in waiting_for(state, name):
                if one.kind in ("decision", "conflict") and one.ref == decision:
                    return one
    return None


def _result(said: list[SentMessage], decision: str) -> SentMessage | None:
    """Return the message that made the decision; a conflict is settled by a reply to its report."""
    for one in reversed(said):
        message = one.message
        if isinstance(message, DecisionResultMessage) and decision in (
            message.payload.decision_id,
            message.in_reply_to,
        ):
            return one
    return None
