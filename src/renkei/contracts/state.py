"""The contracts as an immutable value, and the query for contracts that can be claimed."""

from collections.abc import Iterator
from dataclasses import field
from typing import Literal

from immutables import Map

from renkei.contracts.events import (
    Claim,
    ContractAssigned,
    ContractOpened,
    ContractPaused,
    ContractResumed,
    ContractTransitioned,
    EvidenceRecorded,
    LimitReached,
    MergeAwaited,
    MergeDelayed,
    NoteAdded,
    PartyReplaced,
    Proof,
    Standing,
    WorkMerged,
)
from renkei.contracts.lifecycle import CLOSED, Status, Transition
from renkei.contracts.model import TaskContract
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.protocol.primitives import PRIORITIES

NOTES_KEPT = 5

CLOSED_KEPT = 50
"""How many closed contracts the state keeps; older ones are read from the log."""


@frozen
class Contract:
    """A contract and its status.

    `steps` counts the assignee's turns on it, `attempts` its failed ones; `seq` is the record that opened it, `moved`
    the record of its last transition; `lease` is in seconds; `limits` are the reached ones. `notes` holds the newest of
    all `noted` ones; `deviations` the notes on how the result departs from the terms,
    `part_deviations` those of a partial result. `paused` is the reason for a
    pause, `conflict` the critical conflict that blocks it. `producer` submitted the result and may have left since.
    `merge`: its files are merged after acceptance (`wanted`), or it is accepted and not merged yet (`due`); `delay` is
    why it could not be merged so far. `commit` has its files once they are merged.
    """

    terms: TaskContract
    status: Status = "open"
    assignee: str | None = None
    message_id: str | None = None
    claims: tuple[Claim, ...] = ()
    proofs: tuple[Proof, ...] = ()
    steps: int = 0
    attempts: int = 0
    seq: int = 0
    moved: int = 0
    lease: int | None = None
    notes: tuple[str, ...] = ()
    noted: int = 0
    deviations: tuple[str, ...] = ()
    part_deviations: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    limits: tuple[LimitReached, ...] = ()
    to_prove: bool = True
    paused: str | None = None
    conflict: str | None = None
    producer: str | None = None
    merge: Literal["", "wanted", "due"] = ""
    delay: str = ""
    commit: str = ""

    @property
    def retries_used_up(self) -> bool:
        """Whether it failed more often than its terms allow and was not reopened since."""
        allowed = self.terms.failure_handling.max_retries
        return self.status == "failed" and allowed is not None and self.attempts > allowed

    @property
    def unproved(self) -> tuple[int, ...]:
        """Positions of the criteria that are not proved yet."""
        if not self.to_prove:
            return ()
        proved = {proof.criterion for proof in self.proofs if proof.met}
        return tuple(i for i in range(len(self.terms.acceptance_criteria)) if i not in proved)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The standing of each criterion: a command that succeeded counts most, then an acceptance."""
        found: dict[int, Standing] = {}
        for proof in sorted(self.proofs, key=lambda one: (one.met, one.method == "command")):
            found[proof.criterion] = proof.standing
        return tuple(found.get(i, "open") for i in range(len(self.terms.acceptance_criteria)))

    @property
    def override(self) -> Standing | None:
        """How a criterion was accepted although its command was not run, or failed; None if none was."""
        return next((one for one in self.standings if one in ("accepted_not_run", "accepted_failed")), None)

    @property
    def shown_status(self) -> str:
        """Its status in words for people, which says when accepted work waits to be merged, and for what."""
        delay = f": {self.delay.rstrip('.')}" if self.delay else ""
        return f"{self.status}, accepted but not merged{delay}" if self.merge == "due" else self.status

    def fits(self, role: str) -> bool:
        """Return whether an actor with this role may claim it."""
        return not self.terms.roles or role in self.terms.roles

    @property
    def closed(self) -> bool:
        """Whether no transition leaves its status."""
        return self.status in CLOSED


@frozen
class Contracts:
    """The open contracts and the most recently closed ones, by id.

    `by_message` maps a TASK_HANDOFF to its contract, `subcontracts` a parent to its contracts; `recent` lists closed
    contracts, oldest first. `by_assignee` (unassigned ones under "") and `by_delegator` list the open ones, each with
    its `seq`.
    """

    entries: Map[str, Contract] = field(default_factory=Map)
    by_message: Map[str, str] = field(default_factory=Map)
    subcontracts: Map[str, tuple[str, ...]] = field(default_factory=Map)
    recent: tuple[str, ...] = ()
    by_assignee: Map[str, Map[str, int]] = field(default_factory=Map)
    by_delegator: Map[str, Map[str, int]] = field(default_factory=Map)

    def find(self, ref: str | None) -> Contract | None:
        """Return the contract with this id or opened by this TASK_HANDOFF, or None."""
        if ref is None:
            return None
        entry = self.entries.get(ref)
        if entry is None and ref in self.by_message:
            entry = self.entries[self.by_message[ref]]
        return entry

    def waits_for(self, entry: Contract) -> tuple[str, ...]:
        """Return the ids of the contracts that must be completed before this one can start.

        A missing contract was completed: a cancelled one is kept while others depend on it.
        """
        needed = [self.entries[name] for name in entry.terms.depends_on if name in self.entries]
        return tuple(other.terms.id for other in needed if other.status != "completed")

    def ready(self) -> Iterator[Contract]:
        """Yield open, unassigned contracts whose dependencies are completed.

        Sorted by urgency, then by how much other work each unblocks, then by age.
        """
        nobodys = (self.entries[name] for name in self.by_assignee.get("", ()))
        open_ones = [entry for entry in nobodys if entry.status == "open" and entry.paused is None]
        ready = [entry for entry in open_ones if not self.waits_for(entry)]
        unblocks = self._unblocks() if len(ready) > 1 else {}
        yield from sorted(
            ready,
            key=lambda e: (PRIORITIES[e.terms.priority], -unblocks.get(e.terms.id, 0), e.seq, e.terms.id),
        )

    def _unblocks(self) -> dict[str, int]:
        """Return for each contract the number of open ones that wait for it, directly or through others."""
        waiting: dict[str, list[str]] = {}
        for entry in self.entries.values():
            for needed in () if entry.closed else entry.terms.depends_on:
                waiting.setdefault(needed, []).append(entry.terms.id)
        counts = {}
        for needed in waiting:
            seen = dict.fromkeys(waiting[needed])
            for name in (queue := list(seen)):
                fresh = [after for after in waiting.get(name, ()) if after not in seen]
                seen.update(dict.fromkeys(fresh))
                queue += fresh
            counts[needed] = len(seen)
        return counts

    def subcontracts_of(self, contract: str) -> list[Contract]:
        """Return the open subcontracts of a contract."""
        parts = (self.entries.get(name) for name in self.subcontracts.get(contract, ()))
        return [part for part in parts if part is not None and not part.closed]

    def of(self, agent: str) -> Iterator[Contract]:
        """Yield the open contracts of an assignee in the order of opening."""
        mine = [self.entries[name] for name in self.by_assignee.get(agent, ())]
        return iter(sorted(mine, key=lambda e: (e.seq, e.terms.id)))

    def delegated_by(self, agent: str) -> dict[str, Contract]:
        """Return by id the open contracts that an agent delegated to others or left open for claiming."""
        entries, own = self.entries, self.by_assignee.get(agent, ())
        return {name: entries[name] for name in self.by_delegator.get(agent, ()) if name not in own}


def with_entry(contracts: Contracts, entry: Contract) -> Contracts:
    """Set a contract whose status or parties may have changed."""
    before = contracts.entries.get(entry.terms.id)
    return replace(
        contracts,
        entries=contracts.entries.set(entry.terms.id, entry),
        by_assignee=_listed(contracts.by_assignee, entry, _assignee(before), _assignee(entry)),
        by_delegator=_listed(contracts.by_delegator, entry, _delegator(before), _delegator(entry)),
    )


def _assignee(entry: Contract | None) -> str | None:
    return None if entry is None or entry.closed else entry.assignee or ""


def _delegator(entry: Contract | None) -> str | None:
    return None if entry is None or entry.closed else entry.terms.delegator


def _listed(
    lists: Map[str, Map[str, int]], entry: Contract, before: str | None, after: str | None
) -> Map[str, Map[str, int]]:
    """Move a contract from one list to another; None: no list."""
    if before == after:
        return lists
    if before is not None:
        left = lists[before].delete(entry.terms.id)
        lists = lists.set(before, left) if left else lists.delete(before)
    if after is not None:
        lists = lists.set(after, lists.get(after, Map[str, int]()).set(entry.terms.id, entry.seq))
    return lists


def apply_opened(contracts: Contracts, event: ContractOpened, seq: int) -> Contracts:
    """Add a contract."""
    terms = event.contract
    entry = Contract(terms, assignee=terms.assignee, message_id=event.message_id, seq=seq, to_prove=event.to_prove)
    by_message = contracts.by_message
    if event.message_id is not None:
        by_message = by_message.set(event.message_id, terms.id)
    parts = contracts.subcontracts
    if terms.parent is not None:
        parts = parts.set(terms.parent, (*parts.get(terms.parent, ()), terms.id))
    return replace(with_entry(contracts, entry), by_message=by_message, subcontracts=parts)


def apply_assigned(contracts: Contracts, event: ContractAssigned, seq: int) -> Contracts:
    """Set who does the work."""
    entry = replace(
        contracts.entries[event.contract_id], assignee=event.assignee, message_id=event.message_id, lease=None
    )
    by_message = contracts.by_message
    if event.message_id is not None:
        by_message = by_message.set(event.message_id, event.contract_id)
    return replace(with_entry(contracts, entry), by_message=by_message)


def apply_transitioned(contracts: Contracts, event: ContractTransitioned, seq: int) -> Contracts:
    """Set the status; claiming sets the assignee, releasing clears it. Raises ValueError for a closed contract."""
    entry = contracts.entries[event.contract_id]
    if entry.closed:
        raise ValueError(f"the contract {event.contract_id!r} is {entry.status}")
    rework, is_part = event.transition in ("rework", "reopen"), event.transition == "deliver_part"
    moved = replace(
        entry,
        status=event.after,
        assignee=event.assignee,
        attempts=entry.attempts + is_attempt(entry, event.transition),
        moved=seq,
        producer=event.by if event.transition in ("submit", "deliver_part") else entry.producer,
        merge="wanted" if event.to_merge else "",
        delay="",
        conflict=event.conflict if event.transition == "block" else None,
        lease=event.lease if event.transition == "claim" else entry.lease if event.assignee == entry.assignee else None,
        claims=() if rework else entry.claims,
        deviations=() if rework or is_part else entry.deviations,
        part_deviations=entry.deviations if is_part else (),
        proofs=() if rework or event.transition == "submit" else entry.proofs,
    )
    changed = with_entry(contracts, moved)
    if event.after not in CLOSED:
        return changed
    return replace(changed, recent=(*contracts.recent, event.contract_id))


def is_attempt(entry: Contract, transition: Transition) -> bool:
    """Return whether a transition counts as a failed attempt; accepted work that could not be merged does not."""
    return transition == "fail" or (transition == "rework" and entry.merge != "due")


def apply_merge_awaited(contracts: Contracts, event: MergeAwaited, seq: int) -> Contracts:
    """Mark accepted work as not merged yet."""
    entry = replace(contracts.entries[event.contract_id], merge="due")
    return replace(contracts, entries=contracts.entries.set(event.contract_id, entry))


def apply_merge_delayed(contracts: Contracts, event: MergeDelayed, seq: int) -> Contracts:
    """Set why accepted work is not merged yet."""
    entry = replace(contracts.entries[event.contract_id], delay=event.reason)
    return replace(contracts, entries=contracts.entries.set(event.contract_id, entry))


def apply_work_merged(contracts: Contracts, event: WorkMerged, seq: int) -> Contracts:
    """Set the commit of merged work, which can be completed now."""
    entry = replace(contracts.entries[event.contract_id], merge="", commit=event.commit)
    return replace(contracts, entries=contracts.entries.set(event.contract_id, entry))


def count_step(contracts: Contracts, name: str) -> Contracts:
    """Count a turn of the assignee on a contract."""
    entry = contracts.entries[name]
    return replace(contracts, entries=contracts.entries.set(name, replace(entry, steps=entry.steps + 1)))


def drop(contracts: Contracts, name: str) -> Contracts:
    """Remove a closed contract."""
    by_message = contracts.by_message
    for message_id, contract in by_message.items():
        if contract == name:
            by_message = by_message.delete(message_id)
    parts = contracts.subcontracts.delete(name) if name in contracts.subcontracts else contracts.subcontracts
    parent = contracts.entries[name].terms.parent
    if parent is not None and parent in parts:
        parts = parts.set(parent, tuple(other for other in parts[parent] if other != name))
    recent = tuple(other for other in contracts.recent if other != name)
    return replace(
        contracts, entries=contracts.entries.delete(name), by_message=by_message, subcontracts=parts, recent=recent
    )


def apply_evidence(contracts: Contracts, event: EvidenceRecorded, seq: int) -> Contracts:
    """Add claims and proofs."""
    entry = contracts.entries.get(event.contract_id)
    if entry is None:  # the contract closed long ago and was dropped
        return contracts
    newer = {(proof.criterion, proof.method) for proof in event.proofs}
    kept = tuple(proof for proof in entry.proofs if (proof.criterion, proof.method) not in newer)
    changed = replace(
        entry,
        claims=event.claims or entry.claims,
        proofs=(*kept, *event.proofs),
        outputs=event.outputs or entry.outputs,
    )
    return replace(contracts, entries=contracts.entries.set(event.contract_id, changed))


def apply_note(contracts: Contracts, event: NoteAdded, seq: int) -> Contracts:
    """Add a note; the newest few are kept."""
    entry = contracts.entries.get(event.contract_id)
    if entry is None:  # the contract closed long ago and was dropped
        return contracts
    notes = (*entry.notes, f"{event.by}: {event.text}")[-NOTES_KEPT:]
    changed = replace(entry, notes=notes, noted=entry.noted + 1)
    if event.deviation:
        changed = replace(changed, deviations=(*entry.deviations, event.text)[-NOTES_KEPT:])
    return replace(contracts, entries=contracts.entries.set(event.contract_id, changed))


def apply_limit(contracts: Contracts, event: LimitReached, seq: int) -> Contracts:
    """Mark a limit as reached."""
    entry = contracts.entries.get(event.contract_id)
    if entry is None:  # the contract closed long ago and was dropped
        return contracts
    others = tuple(one for one in entry.limits if one.limit != event.limit)
    changed = replace(entry, limits=(*others, event))
    return replace(contracts, entries=contracts.entries.set(event.contract_id, changed))


def apply_paused(contracts: Contracts, event: ContractPaused, seq: int) -> Contracts:
    """Set the reason for the pause."""
    entry = replace(contracts.entries[event.contract_id], paused=event.reason)
    return replace(contracts, entries=contracts.entries.set(event.contract_id, entry))


def apply_resumed(contracts: Contracts, event: ContractResumed, seq: int) -> Contracts:
    """Clear the reason for the pause."""
    entry = replace(contracts.entries[event.contract_id], paused=None)
    return replace(contracts, entries=contracts.entries.set(event.contract_id, entry))


def apply_party_replaced(contracts: Contracts, event: PartyReplaced, seq: int) -> Contracts:
    """Set the new delegator or assignee."""
    entry = contracts.entries[event.contract_id]
    if event.party == "delegator":
        entry = replace(entry, terms=entry.terms.model_copy(update={"delegator": event.after}))
    else:
        entry = replace(entry, assignee=event.after, lease=None)
    return with_entry(contracts, entry)
