"""The traits by which a search finds a message beside its words: `from:ann`, `type:freeform`, `has:code`."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from renkei.engine.conversation.index import conversations
from renkei.engine.events import MessageSent

_TABLE = re.compile(r"^\s*\|.*\|\s*\n\s*\|[\s:|-]*-[\s:|-]*$", re.MULTILINE)
_DIFF = re.compile(r"^(```diff|diff --git |@@ .* @@)", re.MULTILINE)
_ARTIFACTS = ("output_artifacts", "input_artifacts", "conflicting_artifacts", "artifact_ref")

HAS: Mapping[str, Callable[[MessageSent, str], bool]] = {
    "code": lambda sent, text: "```" in text,
    "diff": lambda sent, text: _DIFF.search(text) is not None,
    "table": lambda sent, text: _TABLE.search(text) is not None,
    "link": lambda sent, text: "http://" in text or "https://" in text,
    "artifact": lambda sent, text: any(getattr(sent.message.payload, one, None) for one in _ARTIFACTS),
    "deadline": lambda sent, text: sent.message.reply_by is not None,
}
"""Value of `has:` → whether a message has it, given all text that its sender wrote."""


def _threads(sent: MessageSent) -> Iterator[str]:
    """Yield what a message is about, and its threads; not the one that it may begin, which would cost each a term."""
    return (name for kind, name in conversations(sent) if kind == "thread" and name != sent.message.id)


OPERATORS: Mapping[str, Callable[[MessageSent, str], Iterable[str]]] = {
    "from": lambda sent, text: (sent.message.from_,),
    "to": lambda sent, text: sent.message.receivers,
    "type": lambda sent, text: (sent.message.type,),
    "task": lambda sent, text: _threads(sent),
    "has": lambda sent, text: (name for name, holds in HAS.items() if holds(sent, text)),
}
"""Operator → its values for a message. A task is a contract, decision or artifact, or the first message of a thread."""


def trait(operator: str, value: str) -> str:
    """Return the trait of an operator and one of its values; upper and lower case are the same."""
    return f"{operator}:{value.casefold()}"


def traits_of(sent: MessageSent, text: str) -> Iterator[str]:
    """Yield the traits of a message. `text` is everything that its sender wrote."""
    for operator, values in OPERATORS.items():
        yield from (trait(operator, value) for value in values(sent, text))
