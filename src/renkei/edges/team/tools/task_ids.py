"""Short ids of tasks: `#1` is the contract `task-1`. A contract with another id has no short one."""

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
"""Ids of tasks; one alone may stand without a list."""


def contract_id(task: str | int) -> str:
    """Return the id of the contract that a task id means."""
    found = _SHORT.match(str(task).strip())
    return f"task-{found[1]}" if found else str(task).strip()


def short_id(contract: str) -> str:
    """Return the short id of a contract, or its id where it has none."""
    found = _OWN.match(contract)
    return f"#{found[1]}" if found else contract


def order(contract: Contract) -> tuple[int, int]:
    """Return what tasks are sorted by: short ids by their number, then the others as they were opened."""
    found = _OWN.match(contract.terms.id)
    return (int(found[1]), 0) if found else (10**9, contract.seq)


def next_number(project: Project) -> int:
    """Return the number after the highest that the state knows; older ones may have taken it."""
    found = (_OWN.match(one) for one in project.state.contracts.entries)
    return 1 + max((int(one[1]) for one in found if one), default=0)
