"""The terms of delegated work, with the field names of the specification (section 4).

Only the task, the format of the output and one acceptance criterion are required; teams add `authority`,
`failure_handling` and `timeout` when they need them (section 7, order of adoption).
"""

from typing import Annotated, Any

from pydantic import ConfigDict, Field

from renkei.protocol.primitives import Count, Flag, Frozen, Id, Positive, Priority, Ref, Timestamp, TupleOf


class Constraint(Frozen):
    """One constraint."""

    constraint: str
    """The constraint."""
    hard: Flag
    """True: always binding; false: where possible."""


class Inputs(Frozen):
    """The inputs of the work."""

    description: str
    """The task."""
    artifacts: TupleOf[Ref] = ()
    """References of the input artifacts."""
    constraints: TupleOf[Constraint] = ()
    """Constraints on the work."""
    assumptions: TupleOf[str] = ()
    """Assumptions; report any that no longer holds."""


class Output(Frozen):
    """The expected result of the work."""

    format: str
    """Format of the output."""
    schema_: Annotated[str | None, Field(alias="schema")] = None
    """Schema of the output, if there is one."""
    deliverables: TupleOf[str] = ()
    """The individual work products."""


STARTABLE: dict[str, Any] = {
    "minItems": 1,
    "prefixItems": [{"type": "string", "pattern": "^[^\\s\\u0000]+$"}],
    "items": {"type": "string", "pattern": "^[^\\u0000]*$"},
}
"""The check of `contracts.terms.command_faults`, for the published schema. Records may hold other commands."""


class Criterion(Frozen):
    """One acceptance criterion."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"criterion": "The tests pass.", "command": ["pytest"]}]})

    criterion: str
    """The condition."""
    verification_method: str = ""
    """How it is checked."""
    command: Annotated[TupleOf[str], Field(json_schema_extra=STARTABLE)] | None = None
    """A command that proves it by exit status 0, as a list of arguments (no shell)."""


class Authority(Frozen):
    """The assignee's authority."""

    autonomous_decisions: TupleOf[str] = ()
    """Decisions that it may make alone."""
    must_consult: TupleOf[str] = ()
    """Decisions that it must ask about first."""
    escalation_triggers: TupleOf[str] = ()
    """Events that it must report immediately."""


class FailureHandling(Frozen):
    """Instructions for when something goes wrong."""

    on_blocked: str = ""
    """Instructions for a block."""
    on_partial_completion: str = ""
    """Instructions for work that can only be finished in part."""
    on_assumption_violation: str = ""
    """Instructions for an assumption that no longer holds."""
    max_retries: Count | None = None
    """How many retries are allowed after a failure."""


class Timeout(Frozen):
    """How long the work may take."""

    max_steps: Positive | None = None
    """How many turns the assignee may spend on it."""
    on_timeout: str = ""
    """Instructions for when they are used up."""


class TaskContract(Frozen):
    """A task contract: work delegated with its terms."""

    id: Id
    """The contract's id, such as "TC-007"."""
    delegator: Id
    """The delegator."""
    assignee: Id | None = None
    """The assignee; null: open for claiming."""
    created_at: Timestamp | None = None
    """When it was created; set when the contract is opened."""
    inputs: Inputs
    """The inputs of the work."""
    expected_output: Output
    """The result that it should produce."""
    acceptance_criteria: Annotated[TupleOf[Criterion], Field(min_length=1)]
    """Conditions for counting as done."""
    authority: Authority = Authority.model_construct()  # no validator is built while modules are imported
    """The assignee's authority."""
    failure_handling: FailureHandling = FailureHandling.model_construct()
    """Instructions for when something goes wrong."""
    timeout: Timeout = Timeout.model_construct()
    """How long it may take."""
    depends_on: TupleOf[Id] = ()
    """Contracts that must be completed first."""
    parent: Id | None = None
    """The contract that this one is a subcontract of; cancellation propagates down, results propagate up."""
    paths: TupleOf[str] = ()
    """Patterns of the files that it will change, relative to the repository, such as `src/api/**`."""
    roles: TupleOf[str] = ()
    """Roles that may claim it; empty: any."""
    priority: Priority = "normal"
    """How urgent it is among contracts that are ready."""
