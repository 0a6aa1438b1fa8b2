"""The open obligations: debtor, creditor, and since when."""

from renkei.engine.state import State
from renkei.errors import UnknownActorError
from renkei.immutable.frozen import frozen


@frozen
class OpenObligation:
    """An owed reply from `debtor` to `creditor`, since the time `since` (ISO 8601, UTC)."""

    debtor: str
    creditor: str
    expects: tuple[str, ...]
    """The message types that reply to it."""
    message_id: str
    """The request."""
    subject: str | None
    """Id of the contract, decision or artifact that the request is about."""
    summary: str
    since: str
    reply_by: str | None
    """When the reply is due."""
    turns_left: int | None
    """How many turns the debtor has left for it."""
    blocks: bool
    """Whether the creditor's work waits for it."""
    overdue: bool


def open_obligations(state: State, participant: str | None = None) -> list[OpenObligation]:
    """Return the open obligations, oldest first; with `participant` only those it owes or is owed.

    Raises UnknownActorError.
    """
    if participant is not None and participant not in state.actors:
        raise UnknownActorError(actor=participant, known=state.known_actors())
    found = [one for debtor in sorted(state.obligations) for one in state.owed_by(debtor)]
    found.sort(key=lambda one: (state.messages[one.message_id].seq, one.message_id, one.debtor))
    return [
        OpenObligation(
            debtor=one.debtor,
            creditor=one.creditor,
            expects=one.expects,
            message_id=one.message_id,
            subject=one.subject,
            summary=one.summary,
            since=state.messages[one.message_id].message.timestamp,
            reply_by=one.reply_by,
            turns_left=one.steps,
            blocks=one.blocks,
            overdue=one.overdue,
        )
        for one in found
        if participant in (None, one.debtor, one.creditor)
    ]
