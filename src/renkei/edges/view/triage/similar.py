"""Answers that fit several entries at once: each of them is an act with its own record."""

from collections.abc import Callable, Mapping
from typing import Any

from renkei.acts.choices import options_of
from renkei.edges.view.words import Words
from renkei.engine.state import State
from renkei.engine.views.waiting.entry import Kind, Waiting

Answer = tuple[str, str, Mapping[str, str]]
"""The text of a button, the act, and the fields of its form."""


def answers_to(state: State, one: Waiting, say: Words) -> list[Answer]:
    """Return the answers that need no words, for an entry that is selected with others of its kind."""
    row = ANSWERS.get(one.kind)
    return row(state, one, say) if row else []


def _options(state: State, one: Waiting, say: Words) -> list[Answer]:
    kept = state.messages.get(one.message_id or "")
    options = options_of(state, one.ref, kept.message if kept is not None else None)
    return [(each.label, "decide", {"decision_id": one.ref, "chosen_option": each.label}) for each in options]


def _act(text: str, act: str, field: str, **more: str) -> Callable[[State, Waiting, Words], list[Answer]]:
    return lambda state, one, say: [(say(text), act, {field: one.ref, **more})]


ANSWERS: Mapping[Kind, Callable[[State, Waiting, Words], list[Any]]] = {
    "decision": _options,
    "result": _act("waiting.accept", "review", "artifact_ref", verdict="approved"),
    "review": _act("waiting.approve", "review", "artifact_ref", verdict="approved"),
    "message": _act("waiting.read", "mark_read", "messages"),
    "agent": _act("triage.resume", "resume", "agents"),
    "contract": _act("triage.resume", "resume_contract", "contract"),
}
"""Kind of entry → its answers without words. Entries of the other kinds are answered one by one."""
