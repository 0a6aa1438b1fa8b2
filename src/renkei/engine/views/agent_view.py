"""What one agent can see: gathers from the state everything that its context could hold (section 3).

Nothing is decided about space here; `renkei.budget` does that. The cost grows with what the agent has not read and
with what it is connected to, not with the history or the size of the team.
"""

from collections.abc import Collection, Iterator
from typing import Unpack

from renkei.board.events import RereadNoticed
from renkei.board.state import Change, brief
from renkei.budget.context.build import Context, build
from renkei.budget.context.message_text import cut
from renkei.budget.context.reading import DEFAULT_READING, Reading, ReadingOptions
from renkei.budget.context.view import View
from renkei.budget.past_message import PastMessage
from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import node
from renkei.documents.json_pointer import join
from renkei.engine.loop_guard import SUSPENSIONS
from renkei.engine.state import Obligation, State
from renkei.engine.system_messages import interruption_reason
from renkei.engine.views.contract_text import artifact_text, duty
from renkei.engine.views.inbox import unread_messages
from renkei.errors import UnknownActorError
from renkei.protocol.primitives import PRIORITIES, Locale
from renkei.texts.say import say

MEMBERS_SHOWN = 20
CLAIMABLE_SHOWN = 5


def context(state: State, agent: str, reading: Reading = DEFAULT_READING, **options: Unpack[ReadingOptions]) -> Context:
    """Return what an agent would read if its turn began now; changes nothing. `options` replace fields of `reading`.

    Raises UnknownActorError, or BudgetTooSmallError.
    """
    reading = reading.override(**options)
    return build(view(state, agent, reading), reading.budget, reading.count, reading.rendering)


def view(state: State, agent: str, reading: Reading = DEFAULT_READING) -> View:
    """Return everything that an agent's context could hold; raises UnknownActorError."""
    if agent not in state.actors:
        raise UnknownActorError(actor=agent, known=state.known_actors())
    locale = reading.locale or state.locale
    actor, mine = state.actors[agent], list(state.contracts.of(agent))
    board = _board(state, agent, locale)
    return View(
        agent=agent,
        locale=locale,
        identity=say(locale, "own.identity", agent=agent + (f" ({actor.role})" if actor.role else ""), team=state.name),
        own=_own(state, agent, locale),
        duties=tuple(duty(state, contract, locale) for contract in _current_first(state, agent, mine)),
        alerts=_alerts(state, agent, mine, locale),
        notices=len(state.board.notices.get(agent, ())),
        unread=unread_messages(state, agent, locale, reading.summarize),
        board=board,
        changes=_changes(state, agent, locale) if agent in state.read_up_to else board,
        past=_past(state, agent) if reading.recall else (),
        delivery=state.delivery,
    )


def _past(state: State, agent: str) -> tuple[PastMessage, ...]:
    """Return the recent messages that the agent has read or written."""
    unread: Collection[str] = state.unread.get(agent, ())
    mine = (one for one in state.recent_messages if agent == one.sender or agent in one.recipients)
    return tuple(one for one in mine if one.id not in unread)


def _own(state: State, agent: str, locale: Locale) -> tuple[str, ...]:
    actor, board = state.actors[agent], state.board
    lines = []
    if board.has_entry(join("agents", agent)):
        status, task, waits = (board.agent(agent, name) for name in ("status", "current_task", "blocked_by"))
        lines.append(say(locale, "own.status", status=status, task=task, blocked_by=waits))
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
        lines.append(say(locale, "own.artifacts", artifacts="; ".join(artifact_text(state, ref) for ref in refs)))
    unread: Collection[str] = state.unread.get(agent, ())
    lines += [_owed(one, locale) for one in state.owed_by(agent) if not one.overdue and one.message_id not in unread]
    ready = [_claimable(entry) for entry in state.contracts.ready() if entry.fits(actor.role)]
    if ready:
        lines.append(say(locale, "own.claimable", items="; ".join(ready[:CLAIMABLE_SHOWN])))
    return tuple(lines)


def _current_first(state: State, agent: str, mine: list[Contract]) -> list[Contract]:
    """Return an agent's contracts, first the one that it works on, then by urgency."""
    current = state.contracts.find(state.board.agent(agent, "current_task"))
    return sorted(mine, key=lambda one: (one is not current, PRIORITIES[one.terms.priority], one.seq, one.terms.id))


def _claimable(entry: Contract) -> str:
    return f"{entry.terms.id} {cut(entry.terms.inputs.description, 60)}"


def _owed(one: Obligation, locale: Locale) -> str:
    expects = " | ".join(one.expects)
    key = "own.overdue" if one.overdue else "own.owed"
    return say(locale, key, creditor=one.creditor, expects=expects, id=one.message_id, summary=one.summary)


