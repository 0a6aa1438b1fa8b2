"""Triage: a list of what waits for the person, beside the entry that is open, with its form to answer in place."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from renkei.acts.choices import options_of
from renkei.board.state import brief
from renkei.contracts.events import ContractPaused, ContractTransitioned
from renkei.documents.json_pointer import join
from renkei.edges.entry_address import entry_address
from renkei.edges.view.diffs.shown import shown_diff
from renkei.edges.view.questions import sides_of
from renkei.edges.view.triage.consequences import consequences_of
from renkei.edges.view.triage.outcome import outcome_of, said_of
from renkei.edges.view.triage.similar import answers_to
from renkei.edges.view.visit import Visit
from renkei.edges.view.words import words_in
from renkei.engine.guards.deadlocks import open_deadlocks
from renkei.engine.state import State
from renkei.engine.system_messages import not_handed_in
from renkei.engine.views.waiting.entry import SHARED, Group, Kind, Waiting, group_of
from renkei.engine.views.waiting.person import waiting_for
from renkei.immutable.replacing import replace
from renkei.project.conversation import SentMessage
from renkei.protocol.messages import AnyMessage, ConflictReportMessage, TaskResultMessage

MOST_ENTRIES = 100
"""Entries that the list shows; the others are counted."""

UNDO = 6
"""Seconds in which an answer can be taken back: the page sends it afterwards, or when it is left."""

MOST_SAID = 3
"""Newest messages about an entry that are shown beside it."""

GROUPS: tuple[Group, ...] = get_args(Group)

Details = Mapping[str, Any]


def show(visit: Visit) -> dict[str, Any]:
    """Return the list of what waits for the person, and the entry that is open: by its address, or the first."""
    say, listed = (
        words_in(visit.locale),
        sorted(visit.waiting[:MOST_ENTRIES], key=lambda row: GROUPS.index(group_of(row))),
    )
    key = visit.query.get("entry", "")
    found = next((one for one in visit.all_waiting if one.key == key), None)
    one = found or (listed[0] if listed and not key else None)
    return {
        "groups": [(name, mine) for name in GROUPS if (mine := [row for row in listed if group_of(row) == name])],
        "is_chosen": bool(key),
        "undo_seconds": UNDO,
        "opened": entry_address(one.key) if one else visit.address,
        "following": _following(listed, one),
        "gone": outcome_of(visit, key) if key and one is None else None,
        "hidden": max(0, len(visit.waiting) - MOST_ENTRIES),
        "snoozed": [(row, visit.snoozed[row.key]) for row in visit.all_waiting if row.key in visit.snoozed],
        "theirs": _theirs(visit),
        "done": _done(visit),
        "similar": lambda row: answers_to(visit.state, row, say) if visit.is_live else [],
        "group_of": group_of,
        **(_opened(visit, one) if one else {"one": None}),
    }


def _opened(visit: Visit, one: Waiting) -> dict[str, Any]:
    """Return what is shown of the open entry."""
    return {
        "one": _dated(visit, one),
        "more": DETAILS[one.kind](visit, one),
        "diffs": {one.ref: shown_diff(visit, visit.state.contracts.entries[one.ref])} if one.kind == "result" else {},
        "follows": consequences_of(visit.state, one, words_in(visit.locale)),
        "said_before": _said(visit, one),
        "put_off_until": visit.snoozed.get(one.key),
    }


def _following(listed: Sequence[Waiting], one: Waiting | None) -> str:
    """Return the key of the entry after the open one, else of the one before; "" without another."""
    keys = [row.key for row in listed]
    if one is None or one.key not in keys:
        return next(iter(keys), "")
    at = keys.index(one.key)
    return next(iter([*keys[at + 1 :], *keys[:at][::-1]]), "")


def _theirs(visit: Visit) -> dict[str, list[Waiting]]:
    """Return what waits for each other person."""
    state = visit.state
    others = [one.id for one in state.everybody() if one.human and one.id != visit.person]
    theirs = {name: [one for one in waiting_for(state, name) if one.kind not in SHARED] for name in others}
    return {name: found for name, found in theirs.items() if found}


def _said(visit: Visit, one: Waiting) -> list[SentMessage]:
    """Return the newest messages about an entry, and replies to its request, without the request itself."""
    threads = dict.fromkeys((one.ref, one.message_id or one.ref))
    found = {
        sent.message.id: sent
        for thread in threads
        for sent in visit.project.conversation(thread=thread, before=visit.seq + 1, limit=MOST_SAID + 1)
    }
    return sorted((sent for name, sent in found.items() if name != one.message_id), key=_when)[-MOST_SAID:]


def _when(sent: SentMessage) -> str:
    return sent.at


def _done(visit: Visit) -> str:
    """Return the confirmation of the person's last act, from the address; "" without one, or if another one failed."""
    what = visit.query.get("done", "")
    return said_of(what, visit.query.get("how", ""), visit.locale) if what and visit.failure is None else ""


