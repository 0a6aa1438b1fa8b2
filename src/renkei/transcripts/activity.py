"""What the records of a project say about who said, asked and did what, for the audit."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from renkei.budget.context.message_text import main_text
from renkei.engine.events import MessageSent, ObligationClosed, ObligationOpened
from renkei.engine.record import Record
from renkei.engine.state import SYSTEM
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import AnyMessage
from renkei.transcripts.origin import Origin, origin_of


@frozen
class Location:
    """Where something stands: a line of a transcript, or a record of the log."""

    seq: int
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.file else f"record {self.seq}"


@frozen
class SentMessage:
    """A message, when it was sent, and what its sender had done before it."""

    message: AnyMessage
    recipients: tuple[str, ...]
    at: str
    seq: int
    origin: Origin | None

    @property
    def sender(self) -> str:
        """Who sent it."""
        return self.message.from_

    @property
    def text(self) -> str:
        """Its main text."""
        return main_text(self.message)

    @property
    def began(self) -> str:
        """When its sender began the work that it ends."""
        return self.origin.began if self.origin else self.at

    def location(self, line: int = 0) -> Location:
        """Return where it stands, or a line of the same transcript."""
        return Location(self.seq, self.origin.file, line or self.origin.line) if self.origin else Location(self.seq)


@dataclass(slots=True)
class Request:
    """A reply that was owed. `answered` is when it came; empty: it did not come. `moot`: it was no longer owed."""

    asked: SentMessage
    debtor: str
    creditor: str
    answered: str = ""
    moot: bool = False


@dataclass
class Activity:
    """The messages of participants in order, and their requests.

    `submitted` holds who submitted a contract that nobody has accepted, and where.
    """

    messages: list[SentMessage] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    submitted: dict[str, tuple[str, Location]] = field(default_factory=dict)
    ended: str = ""

    @property
    def delegations(self) -> set[frozenset[str]]:
        """The pairs of participants of which one gave the other a task."""
        handed = (one for one in self.messages if one.message.type == "TASK_HANDOFF")
        return {frozenset((one.sender, other)) for one in handed for other in one.recipients}


def activity_of(records: Iterable[Record]) -> Activity:
    """Return the activity that records tell."""
    activity = Activity()
    said: dict[str, SentMessage] = {}
    waiting: dict[tuple[str, str], Request] = {}
    for record in records:
        activity.ended = record.at
        for event in record.events:
            if isinstance(event, MessageSent):
                message = event.message
                found = SentMessage(message, event.recipients, record.at, record.seq, origin_of(message))
                said[message.id] = found
                if message.from_ != SYSTEM:
                    activity.messages.append(found)
            elif isinstance(event, ObligationOpened) and event.creditor != SYSTEM:
                request = Request(said[event.message_id], event.debtor, event.creditor)
                waiting[event.message_id, event.debtor] = request
                activity.requests.append(request)
            elif isinstance(event, ObligationClosed) and (event.message_id, event.debtor) in waiting:
                request = waiting.pop((event.message_id, event.debtor))
                request.answered, request.moot = record.at, event.by_message is None
            elif event.kind == "contract_transitioned":
                activity.submitted.pop(event.contract_id, None)
                if event.after == "submitted":
                    activity.submitted[event.contract_id] = (event.by, Location(record.seq))
    return activity
