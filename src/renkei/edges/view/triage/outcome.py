"""The outcome of an entry that no longer waits: its answer, with author and time."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from renkei.documents.json_pointer import join
from renkei.edges.view.visit import Visit
from renkei.edges.view.words import is_known, words_in
from renkei.engine.state import SYSTEM
from renkei.engine.views.titles import SUBJECTS, called, title_of
from renkei.engine.views.waiting.entry import Kind
from renkei.errors import RenkeiError
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import DecisionResultMessage
from renkei.protocol.primitives import Locale

KINDS: Mapping[str, Kind] = {kind: kind for kind in get_args(Kind)}

GONE = {"what": "decision", "status": "contract", "owner": "owner"}
"""The value of an answer → the key of the sentence about it."""

LOOKED_AT = 20
"""Newest messages of a thread in which the answer is sought."""


@frozen
class Outcome:
    """How an entry was answered. `node` names its subject; `at` and `by` are empty if no record tells."""

    key: str
    title: str
    said: str
    node: str = ""
    by: str = ""
    at: str = ""


def outcome_of(visit: Visit, key: str) -> Outcome | None:
    """Return the outcome of an entry, or None for a key that no entry can have."""
    name, _, ref = key.partition(":")
    kind = KINDS.get(name)
    if kind is None or not ref:
        return None
    node = f"decision:{ref}" if kind == "conflict" else f"{SUBJECTS[kind]}:{ref}" if kind in SUBJECTS else ""
    by, at, what = FOUND[kind](visit, ref) if kind in FOUND else ("", "", {})
    say = words_in(visit.locale)
    who = called(by, visit.person, say("triage.you"))
    said = next((say(f"triage.gone.{GONE[name]}", who=who, **what) for name in what), "")
    return Outcome(key, title_of(visit.state, node) if node else ref, said or say("triage.gone"), node, by, at)


def said_of(what: str, how: str, locale: Locale) -> str:
    """Return the sentence about a completed act: `what` is its subject, `how` its name with its variant."""
    key = f"act.{how}.done"
    return words_in(locale)(key if is_known(key) else "waiting.done", what=what)


Found = tuple[str, str, Mapping[str, Any]]
"""Author and time of an answer, and the values of the sentence about it."""


def _decision(visit: Visit, ref: str) -> Found:
    cells, path = visit.state.board.cells, join("pending_decisions", ref)
    owner, cell = cells.get(f"{path}/owner"), cells.get(f"{path}/resolution")
    if owner is not None and owner.value != visit.person and visit.state.board.get(f"{path}/status") == "open":
        return owner.author, owner.at, {"owner": owner.value}
    return (cell.author, cell.at, {"what": cell.value}) if cell is not None and cell.value else _conflict(visit, ref)


def _conflict(visit: Visit, ref: str) -> Found:
    for sent in reversed(visit.project.conversation(thread=ref, before=visit.seq + 1, limit=LOOKED_AT)):
        if isinstance(sent.message, DecisionResultMessage):
            return sent.message.from_, sent.at, {"what": sent.message.payload.chosen_option}
    return "", "", {}


def _contract(visit: Visit, ref: str) -> Found:
    try:
        status = visit.project.find_contract(ref).status
    except RenkeiError:
        return "", "", {}
    record = next(visit.project.log.records_about("contract", ref, before=visit.seq + 1, limit=1), None)
    if record is None or record.actor == SYSTEM:
        return "", "", {}
    return record.actor, record.at, {"status": words_in(visit.locale)(f"contract.{status}")}


FOUND: Mapping[Kind, Callable[[Visit, str], Found]] = {
    "decision": _decision,
    "conflict": _conflict,
    "result": _contract,
    "task": _contract,
    "returned": _contract,
    "contract": _contract,
}
"""Kind of entry → how its answer is found; of the other kinds no record tells who answered."""
