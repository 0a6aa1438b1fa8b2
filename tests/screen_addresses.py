"""An address for each screen of the view, with real values of a project as its parameters."""

from renkei import Project
from renkei.contracts.events import ContractOpened
from renkei.edges.view.routes import Screen
from renkei.engine.events import MessageSent, TurnBegan

QUERIES = {
    "/": ("", "?all=1", "?tier=critical&agent={agent}"),
    "/artifact": ("?ref=report",),
    "/board/field": ("?path=/goal",),
    "/compose": ("", "?type=DECISION_REQUEST"),
    "/contexts/{agent}/why": ("", "?message={message}"),
    "/files/log": ("", "?path=src/**"),
    "/go": ("", "?q=a"),
    "/graph": ("", "?closed=yes"),
    "/search": ("", "?q=API"),
    "/waiting": ("", "?entry=decision:{decision}"),
}
"""The queries of screens that need one, or that show something else with one."""

RECENT = 1000
"""Newest records that are looked through."""


def parameters(project: Project) -> dict[str, str]:
    """Return the values of the parameters of paths: the newest ones in the project."""
    begin = max(0, project.state.seq - RECENT)
    events = [(record.seq, one) for record in project.records(begin) for one in record.events]
    sent = [one.message for _, one in events if isinstance(one, MessageSent)]
    turns = [(seq, one.agent) for seq, one in events if isinstance(one, TurnBegan)]
    contracts = [one.contract.id for _, one in events if isinstance(one, ContractOpened)]
    asked = [one for one in sent if one.type == "DECISION_REQUEST"]
    return {
        "decision": asked[-1].payload.decision_id,
        "thread": asked[-1].id,
        "message": sent[-1].id,
        "contract": contracts[-1],
        "agent": turns[-1][1],
        "seq": str(turns[-1][0]),
    }


def addresses(screen: Screen, known: dict[str, str]) -> list[str]:
    """Return the addresses of a screen; raises KeyError for a parameter whose value is not known."""
    path = screen.path.replace(":path", "")
    return [(path + query).format_map(known) for query in QUERIES.get(screen.path, ("",))]
