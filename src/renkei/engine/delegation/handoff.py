"""Turn a TASK_HANDOFF into the contract that it opens (reading of sections 2.6 and 4.4).

The full terms are in `extensions.task_contract`; without them the message's own fields are the short form. The id is
that of the full terms, else `task_ref`, else the message's own.
"""

from typing import Any

from pydantic import TypeAdapter, ValidationError

from renkei.contracts.model import (
    Authority,
    Constraint,
    Criterion,
    FailureHandling,
    Inputs,
    Output,
    TaskContract,
)
from renkei.documents.explain import first_problem
from renkei.errors import BadValueError
from renkei.protocol.messages import TaskHandoffMessage

ATTACHMENT = "task_contract"

TERMS: TypeAdapter[TaskContract] = TypeAdapter(TaskContract)


def terms_of(message: TaskHandoffMessage, assignee: str | None) -> TaskContract:
    """Return the contract that a hand-over opens; raises BadValueError if attached terms are invalid."""
    attached = message.extensions.get(ATTACHMENT)
    if attached is None:
        return _short_form(message, assignee)
    if not isinstance(attached, dict):
        raise BadValueError(path=f"/extensions/{ATTACHMENT}", got=attached, expected="a mapping with terms")
    defaults: dict[str, Any] = {"id": message.task_ref or message.id, "delegator": message.from_, "assignee": assignee}
    try:
        return TERMS.validate_python(defaults | attached)
    except ValidationError as error:
        raise first_problem(error, attached, f"/extensions/{ATTACHMENT}") from None


def check_attachment(message: TaskHandoffMessage, recipients: tuple[str, ...]) -> None:
    """Raise BadValueError for attached terms that contradict their hand-over: another assignee or another id."""
    attached = message.extensions.get(ATTACHMENT)
    terms = attached if isinstance(attached, dict) else {}
    assignee, name = terms.get("assignee"), terms.get("id")
    if assignee is not None and assignee not in recipients:
        problem = f"the assignee {assignee!r} is not a recipient of the hand-over"
        raise BadValueError(
            path=f"/extensions/{ATTACHMENT}/assignee", got=assignee, problem=problem, expected=" | ".join(recipients)
        )
    if name is not None and message.task_ref not in (None, name):
        problem = f"the id {name!r} differs from `task_ref`"
        raise BadValueError(
            path=f"/extensions/{ATTACHMENT}/id", got=name, problem=problem, expected=str(message.task_ref)
        )


def contract_id(message: TaskHandoffMessage) -> str:
    """Return the id of the contract that a hand-over opens or refers to."""
    attached = message.extensions.get(ATTACHMENT)
    named = attached.get("id") if isinstance(attached, dict) else None
    return named if isinstance(named, str) else message.task_ref or message.id


def references(message: TaskHandoffMessage) -> tuple[str, ...]:
    """Return the contracts referenced by a hand-over and its attached terms.

    Invalid terms are rejected when the contract is opened.
    """
    attached = message.extensions.get(ATTACHMENT)
    terms = attached if isinstance(attached, dict) else {}
    needed = terms.get("depends_on", ())
    names = (contract_id(message), terms.get("parent"), *(needed if isinstance(needed, list | tuple) else ()))
    return tuple(one for one in names if isinstance(one, str))


def names_criteria(message: TaskHandoffMessage) -> bool:
    """Return whether a hand-over has criteria; without them there is nothing to prove (section 7)."""
    return ATTACHMENT in message.extensions or bool(message.payload.expected_output.success_criteria)


def _short_form(message: TaskHandoffMessage, assignee: str | None) -> TaskContract:
    payload = message.payload
    criteria = payload.expected_output.success_criteria or (payload.expected_output.format,)
    return TaskContract(
        id=message.task_ref or message.id,
        delegator=message.from_,
        assignee=assignee,
        inputs=Inputs(
            description=payload.task_description,
            artifacts=payload.input_artifacts,
            constraints=tuple(Constraint(constraint=one, hard=True) for one in payload.constraints),
        ),
        expected_output=Output(format=payload.expected_output.format),
        acceptance_criteria=tuple(Criterion(criterion=one) for one in criteria),
        authority=Authority(autonomous_decisions=(payload.authority_scope,) if payload.authority_scope else ()),
        failure_handling=FailureHandling(on_partial_completion=payload.fallback_on_failure),
        priority=message.priority,
    )
