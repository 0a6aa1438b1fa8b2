"""Copy a board document to the board of a new project, as ordinary writes (section 1)."""

from collections.abc import Iterator

from renkei.board.decide import Write
from renkei.board.model import AgentEntry, PendingDecision, ProjectState
from renkei.documents.json_pointer import join
from renkei.protocol.primitives import Frozen

OF_AN_AGENT = ("status", "current_task", "blocked_by")
OF_A_DECISION = ("resolution", "status")


def writes_of(document: ProjectState) -> Iterator[Write]:
    """Yield the writes for a board that already has the document's agents in their initial state.

    Referenced entries come first: artifacts, decisions and blockers before the agents' `blocked_by`. A decision is
    added open and resolved afterwards. `updated_at` and `changelog` are not copied: they belong to the original
    project.
    """
    for agent in document.agents:
        for artifact in agent.artifacts:
            yield _entry(artifact, "ref", "agents", agent.id, "artifacts", artifact.ref)
    for decision in document.pending_decisions:
        yield _entry(decision, "id", "pending_decisions", decision.id, without=OF_A_DECISION)
        yield from _changed(decision, PendingDecision, OF_A_DECISION, "pending_decisions", decision.id)
    for blocker in document.blockers:
        yield _entry(blocker, "id", "blockers", blocker.id)
    for agent in document.agents:
        yield from _changed(agent, AgentEntry, OF_AN_AGENT, "agents", agent.id)


def _entry(model: Frozen, naming: str, *path: str, without: tuple[str, ...] = ()) -> Write:
    return Write(join(*path), model.model_dump(mode="json", exclude={naming, *without}))


def _changed(entry: Frozen, model: type[Frozen], names: tuple[str, ...], *path: str) -> Iterator[Write]:
    """Yield the fields that differ from those of a new entry."""
    for name in names:
        value = getattr(entry, name)
        if value != model.model_fields[name].default:
            yield Write(join(*path, name), value)
