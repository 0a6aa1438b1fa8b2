"""Find a message's references to missing things; they cause warnings for its sender, not an error (section 2)."""

from collections.abc import Callable, Container, Iterator

from renkei.documents.json_pointer import join
from renkei.engine.state import State
from renkei.protocol.messages import AnyMessage, TaskHandoffMessage

PAYLOAD_FIELDS: dict[str, str] = {
    "input_artifacts": "artifact",
    "conflicting_artifacts": "artifact",
    "conflicting_decisions": "decision",
    "artifact_ref": "artifact or contract",
}
"""The payload fields that refer to something on the board, and its kind."""

EXISTS: dict[str, Callable[[State, str], bool]] = {
    "agent": lambda state, ref: ref in state.actors,
    "decision": lambda state, ref: ref in state.board.ids("pending_decisions"),
    "blocker": lambda state, ref: ref in state.board.ids("blockers"),
    "artifact": lambda state, ref: any(state.board.artifact_owners(ref)),
    "contract": lambda state, ref: state.contracts.find(ref) is not None,
    "artifact or contract": lambda state, ref: EXISTS["artifact"](state, ref) or EXISTS["contract"](state, ref),
}
"""The test for existence of each kind."""


def reference_warnings(state: State, message: AnyMessage, closed: Container[str]) -> tuple[str, ...]:
    """Return a sentence for each reference to something that does not exist when the message is sent.

    `closed` are contracts that the state no longer holds. The `task_ref` of a TASK_HANDOFF may name a new contract.
    """
    return tuple(
        f"{path}: there is no {kind} {ref!r}."
        for path, kind, ref in _references(message)
        if not EXISTS[kind](state, ref) and not ("contract" in kind and ref in closed)
    )


def _references(message: AnyMessage) -> Iterator[tuple[str, str, str]]:
    """Yield the JSON Pointer, the kind and the id of each reference of a message."""
    if message.task_ref is not None and not isinstance(message, TaskHandoffMessage):
        yield join("task_ref"), "contract", message.task_ref
    for index, ref in enumerate(message.related_state_refs):
        yield join("related_state_refs", index, "id"), ref.type, ref.id
    payload = vars(message.payload)
    for name, kind in PAYLOAD_FIELDS.items():
        found = payload.get(name)
        if not found:
            continue
        for index, one in enumerate((found,) if isinstance(found, str) else found):
            yield join("payload", name, *(() if isinstance(found, str) else (index,))), kind, one
