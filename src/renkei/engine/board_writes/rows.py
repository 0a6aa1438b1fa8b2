"""The rows of the board: assignments, links, effects and occurrences of its events."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from renkei.board import state as board
from renkei.board.decide import Write
from renkei.board.events import CommentsKept, EntryAdded, EntryRemoved, FieldWritten, RereadNoticed
from renkei.board.fields import check_written, complete_entry
from renkei.dispatch.graph.links import Relation, node
from renkei.documents.json_pointer import join, split
from renkei.engine import commands as c
from renkei.engine.board_writes import decide, occurrences
from renkei.engine.board_writes.ask import ask_owner, ask_owner_again
from renkei.engine.board_writes.blocked import blockers_of
from renkei.engine.guards.conflicts import is_open_conflict
from renkei.engine.guards.loop_guard import made_progress
from renkei.engine.participants.rights import conflict_report
from renkei.engine.rows import ActionRow, Effect, EventRow, Link, Subject, Unlink, nothing
from renkei.engine.state import SYSTEM, State
from renkei.immutable.replacing import replace


def _on_board(change: Callable[[board.Board, Any, int], board.Board]) -> Callable[[State, Any], State]:
    return lambda state, event: replace(state, board=change(state.board, event, state.seq + 1))


def _by_author(change: Callable[[board.Board, Any, int], board.Board]) -> Callable[[State, Any], State]:
    on_board = _on_board(change)
    return lambda state, event: made_progress(on_board(state, event), event.author)


_added = _by_author(board.apply_entry_added)
_written = _by_author(board.apply_field_written)


def _entry_added(state: State, event: EntryAdded) -> State:
    entry = complete_entry(event.path, event.entry)
    return _added(state, event if entry is event.entry else event.model_copy(update={"entry": entry}))


def _field_written(state: State, event: FieldWritten) -> State:
    check_written(event.path, event.value)
    return _written(state, event)


def _entry_links(state: State, event: EntryAdded) -> Iterator[Link | Unlink]:
    parts = split(event.path)
    if parts[0] == "pending_decisions":
        here = node("decision", parts[1])
        yield Link(here, "owned_by", node("agent", str(event.entry["owner"])))
        yield Link(here, "asked_by", node("agent", event.author))
        for contract in event.mentioned_by:
            yield Link(node("contract", contract), "touches", here)
        for agent in event.awaited_by:
            yield Unlink(node("agent", agent), "waits_for")
            yield Link(node("agent", agent), "waits_for", here)
    elif len(parts) == 4:
        yield Link(node("artifact", parts[3]), "made_by", node("agent", parts[1]))


def _field_links(state: State, event: FieldWritten) -> Iterator[Link | Unlink]:
    parts = split(event.path)
    if parts[0] == "agents" and parts[-1] in decide.REFERRING:
        here = node("agent", parts[1])
        relation: Relation = "waits_for" if parts[-1] == "blocked_by" else "works_on"
        yield Unlink(here, relation)
        if event.refers_to is not None:
            yield Link(here, relation, event.refers_to)
    elif parts[0] == "pending_decisions" and parts[-1] == "owner":
        here = node("decision", parts[1])
        yield Unlink(here, "owned_by")
        yield Link(here, "owned_by", node("agent", str(event.value)))


def _field_effects(state: State, event: FieldWritten) -> Iterable[Effect]:
    parts = split(event.path)
    if parts[0] == "pending_decisions" and parts[-1] == "status" and event.value == "resolved":
        return [(SYSTEM, c.CloseObligations(subject=parts[1], expects="DECISION_RESULT"))]
    if parts[0] == "pending_decisions" and parts[-1] in ("owner", "deadline"):
        return ask_owner_again(state, parts[1], event)
    if parts[0] == "blockers" and parts[-1] == "resolved" and event.value and conflict_report(state, parts[1]):
        return [(SYSTEM, c.CloseObligations(parts[1], expects="DECISION_RESULT"))]  # a conflict's blocker has its id
    if parts[0] == "agents" and parts[2:] == ("status",):
        return _status_effects(state, parts[1], event)
    if parts[0] == "agents" and parts[2:] == ("blocked_by",) and event.value is None and event.old is not None:
        return _restart(state, parts[1])
    return ()


def _status_effects(state: State, agent: str, event: FieldWritten) -> Iterator[Effect]:
    if event.old == "blocked":
        yield from _resolve_blockers(state, agent)
    if event.value == "idle" and event.old == "completed":  # the finished task is no longer its task
        yield (SYSTEM, Write(join("agents", agent, "current_task"), None))


def _restart(state: State, agent: str) -> Iterator[Effect]:
    """Continue the contracts of an agent that has stopped waiting."""
    for contract in state.contracts.of(agent):
        waits = state.contracts.waits_for(contract) or is_open_conflict(state, contract.conflict)
        if contract.status == "blocked" and contract.paused is None and not waits:
            yield (SYSTEM, c.TransitionContract(contract.terms.id, "start", "the wait is over"))


def _resolve_blockers(state: State, agent: str) -> Iterator[Effect]:
    """Resolve the blockers that a rule added for an agent that is no longer blocked."""
    for blocker in blockers_of(state, agent):
        yield (SYSTEM, Write(join("blockers", blocker, "resolved"), True))


def _registered(state: State, event: EntryAdded) -> Iterable[str]:
    parts = split(event.path)
    return [node("artifact", parts[3])] if len(parts) > 3 else ()


def _ended(state: State, event: FieldWritten) -> Iterable[str]:
    """An artifact has a new version, a decision or blocker is resolved, an agent has completed its task."""
    match split(event.path):
        case ("agents", _, "artifacts", ref, "version"):
            return [node("artifact", ref)]
        case ("agents", agent, "status") if event.value == "completed":
            task = state.board.agent(agent, "current_task")
            return [node("agent", agent), *([node("task", task)] if task else [])]
        case ("pending_decisions", decision, "status") if event.value == "resolved":
            return [node("decision", decision)]
        case ("blockers", blocker, "resolved") if event.value:
            return [node("blocker", blocker), node("message", blocker)]  # a conflict's blocker has its id
    return ()


def _artifact(event: EntryAdded | FieldWritten) -> Iterable[Subject]:
    try:
        parts = split(event.path)
    except ValueError:  # a record that fits no state; but a machine must store it
        return ()
    return [("artifact", parts[3])] if len(parts) > 3 and parts[0] == "agents" else ()


ACTIONS: dict[type[Any], ActionRow] = {
    Write: ActionRow(decide.write, contracts=nothing),
    c.KeepComments: ActionRow(decide.keep_comments, contracts=nothing),
}

EVENTS: dict[type[Any], EventRow] = {
    EntryAdded: EventRow(
        _entry_added,
        links=_entry_links,
        effects=ask_owner,
        occurrences=occurrences.entry_added,
        ends=_registered,
        subjects=_artifact,
    ),
    EntryRemoved: EventRow(
        _on_board(board.apply_entry_removed),
        links=nothing,
        effects=nothing,
        occurrences=nothing,
        ends=nothing,
        subjects=nothing,
    ),
    FieldWritten: EventRow(
        _field_written,
        links=_field_links,
        effects=_field_effects,
        occurrences=occurrences.field_written,
        ends=_ended,
        subjects=_artifact,
    ),
    RereadNoticed: EventRow(
        _on_board(board.apply_reread_noticed),
        links=nothing,
        effects=nothing,
        occurrences=nothing,
        ends=nothing,
        subjects=nothing,
    ),
    CommentsKept: EventRow(
        _on_board(board.apply_comments_kept),
        links=nothing,
        effects=nothing,
        occurrences=nothing,
        ends=nothing,
        subjects=nothing,
    ),
}
