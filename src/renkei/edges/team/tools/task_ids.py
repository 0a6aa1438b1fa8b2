"""Short ids of tasks: `#1` is the contract `task-1`. A contract with any other id has no short id."""

import re
from typing import Annotated

from pydantic import BeforeValidator

from renkei.contracts.state import Contract
from renkei.project.project import Project
from renkei.protocol.primitives import TupleOf

_SHORT = re.compile(r"^#?([1-9][0-9]{0,8})$")
_OWN = re.compile(r"^task-([1-9][0-9]{0,8})$")

TaskId = str | int
"""The id of a task as a model writes it: `#1`, `1`, or the id of a contract."""


def _listed(value: object) -> object:
    return [value] if isinstance(value, str | int) else value


TaskIds = Annotated[TupleOf[str | int], BeforeValidator(_listed)]
"""Ids of tasks; a single one needs no list."""


def contract_id(task: str | int) -> str:
    """Return the contract id that a task id means."""
    found = _SHORT.match(str(task).strip())
    return f"task-{found[1]}" if found else str(task).strip()


def short_id(contract: str) -> str:
    """Return the short id of a contract, or else its id."""
    found = _OWN.match(contract)
    return f"#{found[1]}" if found else contract


def order(contract: Contract) -> tuple[int, int]:
    """Return the sort key of a task: short ids by number, then the others in the order they were opened."""
    found = _OWN.match(contract.terms.id)
    return (int(found[1]), 0) if found else (10**9, contract.seq)


def next_number(project: Project) -> int:
    """Return the next number after the highest in the state; a closed task outside of it may have that number."""
    found = (_OWN.match(one) for one in project.state.contracts.entries)
    return 1 + max((int(one[1]) for one in found if one), default=0)
