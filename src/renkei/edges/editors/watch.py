"""Follows one project for one session, and shows its records in the editor in the order of the log.

The follower's thread and the threads of members call it, one at a time. Before a piece of text is passed on, the
records before it are, so that a message and the words around it keep their order.
"""

import threading
from collections.abc import Callable
from contextlib import suppress

from acp.helpers import SessionUpdate
from acp.schema import StopReason

from acp import helpers
from renkei.acp.activity import Edit, ToolActivity
from renkei.acts.choices import requests_for
from renkei.contracts.events import ContractTransitioned
from renkei.documents.json_pointer import join
from renkei.edges.editors.port import Front
from renkei.edges.editors.updates import decided_call, plan_of, recorded_call, tool_call
from renkei.engine.conversation.addressing import was_sent_to
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.unread import NONE_UNREAD
from renkei.engine.views.waiting.person import waiting_for
from renkei.errors import RenkeiError, TurnLostError
from renkei.files.events import FilesChanged
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.project.follower import Subscription
from renkei.project.running.secrets import redact
from renkei.protocol.messages import AnyMessage, DecisionRequestMessage
from renkei.wording.values import quote
from renkei.wording.visible import visible

LOOK = 1.0
"""Seconds after which the watch looks again, during a prompt, whether the lead's process is still there."""


@frozen
class Asking:
    """A decision that the person is to make."""

    decision: str
    request: DecisionRequestMessage


@frozen
class Over:
    """The end of a prompt's turn: `end_turn`, or `cancelled`."""

    reason: StopReason


Item = SessionUpdate | Asking | Over


