"""The lines of `renkei doctor` about the signatures of records on a stream."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress

from renkei.edges.cli.machines import Line
from renkei.edges.cli.output.terminal import counted
from renkei.errors import LogError
from renkei.log.replication.replica import ReplicaLog
from renkei.log.replication.signing import SHORT, Keys
from renkei.log.sqlite import SqliteLog
from renkei.store.layout import Layout
from renkei.store.machines.keys import MachineKeys
from renkei.store.machines.telling import told_keys
from renkei.wording.visible import one_line

SHOWN = 5
"""The most wrong signatures, and machines without a known key, to list."""


def examine_signatures(log: ReplicaLog, layout: Layout, repair: bool) -> Iterator[Line]:
    """Look at the keys of the machines, and at who signed the records; with `repair`, accept keys that changed."""
    if log.signer is None:
        return
    keys = MachineKeys(layout, log.signer)
    told: Mapping[str, str] = {}
    with suppress(LogError):  # another finding says that no server answers
        told = told_keys(log.stream.read_shared())
    try:
        yield from _changed_keys(keys, told, repair)
        yield _signatures(log, keys.known())
    except LogError as error:
        yield "signatures", False, one_line(str(error))


def signer_of(log: SqliteLog, layout: Layout, seq: int) -> str:
    """Return the machine whose signature of a record is right; "" if that is unknown."""
    if not isinstance(log, ReplicaLog) or log.signer is None:
        return ""
    with suppress(LogError):
        writer = log.writer(seq, MachineKeys(layout, log.signer).known())
        return "" if writer is None or writer.problem else writer.machine
    return ""


def _changed_keys(keys: MachineKeys, told: Mapping[str, str], repair: bool) -> Iterator[Line]:
    changed = keys.note(told)
    refused = keys.note(told, accept=True) if repair else changed
    for name, key in changed.items():
        text = f"{one_line(name)} tells another key than before, {one_line(key[:SHORT])}"
        if name not in refused:
            yield "key", True, f"{text}: accepted"
        elif name == keys.signer.machine:
            yield "key", False, f"{text}: another machine uses the name of this one"
        else:
            yield "key", False, f"{text}. If that machine got new credentials, accept the key with --repair"


def _signatures(log: ReplicaLog, keys: Keys) -> Line:
    signed, unknown, wrong, unsigned = Counter[str](), Counter[str](), list[str](), 0
    for seq, writer in log.writers(keys):
        if writer is None:
            unsigned += 1
        elif writer.is_unknown:
            unknown[writer.machine] += 1
        elif writer.problem:
            wrong.append(f"record {seq}: {writer.problem}")
        else:
            signed[writer.machine] += 1
    found = [f"{counted(count, 'record')} by {name}" for name, count in sorted(signed.items())]
    if unknown:
        names = ", ".join(sorted(unknown)[:SHOWN]) + (" and others" if len(unknown) > SHOWN else "")
        found.append(f"{counted(unknown.total(), 'record')} with unknown keys ({names})")
    found += [f"{counted(unsigned, 'record')} without a signature"] if unsigned else []
    if wrong:
        more = f"; and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
        found.append(f"{counted(len(wrong), 'wrong signature')} ({'; '.join(wrong[:SHOWN])}{more})")
    return "signatures", not wrong, one_line(", ".join(found))
