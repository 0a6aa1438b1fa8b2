"""Records posts of a past as past messages, a hundred in a record. A post that the log holds is not recorded again.

Several records wait for the disk together: alone, each of them would wait for longer than it takes to decide it.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from renkei.budget.context.message_text import IMPORTED_FROM
from renkei.edges.chat.bridge.storage.bridge_file import PAST
from renkei.edges.chat.past.spool import Spooled
from renkei.engine import commands as c
from renkei.engine.events import MessageSent
from renkei.immutable.frozen import frozen
from renkei.project.project import Project
from renkei.protocol.derived_id import derived_id
from renkei.protocol.messages import AnyMessage, make_message
from renkei.protocol.payloads import Freeform
from renkei.transcripts.entries import Origin
from renkei.wording.visible import one_line, visible

IN_A_RECORD = 100
"""Messages of one record; the view shows all of them at once."""

AT_ONCE = 20
"""Records that wait for the disk together."""

LONGEST_TEXT = 50_000
"""Most characters of a message; the chat has the rest."""

INTENT = "PAST"
"""The intent of a past message, which tells agents that it asks them for nothing."""


_PLAIN = re.compile(r"[A-Za-z0-9._@-]{1,60}")


@frozen
class Recorder:
    """How posts become messages. `source` is part of their ids: the name of a bridge, or the kind of an export."""

    source: str
    author: Callable[[str, str], str]
    """Returns the sender of a post, given its author's id and name in the chat."""
    group: Callable[[str], str]
    """Returns the group of a channel."""

    def id_of(self, channel: str, post: str) -> str:
        """Return the id of a post's message: it is the same whenever the post is read."""
        return f"{PAST}{self.source}-{_part(channel)}:{_part(post)}"

    def message(self, one: Spooled) -> AnyMessage:
        """Return a post as a message."""
        post = one.post
        above = self.id_of(post.channel, post.reply_to) if post.reply_to else None
        lines = (post.text, *(f"[{one_line(name)}]" for name in post.files))
        text = visible("\n".join(filter(None, lines)))
        body = text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"
        header: dict[str, Any] = {
            "type": "FREEFORM",
            "id": self.id_of(post.channel, post.id),
            "from": self.author(post.author, post.name),
            "to": self.group(post.channel),
            "priority": "normal",
            "timestamp": post.at,
            "context_summary": "",
            "payload": Freeform(intent_hint=INTENT, body=body, requires_response=False, urgency="low"),
            "in_reply_to": above if one.is_reply else None,
            "thread": above,
        }
        if one.location:
            origin = Origin(file=visible(one.location), line=one.line, began=post.at)
            header["extensions"] = {IMPORTED_FROM: origin.model_dump(mode="json", exclude_defaults=True)}
        return make_message(header)


def _part(name: str) -> str:
    """Return an id of a chat as part of another: as it is, so that neighbours stay neighbours in the log's index."""
    if _PLAIN.fullmatch(name):
        return name
    return derived_id(name)


def record_past(
    project: Project, recorder: Recorder, posts: Iterable[Spooled], actor: str
) -> Iterator[tuple[list[Spooled], int]]:
    """Record posts in the name of a person, and yield those of each record with how many of them were new.

    Raises RenkeiError.
    """
    left = iter(posts)
    while batches := [batch for _ in range(AT_ONCE) if (batch := list(islice(left, IN_A_RECORD)))]:
        groups = [[c.RecordPast(recorder.message(one)) for one in batch] for batch in batches]
        records = project.do_each(*groups, actor=actor)
        for batch, record in zip(batches, records, strict=True):
            events = record.events if record is not None else ()
            yield batch, sum(isinstance(one, MessageSent) for one in events)