class Watch:
    """One session's look at a project. `put` takes what happens, from any thread."""

    def __init__(self, front: Front, put: Callable[[Item], None]) -> None:
        self._front = front
        self._project = front.project
        self._put = put
        self._lock = threading.RLock()
        self._seq = self._project.state.seq
        self._plan = ""
        self._own: set[str] = set()
        """The messages that this session has sent."""
        self._shown: list[str] = []
        """The messages to the person that the editor shows, until the person has said something after them."""
        self._awaited: set[str] | None = None
        """The messages whose reading the prompt waits for; None while there is no prompt."""
        self._is_cancelled = False
        self._asked: dict[str, DecisionRequestMessage] = {}
        """The open decisions that the editor shows."""
        self._declined: set[str] = set()
        """The decisions that the editor's user has left open until the next prompt."""
        self._asks = False
        self._calls: set[str] = set()
        """The tool calls that are shown and not over."""
        self._turn = ""
        """The lead's turn that wrote last."""
        self._begins = True
        """Whether the next text begins a paragraph."""
        self._said_elsewhere = front.said_elsewhere()
        self._subscription: Subscription | None = None

    def start(self) -> None:
        """Follow the project from now on."""
        self._front.listen(self)
        self._subscription = self._project.follower.subscribe("an editor", self._look)

    def close(self) -> None:
        """Follow it no longer."""
        self._front.forget(self)
        if self._subscription is not None:
            self._subscription.end()

    def begin(self, text: str) -> None:
        """Send what the person says to the lead, and wait for its answer until `Over`; raises RenkeiError."""
        self._front.keep_running()
        message = self._front.message(text)
        with self._lock:
            self._catch_up()
            self._read()
            if self._is_cancelled:
                self._end("cancelled")
                return
            self._own.add(message.id)
            self._project.send(message)
            self._awaited, self._asks = {message.id}, True
            self._declined.clear()
            self._catch_up()
        if self._subscription is not None:
            self._subscription.ask()  # its next look is due in `LOOK`

    def reset(self) -> None:
        """Get ready for a prompt that may be cancelled before it begins."""
        self._is_cancelled = False

    def cancel(self) -> None:
        """Interrupt the lead's turn and end the prompt; raises RenkeiError."""
        self._is_cancelled = True
        with self._lock:
            if self._awaited is None:
                return
            self._catch_up()
            self._front.interrupt()
            self._catch_up()
            self._end("cancelled")

    def answer(self, decision: str, option: str) -> None:
        """Make a decision as the person does. An answer that comes too late changes nothing, and is reported."""
        with self._lock:
            self._catch_up()
            if decision not in self._asked:
                self.note(f"{decision} was decided already: the answer {quote(option)} changes nothing")
                return
        try:
            self._project.decide(decision, option, actor=self._front.person)
        except RenkeiError as error:
            self.note(f"{error}")
            self.leave_open(decision)
        self.catch_up()

    def leave_open(self, decision: str) -> None:
        """Take a decision as left open by the person: it is asked for again with the next prompt."""
        with self._lock:
            if self._asked.pop(decision, None) is not None:
                self._declined.add(decision)
            self._catch_up()

    def note(self, text: str) -> None:
        """Show a remark of renkei itself."""
        with self._lock:
            self._break()
            self._put(helpers.update_agent_message_text(visible(f"({text})\n\n")))
            self._begins = True

    def show(self, text: str) -> None:
        """Show the answer of a command, as it is."""
        with self._lock:
            self._break()
            self._put(helpers.update_agent_message_text(f"```\n{visible(text)}```\n\n"))

    def show_plan(self, state: State) -> None:
        """Show the plan if it differs from the one that is shown."""
        plan = plan_of(state)
        text = plan.model_dump_json()
        if text != self._plan and (self._plan or plan.entries):
            self._plan = text
            self._put(plan)

    def on_text(self, member: str, text: str) -> None:
        """Take a piece of text of a member; only the lead's is shown. Raises TurnLostError after an interruption."""
        if member != self._front.lead:
            return
        turn = self._project.state.turns.get(member)
        if turn is None:
            raise TurnLostError(turn="", agent=member)
        with self._lock:
            self._catch_up()
            if turn.turn != self._turn:
                self._turn = turn.turn
                self._break()
            self._text(text)

    def on_activity(self, member: str, activity: ToolActivity) -> None:
        """Show a member's tool call as it is now."""
        with self._lock:
            self._catch_up()
            name, is_over = f"{member}/{activity.call}", activity.status in ("completed", "failed")
            directory = self._front.directory_of(member)
            self._put(tool_call(member, redacted(activity), directory, is_known=name in self._calls))
            (self._calls.discard if is_over else self._calls.add)(name)
            if member == self._front.lead:
                self._break()

    def on_wait(self, member: str, reason: str) -> None:
        """Show why a member waits for the disk."""
        self.note(f"{member} waits: {reason}" if reason else f"{member} waits no longer")

    def catch_up(self) -> None:
        """Show what has happened until now."""
        with self._lock:
            self._catch_up()

    def _look(self) -> float | None:
        """Show what is new; return the seconds until the next look."""
        if self._awaited is not None:
            with suppress(RenkeiError):  # why the lead is silent is told below
                self._front.keep_running()
        self.catch_up()
        return None if self._awaited is None else LOOK

    def _catch_up(self) -> None:
        while True:
            for record in self._project.records(self._seq):
                self._seq = record.seq
                self._take(record)
            state = self._project.state
            if state.seq <= self._seq:
                break
        for text in self._said_elsewhere():
            self._break()
            self._text(f"{text}\n\n")
        self.show_plan(state)
        if self._asks:
            self._ask(state)
        self._look_whether_over(state)

    def _take(self, record: Record) -> None:
        for event in record.events:
            if isinstance(event, MessageSent) and not event.is_past:
                self._take_message(event)
            elif isinstance(event, FilesChanged | ContractTransitioned):
                agent = event.agent if isinstance(event, FilesChanged) else event.by
                if not self._front.is_here(agent):
                    call = recorded_call(record.seq, event, self._front.top_of(agent))
                    if call is not None:
                        self._put(call)

    def _take_message(self, event: MessageSent) -> None:
        message, person, lead = event.message, self._front.person, self._front.lead
        if message.from_ == person and lead in message.receivers:
            if self._awaited is not None:
                self._awaited.add(message.id)
            if message.id not in self._own and message.type == "FREEFORM":
                self._break()
                self._put(helpers.update_user_message_text(visible(message.payload.body)))
        elif message.from_ != person and was_sent_to(self._project.state, event, person):
            self.show_message(message)

    def show_message(self, message: AnyMessage) -> None:
        """Show a message to the person; a decision with options is asked for instead."""
        self._shown.append(message.id)
        if isinstance(message, DecisionRequestMessage) and message.payload.options:
            return
        self._break()
        self._put(helpers.update_agent_message_text(visible(f"{self._front.text_of(message)}\n\n")))

    def _ask(self, state: State) -> None:
        """Ask for each decision that waits for the person, and say which ones are made."""
        waiting = [one.ref for one in waiting_for(state, self._front.person) if one.kind == "decision"]
        for decision in [one for one in self._asked if one not in waiting]:
            del self._asked[decision]
            self._put(decided_call(decision, _outcome(state, decision)))
        for decision in waiting:
            if decision in self._asked or decision in self._declined:
                continue
            request = next((one for one in requests_for(state, decision) if one.payload.options), None)
            if request is not None:
                self._asked[decision] = request
                self._put(Asking(decision, request))

    def _look_whether_over(self, state: State) -> None:
        if self._awaited is None:
            return
        lead = self._front.lead
        if reason := self._front.why_silent():
            self.note(reason)
            self._end("end_turn")
        elif lead not in state.turns and not self._asked:
            unread = state.unread.get(lead, NONE_UNREAD)
            if not any(one in unread for one in self._awaited):
                self._end("end_turn")

    def _end(self, reason: StopReason) -> None:
        self._awaited = None
        self._break()
        self._put(Over(reason))

    def _read(self) -> None:
        """Mark the messages as read that the person has seen before saying something."""
        unread = self._project.state.unread.get(self._front.person, NONE_UNREAD)
        seen = [one for one in self._shown if one in unread]
        self._shown.clear()
        if seen:
            with suppress(RenkeiError):  # they are shown again then
                self._project.mark_read(seen, actor=self._front.person)

    def _text(self, text: str) -> None:
        if text:
            self._put(helpers.update_agent_message_text(redact(visible(text))))
            self._begins = text.endswith("\n\n")

    def _break(self) -> None:
        """Let what is shown next begin a paragraph."""
        if not self._begins:
            self._begins = True
            self._put(helpers.update_agent_message_text("\n\n"))


def redacted(activity: ToolActivity) -> ToolActivity:
    """Return an activity without the keys of providers."""
    edits = tuple(Edit(one.path, one.before and redact(one.before), redact(one.after)) for one in activity.edits)
    return replace(activity, title=redact(activity.title), output=redact(activity.output), edits=edits)


def _outcome(state: State, decision: str) -> str:
    """Return how a decision was made, if the board has it."""
    chosen = state.board.get(join("pending_decisions", decision, "resolution"))
    return f"{decision}: {chosen}" if chosen else f"{decision} waits no longer."
