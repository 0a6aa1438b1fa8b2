"""A talk with the lead of a team in the terminal: lines go to the lead, its text comes as it is written."""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from renkei.acts.choices import option_of, requests_for
from renkei.board.document import board_document
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.chat.bridge.post_text import post_text
from renkei.edges.cli.output.echo import echo
from renkei.edges.cli.output.timeline import message_line
from renkei.engine.conversation.addressing import was_sent_to
from renkei.engine.events import MessageSent
from renkei.engine.state import HUMAN, State
from renkei.engine.views.waiting.person import waiting_for
from renkei.errors import RenkeiError, TurnLostError
from renkei.protocol.payloads import Freeform
from renkei.wording.values import quote
from renkei.wording.visible import one_line, visible

if TYPE_CHECKING:
    from renkei.edges.team.team import Team
    from renkei.project.project import Project
    from renkei.protocol.messages import AnyMessage

PROMPT = "> "

LOOK = 0.05
"""Seconds between two looks at the lead's new text, and for Ctrl-C, while a person waits for an answer."""

END = ""
"""Marks the end of a text of the lead among the pieces of text."""

INTERRUPTED = "The person interrupted you: end your answer and wait for what they say next."


class TeamChat:
    """One talk. The team calls the `on_` methods; `run` takes the lines of standard input to their end."""

    def __init__(self) -> None:
        self._team: Team | None = None
        self._texts: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
        """What the lead has written, each piece with the last record before it."""
        self._turn = ""
        """The lead's turn that wrote last."""
        self._waited = ""
        """The reason that was shown last for which a member waits for the disk."""
        self._seq = 0
        self._asked: set[str] = set()
        """The decisions whose question was shown."""
        self._at_begin = True
        """Whether what is printed next begins a line."""

    @property
    def _project(self) -> Project:
        assert self._team is not None
        return self._team.project

    @property
    def _lead(self) -> str:
        assert self._team is not None
        return self._team.file.lead.id

    def on_text(self, member: str, text: str) -> None:
        """Take a piece of text of a member; only the lead's is shown. Raises TurnLostError after an interruption."""
        if self._team is None or member != self._lead:
            return
        turn = self._project.state.turns.get(member)
        if turn is None:
            raise TurnLostError(turn="", agent=member)
        if turn.turn != self._turn:
            self._turn, self._waited = turn.turn, ""
            self._write(END)
        self._write(text)

    def on_tool_call(self, member: str, tool: str, arguments: Mapping[str, Any]) -> None:
        """Take a call of a tool: what the lead writes after it is another text."""
        if self._team is not None and member == self._lead:
            self._write(END)

    def _write(self, text: str) -> None:
        self._texts.put((self._project.state.seq, text))

    def on_storage_wait(self, member: str, reason: str) -> None:
        """Take the reason for which a member waits for the disk; it is shown once until the lead writes again.

        "" when it waits no longer.
        """
        if not reason or reason != self._waited:
            self._waited = reason
            said = f"waits: {reason}" if reason else "waits no longer"
            for text in (END, f"({member} {said})\n"):
                self._write(text)

    def run(self, team: Team) -> None:
        """Start the team and talk until the input ends."""
        self._team, self._seq = team, team.project.state.seq
        team.start(goal=False)
        try:
            if sys.stdin.isatty():
                echo(f"{team.file.name}: {', '.join(team.names)}. Your words go to {self._lead}; /help lists commands.")
            while (line := self._line()) is not None:
                self._take(line)
        finally:
            team.close()
            self._show()

    def _line(self) -> str | None:
        """Return the next line that is typed; None at the end of the input."""
        self._show()
        self._break()
        try:
            return input(PROMPT if sys.stdin.isatty() else "")
        except EOFError:
            return None
        except KeyboardInterrupt:
            echo("\nCtrl-D ends the chat.")
            return ""

    def _take(self, line: str) -> None:
        """Perform a line; print the reason of a refusal."""
        name, _, rest = line.strip().partition(" ")
        try:
            if not name:
                return
            if len(line.strip()) == 1 and self._asked & set(self._decisions()):
                self._decide_shown(line.strip())
            elif not name.startswith("/"):
                self._ask(line.strip())
            elif name.removeprefix("/") in COMMANDS:
                COMMANDS[name.removeprefix("/")][1](self, rest.strip())
            else:
                from renkei.edges.chat.bridge.commands import unknown_command  # few lines need it

                raise unknown_command(one_line(name.removeprefix("/")), "/", COMMANDS)
        except RenkeiError as error:
            echo(f"{error}")

    def _ask(self, text: str) -> None:
        """Send a text to the lead, and show its answer."""
        payload = Freeform(intent_hint="MESSAGE", body=text, requires_response=False, urgency="high")
        about = one_line(text.split("\n", 1)[0][:120])
        message = self._project.message(HUMAN, payload, self._lead, "high", about)
        self._project.send(message)
        self._follow(message.id)

    def _follow(self, message: str) -> None:
        """Show what the lead answers to a message until its turn is over or Ctrl-C interrupts it."""
        try:
            while self._is_open(message):
                self._project.wait(self._seq, LOOK)
                self._show()
        except KeyboardInterrupt:
            self._project.interrupt_turn(self._lead, INTERRUPTED)
            self._show()
            self._break()
            echo("(interrupted)")
        self._show()
        self._break()

    def _is_open(self, message: str) -> bool:
        """Return whether the lead is yet to answer a message."""
        assert self._team is not None
        state, lead = self._project.state, self._lead
        if lead not in self._team.names or lead in self._team.failed:
            self._break()
            echo(f"{lead} is not there: {self._team.failed.get(lead, 'it has left')}")
            return False
        stopped = state.suspended.get(lead) or (state.halted and f"the project is halted ({state.halted})")
        if stopped:
            echo(f"{lead} cannot answer: {stopped}")
            return False
        return lead in state.turns or message in state.unread.get(lead, ())

    def _show(self) -> None:
        """Print what the lead has written, and the messages to the person, since the last time, in their order."""
        while True:
            try:
                seq, text = self._texts.get_nowait()
            except queue.Empty:
                break
            self._show_messages(seq)
            if text == END:
                self._break()
            else:
                print(visible(text), end="", flush=True)
                self._at_begin = text.endswith("\n")
        self._show_messages(self._project.state.seq)

    def _show_messages(self, upto: int) -> None:
        """Print the messages to the person up to a record."""
        for record in islice(self._project.records(self._seq), max(upto - self._seq, 0)):
            self._seq = record.seq
            for event in record.events:
                if isinstance(event, MessageSent) and _is_for_person(self._project.state, event):
                    self._break()
                    self._show_message(event.message)

    def _show_message(self, message: AnyMessage) -> None:
        if message.type == "DECISION_REQUEST":
            self._asked.add(message.payload.decision_id)
        echo(_text(self._project.state, message))

    def _decisions(self) -> list[str]:
        """Return the decisions that wait for the person."""
        return [one.ref for one in waiting_for(self._project.state, HUMAN) if one.kind == "decision"]

    def _break(self) -> None:
        """Begin a new line."""
        if not self._at_begin:
            print(flush=True)
            self._at_begin = True

    def team(self, rest: str) -> None:
        """Print the roster."""
        from renkei.edges.team.roster import roster

        _lines(roster(self._project))

    def inbox(self, rest: str) -> None:
        """Print the unread messages of the lead, or of the participant who is named."""
        from renkei.edges.team.roster import inbox

        _lines(inbox(self._project, rest or self._lead) or ["Nothing is unread."])

    def tasks(self, rest: str) -> None:
        """Print the open tasks and the last closed ones."""
        contracts = self._project.state.contracts
        found = sorted(contracts.entries.values(), key=lambda one: one.seq)
        lines = [
            f"{one.terms.id}  {one.status}  {one.assignee or '–'}  {one_line(one.terms.inputs.description)}"
            for one in found
        ]
        _lines(lines or ["There are no tasks."])

    def board(self, rest: str) -> None:
        """Print the board."""
        document = board_document(self._project.state.board)
        document["project_state"].pop("changelog", None)
        echo(to_yaml(document), nl=False)

    def goal(self, rest: str) -> None:
        """Give the lead the goal of the file."""
        from renkei.edges.team.standings import GOAL

        assert self._team is not None
        self._team.give_goal()
        self._follow(GOAL)

    def decide(self, rest: str) -> None:
        """Make a decision that waits for the person; its id may be left out where only one does."""
        named, _, option = rest.partition(" ")
        state, waiting = self._project.state, self._decisions()
        is_id = named in state.board.ids("pending_decisions")
        decision, option = (waiting[0], rest) if len(waiting) == 1 and not is_id else (named, option)
        option, _, why = option.partition(" because ")
        if not option.strip():
            requests = [one for ref in ([named] if is_id else waiting) for one in requests_for(state, ref)]
            for one in requests:
                self._show_message(one)
            _lines([] if requests else ["No decision waits for you."])
            return
        option = option_of(state, decision, option.strip())
        self._project.decide(decision, option, why.strip())
        echo(f"{decision}: {option}")

    def _decide_shown(self, key: str) -> None:
        """Make the decision that was shown, by the number or the first letter of an option."""
        found = [one for one in self._decisions() if one in self._asked]
        if len(found) == 1:
            self.decide(f"{found[0]} {key}")
        else:
            _lines([f"{len(found)} decisions wait for you. Write /decide ID OPTION:", *found])

    def stop(self, rest: str) -> None:
        """Ask a member to end."""
        assert self._team is not None
        if rest not in self._team.names:
            echo(f"There is no member {quote(rest)}. Members: {', '.join(self._team.names)}.")
            return
        self._team.stop(rest)
        echo(f"Asked to end: {rest}.")

    def help(self, rest: str) -> None:
        """Print the commands."""
        _lines([f"/{name:<12}{about}" for name, (about, _) in COMMANDS.items()])


