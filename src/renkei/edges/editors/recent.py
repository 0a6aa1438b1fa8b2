"""The past of a project as an editor shows it: the last messages between the person and the lead, and unread ones."""

from collections.abc import Callable, Iterator

from acp import helpers
from renkei.edges.editors.port import Front
from renkei.edges.editors.watch import Item, Watch
from renkei.engine.unread import NONE_UNREAD
from renkei.protocol.messages import AnyMessage
from renkei.wording.visible import visible

MOST_SAID = 20
"""Messages of the conversation that are shown again."""

MOST_UNREAD = 20
"""Unread messages that are shown; the others are counted."""


def show_recent(front: Front, put: Callable[[Item], None], watch: Watch) -> None:
    """Show the end of the conversation, and then what the person has not read; raises LogError."""
    unread = front.project.state.unread.get(front.person, NONE_UNREAD)
    for message in _said(front):
        if message.id in unread:
            continue
        if message.from_ == front.person:
            text = message.payload.body if message.type == "FREEFORM" else message.context_summary
            put(helpers.update_user_message_text(visible(text)))
        else:
            put(helpers.update_agent_message_text(visible(f"{front.text_of(message)}\n\n")))
    found = [one.message for one in front.project.state.unread_of(front.person)]
    if (left := len(found) - MOST_UNREAD) > 0:
        watch.note(f"{left} older unread messages: /inbox {front.person} lists all")
    for message in found[-MOST_UNREAD:]:
        watch.show_message(message)


def _said(front: Front) -> Iterator[AnyMessage]:
    """Yield the last messages between the person and the lead, the oldest first."""
    between = (front.person, front.lead)
    for one in front.project.conversation(between=between, limit=MOST_SAID):
        yield one.message
