"""The news since an agent's turn began: the context of a long turn between two of its steps (section 3).

News is a delta that the turn has not shown yet, built like any delta from a state without everything already shown.
"""

from immutables import Map

from renkei.budget.context.build import Context, build
from renkei.budget.context.reading import DEFAULT_READING, Reading
from renkei.budget.context.shown import Part
from renkei.budget.context.view import View
from renkei.engine.state import OpenTurn, State
from renkei.engine.unread import NONE_UNREAD
from renkei.engine.views.agent_context.agent_view import view
from renkei.immutable.replacing import replace


def news(
    state: State, agent: str, reading: Reading = DEFAULT_READING, *, critical_only: bool = False
) -> Context | None:
    """Return the news of an agent's open turn that is not shown yet, or None.

    A critical message that earlier news could not show in full is shown again; one shown in parts is continued.
    `critical_only` omits everything else, including the changes of the board. Raises BudgetTooSmallError.
    """
    found = news_view(state, agent, reading, critical_only=critical_only)
    return None if found is None else build(found, reading.budget, reading.count, "delta")


def news_view(state: State, agent: str, reading: Reading, *, critical_only: bool = False) -> View | None:
    """Return everything that news could show, or None."""
    turn = state.turns[agent]
    fresh = _fresh(state, agent, turn)
    found = view(fresh, agent, reading.override(rendering="delta"), keep=False)
    late = sum(one.overdue for one in fresh.owed_by(agent))
    new_alerts = found.alerts[: found.notices + late]  # the others stand since the turn began
    found = replace(found, alerts=new_alerts, during_turn=True)
    found = _only_critical(found) if critical_only else found
    if not (found.alerts or found.unread or any(one.total for one in found.changes)):
        return None
    return found


def _only_critical(found: View) -> View:
    critical = tuple(one for one in found.unread if one.classify(found.delivery.rules).tier == "critical")
    return replace(found, unread=critical, changes=())


def _fresh(state: State, agent: str, turn: OpenTurn) -> State:
    """Return the state without everything already shown: messages, re-read notices, changes, overdue replies."""
    parts = state.parts.get(agent, Map[str, Part]()).update(turn.parts)
    unread = {
        name: number
        for name, number in state.unread.get(agent, NONE_UNREAD).numbers().items()
        if (state.messages[name].seq > turn.seen or name in parts) and name not in turn.read
    }
    owed = {
        name: one
        for name, one in state.obligations.get(agent, {}).items()
        if not one.overdue or one.overdue_since > turn.news_seen
    }
    notices = state.board.notices.get(agent, ())[turn.notices :]
    return replace(
        state,
        unread=state.unread.only(agent, unread),
        parts=state.parts.set(agent, parts),
        obligations=state.obligations.set(agent, Map(owed)),
        board=replace(state.board, notices=state.board.notices.set(agent, notices)),
        read_up_to=state.read_up_to.set(agent, turn.board_seen),
        changes_read=state.changes_read.set(agent, turn.changes),
    )
