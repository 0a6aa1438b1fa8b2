"""The threads that a team works in: those of open contracts, and the most recent ones."""

from renkei.contracts.lifecycle import CLOSED
from renkei.engine.state import State
from renkei.immutable.frozen import frozen

MOST = 30
"""Most threads listed."""


@frozen
class OpenThread:
    """A thread: its id, and its subject in the words of its contract or else of its first known message.

    `status` is that of the contract; empty for a thread without one.
    """

    id: str
    text: str
    status: str = ""


def open_threads(state: State) -> list[OpenThread]:
    """Return the threads with the newest messages, newest first, and then the open contracts without any."""
    contracts = state.contracts.entries
    spoken = dict.fromkeys(one.thread for one in reversed(state.recent_messages) if one.thread)
    silent = (name for name, entry in contracts.items() if entry.status not in CLOSED and name not in spoken)
    newest = sorted(silent, key=lambda name: (-contracts[name].moved, -contracts[name].seq, name))
    text = {one.thread: one.text for one in reversed(state.recent_messages)}
    text |= {one.id: one.text for one in state.recent_messages if one.id in text}
    found: list[OpenThread] = []
    for name in [*spoken, *newest][:MOST]:
        entry = contracts.get(name)
        about = entry.terms.inputs.description if entry is not None else text[name]
        found.append(OpenThread(name, about, entry.status if entry is not None else ""))
    return found
