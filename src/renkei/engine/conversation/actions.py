"""The actions on messages and on the replies that they are owed."""

from renkei.immutable.frozen import frozen
from renkei.protocol.messages import AnyMessage


@frozen
class Send:
    """Send a message."""

    message: AnyMessage


@frozen
class RecordPast:
    """Record a text that was said elsewhere at an earlier time. It reaches no one, and nothing follows from it.

    Its sender need not be a participant. A message with an id that the log holds is ignored.
    """

    message: AnyMessage


@frozen
class CloseObligations:
    """Close obligations without a reply: those of one message, or those about one subject.

    `expects`: only obligations that such a reply would answer; `keep`: a debtor whose obligations stay open; `debtor`:
    only obligations of this debtor.
    """

    message_id: str | None = None
    subject: str | None = None
    expects: str | None = None
    keep: str | None = None
    debtor: str | None = None


@frozen
class TransferObligation:
    """Transfer an obligation to another debtor, or change its terms.

    `creditor`: the new creditor, and `reply_by`: the time at which the reply is due, if these change.
    """

    message_id: str
    debtor: str
    to: str
    creditor: str | None = None
    reply_by: str | None = None
