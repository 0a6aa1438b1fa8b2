"""The messages, requests and tool calls in a project's records, as the audit needs them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from renkei.budget.context.message_text import main_text
from renkei.contracts.events import EvidenceRecorded, Proof
from renkei.engine.events import MessageSent, ObligationClosed, ObligationOpened
from renkei.engine.record import Record
from renkei.engine.state import SYSTEM
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Via
from renkei.transcripts.entries import Origin, origin_of


@frozen
class Location:
    """A location: a line of a transcript, or a record of the log."""

    seq: int
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.file else f"record {self.seq}"


@frozen
class AuditedMessage:
    """A message, its time, and its sender's work before it."""

    message: AnyMessage
    recipients: tuple[str, ...]
    at: str
    seq: int
    origin: Origin | None

    @property
    def sender(self) -> str:
        """The participant that sent it."""
        return self.message.from_

    @property
    def text(self) -> str:
        """Its main text."""
        return main_text(self.message)

    @property
    def began(self) -> str:
        """When its sender began the work that it reports."""
        return self.origin.began if self.origin else self.at

    def location(self, line: int = 0) -> Location:
        """Return its location, or a line of the same transcript."""
        return Location(self.seq, self.origin.file, line or self.origin.line) if self.origin else Location(self.seq)


@dataclass(slots=True)
class OwedReply:
    """A reply that was owed. `answered`: when it came, or "" if it did not. `moot`: it is no longer owed."""

    asked: AuditedMessage
    debtor: str
    creditor: str
    answered: str = ""
    moot: bool = False


@dataclass
class Activity:
    """The participants' messages by time, and their requests.

    `submitted` maps each submitted contract that was never accepted to its submitter and location; `overridden` lists
    the acceptances that overrode a command, each with its contract.
    """

    messages: list[AuditedMessage] = field(default_factory=list)
    requests: list[OwedReply] = field(default_factory=list)
    submitted: dict[str, tuple[str, Location]] = field(default_factory=dict)
    overridden: list[tuple[str, Proof, Via, Location]] = field(default_factory=list)
    ended: str = ""

    @property
    def delegations(self) -> set[frozenset[str]]:
        """The pairs of participants in which one delegated to the other."""
        handed = (one for one in self.messages if one.message.type == "TASK_HANDOFF")
        return {frozenset((one.sender, other)) for one in handed for other in one.recipients}


def activity_of(records: Iterable[Record]) -> Activity:
    """Return the activity in the records."""
    activity = Activity()
    said: dict[str, AuditedMessage] = {}
    waiting: dict[tuple[str, str], OwedReply] = {}
    for record in records:
        activity.ended = record.at
        for event in record.events:
            if isinstance(event, MessageSent):
                message = event.message
                at = event.said_at(record.at)
                found = AuditedMessage(message, event.reached, at, record.seq, origin_of(message))
                said[message.id] = found
                if message.from_ != SYSTEM:
                    activity.messages.append(found)
            elif isinstance(event, ObligationOpened) and event.creditor != SYSTEM:
                request = OwedReply(said[event.message_id], event.debtor, event.creditor)
                known = waiting.setdefault((event.message_id, event.debtor), request)
                known.creditor = event.creditor  # for one that was owed before, only the terms changed
                activity.requests.extend(one for one in (request,) if one is known)
            elif isinstance(event, ObligationClosed) and (event.message_id, event.debtor) in waiting:
                request = waiting.pop((event.message_id, event.debtor))
                request.answered, request.moot = record.at, event.by_message is None
            elif isinstance(event, EvidenceRecorded):
                overriding = (proof for proof in event.proofs if proof.overrides is not None)
                activity.overridden.extend(
                    (event.contract_id, one, record.via, Location(record.seq)) for one in overriding
                )
            elif event.kind == "contract_transitioned":
                activity.submitted.pop(event.contract_id, None)
                if event.after == "submitted":
                    activity.submitted[event.contract_id] = (event.by, Location(record.seq))
    return activity
