"""Titles: the names of things in front of people. An id tells a thing from others, and is never its title.

Everything that lists things for people takes their titles from here: the view, notifications, the status, chats.
"""

import re
from collections.abc import Callable, Mapping

from renkei.budget.context.message_text import cut, main_text
from renkei.dispatch.graph.links import node
from renkei.documents.json_pointer import join
from renkei.engine.state import State
from renkei.engine.views.waiting.entry import Kind, Waiting
from renkei.protocol.messages import AnyMessage, payload_field

LONGEST_TITLE = 100
"""Most characters of a title."""

_MARKS = re.compile(r"^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+)+|\*\*(?=\S)|(?<=[^\s/])\*\*|`+")
"""Signs of Markdown, which a title does without. Names with `_` and patterns such as `src/**` are no signs."""

_WORD = re.compile(r"^(?!\s*(?:```|~~~)).*\w")
"""A line with words; not the beginning of a block of code, whose only word is its language."""


def title_of(state: State, thing: str) -> str:
    """Return the title of a node of the dependency graph, such as `contract:TC-7`; "" if the state has no words for it.

    The title of a participant is its name.
    """
    kind, _, name = thing.partition(":")
    return TITLES[kind](state, name) if kind in TITLES else ""


def message_title(message: AnyMessage) -> str:
    """Return the title of a message: its summary, or else the first words of its payload; "" for one without words."""
    reviewed = "\n".join(payload_field(message, "review_focus") or ())  # its main text is an id
    said = reviewed if message.type == "REVIEW_REQUEST" else main_text(message)
    return first_words(message.context_summary) or first_words(said)


def entry_title(state: State, one: Waiting) -> str:
    """Return the title of an item that waits for a person; "" if the state has no words for it."""
    if one.kind in ("project", "quota", "reread"):
        return one.ref
    if one.kind == "deadlock":
        return " → ".join(one.behind)
    return title_of(state, node(SUBJECTS[one.kind], one.ref)) or first_words(one.summary)


def called(name: str, reader: str, you: str) -> str:
    """Return what a reader calls a participant: the word for `you` instead of the reader's own name."""
    return you if name == reader else name


def first_words(text: str) -> str:
    """Return the first line of a text that has words, without signs of Markdown, cut to the length of a title."""
    line = next((one for one in text.splitlines() if _WORD.match(one)), "")
    return cut(_MARKS.sub("", line), LONGEST_TITLE)


def _contract(state: State, name: str) -> str:
    entry = state.contracts.find(name)
    return first_words(entry.terms.inputs.description) if entry is not None else ""


def _decision(state: State, name: str) -> str:
    """Return the question of a decision; a conflict is decided by the id of its report."""
    question = state.board.get(join("pending_decisions", name, "question"))
    return first_words(str(question)) if question else _message(state, name)


def _message(state: State, name: str) -> str:
    kept = state.messages.get(name)
    return message_title(kept.message) if kept is not None else ""


def _artifact(state: State, name: str) -> str:
    """Return the description of an artifact on the board, or that of the contract that it is the result of."""
    for owner in state.board.artifact_owners(name):
        if text := state.board.get(join("agents", owner, "artifacts", name, "description")):
            return first_words(str(text))
    return _contract(state, name)


TITLES: Mapping[str, Callable[[State, str], str]] = {
    "agent": lambda state, name: name,
    "artifact": _artifact,
    "contract": _contract,
    "decision": _decision,
    "message": _message,
}
"""The function that returns the title of each kind of thing."""

SUBJECTS: Mapping[Kind, str] = {
    "agent": "agent",
    "conflict": "message",
    "contract": "contract",
    "decision": "decision",
    "message": "message",
    "reply": "message",
    "result": "contract",
    "returned": "contract",
    "review": "artifact",
    "task": "contract",
}
"""The kind of thing that each kind of waiting item is about."""
