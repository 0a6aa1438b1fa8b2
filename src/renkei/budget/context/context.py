"""A context: the text an agent reads on a turn, and how each message is shown."""

from typing import Literal, NamedTuple

from renkei.budget.context.shown import Shown
from renkei.immutable.frozen import frozen

Rendering = Literal["snapshot", "delta"]
"""`snapshot`: everything; `delta`: the news since the agent's last turn."""


class Piece(NamedTuple):
    """A piece of a context's text: its section, its lines, and the id of the message that it shows, or ""."""

    section: str
    text: str
    message: str = ""


@frozen
class Context:
    """The text an agent reads on a turn.

    `text` has `tokens` tokens, at most `budget`. `given` says for each unread message how it is shown. `overflow`: the
    ids of critical messages that the reader still has not read in full. `notices`: the number of re-read notices in the
    text; the others are shown on a later turn. `system`: the agent's identity and standing instructions. It changes
    only with the agent's contracts and belongs at the start of a conversation. A snapshot's text repeats it, a delta's
    does not. `read`: the ids that count as read when the turn ends (see `Shown.counts_as_read`). `pieces`: the pieces
    of the text.
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
