"""How the commands of `renkei contract` show a contract."""

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from renkei.contracts.state import Contract
from renkei.project.project import Project
from renkei.texts.say import say

STYLES = {"completed": "green", "blocked": "red", "failed": "red", "submitted": "yellow", "cancelled": "dim"}
"""The style of each status; others have the default style."""


@cache
def _contract() -> TypeAdapter[Contract]:
    return TypeAdapter(Contract)


def status_line(project: Project, contract: str) -> str:
    """Return one sentence with the status, pause and assignee of a contract; raises UnknownContractError."""
    entry = project.find_contract(contract)
    detail = f", assigned to {entry.assignee}" if entry.assignee else " for claiming" if entry.status == "open" else ""
    return f"{entry.terms.id} is {shown_status(entry)}{detail}."


def shown_status(entry: Contract) -> str:
    """Return the status of a contract: also that it is paused, and how it was accepted though nothing was proved."""
    status = f"{entry.status} ({say('en', f'notice.{entry.override}')})" if entry.override else entry.shown_status
    return status if entry.paused is None else f"{status}, paused"


def contract_data(entry: Contract) -> dict[str, Any]:
    """Return everything about a contract as plain data, its terms as a `task_contract`."""
    data: dict[str, Any] = _contract().dump_python(entry, mode="json", by_alias=True)
    terms = data.pop("terms")
    return data | {"task_contract": terms}
