"""What a stream means, found out from its messages alone: nothing of the replica decides here."""

import json

from renkei.engine.record import Record
from renkei.engine.subjects import messages_in
from simulation.log import FILE, commits, parsed
from simulation.machines.stream import REFERENCE, Servers
from simulation.run import beginning


def first_message() -> bytes:
    """Return the message that every stream begins with."""
    ((bodies, _, _),) = commits(beginning()[1][FILE])
    return bodies[0]


def records_of(servers: Servers) -> list[Record]:
    """Return the records of a stream; a message that is none at its place is void, at the time of the one before."""
    found: list[Record] = []
    known: set[str] = set()
    for seq, message in enumerate(servers.messages, 1):
        record = _read(message, servers)
        names = [] if record is None else [record.id, *(name for name, _ in messages_in(record))]
        if record is None or record.seq != seq or len(set(names) - known) < len(names):
            record = Record(seq=seq, id=f"void-{seq}", at=found[-1].at, actor="renkei", events=())
        else:
            known.update(names)
        found.append(record)
    return found


def _read(message: bytes | None, servers: Servers) -> Record | None:
    if message is None:
        return None
    body = message
    if message.startswith(REFERENCE):
        body = servers.bodies.get(message.removeprefix(REFERENCE).decode(), b"")
    try:
        return parsed(body)
    except ValueError:
        return None


def stray(servers: Servers) -> bytes | None:
    """Return a message that no renkei has published: no record, or one that is known, perhaps with the next number."""
    body = servers.chance.choice(servers.messages)
    kind = servers.chance.choice(("foreign", "damaged", "copied", "renumbered", "misnumbered"))
    if kind == "foreign" or body is None or body.startswith(REFERENCE):
        return None
    if kind == "damaged":
        return body[:-5]
    if kind == "copied":
        return body
    number = len(servers.messages) + 1
    other = {"seq": number} if kind == "renumbered" else {"seq": number + 1, "id": f"stray-{number}", "events": []}
    try:
        return json.dumps(json.loads(body) | other).encode()
    except ValueError:
        return body
