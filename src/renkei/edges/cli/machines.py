"""The lines of `renkei doctor` and `renkei init` about the servers and the machines of a shared project."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from renkei.edges.cli.output.terminal import counted
from renkei.edges.times import shown_time
from renkei.errors import LogError
from renkei.log.replication.stream import Server, Standing
from renkei.store.machines.telling import read_machines
from renkei.wording.visible import one_line

if TYPE_CHECKING:
    from renkei.log.replication.replica import ReplicaLog

Line = tuple[str, bool, str]
"""The subject of a check, whether it is sound, and its description."""

RIGHTS = {
    True: (True, "this machine may write"),
    False: (False, "this machine may only read: its credentials do not let it publish"),
    None: (False, "nobody can tell now whether this machine may write"),
}

SHOWN = 12
"""Characters of a hash to show."""

ONE_COPY = "note: one server keeps the only copy of the records, besides the machines' own. Three servers keep three."


def servers_of(standing: Standing) -> str:
    """Describe the servers of a stream on one line."""
    servers = standing.servers
    if len(servers) == 1:
        return "one server, with the only copy" if standing.is_writable else f"{servers[0].name} does not answer"
    if not servers:
        return "no server answers"
    counts = f"{standing.answering} of {len(servers)} servers answer"
    needed = "" if standing.is_writable else f", and {standing.needed} are needed to write"
    return f"{counts}{needed}: {', '.join(map(_server, servers))}"


def _server(server: Server) -> str:
    if not server.answers:
        return f"{server.name} is gone"
    behind = f" ({counted(server.behind, 'record')} behind)" if server.behind else ""
    return f"{server.name} leads" if server.leads else f"{server.name}{behind}"


def examine_machines(log: "ReplicaLog", here: str, repair: bool) -> Iterator[Line]:
    """Look at the servers of a stream, the rights of this machine, large bodies, and the other machines."""
    try:
        standing, values = log.stream.standing(), log.stream.read_shared()
    except LogError as error:
        yield "servers", False, one_line(str(error))
        return
    yield "servers", standing.is_writable and standing.answering == len(standing.servers), servers_of(standing)
    try:
        yield "rights", *RIGHTS[log.stream.may_publish()]
    except LogError as error:
        yield "rights", False, one_line(str(error))
    yield from _bodies(log, repair)
    last = log.last()
    for name, told in read_machines(values).items():
        if name != here:
            behind = f"{counted(last - told.seq, 'record')} behind" if told.seq < last else "has all records"
            yield "machine", True, f"{name}: {behind}, told at {shown_time(told.at)}"


def _bodies(log: "ReplicaLog", repair: bool) -> Iterator[Line]:
    """Look for large records that were kept beside the stream and never published."""
    try:
        orphans, others = log.orphaned_bodies()
        if repair:
            for name in orphans:
                log.stream.bodies.drop(name)
    except LogError as error:
        yield "bodies", False, one_line(str(error))
        return
    if orphans:
        names = ", ".join(one[:SHOWN] for one in orphans)
        text = f"{counted(len(orphans), 'large record')} beside the stream that will never be published ({names})"
        yield "bodies", repair, f"{text}: deleted" if repair else f"{text}; use --repair to fix"
    if others:
        text = f"{counted(others, 'large record')} beside the stream that may still be published, or cannot be read"
        yield "bodies", True, text
