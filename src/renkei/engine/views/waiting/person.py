"""Items that wait for a person: to answer, decide, accept or resume; the most blocking and oldest first.

Each kind has a row in `FOUND` with its query of the state. The person's own kinds can only be answered by that person;
those in `SHARED` wait for every person.
"""

from collections.abc import Callable

from renkei.dispatch.graph.links import node
from renkei.documents.json_pointer import join
from renkei.engine.conversation.addressing import addressed
from renkei.engine.participants.access import need_actor
from renkei.engine.state import SYSTEM, State
from renkei.engine.views.waiting import shared as waiting_shared
from renkei.engine.views.waiting.entry import SHARED, Found, Kind, Waiting, contract_entry, linked_entry
from renkei.engine.views.waiting.replies import named_in, owed, question_of
from renkei.immutable.replacing import replace
from renkei.protocol.messages import AnyMessage, ConflictReportMessage, payload_field, urgency
from renkei.protocol.replies import expected_replies

IN_WORK = ("open", "claimed", "accepted", "in_progress")
"""Statuses of a contract that need action by its assignee."""


def waiting_for(state: State, person: str) -> list[Waiting]:
    """Return the items that wait for a participant: blocking ones first, then overdue ones, then the oldest.

    Items for every person are included for humans only. Raises UnknownActorError.
    """
    need_actor(state, person)
    human = state.actors[person].human
    finders = [find for kind, row in FOUND.items() if human or kind not in SHARED for find in row]
    found = [one for find in dict.fromkeys(finders) for one in find(state, person)]
    merged: dict[tuple[Kind, str], Waiting] = {}
    for one in found:
        same = merged.get((one.kind, one.ref))
        merged[one.kind, one.ref] = _merged(same, one) if same is not None else one
    return sorted(merged.values(), key=urgency_of)


def urgency_of(one: Waiting) -> tuple[bool, bool, int, str, str, str]:
    """Return what items are sorted by: the most urgent one has the smallest value."""
    return (not one.blocks, not one.overdue, -len(one.behind), one.since or "~", one.kind, one.ref)


def _merged(first: Waiting, other: Waiting) -> Waiting:
    """Return one entry for two requests for the same thing: the first request, and the creditors of both."""
    return replace(
        first,
        creditors=tuple(dict.fromkeys((*first.creditors, *other.creditors))),
        behind=tuple(dict.fromkeys((*first.behind, *other.behind))),
        touches=tuple(dict.fromkeys((*first.touches, *other.touches))),
        reply_by=min((one for one in (first.reply_by, other.reply_by) if one), default=None),
        blocks=first.blocks or other.blocks,
        overdue=first.overdue or other.overdue,
    )


def _decisions(state: State, person: str) -> Found:
    """Yield the open decisions of the board that the person owns and was not asked for."""
    for start in state.links.neighbours(node("agent", person), "in", ("owned_by",)):
        decision = start.partition(":")[2]
        path = join("pending_decisions", decision)
        if state.board.get(f"{path}/status") != "open":
            continue
        asked = state.links.neighbours(start, "out", ("asked_by",))
        authors = tuple(name for one in asked if (name := one.partition(":")[2]) not in (person, SYSTEM))
        since = state.board.cells[f"{path}/status"].at
        waiting = Waiting("decision", decision, since, authors, question_of(state, decision))
        yield linked_entry(state, person, waiting, [start], state.links.neighbours(start, "in", ("touches",)))


def _tasks(state: State, person: str) -> Found:
    """Yield the work assigned to the person, even without a message."""
    for entry in state.contracts.of(person):
        if entry.status in IN_WORK and entry.paused is None and not state.contracts.waits_for(entry):
            delegator = (entry.terms.delegator,) if entry.terms.delegator != person else ()
            yield contract_entry(state, person, "task", entry, delegator)


def _returned(state: State, person: str) -> Found:
    for entry in state.contracts.delegated_by(person).values():
        if entry.status in ("failed", "refused"):
            yield contract_entry(state, person, "returned", entry)


def _notices(state: State, person: str) -> Found:
    for one in state.board.notices.get(person, ()):
        yield Waiting("reread", one.path, one.kept_at, (one.kept_by,))


def _messages(state: State, person: str) -> Found:
    """Yield the urgent messages that the person has not read.

    Omits messages that asked for a reply, which is owed or given, and messages that name someone else.
    """
    for kept in state.unread_of(person):
        message = kept.message
        is_copy = addressed(state, message, person) == "copy"
        is_no_entry = expected_replies(message) or is_copy or _is_reported(message)
        if urgency(message) == "blocking" and not is_no_entry:
            waiting = Waiting(
                "message", message.id, message.timestamp, (message.from_,), message.context_summary, message.id
            )
            yield replace(waiting, touches=tuple(dict.fromkeys(named_in(state, message))))


REPORTED = ("repetition", "ping_pong", "spent")
"""Topics of system notices that duplicate a list entry."""


def _is_reported(message: AnyMessage) -> bool:
    is_deadlock = isinstance(message, ConflictReportMessage) and message.in_reply_to is None
    return message.from_ == SYSTEM and (is_deadlock or payload_field(message, "topic") in REPORTED)


FOUND: dict[Kind, tuple[Callable[[State, str], Found], ...]] = {
    "decision": (owed, _decisions),
    "conflict": (owed,),
    "result": (owed,),
    "review": (owed,),
    "task": (owed, _tasks),
    "reply": (owed,),
    "returned": (_returned,),
    "reread": (_notices,),
    "message": (_messages,),
    "deadlock": (waiting_shared.deadlocks,),
    "agent": (waiting_shared.agents,),
    "contract": (waiting_shared.contracts,),
    "project": (waiting_shared.project,),
    "quota": (waiting_shared.quota,),
}
"""The query of each kind."""
