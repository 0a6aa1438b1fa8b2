"""The names of the variables of each occurrence, for checking the conditions and templates of rules."""

from renkei.board.model import AgentEntry, Artifact, Blocker, PendingDecision
from renkei.protocol.messages import MESSAGE_CLASSES

_BOARD = frozenset(("path", "old", "new", "author", "because"))
_OUTPUT = frozenset(("completed_task", "completed_contract", "artifact_refs", "output_artifacts"))
_AGENT = _OUTPUT | frozenset(("agent", "blocked_agent", "dependency"))
_CHANGED_AGENT = _AGENT | frozenset(("unattended", "was_blocked", "overseers", "reported"))
_ARTIFACT = frozenset(("artifact_ref", "old_version", "new_version", "change_summary", "recipients"))
_DECISION = frozenset(("decision_id", "question", "owner", "resolution", "deadline", "uninformed"))
_ENTRY = frozenset(("path", "author", "because"))
_MESSAGE = frozenset(
    ("message_id", "author", "agent", "recipients", "priority", "contract", "context_summary", "because")
)
_TASK = frozenset(("contract", "agent", "author", "delegator", "description", "because"))
_CONTRACT = _TASK | _OUTPUT | {"reason"}
_LATE = frozenset(("message_id", "agent", "author", "creditor", "context_summary", "because")) | frozenset(
    ("debtor", "message", "summary", "reply_by", "contract")
)
_ESCALATED = _TASK | frozenset(("message_id", "text", "instruction", "context_summary", "recipients"))
_LIMIT = _TASK | frozenset(("limit", "instruction"))

VARIABLES: dict[str, frozenset[str]] = {
    "field /agents/*/artifacts/*": _BOARD | _AGENT | _ARTIFACT,
    "field /agents/*": _BOARD | _CHANGED_AGENT,
    "field /pending_decisions/*": _BOARD | _DECISION,
    "field /": _BOARD,
    "added /agents/*/artifacts/*": _ENTRY | _AGENT | {"artifact_ref", *Artifact.model_fields},
    "added /agents/*": _ENTRY | _AGENT | frozenset(AgentEntry.model_fields),
    "added /pending_decisions/*": _ENTRY | _DECISION | frozenset(PendingDecision.model_fields),
    "added /blockers/*": _ENTRY | frozenset(Blocker.model_fields),
    "contract ": _CONTRACT,
    "overdue obligation": _LATE,
    "overdue contract": _LIMIT,
    "escalated ": _ESCALATED,
}
"""The variables of an occurrence, by the beginning of its key; the longest row that fits counts."""


def known_variables(key: tuple[str, str]) -> frozenset[str]:
    """Return the names of the variables that an occurrence with this key has."""
    kind, name = key
    if kind == "message":
        payload = MESSAGE_CLASSES[name].model_fields["payload"].annotation
        return _MESSAGE | frozenset(getattr(payload, "model_fields", ()))
    rows = [row for row in VARIABLES if f"{kind} {name}".startswith(row)]
    return VARIABLES[max(rows, key=len)] if rows else frozenset()
