"""An agent's obligations, requests and delegations, as lists of lines (section 7)."""

from collections.abc import Collection
from heapq import nsmallest

from renkei.budget.context.listing import Listing
from renkei.budget.context.message_text import cut, short_time
from renkei.contracts.lifecycle import Status
from renkei.contracts.state import Contract
from renkei.documents.json_pointer import join
from renkei.engine.state import Obligation, State
from renkei.protocol.primitives import Locale
from renkei.texts.look_up import Interface, look_up
from renkei.texts.say import say

LINES_SHOWN = 10
"""How many lines of each list a context can show; the others are counted."""

WHAT_TO_DO: dict[Status, str] = {
    "submitted": "delegated.submitted",
    "partial": "delegated.partial",
    "failed": "delegated.ended_short",
    "refused": "delegated.ended_short",
    "blocked": "delegated.blocked",
}
"""The instruction to a delegator for a contract in each status; none for the other statuses."""


def commitments(state: State, agent: str, locale: Locale, interface: Interface = "command_line") -> tuple[Listing, ...]:
    """Return the replies that an agent owes, the requests it waits for, and the open contracts it has delegated.

    Omits what the context shows elsewhere: overdue replies, requests that it has not read, delegated contracts with a
    reply that it owes, and the requests that opened delegated contracts.
    """
    unread: Collection[str] = state.unread.get(agent, ())
    mine = state.owed_by(agent)
    delegated = state.contracts.delegated_by(agent)
    asked = [one for one in _requests(state, agent) if one[0].subject not in delegated]
    on_me = {one.subject for one in mine}
    rest = [one for name, one in delegated.items() if name not in on_me]
    first = nsmallest(LINES_SHOWN, rest, key=lambda one: (one.status not in WHAT_TO_DO, one.seq, one.terms.id))
    owed = [one for one in mine if not one.overdue and one.message_id not in unread]
    owed_lines = tuple(owed_text(state, one, locale) for one in owed[:LINES_SHOWN])
    asked_lines = tuple(_request(state, one, locale) for one in asked[:LINES_SHOWN])
    delegated_lines = tuple(_contract(state, one, locale, interface) for one in first)
    obligations = look_up(interface, "obligations", agent=agent)
    return (
        Listing("obligations", owed_lines, len(owed), obligations),
        Listing("requests", asked_lines, len(asked), obligations),
        Listing("delegated", delegated_lines, len(rest), look_up(interface, "contracts")),
    )


def owed_text(state: State, one: Obligation, locale: Locale) -> str:
    """Return an owed reply: creditor, type, request and deadline."""
    key = "own.overdue" if one.overdue else "own.owed"
    values = {"creditor": one.creditor, "expects": " | ".join(one.expects), "id": one.message_id}
    return say(locale, key, **values, summary=one.summary) + _due(one, locale)


def _due(one: Obligation, locale: Locale) -> str:
    """Return the deadline of a reply, in brackets; "" without one."""
    if one.reply_by is not None:
        return say(locale, "own.due_by", time=short_time(one.reply_by))
    return say(locale, "own.due_steps", count=one.steps) if one.steps else ""


def _requests(state: State, agent: str) -> list[list[Obligation]]:
    """Return the replies that others owe an agent, joined by request, oldest request first."""
    found: dict[str, list[Obligation]] = {}
    for debtor in sorted(state.obligations):
        for one in state.obligations[debtor].values():
            if one.creditor == agent:
                found.setdefault(one.message_id, []).append(one)
    return [found[name] for name in sorted(found, key=lambda name: (state.messages[name].seq, name))]


def _request(state: State, owed: list[Obligation], locale: Locale) -> str:
    first = owed[0]
    text = say(
        locale,
        "own.late_request" if any(one.overdue for one in owed) else "own.request",
        debtors=", ".join(one.debtor for one in owed),
        expects=" | ".join(first.expects),
        id=first.message_id,
        since=short_time(state.messages[first.message_id].message.timestamp),
        summary=first.summary,
    )
    return text + _due(first, locale)


def _contract(state: State, entry: Contract, locale: Locale, interface: Interface) -> str:
    terms, who = entry.terms, entry.assignee
    key = "own.delegated" if who else "own.unclaimed"
    text = say(
        locale, key, id=terms.id, assignee=who, status=entry.status, description=cut(terms.inputs.description, 60)
    )
    waits = state.board.get(join("agents", who, "blocked_by")) if who else None
    if entry.merge == "due":
        key = "delegated.delayed" if entry.delay else "delegated.to_merge"
        return text + say(locale, key, reason=entry.delay)
    if entry.status not in WHAT_TO_DO or (entry.status == "blocked" and not waits):
        return text
    reopen = look_up(interface, "reopen", id=terms.id)
    return text + say(locale, WHAT_TO_DO[entry.status], id=terms.id, blocked_by=waits, command=reopen)
