"""The schema of a scenario file: the participants, and what they do in each step.

A scenario is a document with the root key `scenario`. Its steps run through the real engine at times that it sets.
"""

from typing import Annotated, Self

from pydantic import ConfigDict, Field, JsonValue, model_validator

from renkei.budget.delivery.model import ContextDelivery
from renkei.contracts.lifecycle import Transition
from renkei.contracts.model import TaskContract
from renkei.dispatch.rules import Rule
from renkei.engine.turns.deliveries import DeliveryName
from renkei.files.model import FileChange, FileSettings
from renkei.protocol.primitives import Count, Flag, Frozen, Id, Locale, Positive, Ref, Timestamp

DURATION = r"^[0-9]{1,6}[smhd]$"


class Participant(Frozen):
    """An agent."""

    id: Id
    """The agent's id."""
    role: str = ""
    """Its role."""
    lead: Flag = False
    """Whether it may write the entries of all agents and the fields of the project."""


class Registered(Frozen):
    """An artifact to register, or a new version of one."""

    ref: Ref
    """Its reference id."""
    path: str = ""
    """File path or URI."""
    description: str = ""
    """A description of the artifact or of the change."""
    version: Count | None = None
    """Its version; defaults to the next one."""


class ContextExpectation(Frozen):
    """Expected text in the context of the step's agent."""

    contains: tuple[str, ...] = ()
    """Strings that it contains."""
    lacks: tuple[str, ...] = ()
    """Strings that it does not contain."""


class Expectation(Frozen):
    """Conditions that must hold after the step."""

    board: Annotated[dict[str, JsonValue], Field(default_factory=dict)]
    """Values of fields, by JSON Pointer."""
    contracts: Annotated[dict[Id, str], Field(default_factory=dict)]
    """Status of contracts."""
    rules: tuple[str, ...] | None = None
    """Events of the rules that fired in this step, in the order they fired; [] for none."""
    unread: Annotated[dict[Id, tuple[str, ...]], Field(default_factory=dict)]
    """Types of a participant's unread messages, the oldest first."""
    notices: Annotated[dict[Id, tuple[str, ...]], Field(default_factory=dict)]
    """Fields named by the re-read notices of a participant."""
    owes: Annotated[dict[Id, tuple[Id, ...]], Field(default_factory=dict)]
    """Messages that a participant owes a reply to."""
    wakes: Annotated[dict[Id, str | None], Field(default_factory=dict)]
    """Part of the reason for which a participant should take a turn now; null: it has none."""
    context: ContextExpectation | None = None
    """The context that the agent was given at the beginning of the step."""


class ScenarioStep(Frozen):
    """One turn of an agent, an action of a human, or passing time."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"wait": "1h"}]})

    agent: Id | None = None
    """The agent whose turn it is."""
    human: Id | None = None
    """The human who acts outside of turns."""
    wait: Annotated[str, Field(pattern=DURATION)] | None = None
    """Time that passes, such as 90s, 5m, 2h or 1d; deadlines are checked."""
    after: Annotated[str, Field(pattern=DURATION)] = "1m"
    """Time between the step before and this one."""
    by_hand: Flag = False
    """Whether a person who plays along does this step: then it waits until what `send` replies to is answered."""
    note: str = ""
    """A comment to show in the timeline."""
    budget: Positive | None = None
    """Most tokens of the agent's context."""
    meanwhile: tuple["ScenarioStep", ...] = ()
    """Steps during this turn: after its context is given, before it writes."""
    contracts: tuple[TaskContract, ...] = ()
    """Contracts to open."""
    claim: tuple[Id, ...] = ()
    """Contracts to claim."""
    start: tuple[Id, ...] = ()
    """Contracts to start work on."""
    cancel: tuple[Id, ...] = ()
    """Contracts to cancel."""
    transitions: Annotated[dict[Id, Transition], Field(default_factory=dict)]
    """Other transitions of contracts, by id."""
    pause: Annotated[dict[Id, str], Field(default_factory=dict)]
    """Agents and contracts to pause, or `all` for the project, each with the reason."""
    resume: tuple[Id, ...] = ()
    """Agents and contracts to resume, or `all` for the project."""
    leave: tuple[Id, ...] = ()
    """Participants that leave."""
    join: tuple[Participant, ...] = ()
    """Agents that join."""
    set: Annotated[dict[str, JsonValue], Field(default_factory=dict)]
    """Fields of the agent's own entry to write, by name."""
    write: Annotated[dict[str, JsonValue], Field(default_factory=dict)]
    """Fields of the board to write, by JSON Pointer."""
    artifacts: tuple[Registered, ...] = ()
    """Artifacts to register."""
    reserve: tuple[str, ...] = ()
    """Files to reserve, as patterns."""
    share: tuple[str, ...] = ()
    """Files to reserve so that others may share them, as patterns."""
    release: tuple[str, ...] = ()
    """Reservations of files to release."""
    changes: tuple[FileChange, ...] = ()
    """Files that were changed."""
    send: tuple[dict[str, JsonValue], ...] = ()
    """Messages to send; `from`, `timestamp` and (if absent) `id` and `priority` are filled in."""
    refused: str | None = None
    """Code of the error that the step must be refused with."""
    expect: Expectation | None = None
    """Expected results of the step."""

    @model_validator(mode="after")
    def _one_actor(self) -> Self:
        if sum(one is not None for one in (self.agent, self.human, self.wait)) != 1:
            raise ValueError("a step belongs to one actor; give exactly one of agent, human, wait")
        if self.by_hand and not (self.human and self.send and all(one.get("in_reply_to") for one in self.send)):
            raise ValueError(BY_HAND)
        return self


class Scenario(Frozen):
    """A project and what happens in it."""

    name: Id
    """Name of the project."""
    title: str = ""
    """A title to show above the timeline."""
    goal: str
    """The project's goal."""
    phase: str = "start"
    """Its first phase."""
    locale: Locale = "en"
    """Language of the text for agents."""
    start: Timestamp = "2026-01-05T09:00:00.000000Z"
    """Time of the beginning."""
    agents: Annotated[tuple[Participant, ...], Field(min_length=1)]
    """The agents. The human `human` is always a participant."""
    humans: tuple[Id, ...] = ()
    """Further humans."""
    groups: Annotated[dict[Id, tuple[Id, ...]], Field(default_factory=dict)]
    """Named sets of participants; `all` always exists."""
    rules: tuple[Rule, ...] | None = None
    """The event rules; without them, the default rules."""
    context_delivery: ContextDelivery | DeliveryName | None = None
    """How messages are given to agents; defaults to the default delivery."""
    files: FileSettings = FileSettings.model_construct()
    """The policy for agents that want to change the same files."""
    steps: tuple[ScenarioStep, ...]
    """The steps, one after the other."""


BY_HAND = (
    "a step by hand is a human's, and its messages reply to requests; give `human`, and `in_reply_to` in each message"
)
