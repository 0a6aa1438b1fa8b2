"""A context: what an agent reads at a turn, and what became of each message."""

from typing import Literal, NamedTuple

from renkei.budget.context.shown import Shown
from renkei.immutable.frozen import frozen

Rendering = Literal["snapshot", "delta"]
"""`snapshot`: everything; `delta`: what is new since the agent's last turn."""


class Piece(NamedTuple):
    """A piece of a context's text: its section, its lines, and the id of the message that it shows, or ""."""

    section: str
    text: str
    message: str = ""


@frozen
class Context:
    """What an agent reads at a turn.

    `text` has `tokens` tokens, at most `budget`. `given` says for each unread message how it is shown. `overflow`:
    the ids of critical messages that the reader has not had in full with this text. `notices`: how many re-read notices
    the text contains; the others are shown at a later turn. `system`: who the agent is and what it must know at every
    turn. It changes only with the agent's contracts and belongs in front of a conversation. A snapshot's text repeats
    it, a delta's does not. `read`: the ids that count as read when the turn ends (see `Shown.counts_as_read`).
    `pieces`: what the text is made of.
    """

    text: str
    tokens: int
    budget: int
    given: tuple[Shown, ...]
    overflow: tuple[str, ...]
    notices: int = 0
    rendering: Rendering = "snapshot"
    system: str = ""
    read: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