def _dated(visit: Visit, one: Waiting) -> Waiting:
    """Return an entry with its time, where the log knows it and the state does not: when a contract was stopped."""
    if one.since or one.kind not in STOPS:
        return one
    found = visit.project.log.records_about("contract", one.ref, before=visit.seq + 1, limit=LOOKED_AT)
    times = [record.at for record in found if any(isinstance(event, STOPS[one.kind]) for event in record.events)]
    return replace(one, since=times[-1]) if times else one


STOPS: dict[Kind, type[ContractPaused] | type[ContractTransitioned]] = {
    "contract": ContractPaused,
    "returned": ContractTransitioned,
}
"""The event since which an entry waits."""

LOOKED_AT = 50
"""Newest records of a contract in which it is looked for when it was stopped."""


def request_of(state: State, one: Waiting) -> AnyMessage | None:
    """Return the message that asked for something, while the state has it."""
    kept = state.messages.get(one.message_id or "")
    return kept.message if kept is not None else None


def _nothing(visit: Visit, one: Waiting) -> Details:
    return {}


def _asked(visit: Visit, one: Waiting) -> Details:
    return {"message": request_of(visit.state, one)}


def _decision(visit: Visit, one: Waiting) -> Details:
    deadline = visit.state.board.get(join("pending_decisions", one.ref, "deadline"))
    return {
        "options": options_of(visit.state, one.ref, request_of(visit.state, one)),
        "deadline": None if one.reply_by or one.turns_left else deadline,
    }


def _conflict(visit: Visit, one: Waiting) -> Details:
    report = visit.state.messages[one.ref].message
    assert isinstance(report, ConflictReportMessage)
    return {"report": report.payload, "sides": sides_of(visit.state, report)}


def _contract(visit: Visit, one: Waiting) -> Details:
    entry = visit.state.contracts.entries[one.ref]
    claims = {claim.criterion: claim for claim in entry.claims}
    proofs = {proof.criterion: proof for proof in entry.proofs}
    criteria = enumerate(entry.terms.acceptance_criteria)
    return {
        "contract": entry,
        "criteria": [(index, one, claims.get(one.criterion), proofs.get(index)) for index, one in criteria],
        "missing": not_handed_in(visit.state, entry),
    }


def _result(visit: Visit, one: Waiting) -> Details:
    """Return a contract and the message that submitted it."""
    found = visit.project.conversation(thread=one.ref, before=visit.seq + 1, limit=LOOKED_AT)
    reports = [sent.message for sent in found if isinstance(sent.message, TaskResultMessage)]
    return {**_contract(visit, one), "said": reports[-1] if reports else None}


def _review(visit: Visit, one: Waiting) -> Details:
    owners = list(visit.state.board.artifact_owners(one.ref))
    message = request_of(visit.state, one)
    return {"message": message, "owners": owners, "board": visit.state.board}


def _notice(visit: Visit, one: Waiting) -> Details:
    """Return the newest notice of a field and the number of notices up to it: reading it reads these too."""
    notices = visit.state.board.notices[visit.person]
    last = max(index for index, notice in enumerate(notices) if notice.path == one.ref)
    notice = notices[last]
    return {"notice": notice, "count": last + 1, "kept": brief(notice.kept), "lost": brief(notice.lost)}


def _deadlock(visit: Visit, one: Waiting) -> Details:
    """Return the cycle: each node with its kind and id, and for an agent its reason to wait."""
    cycle = next(found for found in open_deadlocks(visit.state) if found[0] == one.ref)
    names = [(node, *node.partition(":")[::2]) for node in cycle]
    return {
        "cycle": [(*one, visit.state.board.agent(one[2], "blocked_by") if one[1] == "agent" else None) for one in names]
    }


def _quota(visit: Visit, one: Waiting) -> Details:
    return {"quota": visit.state.quota, "turns": visit.state.turns_spent, "tokens": visit.state.tokens_spent}


DETAILS: dict[Kind, Callable[[Visit, Waiting], Details]] = {
    "decision": _decision,
    "conflict": _conflict,
    "result": _result,
    "review": _review,
    "task": _contract,
    "reply": _asked,
    "returned": _contract,
    "reread": _notice,
    "message": _asked,
    "deadlock": _deadlock,
    "agent": _nothing,
    "contract": _contract,
    "project": _nothing,
    "quota": _quota,
}
"""The values passed to each kind's template, `waiting/KIND.html`."""
