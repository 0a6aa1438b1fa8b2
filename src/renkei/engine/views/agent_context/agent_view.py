"""One agent's view: gathers from the state everything that its context could hold (section 3).

Space is not considered here; `renkei.budget` does that. The cost grows with the agent's unread messages and
connections, not with the history or the size of the team.
"""

from collections.abc import Collection, Iterator
from typing import Unpack

from renkei.board.events import RereadNoticed
from renkei.board.state import brief
from renkei.budget.context.build import Context, build
from renkei.budget.context.message_text import cut
from renkei.budget.context.reading import DEFAULT_READING, Reading, ReadingOptions
from renkei.budget.context.view import View
from renkei.budget.past_message import PastMessage
from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import node
from renkei.documents.json_pointer import join
from renkei.engine.guards.loop_guard import SUSPENSIONS
from renkei.engine.state import State
from renkei.engine.system_messages import interruption_reason
from renkei.engine.views.agent_context.board_text import board_lists, change_lists, concern_of
from renkei.engine.views.agent_context.commitments import commitments, owed_text
from renkei.engine.views.agent_context.inbox import inbox
from renkei.engine.views.agent_context.signals import Reader
from renkei.engine.views.contracts.claimable import claimable
from renkei.engine.views.contracts.text import artifact_text, duty
from renkei.errors import UnknownActorError
from renkei.protocol.primitives import PRIORITIES, Locale
from renkei.texts.look_up import Interface, look_up
from renkei.texts.say import say

CLAIMABLE_SHOWN = 5
ARTIFACTS_SHOWN = 20
"""How many of its artifacts, and of the contracts that it can claim, an agent is shown; the others are counted."""


def context(state: State, agent: str, reading: Reading = DEFAULT_READING, **options: Unpack[ReadingOptions]) -> Context:
    """Return an agent's context if its turn began now; changes nothing. `options` replace fields of `reading`.

    Raises UnknownActorError, or BudgetTooSmallError.
    """
    reading = reading.override(**options)
    return build(view(state, agent, reading), reading.budget, reading.count, reading.rendering)


def view(state: State, agent: str, reading: Reading = DEFAULT_READING, *, keep: bool = True) -> View:
    """Return everything that an agent's context could hold in the rendering of a reading; raises UnknownActorError.

    `keep`: see `inbox`.
    """
    if agent not in state.actors:
        raise UnknownActorError(actor=agent, known=state.known_actors())
    locale, interface = reading.locale or state.locale, reading.interface
    actor, mine = state.actors[agent], list(state.contracts.of(agent))
    concern = concern_of(state, agent, mine)
    delta = reading.rendering == "delta" and agent in state.read_up_to
    board = () if delta else board_lists(state, concern, locale, interface)
    return View(
        agent=agent,
        locale=locale,
        identity=say(locale, "own.identity", agent=agent + (f" ({actor.role})" if actor.role else ""), team=state.name),
        own=_own(state, agent, locale, interface),
        duties=tuple(duty(state, contract, locale, interface) for contract in _current_first(state, agent, mine)),
        waiting=commitments(state, agent, locale, interface),
        alerts=_alerts(state, agent, mine, locale),
        notices=len(state.board.notices.get(agent, ())),
        unread=inbox(state, agent, locale, keep=keep).messages,
        board=board,
        changes=change_lists(state, concern, locale, interface) if delta else board,
        past=_past(state, agent) if reading.recall else (),
        delivery=state.delivery,
        impact=Reader(state, agent, locale).impact,
        summarize=reading.summarize,
        interface=interface,
    )


def _past(state: State, agent: str) -> tuple[PastMessage, ...]:
    """Return the recent messages that the agent has read or written."""
    unread: Collection[str] = state.unread.get(agent, ())
    sent_to = state.unread.was_sent_to
    mine = (
        one
        for one in state.recent_messages
        if agent in (one.sender, *one.recipients) or (one.group and sent_to(agent, one.group, one.group_index))
    )
    return tuple(one for one in mine if one.id not in unread)


