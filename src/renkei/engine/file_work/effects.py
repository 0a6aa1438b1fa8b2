"""Effects of events on files: notices to the participants concerned, and reservations that end with their contract."""

from collections.abc import Iterator

from renkei.contracts.events import ContractOpened, ContractTransitioned
from renkei.contracts.lifecycle import CLOSED
from renkei.engine import commands as c
from renkei.engine.file_work import notices
from renkei.engine.file_work.taken import AT_WORK, other_open, taken, taken_from
from renkei.engine.rows import Effect
from renkei.engine.state import SYSTEM, State
from renkei.files.events import FilesChanged, FilesReserved


def opened(state: State, event: ContractOpened) -> Iterator[Effect]:
    """Notify the delegator that other open contracts change the same files."""
    if not event.contract.paths:
        return
    entry = state.contracts.entries[event.contract.id]
    message = notices.report_paths(state, entry, other_open(state, entry))
    if message is not None:
        yield (SYSTEM, c.Send(message))


def transitioned(state: State, event: ContractTransitioned) -> Iterator[Effect]:
    """Notify those concerned when work begins whose files others hold; release what was reserved for closed work."""
    entry = state.contracts.entries[event.contract_id]
    if event.after in CLOSED:
        for agent, reserved in sorted(state.files.reservations.items()):
            if any(one.contract == event.contract_id for one in reserved.values()):
                yield (SYSTEM, c.ReleaseFiles(agent, contract=event.contract_id, reason="closed"))
    elif event.after in AT_WORK and event.before not in AT_WORK and event.assignee is not None:
        found = taken_from(state, event.assignee, entry)
        for message in notices.report_taken(state, event.assignee, event.contract_id, found):
            yield (SYSTEM, c.Send(message))


def reserved(state: State, event: FilesReserved) -> Iterator[Effect]:
    """Notify participants whose work or reservations overlap with new reservations."""
    paths = [one for one in event.paths if one not in event.renewed]
    found = taken(state, paths, event.agent, shared=not event.shared)
    for message in notices.report_taken(state, event.agent, None, found):
        yield (SYSTEM, c.Send(message))


def changed(state: State, event: FilesChanged) -> Iterator[Effect]:
    """Notify agents and their delegators of overlaps that are new."""
    for message in notices.report_overlaps(state, event):
        yield (SYSTEM, c.Send(message))
