"""The work: contracts by phase, each with its assignee, its age, and the things it waits for."""

import contextlib
from collections.abc import Callable
from typing import Any, get_args

from renkei.acts.contracts import free_contract_id
from renkei.contracts.lifecycle import STATUSES
from renkei.edges.view.forms.suggestions import suggestions
from renkei.edges.view.visit import Visit
from renkei.engine.views.contracts.work import PHASES, Phase, WorkItem, longest_chain, work_item, work_items
from renkei.errors import BadValueError, UnknownContractError
from renkei.project.acting import Acting
from renkei.protocol.primitives import PRIORITIES

COLUMNS: tuple[Phase, ...] = get_args(Phase)

MOST_IN_COLUMN = 60
"""Contracts that a column shows."""


def show(visit: Visit) -> dict[str, Any]:
    """Return the contracts that the filters of the address let through, by phase."""
    state, wanted = visit.state, _wanted(visit)
    found = [one for one in _items(visit) if all(fits(one) for fits in wanted)]
    columns = {name: [one for one in found if one.phase == name] for name in COLUMNS}
    shown = {name: items[:MOST_IN_COLUMN] for name, items in columns.items()}
    return {
        "columns": shown,
        "counts": {name: len(items) for name, items in columns.items()},
        "since": {
            item.contract.terms.id: visit.project.record(item.since).at if item.since else ""
            for items in shown.values()
            for item in items
        },
        "chain": longest_chain(state),
        "filters": {name: visit.query.get(name, "") for name in FILTERS},
        "agents": [one.id for one in state.everybody()],
        "roles": sorted({one.role for one in state.actors.values() if one.role}),
        "statuses": STATUSES,
        "priorities": tuple(PRIORITIES),
        "suggestions": suggestions(state, ()),
        "free_id": free_contract_id(Acting(visit.project, visit.person)),
    }


def _items(visit: Visit) -> list[WorkItem]:
    """Return the contracts of the state, and an older contract requested by id."""
    items, name = work_items(visit.state, visit.alive), visit.query.get("q", "").strip()
    if name and visit.is_live and name not in visit.state.contracts.entries:
        with contextlib.suppress(UnknownContractError):
            items.append(work_item(visit.state, visit.project.find_contract(name), {}, ()))
    return items


def _status(visit: Visit, wanted: str) -> Callable[[WorkItem], bool]:
    if wanted not in STATUSES and wanted not in COLUMNS:
        raise BadValueError(path="?status", got=wanted, expected=" | ".join((*COLUMNS, *STATUSES)))
    return lambda one: wanted in (one.contract.status, PHASES[one.contract.status])


def _agent(visit: Visit, wanted: str) -> Callable[[WorkItem], bool]:
    return lambda one: wanted in (one.contract.assignee, one.contract.terms.delegator)


def _role(visit: Visit, wanted: str) -> Callable[[WorkItem], bool]:
    holders = {one.id for one in visit.state.actors.values() if one.role == wanted}
    return lambda one: wanted in one.contract.terms.roles or one.contract.assignee in holders


def _text(visit: Visit, wanted: str) -> Callable[[WorkItem], bool]:
    text = wanted.strip().lower()
    return lambda one: text in f"{one.contract.terms.id} {one.contract.terms.inputs.description}".lower()


FILTERS: dict[str, Callable[[Visit, str], Callable[[WorkItem], bool]]] = {
    "q": _text,
    "agent": _agent,
    "role": _role,
    "status": _status,
}
"""The parameters of the address that choose contracts."""


def _wanted(visit: Visit) -> list[Callable[[WorkItem], bool]]:
    return [make(visit, wanted) for name, make in FILTERS.items() if (wanted := visit.query.get(name, ""))]