def _alerts(state: State, agent: str, mine: list[Contract], locale: Locale) -> tuple[str, ...]:
    """Return what is critical besides messages: overwritten values, overdue replies, instructions of contracts."""
    notices = [_notice(one, locale) for one in state.board.notices.get(agent, ())]
    late = [_owed(one, locale) for one in state.owed_by(agent) if one.overdue]
    return (
        *notices,
        *late,
        *_interruption(state, agent, locale),
        *(text for entry in mine for text in _instructions(entry, locale)),
    )


def _interruption(state: State, agent: str, locale: Locale) -> Iterator[str]:
    """Yield that the agent's last turn was interrupted."""
    if agent in state.interrupted:
        reason = interruption_reason(state.interrupted[agent], agent, locale)
        yield say(locale, "own.interrupted", reason=reason)


def _instructions(entry: Contract, locale: Locale) -> Iterator[str]:
    """Yield the instructions of a contract for the situation it is in: blocked, or a limit reached."""
    name = entry.terms.id
    if entry.status == "blocked" and entry.terms.failure_handling.on_blocked:
        yield say(locale, "contract.blocked_now", id=name, text=entry.terms.failure_handling.on_blocked)
    for one in entry.limits:
        yield say(locale, "contract.limit", id=name, limit=one.limit, text=one.instruction)


def _notice(one: RereadNoticed, locale: Locale) -> str:
    key = "reread.late" if one.late else "reread.overwritten"
    return say(locale, key, path=one.path, kept_by=one.kept_by, kept=brief(one.kept), lost=brief(one.lost))


def _board(state: State, agent: str, locale: Locale) -> tuple[str, ...]:
    board = state.board
    lines = [
        say(locale, "board.goal", goal=board.get("/goal")),
        say(locale, "board.phase", phase=board.get("/current_phase")),
    ]
    lines += _decisions(state, agent, locale)
    for name in reversed(board.ids("blockers")):
        path = join("blockers", name)
        if not board.get(f"{path}/resolved"):
            agents = ", ".join(board.get(f"{path}/affected_agents"))
            lines.append(
                say(locale, "board.blocker", id=name, description=board.get(f"{path}/description"), agents=agents)
            )
    lines += [_member(state, one, locale) for one in _members(state, agent)]
    lines += [f"- {artifact_text(state, ref)}" for ref in _artifacts_of_others(state, agent)]
    recent = board.changelog[max(len(board.changelog) - state.delivery.changelog_limit, 0) :]
    return (*lines, *(_change(one, locale) for one in recent))


def _changes(state: State, agent: str, locale: Locale) -> tuple[str, ...]:
    """Return what others wrote on the board since the agent last read it, the oldest first."""
    since = state.read_up_to[agent]
    return tuple(_change(one, locale) for one in state.board.changelog if one.seq > since and one.agent != agent)


def _change(one: Change, locale: Locale) -> str:
    return say(locale, "board.change", timestamp=one.timestamp[:19] + "Z", agent=one.agent, diff=one.diff_summary)


def _decisions(state: State, agent: str, locale: Locale) -> list[str]:
    board = state.board
    rows = []
    for name in board.ids("pending_decisions"):
        path = join("pending_decisions", name)
        status, owner, question, resolution = (
            board.get(f"{path}/{key}") for key in ("status", "owner", "question", "resolution")
        )
        text = say(locale, "board.decision", id=name, status=status, owner=owner, question=question)
        rows.append((status == "resolved", owner != agent, f"{text} → {resolution}" if resolution else text))
    return [text for _, _, text in sorted(rows, key=lambda row: row[:2])][:MEMBERS_SHOWN]


def _members(state: State, agent: str) -> list[str]:
    """Return the agents to show: first those that wait for this agent or that it waits for."""
    here = node("agent", agent)
    near = state.links.neighbours(here, "in", ("waits_for",))
    names = [one.partition(":")[2] for one in near if one.startswith("agent:")]
    names += state.links.responsible(next(iter(state.links.neighbours(here, "out", ("waits_for",))), ""))
    names += state.board.ids("agents")[: MEMBERS_SHOWN + 1]
    return [one for one in dict.fromkeys(names) if one != agent][:MEMBERS_SHOWN]


def _artifacts_of_others(state: State, agent: str) -> list[str]:
    board = state.board
    agents = (*board.ids("agents"), *sorted(state.departed))
    refs = (ref for one in agents if one != agent for ref in board.ids("agents", one, "artifacts"))
    return list(dict.fromkeys(refs))


def _member(state: State, agent: str, locale: Locale) -> str:
    task, waits = (state.board.agent(agent, name) for name in ("current_task", "blocked_by"))
    text = say(locale, "board.member", agent=agent, status=state.board.agent(agent, "status"))
    text += say(locale, "board.member_task", task=task) if task else ""
    return text + (say(locale, "board.member_waiting", blocked_by=waits) if waits else "")
