"""The document form of the board, `project_state`, with exactly the specification's field names (section 1)."""

from typing import Literal

from renkei.protocol.primitives import AgentStatus, Count, Flag, Frozen, Id, Ref, Timestamp


from mutmut.mutation.trampoline import wrap_in_trampoline as _mutmut_mutated, MutantDict


class Artifact(Frozen):
    """A work product that an agent registered."""

    ref: Ref
    """Reference id of the artifact."""
    description: str = ""
    """What it is."""
    version: Count = 1
    """Its version; versions only grow."""
    path: str = ""
    """File path or URI."""


class AgentEntry(Frozen):
    """One agent on the board."""

    id: Id
    """The agent's id, such as "agent-designer"."""
    role: str = ""
    """What the agent is in charge of."""
    status: AgentStatus = "idle"
    """What the agent is doing."""
    current_task: str | None = None
    """Id of the contract that it works on, or a description."""
    blocked_by: str | None = None
    """What it waits for: a task, agent, decision or artifact, or something outside."""
    artifacts: tuple[Artifact, ...] = ()
    """What it has made."""


class BoardOption(Frozen):
    """One way to decide a pending decision."""

    label: str
    """Name of the option."""
    pros: str = ""
    """What speaks for it."""
    cons: str = ""
    """What speaks against it."""


class PendingDecision(Frozen):
    """A decision that the team waits for, or that was made."""

    id: Id
    """Id of the decision, such as "D-012"."""
    question: str = ""
    """What is to be decided."""
    options: tuple[BoardOption, ...] = ()
    """The known ways to decide."""
    owner: Id
    """Who decides."""
    deadline: str | None = None
    """When it is due."""
    status: Literal["open", "resolved"] = "open"
    """Whether it was decided."""
    resolution: str | None = None
    """What was decided."""


class Blocker(Frozen):
    """Something that holds agents up."""

    id: Id
    """Id of the blocker."""
    description: str = ""
    """What it is."""
    affected_agents: tuple[Id, ...] = ()
    """Whom it holds up."""
    created_at: Timestamp
    """When it was noticed."""
    resolved: Flag = False
    """Whether it is out of the way."""


class ChangelogEntry(Frozen):
    """One change of the board."""

    timestamp: Timestamp
    """When the field was written, by its writer's time."""
    agent: Id
    """Who wrote it."""
    action: str
    """The change in a sentence."""
    diff_summary: str
    """Which field, from what to what."""


class ProjectState(Frozen):
    """The shared state board: what is true now."""

    goal: str
    """What the project is for."""
    current_phase: str
    """Name of the phase."""
    updated_at: Timestamp
    """Time of the newest change."""
    agents: tuple[AgentEntry, ...] = ()
    """Who takes part."""
    pending_decisions: tuple[PendingDecision, ...] = ()
    """What is to be decided."""
    blockers: tuple[Blocker, ...] = ()
    """What holds the team up."""
    changelog: tuple[ChangelogEntry, ...] = ()
    """The newest changes, oldest first."""
