"""What a log keeps an index of: the messages in a record, and the contracts and artifacts that it changed."""

from collections.abc import Callable
from typing import Any, Literal

from renkei.board.events import EntryAdded, FieldWritten
from renkei.contracts import events as contracts
from renkei.documents.json_pointer import split
from renkei.engine.events import MessageSent, TurnEnded
from renkei.engine.record import Record
from renkei.protocol.content_hash import content_hash

Kind = Literal["contract", "artifact"]
Subject = tuple[Kind, str]


def messages_in(record: Record) -> list[tuple[str, str]]:
    """Give (id, digest) of each message in a record."""
    return [(e.message.id, content_hash(e.message)) for e in record.events if type(e) is MessageSent]


def subjects_in(record: Record) -> list[Subject]:
    """Give (kind, id) of each contract and artifact that a record changed, once each."""
    found = [SUBJECTS[type(event)](event) for event in record.events if type(event) in SUBJECTS]
    return list(dict.fromkeys(one for one in found if one is not None))


def _artifact(event: EntryAdded | FieldWritten) -> Subject | None:
    parts = split(event.path)
    return ("artifact", parts[3]) if len(parts) > 3 and parts[0] == "agents" else None


def _contract(event: Any) -> Subject | None:
    return None if event.contract_id is None else ("contract", event.contract_id)


SUBJECTS: dict[type[Any], Callable[[Any], Subject | None]] = {
    EntryAdded: _artifact,
    FieldWritten: _artifact,
    contracts.ContractOpened: lambda event: ("contract", event.contract.id),
    contracts.ContractAssigned: _contract,
    contracts.ContractTransitioned: _contract,
    contracts.EvidenceRecorded: _contract,
    contracts.NoteAdded: _contract,
    contracts.LimitReached: _contract,
    TurnEnded: _contract,
}
"""Which events change a contract or an artifact, and which one."""
