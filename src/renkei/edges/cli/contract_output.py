"""How the commands of `renkei contract` show a contract."""

from typing import Any

from renkei.contracts.state import Contract
from renkei.project.project import Project

STYLES = {"completed": "green", "blocked": "red", "failed": "red", "submitted": "yellow", "cancelled": "dim"}
"""The style of each status; others have the default style."""


def status_line(project: Project, contract: str) -> str:
    """Return one sentence with the status and the assignee of a contract; raises UnknownContractError."""
    entry = project.find_contract(contract)
    detail = f", assigned to {entry.assignee}" if entry.assignee else " for claiming" if entry.status == "open" else ""
    return f"{entry.terms.id} is {entry.status}{detail}."


def contract_data(entry: Contract) -> dict[str, Any]:
    """Return a contract with its state as plain data."""
    return {
        "status": entry.status,
        "assignee": entry.assignee,
        "paused": entry.paused,
        "conflict": entry.conflict,
        "steps": entry.steps,
        "attempts": entry.attempts,
        "claims": [claim.model_dump(mode="json") for claim in entry.claims],
        "proofs": [proof.model_dump(mode="json") for proof in entry.proofs],
        "notes": list(entry.notes),
        "task_contract": entry.terms.model_dump(mode="json", by_alias=True),
    }
