"""The document form of the board, `project_state`, with the field names of the specification (section 1)."""

from typing import Literal

from renkei.protocol.primitives import AgentStatus, Count, Flag, Frozen, Id, Ref, Timestamp


class Artifact(Frozen):
    """A work product that an agent registered."""

    ref: Ref
    """Reference id of the artifact."""
    description: str = ""
    """A description of the artifact."""
    version: Count = 1
    """Version number; it only increases."""
    path: str = ""
    """File path or URI."""


class AgentEntry(Frozen):
    """One agent on the board."""

    id: Id
    """The agent's id, such as "agent-designer"."""
    role: str = ""
    """The agent's responsibility."""
    status: AgentStatus = "idle"
    """The agent's activity."""
    current_task: str | None = None
    """Id of the current contract, or a description."""
    blocked_by: str | None = None
    """The task, agent, decision, artifact or external cause that it waits for."""
    artifacts: tuple[Artifact, ...] = ()
    """Its artifacts."""


class BoardOption(Frozen):
    """One option of a pending decision."""

    label: str
    """Name of the option."""
    pros: str = ""
    """Advantages."""
    cons: str = ""
    """Disadvantages."""


class PendingDecision(Frozen):
    """A decision, pending or made."""

    id: Id
    """Id of the decision, such as "D-012"."""
    question: str = ""
    """The question to decide."""
    options: tuple[BoardOption, ...] = ()
    """The known options."""
    owner: Id
    """The participant who decides."""
    deadline: str | None = None
    """When it is due."""
    status: Literal["open", "resolved"] = "open"
    """Whether it is decided."""
    resolution: str | None = None
    """The choice made."""


class Blocker(Frozen):
    """Something that blocks agents."""

    id: Id
    """Id of the blocker."""
    description: str = ""
    """A description of the blocker."""
    affected_agents: tuple[Id, ...] = ()
    """The agents that it blocks."""
    created_at: Timestamp
    """When it was noticed."""
    resolved: Flag = False
    """Whether it is resolved."""


class ChangelogEntry(Frozen):
    """One change of the board."""

    timestamp: Timestamp
    """When the field was written, by the writer's clock."""
    agent: Id
    """The participant who wrote it."""
    action: str
    """The change in a sentence."""
    diff_summary: str
    """The field with its old and new value."""


class ProjectState(Frozen):
    """The shared state board: the current state of the project."""

    goal: str
    """The goal of the project."""
    current_phase: str
    """Name of the current phase."""
    updated_at: Timestamp
    """Time of the newest change."""
    agents: tuple[AgentEntry, ...] = ()
    """The agents."""
    pending_decisions: tuple[PendingDecision, ...] = ()
    """Decisions, pending or made."""
    blockers: tuple[Blocker, ...] = ()
    """The team's blockers."""
    changelog: tuple[ChangelogEntry, ...] = ()
    """The newest changes, oldest first."""
