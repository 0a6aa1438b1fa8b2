"""Ways to break the package or its models from outside; each must break a promise within a thousand schedules."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from renkei.engine import commands as c
from renkei.engine.events import TurnEnded
from renkei.engine.record import Record
from renkei.engine.rows import ActionRow
from renkei.engine.state import State
from renkei.engine.tables import ACTIONS
from renkei.engine.turns import interruption
from renkei.errors import LogError
from renkei.log.port import Log
from renkei.project.clock import read_clock
from renkei.project.project import Project
from renkei.project.writing.writer import Writer
from renkei.store import snapshot
from renkei.store.state_codec import load_state
from simulation import log, machine
from simulation.disk import Disk, Step
from simulation.log import FILE, Index, SimulatedLog
from simulation.machine import Lock, Machine, Process

Mutant = Callable[[], AbstractContextManager[object]]


def _no_sync(disk: Disk, name: str, step: Step) -> None:
    step(f"does not sync {name}")


def _recover_unsynced(machine: Machine, step: Step) -> None:
    step("recovers")
    machine.index = log.recovered(machine.disk.read(FILE))


def _no_lock(lock: Lock, process: Process) -> bool:
    process.step("does not lock")
    return True


def _ignore_errors(writer: Writer, records: Sequence[Record]) -> None:
    with suppress(LogError):
        writer._log.append(records)


def _unchecked(path: Any, log: Log) -> State | None:
    try:
        return load_state(path.read_bytes().partition(b"\n")[2])
    except (OSError, ValueError):
        return None


def _believe(content: bytes) -> Index:
    with patch.object(log, "_is_whole", lambda *_: True):
        return _RECOVERED(content)


_RECOVERED = log.recovered


def _begin_anyway(state: State, action: c.BeginTurn, who: c.CommandContext) -> Any:
    return _BEGIN(
        replace(state, turns=state.turns.delete(action.agent) if action.agent in state.turns else state.turns),
        action,
        who,
    )


_BEGIN = ACTIONS[c.BeginTurn].decide


def _claim_anyway(state: State, action: c.ClaimContract, who: c.CommandContext) -> Any:
    entries = state.contracts.entries
    free = replace(entries[action.contract], status="open", assignee=None)
    contracts = replace(state.contracts, entries=entries.set(action.contract, free))
    return _CLAIM.decide(replace(state, contracts=contracts), action, who)


_CLAIM = ACTIONS[c.ClaimContract]


def _read_everything(state: State, action: c.EndTurn, who: c.CommandContext) -> Iterator[Any]:
    for event in _END(state, action, who):
        everything = tuple(state.unread.get(action.agent, ()))
        yield event.model_copy(update={"read": everything}) if isinstance(event, TurnEnded) else event


_END = ACTIONS[c.EndTurn].decide


def _decides(action: type[Any], decide: Callable[..., Any]) -> Mutant:
    return lambda: patch.dict(ACTIONS, {action: ActionRow(decide, contracts=ACTIONS[action].contracts)})


MUTANTS: dict[str, Mutant] = {
    "acknowledged before it is on disk": lambda: patch.object(Disk, "sync", _no_sync),
    "what a killed process wrote is believed unsynced": lambda: patch.object(Machine, "recover", _recover_unsynced),
    "no lock": lambda: patch.object(Lock, "acquire", _no_lock),
    "errors of the disk are ignored": lambda: patch.object(Writer, "_append", _ignore_errors),
    "a torn write is believed": lambda: patch.object(machine, "recovered", _believe),
    "the snapshot is not checked": lambda: patch.object(snapshot, "load", _unchecked),
    "ids are not looked up": lambda: patch.multiple(
        SimulatedLog, find=lambda *_: None, _check_new=lambda *_: None, content_hashes=lambda *_: {}
    ),
    "what a turn writes is not synced": lambda: patch.object(Record, "is_lease", property(lambda _: True)),
    "an open turn keeps nobody out": _decides(c.BeginTurn, _begin_anyway),
    "a claim keeps nobody out": _decides(c.ClaimContract, _claim_anyway),
    "a lease is over at once": lambda: patch.object(interruption, "lease_end", lambda *_: ""),
    "a turn reads what it did not show": _decides(c.EndTurn, _read_everything),
    "the clock is believed": lambda: patch.object(Project, "_time_after", lambda project, _: read_clock(project.now)),
}
"""Each with what puts it in place for a block."""
