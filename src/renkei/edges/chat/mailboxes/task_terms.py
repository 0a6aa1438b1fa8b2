"""Converts tasks of a team to the terms of contracts, and back."""

from collections.abc import Mapping, Sequence
from typing import Any

from renkei.contracts.model import Criterion, Inputs, Output, TaskContract
from renkei.contracts.state import Contract
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

LONGEST_SUBJECT = 160
MOST_CHARACTERS = 100_000
"""Most characters of a generated subject, and of a description."""


def subject_of(data: Mapping[str, Any]) -> str:
    """Return the subject in a file."""
    return _readable(data["subject"])[:MOST_CHARACTERS]


def subject_of_contract(contract: Contract) -> str:
    """Return the subject of the task for a contract."""
    text = contract.terms.inputs.description.strip() or contract.terms.id
    return text.splitlines()[0][:LONGEST_SUBJECT]


def description_of(contract: Contract, locale: Locale) -> str:
    """Return the description of a contract's task, with everything that a member must know."""
    terms = contract.terms
    criteria = "\n".join(f"- {one.criterion}" for one in terms.acceptance_criteria)
    return f"{terms.inputs.description}\n\n{say(locale, 'chat.label.criteria')}:\n{criteria}\n\n[{terms.id}]"


def role_in(data: Mapping[str, Any]) -> str:
    """Return the role that may claim a task; "" for any."""
    found = data.get("claim_role") or data.get("required_role")
    return _readable(found) if isinstance(found, str) else ""


def terms_of(
    contract: str, data: Mapping[str, Any], delegator: str, needed: Sequence[str], locale: Locale
) -> TaskContract:
    """Return the terms of the contract for a task; raises BadValueError."""
    description = data.get("description")
    text = _readable(description)[:MOST_CHARACTERS] if isinstance(description, str) else ""
    subject, role = subject_of(data), role_in(data)
    return TaskContract(
        id=contract,
        delegator=delegator,
        inputs=Inputs(description=f"{subject}\n\n{text}".strip() or contract),
        expected_output=Output(format="text"),
        acceptance_criteria=(Criterion(criterion=say(locale, "chat.task.criterion")),),
        depends_on=tuple(dict.fromkeys(needed)),
        roles=(role,) if role else (),
    )


def _readable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
