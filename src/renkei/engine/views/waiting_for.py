"""What waits for a person: what it has to answer, decide, accept or let continue; the most blocking and oldest first.

Each kind has a row in `FOUND`, which says how it is found in the state. Other participants can answer nothing of a
person's own kinds; those in `SHARED` wait for every person.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from renkei.budget.context.message_text import gist
from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import node
from renkei.dispatch.graph.queries import who_waits_for
from renkei.documents.json_pointer import join
from renkei.engine.access import need_actor
from renkei.engine.conversation.escalation import contract_of
from renkei.engine.deadlocks import open_deadlocks
from renkei.engine.references import decision_of
from renkei.engine.state import SYSTEM, Obligation, State
from renkei.frozen import frozen
from renkei.protocol.messages import AnyMessage, ConflictReportMessage, payload_field
from renkei.protocol.replies import expected_replies
from renkei.replacing import replace

Kind = Literal[
    "decision",  # make it
    "conflict",  # say what holds
    "result",  # accept submitted work or a part of it, send it back, or reject it
    "review",  # give a verdict on an artifact
    "task",  # do it, and hand in the result
    "reply",  # answer
    "returned",  # reopen or cancel work of the person's that failed or was refused
    "reread",  # look at a value of the person's that was overwritten
    "message",  # read an urgent message
    "deadlock",  # end one of the waits
    "agent",  # let a suspended agent continue
    "contract",  # let a paused contract continue
    "project",  # let the paused project continue
    "quota",  # allow more turns or tokens
]

SHARED: frozenset[Kind] = frozenset(("deadlock", "agent", "contract", "project", "quota"))
"""The kinds that wait for every person; all others wait for one."""

IN_WORK = ("open", "claimed", "accepted", "in_progress")
"""Statuses of a contract whose assignee has to do something."""


@frozen
class Waiting:
    """Something that waits for a person since a time: `kind` says what to do, `ref` about what.

    `ref` is the id that an act takes: of a decision, a contract, an agent, a message; the pointer of a field. For a
    deadlock it is one of its nodes.
    """

    kind: Kind
    ref: str
    since: str
    """Since when (ISO 8601, UTC); empty where the state does not say."""
    creditors: tuple[str, ...] = ()
    """Who asked for it."""
    summary: str = ""
    message_id: str | None = None
    """The request, where a message asked for it."""
    behind: tuple[str, ...] = ()
    """The agents that cannot continue before it is done, directly or through others, the nearest first."""
    touches: tuple[str, ...] = ()
    """What else it is about: nodes of the dependency graph, such as `contract:TC-7`."""
    reply_by: str | None = None
    """When it is due."""
    turns_left: int | None = None
    """Within how many turns whoever asked wants it."""
    blocks: bool = False
    """Whether work waits for it."""
    overdue: bool = False


Found = Iterator[Waiting]


def waiting_for(state: State, person: str) -> list[Waiting]:
    """Return what waits for a participant: what blocks others first, then what is overdue, then the oldest.

    What waits for every person is part of it for humans only. Raises UnknownActorError.
    """
    need_actor(state, person)
    human = state.actors[person].human
    finders = [find for kind, row in FOUND.items() if human or kind not in SHARED for find in row]
    found = [one for find in dict.fromkeys(finders) for one in find(state, person)]
    merged: dict[tuple[Kind, str], Waiting] = {}
    for one in found:
        same = merged.get((one.kind, one.ref))
        merged[one.kind, one.ref] = _merged(same, one) if same is not None else one
    return sorted(merged.values(), key=_urgency)


def _urgency(one: Waiting) -> tuple[bool, bool, int, str, str, str]:
    return (not one.blocks, not one.overdue, -len(one.behind), one.since or "~", one.kind, one.ref)


def _merged(first: Waiting, other: Waiting) -> Waiting:
    """Return one entry for two requests for the same thing: the first request, and everybody who asked."""
    return replace(
        first,
        creditors=tuple(dict.fromkeys((*first.creditors, *other.creditors))),
        behind=tuple(dict.fromkeys((*first.behind, *other.behind))),
        touches=tuple(dict.fromkeys((*first.touches, *other.touches))),
        reply_by=min((one for one in (first.reply_by, other.reply_by) if one), default=None),
        blocks=first.blocks or other.blocks,
        overdue=first.overdue or other.overdue,
    )


def _made(state: State, person: str, one: Waiting, nodes: Iterable[str], touches: Iterable[str] = ()) -> Waiting:
    """Return an entry with what waits behind these nodes of the graph, and what it touches."""
    nodes = tuple(dict.fromkeys(nodes))
    upstream = [name for start in nodes for name in who_waits_for(state.links, start)]
    agents = [name.partition(":")[2] for name in upstream if name.startswith("agent:")]
    behind = tuple(name for name in dict.fromkeys((*one.behind, *agents)) if name in state.actors and name != person)
    about = [*touches, *(name for name in upstream if name.startswith("contract:"))]
    shown = tuple(name for name in dict.fromkeys(about) if name.partition(":")[2] != one.ref)
    return replace(one, behind=behind, touches=shown, blocks=one.blocks or bool(behind))


# --- what the person owes


def _owed(state: State, person: str) -> Found:
    for one in state.owed_by(person):
        message = state.messages[one.message_id].message
        kind, ref = _kind_of(state, one, message)
        waiting = Waiting(
            kind,
            ref,
            message.timestamp,
            () if one.creditor == SYSTEM else (one.creditor,),
            (_question(state, ref) if kind == "decision" else "") or one.summary or gist(message),
            one.message_id,
            reply_by=one.reply_by,
            turns_left=one.steps,
            behind=(one.creditor,) if one.blocks and state.board.has_entry(join("agents", one.creditor)) else (),
            blocks=one.blocks,
            overdue=one.overdue,
        )
        yield _made(
            state, person, waiting, [node("message", one.message_id), *_subject(kind, ref)], _named(state, message)
        )


def _kind_of(state: State, one: Obligation, message: AnyMessage) -> tuple[Kind, str]:
    if isinstance(message, ConflictReportMessage):
        return "conflict", one.message_id
    if "DECISION_RESULT" in one.expects and one.subject:
        return "decision", one.subject
    if "REVIEW_RESULT" in one.expects and one.subject:
        contract = state.contracts.find(one.subject)
        judged = contract is not None and contract.status in ("submitted", "partial")
        return ("result", contract.terms.id) if contract is not None and judged else ("review", one.subject)
    if "TASK_RESULT" in one.expects and (contract := state.contracts.find(one.subject)) is not None:
        return "task", contract.terms.id
    return "reply", one.message_id


def _subject(kind: Kind, ref: str) -> Iterator[str]:
    """Yield the node of the graph that an entry is about."""
    kinds = {"decision": "decision", "result": "contract", "task": "contract", "review": "artifact"}
    if kind in kinds:
        yield node(kinds[kind], ref)


def _named(state: State, message: AnyMessage) -> Iterator[str]:
    """Yield the contracts, decisions and artifacts that a message names as data, and those behind them."""
    contract = contract_of(state, message)
    if contract is not None:
        yield node("contract", contract.terms.id)
    decision = decision_of(message)
    if decision is not None:
        yield from state.links.neighbours(node("decision", decision), "in", ("touches",))
    for name in payload_field(message, "conflicting_decisions") or ():
        yield node("decision", name)
    refs = (
        *(payload_field(message, "conflicting_artifacts") or ()),
        *(payload_field(message, "input_artifacts") or ()),
    )
    for ref in refs:
        yield node("artifact", ref)
    yield from (node(one.type, one.id) for one in message.related_state_refs if one.type in ("decision", "artifact"))
    if message.type == "REVIEW_REQUEST" and contract is not None:
        yield from (node("artifact", ref) for ref in contract.outputs)


def _decisions(state: State, person: str) -> Found:
    """Yield the open decisions of the board that the person owns and nobody has asked it for."""
    for start in state.links.neighbours(node("agent", person), "in", ("owned_by",)):
        decision = start.partition(":")[2]
        path = join("pending_decisions", decision)
        if state.board.get(f"{path}/status") != "open":
            continue
        asked = state.links.neighbours(start, "out", ("asked_by",))
        authors = tuple(name for one in asked if (name := one.partition(":")[2]) not in (person, SYSTEM))
        since = state.board.cells[f"{path}/status"].at
        waiting = Waiting("decision", decision, since, authors, _question(state, decision))
        yield _made(state, person, waiting, [start], state.links.neighbours(start, "in", ("touches",)))


def _question(state: State, decision: str) -> str:
    return str(state.board.get(join("pending_decisions", decision, "question")) or "")


def _tasks(state: State, person: str) -> Found:
    """Yield the work that is assigned to the person, also without a message."""
    for entry in state.contracts.of(person):
        if entry.status in IN_WORK and entry.paused is None and not state.contracts.waits_for(entry):
            delegator = (entry.terms.delegator,) if entry.terms.delegator != person else ()
            yield _about_contract(state, person, "task", entry, delegator)


def _returned(state: State, person: str) -> Found:
    for entry in state.contracts.delegated_by(person).values():
        if entry.status in ("failed", "refused"):
            yield _about_contract(state, person, "returned", entry)


def _about_contract(
    state: State,
    person: str,
    kind: Kind,
    entry: Contract,
    creditors: tuple[str, ...] = (),
    behind: tuple[str, ...] = (),
) -> Waiting:
    name = entry.terms.id
    waiting = Waiting(kind, name, "", creditors, entry.terms.inputs.description, behind=behind)
    return _made(state, person, waiting, [node("contract", name)])


def _notices(state: State, person: str) -> Found:
    for one in state.board.notices.get(person, ()):
        yield Waiting("reread", one.path, one.kept_at, (one.kept_by,))


def _messages(state: State, person: str) -> Found:
    """Yield the urgent messages that the person has not read: none that asked for a reply, which is owed or given."""
    for kept in state.unread_of(person):
        message = kept.message
        if message.priority == "blocking" and not expected_replies(message) and not _is_reported(message):
            waiting = Waiting(
                "message", message.id, message.timestamp, (message.from_,), message.context_summary, message.id
            )
            yield replace(waiting, touches=tuple(dict.fromkeys(_named(state, message))))


REPORTED = ("repetition", "ping_pong", "spent")
"""Topics of notices of the system about what is an entry of its own while it lasts."""


def _is_reported(message: AnyMessage) -> bool:
    is_deadlock = isinstance(message, ConflictReportMessage) and message.in_reply_to is None
    return message.from_ == SYSTEM and (is_deadlock or payload_field(message, "topic") in REPORTED)


# --- what waits for every person


def _deadlocks(state: State, person: str) -> Found:
    for cycle in open_deadlocks(state):
        agents = tuple(name for one in cycle if (name := one.partition(":")[2]) in state.actors)
        others = tuple(one for one in cycle if not one.startswith("agent:"))
        since = max((state.last_active.get(one, "") for one in agents), default="")
        waiting = Waiting("deadlock", cycle[0], since, (), " → ".join((*cycle, cycle[0])), behind=agents)
        yield _made(state, person, waiting, cycle, others)


def _agents(state: State, person: str) -> Found:
    for agent, reason in state.suspended.items():
        waiting = Waiting("agent", agent, state.last_active.get(agent, ""), (), reason, behind=(agent,))
        yield _made(state, person, waiting, [node("agent", agent)])


def _contracts(state: State, person: str) -> Found:
    for entry in state.contracts.entries.values():
        if entry.paused is not None and not entry.closed:
            behind = (entry.assignee,) if entry.assignee is not None else ()
            found = _about_contract(state, person, "contract", entry, behind=behind)
            yield replace(found, summary=entry.paused)


def _project(state: State, person: str) -> Found:
    if state.paused is not None:
        yield Waiting("project", state.name, "", (), state.paused, behind=_all_agents(state), blocks=True)


def _quota(state: State, person: str) -> Found:
    if state.spent:
        yield Waiting("quota", state.name, "", behind=_all_agents(state), blocks=True)


def _all_agents(state: State) -> tuple[str, ...]:
    return tuple(one.id for one in state.everybody() if not one.human)


FOUND: dict[Kind, tuple[Callable[[State, str], Found], ...]] = {
    "decision": (_owed, _decisions),
    "conflict": (_owed,),
    "result": (_owed,),
    "review": (_owed,),
    "task": (_owed, _tasks),
    "reply": (_owed,),
    "returned": (_returned,),
    "reread": (_notices,),
    "message": (_messages,),
    "deadlock": (_deadlocks,),
    "agent": (_agents,),
    "contract": (_contracts,),
    "project": (_project,),
    "quota": (_quota,),
}
"""How each kind is found."""
