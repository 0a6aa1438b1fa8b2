"""What a person who talks to a lead can ask besides: commands after a slash, each with its answer as text.

The chat in a terminal and the sessions of editors offer the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from renkei.acts.choices import option_of, requests_for
from renkei.board.document import board_document
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.chat.bridge.post_text import post_text
from renkei.edges.cli.output.timeline import message_line
from renkei.engine.conversation.addressing import was_sent_to
from renkei.engine.events import MessageSent
from renkei.engine.state import HUMAN, State
from renkei.engine.views.waiting.person import waiting_for
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.protocol.payloads import Freeform
from renkei.wording.values import quote
from renkei.wording.visible import one_line, visible

if TYPE_CHECKING:
    from renkei.project.project import Project
    from renkei.protocol.messages import AnyMessage

INTERRUPTED = "The person interrupted you: end your answer and wait for what they say next."
"""The message to a lead whose answer a person interrupts."""


@frozen
class Talk:
    """A person's talk with the lead of a project."""

    project: Project
    lead: str
    person: str = HUMAN

    def message(self, text: str) -> AnyMessage:
        """Return what the person says to the lead as a message, which is not sent."""
        payload = Freeform(intent_hint="MESSAGE", body=text, requires_response=False, urgency="high")
        about = one_line(text.split("\n", 1)[0][:120])
        return self.project.message(self.person, payload, self.lead, "high", about)


def team(talk: Talk, rest: str) -> str:
    """Return the roster."""
    from renkei.edges.team.roster import roster

    return _lines(roster(talk.project))


def inbox(talk: Talk, rest: str) -> str:
    """Return the unread messages of the lead, or of the participant who is named."""
    from renkei.edges.team.roster import inbox

    return _lines(inbox(talk.project, rest or talk.lead) or ["Nothing is unread."])


def tasks(talk: Talk, rest: str) -> str:
    """Return the open tasks and the last closed ones."""
    found = sorted(talk.project.state.contracts.entries.values(), key=lambda one: one.seq)
    lines = [
        f"{one.terms.id}  {one.status}  {one.assignee or '–'}  {one_line(one.terms.inputs.description)}"
        for one in found
    ]
    return _lines(lines or ["There are no tasks."])


def board(talk: Talk, rest: str) -> str:
    """Return the board."""
    document = board_document(talk.project.state.board)
    document["project_state"].pop("changelog", None)
    return to_yaml(document)


def waiting_decisions(talk: Talk) -> list[str]:
    """Return the decisions that wait for the person."""
    return [one.ref for one in waiting_for(talk.project.state, talk.person) if one.kind == "decision"]


def decide(talk: Talk, rest: str) -> str:
    """Make a decision that waits for the person; its id may be left out where only one does."""
    named, _, option = rest.partition(" ")
    state, waiting = talk.project.state, waiting_decisions(talk)
    is_id = named in state.board.ids("pending_decisions")
    decision, option = (waiting[0], rest) if len(waiting) == 1 and not is_id else (named, option)
    option, _, why = option.partition(" because ")
    if not option.strip():
        requests = [one for ref in ([named] if is_id else waiting) for one in requests_for(state, ref)]
        return _lines([text_of(state, one) for one in requests] or ["No decision waits for you."])
    option = option_of(state, decision, option.strip())
    talk.project.decide(decision, option, why.strip(), actor=talk.person)
    return _lines([f"{decision}: {option}"])


def stop(talk: Talk, rest: str) -> str:
    """Ask a member to end."""
    from renkei.edges.team.shutdown import request_shutdown
    from renkei.edges.team.standings import agents_of

    known = agents_of(talk.project.state)
    if rest not in known:
        return _lines([f"There is no member {quote(rest)}. Members: {', '.join(known)}."])
    request_shutdown(talk.project, rest, actor=talk.person)
    return _lines([f"Asked to end: {rest}."])


Command = tuple[str, Callable[[Talk, str], str]]

COMMANDS: Mapping[str, Command] = {
    "team": ("Who is there, what each does, and its task.", team),
    "inbox": ("Unread messages of the lead, or of NAME.", inbox),
    "tasks": ("The tasks of the team.", tasks),
    "board": ("The shared board.", board),
    "decide": ("Decide: /decide [ID] OPTION because REASON; or one key, such as 1.", decide),
    "stop": ("Ask a member to end: /stop NAME.", stop),
}
"""Commands after a slash: a line of help and the function."""


def unknown(name: str, known: Collection[str]) -> BadValueError:
    """Return the refusal of a name that is no command."""
    from renkei.edges.chat.bridge.commands import unknown_command  # few lines need it

    return unknown_command(one_line(name), "/", known)


def is_for(person: str, state: State, event: MessageSent) -> bool:
    """Return whether a message of somebody else was sent to a person."""
    return event.message.from_ != person and was_sent_to(state, event, person)


def text_of(state: State, message: AnyMessage) -> str:
    """Return a message as the person reads it: a question in full, as the person answers it here."""
    if message.type == "DECISION_REQUEST":
        return post_text(message, state.locale)
    text = message.payload.body if message.type == "FREEFORM" else message_line(message).text
    return f"[{message.from_}] {text}"


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{visible(one)}\n" for one in lines)