def _own(state: State, agent: str, locale: Locale, interface: Interface) -> tuple[str, ...]:
    actor, board = state.actors[agent], state.board
    lines = []
    if board.has_entry(join("agents", agent)):
        status, task = (board.agent(agent, name) for name in ("status", "current_task"))
        lines.append(say(locale, "own.status", status=status, task=task, blocked_by=_waits(state, agent)))
    refs = board.ids("agents", agent, "artifacts")
    if agent in state.suspended:
        why = state.suspended[agent]
        lines.append(say(locale, "own.suspended", reason=SUSPENSIONS.get(why, why)))
    if state.paused is not None and not actor.human:
        lines.append(say(locale, "own.project_paused", reason=state.paused))
    for one in state.contracts.of(agent):
        if one.paused is not None:
            lines.append(say(locale, "own.contract_paused", id=one.terms.id, reason=one.paused))
    if refs:
        newest = [artifact_text(state, ref, locale) for ref in refs[-ARTIFACTS_SHOWN:]]
        artifacts = _joined(newest, len(refs), look_up(interface, "board"), locale)
        lines.append(say(locale, "own.artifacts", artifacts=artifacts))
    ready = [entry for entry in claimable(state, agent) if entry.assignee is None]  # its own are among its duties
    if ready:
        first = [_claimable(entry) for entry in ready[:CLAIMABLE_SHOWN]]
        items = _joined(first, len(ready), look_up(interface, "ready"), locale)
        lines.append(say(locale, "own.claimable", items=items))
    return tuple(lines)


def _joined(texts: list[str], total: int, command: str, locale: Locale) -> str:
    """Join texts on one line, and count the rest of `total`."""
    more = total - len(texts)
    return "; ".join([*texts, say(locale, "omitted.items", count=more, command=command)] if more else texts)


def _waits(state: State, agent: str) -> str | None:
    """Return what an agent waits for, with its known status and the participants responsible."""
    text = state.board.agent(agent, "blocked_by")
    if not text:
        return None
    for end in state.links.neighbours(node("agent", agent), "out", ("waits_for",)):
        kind, _, name = end.partition(":")
        contract = state.contracts.find(name) if kind == "contract" else None
        status = contract.status if contract else state.board.agent(name, "status") if kind == "agent" else None
        who = [one for one in state.links.responsible(end) if one != name]
        known = ", ".join(([status] if status else []) + who)
        return f"{text} ({known})" if known else str(text)
    return str(text)


def _current_first(state: State, agent: str, mine: list[Contract]) -> list[Contract]:
    """Return an agent's contracts, current one first, then by urgency."""
    current = state.contracts.find(state.board.agent(agent, "current_task"))
    return sorted(mine, key=lambda one: (one is not current, PRIORITIES[one.terms.priority], one.seq, one.terms.id))


def _claimable(entry: Contract) -> str:
    return f"{entry.terms.id} {cut(entry.terms.inputs.description, 60)}"


def _alerts(state: State, agent: str, mine: list[Contract], locale: Locale) -> tuple[str, ...]:
    """Return the critical items other than messages: overwritten values, overdue replies, instructions of contracts."""
    notices = [notice_text(one, locale) for one in state.board.notices.get(agent, ())]
    late = [owed_text(state, one, locale) for one in state.owed_by(agent) if one.overdue]
    return (
        *notices,
        *late,
        *_interruption(state, agent, locale),
        *(text for entry in mine for text in _instructions(entry, locale)),
    )


def _interruption(state: State, agent: str, locale: Locale) -> Iterator[str]:
    """Yield a line if the agent's last turn was interrupted."""
    if agent in state.interrupted:
        reason = interruption_reason(state.interrupted[agent], agent, locale)
        yield say(locale, "own.interrupted", reason=reason)


def _instructions(entry: Contract, locale: Locale) -> Iterator[str]:
    """Yield the instructions of a contract for its situation: blocked, or a limit reached."""
    name = entry.terms.id
    if entry.status == "blocked" and entry.terms.failure_handling.on_blocked:
        yield say(locale, "contract.blocked_now", id=name, text=entry.terms.failure_handling.on_blocked)
    for one in entry.limits:
        yield say(locale, "contract.limit", id=name, limit=one.limit, text=one.instruction)


def notice_text(one: RereadNoticed, locale: Locale) -> str:
    """Return a re-read notice: the field, both values, and the author of the current one."""
    key = "reread.late" if one.late else "reread.overwritten"
    return say(locale, key, path=one.path, kept_by=one.kept_by, kept=brief(one.kept), lost=brief(one.lost))
