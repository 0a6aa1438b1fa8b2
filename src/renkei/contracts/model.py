"""The terms of delegated work, with exactly the specification's field names (section 4).

Only what is delegated, the form of the output and one acceptance criterion are required; `authority`,
`failure_handling` and `timeout` come when a team needs them (section 7, order of adoption).
"""

from typing import Annotated

from pydantic import Field

from renkei.protocol.primitives import Count, Flag, Frozen, Id, Positive, Priority, Ref, Timestamp, TupleOf


class Constraint(Frozen):
    """Something that must be kept to."""

    constraint: str
    """What it is."""
    hard: Flag
    """True: always; false: where possible."""


class Inputs(Frozen):
    """What the work starts from."""

    description: str
    """What is to be done."""
    artifacts: TupleOf[Ref] = ()
    """References of the input artifacts."""
    constraints: TupleOf[Constraint] = ()
    """What must be kept to."""
    assumptions: TupleOf[str] = ()
    """What is taken for granted; to be reported when it no longer holds."""


class Output(Frozen):
    """What the work should yield."""

    format: str
    """Form of the output."""
    schema_: Annotated[str | None, Field(alias="schema")] = None
    """Schema of the output, where there is one."""
    deliverables: TupleOf[str] = ()
    """The work products, one by one."""


class Criterion(Frozen):
    """One condition of acceptance."""

    criterion: str
    """What must hold."""
    verification_method: str = ""
    """How it is checked."""
    command: TupleOf[str] | None = None
    """A command whose exit status 0 proves it, as a list of arguments (no shell)."""


class Authority(Frozen):
    """What the assignee may decide."""

    autonomous_decisions: TupleOf[str] = ()
    """What it may decide alone."""
    must_consult: TupleOf[str] = ()
    """What it has to ask about first."""
    escalation_triggers: TupleOf[str] = ()
    """What it has to report at once."""


class FailureHandling(Frozen):
    """What to do when something goes wrong."""

    on_blocked: str = ""
    """What to do when blocked."""
    on_partial_completion: str = ""
    """What to do when only a part can be finished."""
    on_assumption_violation: str = ""
    """What to do when an assumption no longer holds."""
    max_retries: Count | None = None
    """How many failed attempts are allowed after the first."""


class Timeout(Frozen):
    """How long the work may take."""

    max_steps: Positive | None = None
    """How many turns the assignee may spend on it."""
    on_timeout: str = ""
    """What to do when they are used up."""


class TaskContract(Frozen):
    """A task contract: work delegated with its terms."""

    id: Id
    """The contract's id, such as "TC-007"."""
    delegator: Id
    """Who delegates."""
    assignee: Id | None = None
    """Who does the work; null: open for claiming."""
    created_at: Timestamp | None = None
    """When it was made; filled in when the contract is opened."""
    inputs: Inputs
    """What the work starts from."""
    expected_output: Output
    """What it should yield."""
    acceptance_criteria: Annotated[TupleOf[Criterion], Field(min_length=1)]
    """When it counts as done."""
    authority: Authority = Authority()
    """What the assignee may decide."""
    failure_handling: FailureHandling = FailureHandling()
    """What to do when something goes wrong."""
    timeout: Timeout = Timeout()
    """How long it may take."""
    depends_on: TupleOf[Id] = ()
    """Contracts that must be completed first."""
    parent: Id | None = None
    """The contract that this one is a part of: cancelling goes down to it, its result comes up."""
    roles: TupleOf[str] = ()
    """Roles that may claim it; empty: any."""
    priority: Priority = "normal"
    """How urgent it is among those that are ready."""