def _is_for_person(state: State, event: MessageSent) -> bool:
    return event.message.from_ != HUMAN and was_sent_to(state, event, HUMAN)


def _lines(lines: Sequence[str]) -> None:
    for one in lines:
        echo(one)


def _text(state: State, message: AnyMessage) -> str:
    """Return a message as the person reads it: a question in full, as the person answers it here."""
    if message.type == "DECISION_REQUEST":
        return post_text(message, state.locale)
    text = message.payload.body if message.type == "FREEFORM" else message_line(message).text
    return f"[{message.from_}] {text}"


COMMANDS: dict[str, tuple[str, Callable[[TeamChat, str], None]]] = {
    "team": ("Who is there, what each does, and its task.", TeamChat.team),
    "inbox": ("Unread messages of the lead, or of NAME.", TeamChat.inbox),
    "tasks": ("The tasks of the team.", TeamChat.tasks),
    "board": ("The shared board.", TeamChat.board),
    "goal": ("Give the lead the goal of the team's file.", TeamChat.goal),
    "decide": (
        "Decide: /decide [ID] OPTION because REASON; or one key, such as 1.",
        TeamChat.decide,
    ),
    "stop": ("Ask a member to end: /stop NAME.", TeamChat.stop),
    "help": ("This list. Ctrl-C interrupts the lead, Ctrl-D ends the chat.", TeamChat.help),
}
"""Commands after a slash: a line of help and the function."""
