"""Decide the actions on files: reserve and release them, set the policy, record what was changed."""

import shlex
from collections.abc import Sequence

from renkei.contracts import decide as contracts
from renkei.contracts.state import Contract
from renkei.engine import commands as c
from renkei.engine.events import AnyEvent
from renkei.engine.file_work.taken import AT_WORK, Taken, refusal, taken, taken_from
from renkei.engine.participants.access import need_actor
from renkei.engine.state import SYSTEM, State
from renkei.errors import BadValueError
from renkei.files.decide import different, joined, normal_changes, normal_patterns, overlaps, undone
from renkei.files.events import FilePolicySet, FilesChanged, FilesReleased, FilesReserved
from renkei.files.patterns import normal_pattern
from renkei.files.state import Reservation
from renkei.wording.values import count

MOST_RESERVED = 500
"""Patterns that a participant has reserved at most."""

WAIT = "Wait, or agree with {holder}. "
LEADS_RESERVE = (
    "A lead or a human may reserve them for {agent}: `renkei files reserve {pattern} --participant {agent}`."
)
LEADS_ASSIGN = "A lead or a human may give it to {agent}: `renkei contract assign {contract} {agent}`."


def reserve(state: State, action: c.ReserveFiles, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Reserve files.

    Raises FilesTakenError if another participant holds some of them and neither the policy nor the actor allows that.
    """
    need_actor(state, action.agent)
    patterns = normal_patterns(action.paths)
    if not patterns:
        raise BadValueError(path="/paths", problem="no files are named", expected="one or more patterns")
    mine = state.files.reserved_by(action.agent)
    if len({*mine, *patterns}) > max(MOST_RESERVED, len(mine)):
        problem = f"{action.agent} would have reserved more than {count(MOST_RESERVED, 'pattern')}"
        raise BadValueError(path="/paths", problem=problem, hint="Release some of them first, or name directories.")
    for one in taken(state, patterns, action.agent, shared=not action.shared):
        _check_reserving(state, action, one, who.actor)
    contract = present_contract(state, action.agent)
    event = FilesReserved(
        agent=action.agent,
        paths=patterns,
        renewed=tuple(one for one in patterns if one in mine and (action.shared or not mine[one].shared)),
        shared=action.shared,
        lease=action.lease,
        contract=contract and contract.terms.id,
        by=who.actor,
        at=who.at,
    )
    return [event]


def _check_reserving(state: State, action: c.ReserveFiles, one: Taken, actor: str) -> None:
    """Raise FilesTakenError if files may not be reserved that another participant holds."""
    held, policy = one.hold.reservation, state.files.policy
    wait = WAIT.format(holder=one.hold.holder)
    if held is not None and not held.shared and not action.shared:
        raise refusal(state, one, f"{wait}Both may share them: `--shared`.")
    if policy == "refuse":
        raise refusal(state, one, wait.strip())
    if policy == "ask" and not state.privileged(actor):
        raise refusal(state, one, wait + LEADS_RESERVE.format(agent=action.agent, pattern=shlex.quote(one.pattern)))


def release(state: State, action: c.ReleaseFiles, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Release reservations; nothing happens where there are none. Raises BadValueError for a pattern that is not."""
    need_actor(state, action.agent)
    mine = state.files.reserved_by(action.agent)
    wanted = tuple(normal_pattern(one, f"/paths/{at}") for at, one in enumerate(action.paths))
    for at, one in enumerate(wanted):
        if one not in mine:
            known = " | ".join(sorted(mine)) or "none; it has reserved nothing"
            problem = f"{action.agent} has not reserved {one}"
            raise BadValueError(path=f"/paths/{at}", got=one, problem=problem, expected=known)
    found = sorted(one.pattern for one in mine.values() if _is_meant(one, wanted, action.contract))
    if not found:
        return []
    return [FilesReleased(agent=action.agent, paths=tuple(found), by=who.actor, reason=action.reason)]


def _is_meant(one: Reservation, wanted: Sequence[str], contract: str | None) -> bool:
    return (not wanted or one.pattern in wanted) and (contract is None or one.contract == contract)


def set_policy(state: State, action: c.SetFilePolicy, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Set the policy."""
    same = state.files.policy == action.overlap
    return [] if same else [FilePolicySet(overlap=action.overlap, by=who.actor)]


def record(state: State, action: c.RecordChanges, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Record the changes of files that are not known yet; nothing happens if all are."""
    need_actor(state, action.agent)
    contract = _contract_of(state, action)
    files, agent, work = state.files, action.agent, "" if contract is None else contract.terms.id
    changes = normal_changes(action.changes)
    omitted = action.omitted + len(action.changes) - len(changes)
    gone = undone(files, agent, work, changes) if action.complete and not omitted else ()
    if not action.complete:
        changes = tuple(joined(files, agent, work, changes))
    changes = different(files, agent, work, changes)
    if not changes and not gone:
        return []
    is_over = contract is not None and contract.closed
    return [
        FilesChanged(
            agent=agent,
            contract=work or None,
            changes=changes,
            undone=gone,
            source=action.source,
            omitted=omitted,
            overlaps=() if is_over else tuple(overlaps(files, agent, work, changes)),
            at=who.at,
        )
    ]


def _contract_of(state: State, action: c.RecordChanges) -> Contract | None:
    """Return the contract for which files were changed; raises UnknownContractError."""
    if action.contract is None:
        return present_contract(state, action.agent)
    return contracts.get(state.contracts, action.contract)


def present_contract(state: State, agent: str) -> Contract | None:
    """Return the contract that an agent works on: the current one, else the newest that it has begun."""
    current = state.contracts.find(state.board.agent(agent, "current_task"))
    if current is not None and current.assignee == agent and not current.closed:
        return current
    begun = [one for one in state.contracts.of(agent) if one.status in AT_WORK]
    return max(begun, key=lambda one: (one.status in ("in_progress", "claimed"), one.moved), default=None)


def check_taking(state: State, contract: Contract, agent: str, *, assigned: bool) -> None:
    """Raise FilesTakenError if an agent may not begin a contract because others work on the same files.

    `assigned`: whether a participant who may allow the overlap assigned the work.
    """
    policy = state.files.policy
    if policy == "warn" or agent == SYSTEM or (contract.assignee == agent and contract.status in AT_WORK):
        return
    if policy == "ask" and (assigned or state.privileged(agent)):
        return
    for one in taken_from(state, agent, contract):
        wait = WAIT.format(holder=one.hold.holder)
        if policy == "refuse":
            raise refusal(state, one, wait.strip())
        raise refusal(state, one, wait + LEADS_ASSIGN.format(contract=contract.terms.id, agent=agent))
