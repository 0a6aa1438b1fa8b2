"""A message of the past: what relevance and transcripts need of it."""

from renkei.immutable.frozen import frozen


@frozen
class PastMessage:
    """A message that was sent: its id, its sender, those whom it addresses by name, all whom it reached, its text.

    `thread` is the thread or task it belongs to, or the message it answers; "" where none is known.
    """

    id: str
    sender: str
    text: str
    named: tuple[str, ...] = ()
    recipients: tuple[str, ...] = ()
    thread: str = ""
