"""The texts that hooks give to a model: one answer for each moment of its session.

A hook gives the agent only what it must know now, and never blocks its work: each message keeps a model from stopping
only once, and without news a hook says nothing. All text is from other participants and is marked as such.
"""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from secrets import token_hex

from renkei.edges.coding_agents.changes import SessionChanges
from renkei.edges.coding_agents.edits import ToolCall
from renkei.edges.coding_agents.notes import Notes
from renkei.edges.coding_agents.program import Moment, Program, Said
from renkei.engine.events import MessageSent
from renkei.errors import TurnLostError
from renkei.project.project import Project
from renkei.project.turns.session import LEASE, READING, TOLD, Session
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

TURN = "turn"
"""The note of the turn begun at the start of a session, which the tool server continues."""

IDLE = "idle"
"""The note that counts how often a teammate was kept from going idle."""

WAITING = "waiting"
"""The note that identifies the waiting stop by a random word."""

SPEAKING = "speaking"
"""The note, of all sessions of an agent, that names the newest: an earlier one in the same program is not woken."""

WAIT_SECONDS = 86_400.0
"""Seconds that a stop waits."""

MOST_HOLDS = 2
"""How often a teammate with unfinished work is kept from going idle."""


def at_prompt(session: Session) -> Said | None:
    """Return critical and relevant messages that were not shown yet."""
    return _said(session.news(tiers=TOLD))


def at_step(session: Session) -> Said | None:
    """Return critical messages that were not shown yet."""
    return _said(session.news())


def at_end(session: Session) -> Said | None:
    """Return why the model must continue: once for each owed reply and each critical message."""
    reason = session.stop()
    return None if reason is None else Said(reason, go_on=True)


def at_rest(session: Session, notes: Notes) -> Said | None:
    """Wait for work and return the reason with the news; None when the program ends or the session stops again."""
    program, mine = os.getppid(), token_hex(8)
    notes.write(WAITING, mine)

    def is_over() -> bool:
        is_newest = notes.of(session.agent).read(SPEAKING) in ("", notes.name)
        return os.getppid() != program or notes.read(WAITING) != mine or not is_newest

    reason = session.wait_for_reason(WAIT_SECONDS, is_over)
    if reason is None or is_over():
        return None
    why = say(session.project.state.locale, "session.needed", reason=reason)
    news = session.news(READING.budget, TOLD)
    return Said(why if news is None else f"{why}\n{news}", go_on=True)


MOMENTS: Mapping[Moment, Callable[[Session], Said | None]] = {"prompt": at_prompt, "step": at_step, "stop": at_end}
"""The answer for each moment at which the tool server runs."""


def answer(
    session: Session,
    program: Program,
    event: str,
    notes: Notes,
    changes: SessionChanges | None = None,
    call: ToolCall | None = None,
) -> str:
    """Return the tool server's answer to a hook, in the program's format; "{}" if there is nothing to say.

    `notes`: those of the program's session. `changes` records what the agent changes. `call`: the tool's call that the
    event is about.
    """
    moment = program.moments.get(event)
    is_concerned = changes is not None and _recorded(changes, program, event, call)
    if moment in ("start", "prompt"):
        notes.of(session.agent).write(SPEAKING, notes.name)
    if moment in ("start", "compacted"):
        with suppress(TurnLostError):
            session.rest()
        return program.write(event, at_start(session.project, session.agent, notes, is_new=moment == "start"))
    say_now = at_prompt if is_concerned else MOMENTS.get(moment or "idle")
    if say_now is None:
        return "{}"
    turn = notes.read(TURN)
    if turn:
        notes.write(TURN, "")
        session.go_on_with(turn)
    said: Said | None = None
    with suppress(TurnLostError):  # another session is the agent now; the next tool call says so
        said = say_now(session)
        if said is None and moment == "stop" and program.waits_in_stop(os.environ):
            said = at_rest(session, notes)
    return "{}" if said is None else program.write(event, said)


def _recorded(changes: SessionChanges, program: Program, event: str, call: ToolCall | None) -> bool:
    """Record what a session has changed; return whether the agent was notified of something by that."""
    if program.moments.get(event) == "stop":
        changes.look()
    elif call is not None and event == program.before_tool:
        changes.before(call)
    elif call is not None and event == program.after_tool:
        sent = (one for record in changes.after(call) for one in record.events if isinstance(one, MessageSent))
        return any(changes.agent in one.recipients for one in sent)
    return False


def at_seat_taken(locale: Locale, program: Program, event: str, agent: str, since: str) -> str:
    """Return the answer to a hook of a session while another one acts as the agent: nothing but that, at its start."""
    if program.moments.get(event) != "start":
        return "{}"
    return program.write(event, Said(say(locale, "session.taken", agent=agent, since=since)))


def at_start(project: Project, agent: str, notes: Notes, *, is_new: bool) -> Said:
    """Return what an agent must know at the start of a session, or after its model lost its memory.

    At a start it begins a turn, which the tool server continues, so the given messages count as read. Otherwise the
    session's turn is open and nothing is recorded: unread messages are shown again, and earlier ones with them.
    """
    if not is_new:
        look = project.context(agent, READING, recall=True)
        return Said(_marked(project, look.text))
    notes.forget_old()
    turn = project.begin_turn(agent, READING, lease=LEASE, take_over=True)
    notes.write(TURN, turn.id)
    return Said(_marked(project, turn.context.text))


def at_idle(project: Project, agent: str, notes: Notes) -> Said | None:
    """Return why a teammate should continue: its contract has unproved criteria. At most twice."""
    state = project.state
    found = [one for one in state.contracts.of(agent) if one.status == "in_progress" and one.unproved]
    count = int(notes.read(IDLE) or 0)
    if not found or count >= MOST_HOLDS:
        return None
    notes.write(IDLE, str(count + 1))
    first = found[0]
    criteria = "; ".join(first.terms.acceptance_criteria[index].criterion for index in first.unproved)
    return Said(say(state.locale, "session.unproved", id=first.terms.id, criteria=criteria), go_on=True)


def _said(text: str | None) -> Said | None:
    return None if text is None else Said(text)


def _marked(project: Project, text: str) -> str:
    return f"{say(project.state.locale, 'session.start')}\n{text}"
