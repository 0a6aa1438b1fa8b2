"""The contracts that an agent can claim now: its own open ones first, then those open to its role."""

from collections.abc import Iterator

from renkei.contracts.state import Contract
from renkei.engine.file_work.taken import taken_from
from renkei.engine.participants.access import need_actor
from renkei.engine.state import State


def claimable(state: State, agent: str, *, overlapping: bool = False) -> Iterator[Contract]:
    """Yield the contracts that an agent can claim, most urgent first among those not assigned to it.

    Contracts whose files others work on are left out unless they are `overlapping`; those assigned to the agent only if
    the policy refuses them. Raises UnknownActorError.
    """
    need_actor(state, agent)
    refuses = state.files.policy == "refuse"
    hands_out = overlapping and not refuses

    def is_free(entry: Contract) -> bool:
        return not entry.terms.paths or hands_out or next(taken_from(state, agent, entry), None) is None

    for entry in state.contracts.of(agent):
        is_ready = entry.status == "open" and entry.paused is None and not state.contracts.waits_for(entry)
        if is_ready and (not refuses or is_free(entry)):
            yield entry
    role = state.actors[agent].role
    yield from (entry for entry in state.contracts.ready() if entry.fits(role) and is_free(entry))
