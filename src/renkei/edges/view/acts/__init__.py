"""What a person can do in the view, as one table: each act is the same command that the library has."""

from collections.abc import Callable

from renkei.edges.view.acts import board, posting
from renkei.edges.view.acts.acting import Acting
from renkei.edges.view.forms import Form

Act = Callable[[Acting, Form], str | None]
"""Does what a form asks for. It returns the address to go to, or None: back to the page of the form."""

ACTS: dict[str, Act] = {
    "post": posting.post,
    "board-write": board.write,
    "board-add": board.add,
    "board-revert": board.revert,
}
"""The acts by their names in the address of their forms."""
