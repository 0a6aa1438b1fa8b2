"""Silence of an outside agent: a reply that it owes is due some time after the last message about it.

Requests that set a deadline themselves keep it. The deadline is in the log like any other, so a reply becomes overdue
on every machine, and also while no server connects the agent.
"""

from collections.abc import Iterator

from renkei.edges.a2a.outside.agent import OutsideAgent
from renkei.engine import commands as c
from renkei.project.project import Project
from renkei.protocol.primitives import later


def set_deadlines(project: Project, agent: OutsideAgent) -> None:
    """Set when the replies of an agent are due, for those whose conversation has gone on; raises LogError."""
    if agent.reply_within and (found := [*_changed(project, agent)]):
        project.do_as_runtime(*found)


def _changed(project: Project, agent: OutsideAgent) -> Iterator[c.TransferObligation]:
    state = project.state
    for owed in state.owed_by(agent.participant):
        if owed.overdue or owed.steps is not None or state.messages[owed.message_id].message.reply_by is not None:
            continue
        contract = state.contracts.find(owed.subject)
        newest = project.conversation(thread=contract.terms.id if contract else owed.message_id, limit=1)
        due = later(newest[-1].at, agent.reply_within * 1_000_000) if newest else None
        if due is not None and due != owed.reply_by:
            yield c.TransferObligation(owed.message_id, owed.debtor, owed.debtor, reply_by=due)
