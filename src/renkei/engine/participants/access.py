"""The participants, and which of them are agents."""

from renkei.documents.json_pointer import join
from renkei.engine.state import State
from renkei.errors import UnknownActorError


def need_actor(state: State, actor: str) -> None:
    """Raise UnknownActorError when there is no participant of that name."""
    if actor not in state.actors:
        raise UnknownActorError(actor=actor, known=state.known_actors())


def is_agent(state: State, actor: str) -> bool:
    """Return whether a participant is an agent: agents have an entry on the board, humans do not."""
    return state.board.has_entry(join("agents", actor))
