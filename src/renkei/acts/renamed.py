"""Earlier names of arguments, so that an old spelling is rejected with the name that is right."""

from collections.abc import Collection

RENAMED: dict[str, tuple[str, ...]] = {
    "actor": ("participant", "agent"),
    "artifacts": ("output_artifacts",),
    "at": ("seq",),
    "because": ("rationale", "summary", "reason", "action", "note", "body"),
    "by": ("blocked_by",),
    "contract": ("artifact_ref",),
    "decision": ("decision_id",),
    "detail": ("reason",),
    "fields": ("writes",),
    "id": ("participant",),
    "in": ("directory",),
    "message": ("message_id", "in_reply_to"),
    "option": ("chosen_option",),
    "outputs": ("output_artifacts",),
    "output": ("output_artifacts",),
    "reason": ("rationale", "summary", "action", "note", "body"),
    "ref": ("artifact_ref", "contract", "decision_id"),
    "rules": ("events",),
    "step": ("act",),
    "terms": ("task_contract",),
    "text": ("body",),
    "tier": ("wanted",),
    "transition": ("act",),
    "waits_for": ("blocked_by",),
}
"""Earlier name of an argument → its current names: the first that the act has."""


def current_name(path: str, known: Collection[str]) -> str | None:
    """Return what an unknown argument at a JSON Pointer is called now; None when it never had another name."""
    name = path.removeprefix("/")
    return next((new for new in RENAMED.get(name, ()) if new in known), None) if name not in known else None
