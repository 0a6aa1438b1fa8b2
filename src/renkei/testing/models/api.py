"""The common part of the four APIs of language models: a conversation in, JSON or a stream out."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from re import Match
from typing import Any

from renkei.immutable.frozen import frozen
from renkei.testing.models.script import Body, Reply, Request

numbers = count(1)
"""Numbers for the ids of replies and calls, unique in this process."""

Event = tuple[str, Any]
"""An event of a stream: its name, or "", and its data."""


@frozen
class Api:
    """One API. Its functions know its JSON; everything else is the server's."""

    name: str
    path: str
    """A regular expression for the ends of its paths; the groups `model` and `stream` may name these."""
    conversation: str
    """The member of a request that holds the conversation."""
    texts: Sequence[str]
    """The members within the conversation that hold texts."""
    is_reply: Callable[[Body], bool]
    """Whether an item of the conversation is a reply of the model."""
    answer: Callable[[Reply, Request], Body]
    """Return the JSON of a reply."""
    events: Callable[[Body, Reply], Iterable[Event]]
    """Return the stream of a reply, from its JSON."""
    error: Callable[[Reply], Body]
    instructions: Sequence[str] = ()
    """The roles of items that are no part of the conversation."""
    count_path: str = ""
    """A regular expression for the ends of paths that count tokens."""
    count_member: str = ""
    """The member of the answer that holds the count."""

    def request(self, found: Match[str], body: Body) -> Request:
        """Return a request in the form that all APIs share; raises ValueError for an invalid conversation."""
        items = body.get(self.conversation, [])
        items = items if isinstance(items, list) else [{"content": items}]  # the Responses API also takes one text
        if not all(isinstance(one, dict) for one in items):
            raise ValueError(f"every item of {self.conversation!r} must be an object")
        items = [one for one in items if one.get("role") not in self.instructions]
        last = max((at for at, one in enumerate(items) if self.is_reply(one)), default=-1)
        new, text = ("\n".join(texts(part, self.texts)) for part in (items[last + 1 :], items))
        return Request(self.name, found.groupdict().get("model") or body.get("model", ""), body, new, text)

    def streams(self, found: Match[str], body: Body) -> bool:
        """Return whether a request asks for a stream."""
        return bool(body.get("stream") or found.groupdict().get("stream"))


def texts(value: Any, names: Sequence[str]) -> Iterator[str]:
    """Yield the texts in a part of a request: of lists, and of those members of objects that have these names."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from texts(one, names)
    elif isinstance(value, dict):
        yield from texts([value[name] for name in names if name in value], names)
