"""Records that the runtime writes about a member that cannot: why it stopped, and its last words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.state import HUMAN, SYSTEM, State
from renkei.protocol.messages import StatusUpdateMessage
from renkei.protocol.payloads import StatusUpdate
from renkei.texts.say import say

if TYPE_CHECKING:
    from renkei.project.project import Project


def report_problem(project: Project, agent: str, key: str, **values: object) -> None:
    """Notify those who rely on an agent why it does not continue: its delegators, else the leads, else the person.

    The board shows the agent as `error`, and its contract gets the reason as a note.
    """
    text = say(project.state.locale, key, agent=agent, **values)
    told = _update(project, agent, text)
    notes = [c.AddNote(told.payload.task_ref, text)] if told.payload.task_ref else []
    project.do_as_runtime(c.Send(told), *notes, Write(f"/agents/{agent}/status", "error"))


def has_problem(state: State, agent: str) -> bool:
    """Return whether the board shows an agent as `error` because the runtime reported it, not because it says so."""
    cell = state.board.cells.get(f"/agents/{agent}/status")
    return cell is not None and cell.value == "error" and cell.author == SYSTEM


def clear_problem(project: Project, agent: str) -> None:
    """Remove the `error` from the board: the agent works again."""
    state = project.state
    status = status_of(state, agent)
    if state.board.agent(agent, "status") != status:
        project.do_as_runtime(Write(f"/agents/{agent}/status", status))


def status_of(state: State, agent: str) -> object:
    """Return an agent's status on the board as it is without a reported problem."""
    status = state.board.agent(agent, "status")
    return status if status != "error" else "working" if state.board.agent(agent, "current_task") else "idle"


def left_by(agent: str, incarnation: int) -> str:
    """Return the id of the command by which a member leaves cleanly."""
    return f"left-{agent}-{incarnation}"


def bury(project: Project, agent: str, reason: str, known: str, *, agreed: tuple[c.Action, ...] = ()) -> None:
    """Remove an agent with a reason, and release its work with its last words as a note, in one record.

    `agreed`: the replies to requests to end. Without them the agent counts as dead, and those who rely on it are
    notified.
    """
    state = project.state
    died = say(state.locale, "teammate.died", agent=agent, reason=reason)
    text = f"{say(state.locale, 'teammate.last_words', agent=agent)}\n{known}"
    notes = [c.AddNote(one.terms.id, text) for one in state.contracts.of(agent) if known]
    if agreed:
        name = left_by(agent, state.actors[agent].incarnation)
        project.do(*agreed, *notes, c.Leave(agent, reason), actor=agent, command_id=name)
    else:
        project.do_as_runtime(c.Send(_update(project, agent, died)), *notes, c.Leave(agent, reason))


def _update(project: Project, agent: str, text: str) -> StatusUpdateMessage:
    state = project.state
    work = [one for one in state.contracts.of(agent) if one.status in ("claimed", "accepted", "in_progress", "blocked")]
    leads = [one.id for one in state.everybody() if one.lead and one.id != agent]
    to = list(dict.fromkeys([*(one.terms.delegator for one in work), *leads]))
    to = [one for one in to if one in state.actors and one != agent] or [HUMAN]
    task = work[0].terms.id if work else None
    payload = StatusUpdate(task_ref=task, new_status="error", progress_summary=text)
    message = project.message(SYSTEM, payload, to, "high", text)
    assert isinstance(message, StatusUpdateMessage)
    return message
