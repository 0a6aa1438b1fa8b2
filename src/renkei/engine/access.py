"""Who may write which field of the board (reading of section 1.4)."""

from collections.abc import Callable

from renkei.board.fields import ACCESS, Access, pattern_of
from renkei.documents.json_pointer import join, split
from renkei.engine.state import SYSTEM, State
from renkei.errors import NotAllowedError, UnknownActorError, UnknownFieldError

ACCESS_RULES: dict[Access, Callable[[State, str, tuple[str, ...]], bool]] = {
    "lead": lambda state, actor, parts: False,
    "own": lambda state, actor, parts: parts[1] == actor,
    "owner": lambda state, actor, parts: state.board.get(join(*parts[:2], "owner")) == actor,
    "anyone": lambda state, actor, parts: True,
}
"""Who may write besides the privileged; `system` has no row."""


def check_write(state: State, actor: str, path: str) -> None:
    """Raise NotAllowedError, naming who may, when an actor may not write a field."""
    access = ACCESS[pattern_of(path)]
    if actor == SYSTEM:
        return
    need_actor(state, actor)
    # A decision is its owner's or a human's, not a lead's.
    rank = state.actors[actor].human if access == "owner" else state.privileged(actor)
    may = ACCESS_RULES.get(access)
    parts = split(path)
    if may is not None and (rank or may(state, actor, parts)):
        return
    if len(parts) > 2 and not state.board.has_entry(join(*parts[:2])):
        known = ", ".join(join(parts[0], name) for name in state.board.ids(parts[0])) or f"no entry yet in /{parts[0]}"
        raise UnknownFieldError(path=path, known=known)
    raise NotAllowedError(actor=actor, what=f"write {path}", allowed=_who(state, access, parts))


def _who(state: State, access: Access, parts: tuple[str, ...]) -> str:
    if access == "system":
        return "only the system; agents are added with `renkei join`"
    others = [one.id for one in state.everybody() if one.human or (one.lead and access != "owner")]
    if access == "own":
        others.insert(0, parts[1])
    if access == "owner":
        others.insert(0, str(state.board.get(join(*parts[:2], "owner"))))
    return ", ".join(dict.fromkeys(others))


def need_privilege(state: State, actor: str, what: str) -> None:
    """Raise NotAllowedError when an actor is neither a human nor a lead."""
    if not state.privileged(actor):
        allowed = ", ".join(one.id for one in state.everybody() if one.human or one.lead)
        raise NotAllowedError(actor=actor, what=what, allowed=allowed)


def need_actor(state: State, actor: str) -> None:
    """Raise UnknownActorError when there is no participant of that name."""
    if actor not in state.actors:
        raise UnknownActorError(actor=actor, known=state.known_actors())


def is_agent(state: State, actor: str) -> bool:
    """Return whether somebody has an entry on the board: agents have one, humans do not."""
    return state.board.has_entry(join("agents", actor))
