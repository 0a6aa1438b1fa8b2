"""Records as short as they can be."""

import sqlite3
from contextlib import closing
from pathlib import Path

from renkei.board.events import EntryAdded
from renkei.contracts.events import ContractOpened, ContractTransitioned
from renkei.engine.events import ActorSuspended, Event, GroupSet, MessageSent, TurnBegan, TurnEnded
from renkei.engine.record import Record
from renkei.log.chain import GENESIS, chained
from renkei.protocol.messages import make_message
from team import START, work


def record(seq: int, name: str | None = None) -> Record:
    """Make a record that declares a group."""
    event = GroupSet(group=f"g{seq}", members=())
    return Record(seq=seq, id=name or f"c{seq}", at=START, actor="human", events=(event,))


def letter(seq: int, text: str) -> Record:
    """Make a record that sends a message."""
    payload = {"intent_hint": "FREEFORM", "body": text, "requires_response": False, "urgency": "low"}
    header = {"id": f"m{seq}", "type": "FREEFORM", "from": "a", "to": "b", "priority": "low", "timestamp": START}
    message = make_message(header | {"context_summary": "", "payload": payload})
    event = MessageSent(message=message, recipients=("b",))
    return Record(seq=seq, id=f"c{seq}", at=START, actor="a", events=(event,))


def said(seq: int, sender: str, to: list[str], **header: str) -> Record:
    """Make a record that sends a message to participants and to the group `all`."""
    payload = {"intent_hint": "", "body": "Hello.", "requires_response": False, "urgency": "low"}
    values = {"id": f"m{seq}", "type": "FREEFORM", "from": sender, "to": to, "priority": "low", "timestamp": START}
    message = make_message(values | header | {"context_summary": "", "payload": payload})
    event = MessageSent(message=message, recipients=tuple(one for one in to if one != "all") or ("dan",))
    return Record(seq=seq, id=f"c{seq}", at=START, actor=sender, events=(event,))


def opened(seq: int, name: str) -> Record:
    """Make a record that opens a contract."""
    return _holding(seq, ContractOpened(contract=work(name).terms, at=START))


def moved(seq: int, name: str) -> Record:
    """Make a record that moves a contract."""
    return _holding(
        seq,
        ContractTransitioned(contract_id=name, transition="claim", before="open", after="claimed", by="ann", at=START),
    )


def registered(seq: int, ref: str) -> Record:
    """Make a record that registers an artifact."""
    return _holding(seq, EntryAdded(path=f"/agents/ann/artifacts/{ref}", entry={"version": 1}, at=START, author="ann"))


def began(seq: int, agent: str) -> Record:
    """Make a record in which a turn begins."""
    event = TurnBegan(turn=f"t-{seq}", agent=agent, seen=seq - 1, until=START, budget=1, tokens=1, locale="en")
    return _holding(seq, event)


def ended(seq: int, agent: str) -> Record:
    """Make a record in which a turn ends."""
    return _holding(seq, TurnEnded(turn=f"t-{seq - 1}", agent=agent))


def suspended(seq: int, *agents: str) -> Record:
    """Make a record that suspends agents."""
    return _holding(seq, *(ActorSuspended(actor=one, why="") for one in agents))


def large(seq: int, size: int) -> Record:
    """Make a record with a body of more than `size` bytes."""
    return letter(seq, "x" * size)


def _holding(seq: int, *events: Event) -> Record:
    return Record(seq=seq, id=f"c{seq}", at=START, actor="ann", events=events)


def unchain(db: sqlite3.Connection) -> None:
    """Remove the hashes from a log, and all that came later, as before the seventh layout."""
    for column in ("hash", "signature"):
        db.execute(f"ALTER TABLE records DROP COLUMN {column}")
    db.execute("DROP TABLE follows")


def chain_again(path: Path) -> None:
    """Compute the hashes of a log that was changed by hand, as somebody could who knows how they are made."""
    with closing(sqlite3.connect(path)) as db, db:
        previous = GENESIS
        for seq, name, body in db.execute("SELECT seq, id, body FROM records ORDER BY seq").fetchall():
            previous = chained(previous, seq, name, body)
            db.execute("UPDATE records SET hash = ? WHERE seq = ?", (previous, seq))
