"""The form of a scenario file: who takes part, and what they do turn by turn.

A scenario is a document with the root key `scenario`. Steps run through the real engine at the scenario's own time.
"""

from typing import Annotated, Any, Self

from pydantic import Field, JsonValue, TypeAdapter, model_validator

from renkei.contracts.model import TaskContract
from renkei.dispatch.rules import Rule
from renkei.engine.validation import DOCUMENTS
from renkei.protocol.primitives import Count, Flag, Frozen, Id, Locale, Positive, Ref, Timestamp

DURATION = r"^[0-9]{1,6}[smhd]$"


class Participant(Frozen):
    """An agent."""

    id: Id
    """The agent's id."""
    role: str = ""
    """What it is in charge of."""
    lead: Flag = False
    """Whether it may write other agents' entries and the project's fields."""


class Registered(Frozen):
    """An artifact that the step registers, or its next version."""

    ref: Ref
    """Its reference id."""
    path: str = ""
    """File path or URI."""
    description: str = ""
    """What it is, or what changed."""
    version: Count | None = None
    """Its version; by default the next one."""


class ContextExpectation(Frozen):
    """What the context of the step's agent says."""

    contains: tuple[str, ...] = ()
    """Texts that are in it."""
    lacks: tuple[str, ...] = ()
    """Texts that are not."""


class Expectation(Frozen):
    """What holds after the step."""

    board: Annotated[dict[str, JsonValue], Field(default_factory=dict)]
    """Values of fields, by JSON Pointer."""
    contracts: Annotated[dict[Id, str], Field(default_factory=dict)]
    """Status of contracts."""
    rules: tuple[str, ...] | None = None
    """Events of the rules that fired in this step, in order; [] for none."""
    unread: Annotated[dict[Id, tuple[str, ...]], Field(default_factory=dict)]
    """Types of the messages that somebody has not read, in order."""
    notices: Annotated[dict[Id, tuple[str, ...]], Field(default_factory=dict)]
    """Fields of the re-read notices that somebody has."""
    owes: Annotated[dict[Id, tuple[Id, ...]], Field(default_factory=dict)]
    """Messages that somebody owes a reply to."""
    context: ContextExpectation | None = None
    """What the agent was given to read when this step began."""


class Step(Frozen):
    """One turn of an agent, something a human does, or time that passes."""

    agent: Id | None = None
    """The agent whose turn it is."""
    human: Id | None = None
    """The human who acts, outside any turn."""
    wait: Annotated[str, Field(pattern=DURATION)] | None = None
    """How much time passes, such as 90s, 5m, 2h or 1d; deadlines are looked at."""
    after: Annotated[str, Field(pattern=DURATION)] = "1m"
    """How long after the step before this one begins."""
    note: str = ""
    """A word to the reader of the timeline."""
    budget: Positive | None = None
    """Tokens that the agent's context may have."""
    meanwhile: tuple["Step", ...] = ()
    """Steps that happen while this turn is under way: after it was given its context, before it writes."""
    contracts: tuple[TaskContract, ...] = ()
    """Contracts to put into the store."""
    claim: tuple[Id, ...] = ()
    """Contracts to take."""
    start: tuple[Id, ...] = ()
    """Contracts to start work on."""
    cancel: tuple[Id, ...] = ()
    """Contracts to cancel."""
    set: Annotated[dict[str, JsonValue], Field(default_factory=dict)]
    """Fields of the agent's own entry to write."""
    write: Annotated[dict[str, JsonValue], Field(default_factory=dict)]
    """Fields of the board to write, by JSON Pointer."""
    artifacts: tuple[Registered, ...] = ()
    """Artifacts to register."""
    send: tuple[dict[str, JsonValue], ...] = ()
    """Messages to send; `from`, `timestamp` and (if absent) `id` and `priority` are filled in."""
    refused: str | None = None
    """Code of the error with which the step is refused."""
    expect: Expectation | None = None
    """What holds afterwards."""

    @model_validator(mode="after")
    def _one_actor(self) -> Self:
        if sum(one is not None for one in (self.agent, self.human, self.wait)) != 1:
            raise ValueError("give exactly one of agent, human, wait")
        return self


class Scenario(Frozen):
    """A project that plays out from a file."""

    name: Id
    """Name of the project."""
    title: str = ""
    """What it shows."""
    goal: str
    """What the project is for."""
    phase: str = "start"
    """Its first phase."""
    locale: Locale = "en"
    """Language of what agents read."""
    start: Timestamp = "2026-01-05T09:00:00.000000Z"
    """When it begins."""
    agents: Annotated[tuple[Participant, ...], Field(min_length=1)]
    """Who takes part, besides the human `human`."""
    humans: tuple[Id, ...] = ()
    """Further humans."""
    groups: Annotated[dict[Id, tuple[Id, ...]], Field(default_factory=dict)]
    """Named sets of actors; `all` always exists."""
    rules: tuple[Rule, ...] | None = None
    """The event rules; by default the five of the specification."""
    steps: tuple[Step, ...]
    """What happens, in order."""


KINDS: dict[str, TypeAdapter[Any]] = {**DOCUMENTS, "scenario": TypeAdapter(Scenario)}
"""Every kind of document that the command line knows."""
