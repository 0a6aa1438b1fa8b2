"""The contracts that an agent can claim now: its own open ones first, then those open to its role."""

from collections.abc import Iterator

from renkei.contracts.state import Contract
from renkei.engine.participants.access import need_actor
from renkei.engine.state import State


def claimable(state: State, agent: str) -> Iterator[Contract]:
    """Yield the contracts that an agent can claim, most urgent first among those not assigned to it.

    Raises UnknownActorError.
    """
    need_actor(state, agent)
    for entry in state.contracts.of(agent):
        if entry.status == "open" and entry.paused is None and not state.contracts.waits_for(entry):
            yield entry
    role = state.actors[agent].role
    yield from (entry for entry in state.contracts.ready() if entry.fits(role))
