"""Turns ended from outside: their lease is over, a person ends them, or their agent starts again.

Nothing of such a turn is written or read. Participants that rely on the agent are notified once, and its board entry
says `error` until its next turn (section 1, Write-on-Exit).
"""

from collections.abc import Iterator, Sequence

from renkei.board.decide import Write
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine import events as e
from renkei.engine.participants.access import need_actor
from renkei.engine.rows import Effect
from renkei.engine.state import SYSTEM, State
from renkei.engine.system_messages import report_interruption
from renkei.protocol.primitives import later


def lease_end(state: State, agent: str, alive: str = "") -> str:
    """Return when the lease of an agent's open turn ends; `alive` is the time of its last heartbeat."""
    turn = state.turns[agent]
    last = max(state.last_active.get(agent, ""), alive)
    return max(turn.until, later(last, turn.lease * 1_000_000)) if last else turn.until


def interrupt(state: State, action: c.InterruptTurn, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """End a turn on behalf of its agent; nothing when none is open."""
    need_actor(state, action.agent)
    return [_ended(state, action.agent, who.actor, action.reason)] if action.agent in state.turns else []


def lapsed(state: State, agent: str) -> e.TurnEnded:
    """Return the end of a turn whose lease is over."""
    return _ended(state, agent, SYSTEM, "")


def _ended(state: State, agent: str, by: str, reason: str) -> e.TurnEnded:
    return e.TurnEnded(turn=state.turns[agent].turn, agent=agent, finished=False, by=by, reason=reason)


def report(state: State, event: e.TurnEnded) -> Iterator[Effect]:
    """Mark the entry of a working agent as `error`, and notify the participants that rely on it.

    An agent that takes over its own turn is already working, so no one is notified.
    """
    agent = event.agent
    if event.by in (None, agent):
        return
    if state.board.agent(agent, "status") == "working":
        yield (SYSTEM, Write(join("agents", agent, "status"), "error"))
    work = [one for one in state.contracts.of(agent) if one.status == "in_progress"]
    leads = (one.id for one in state.everybody() if one.lead or one.human)
    concerned = dict.fromkeys((*(one.terms.delegator for one in work), *leads))
    to = [one for one in concerned if one not in (agent, event.by)]
    if to:
        yield (SYSTEM, c.Send(report_interruption(state, event, [one.terms.id for one in work], to)))


def go_on(state: State, event: e.TurnBegan) -> Iterator[Effect]:
    """Remove the `error` that an interruption has put on the board."""
    path = join("agents", event.agent, "status")
    cell = state.board.cells.get(path)
    if event.agent in state.interrupted and cell is not None and (cell.value, cell.author) == ("error", SYSTEM):
        yield (SYSTEM, Write(path, "working" if state.board.agent(event.agent, "current_task") else "idle"))
