"""A talk with the lead of a team in the terminal: lines go to the lead, its text comes as it is written."""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from renkei.acp.activity import ToolActivity
from renkei.edges.cli.output.echo import echo
from renkei.edges.cli.team.lead_commands import (
    COMMANDS,
    INTERRUPTED,
    Talk,
    decide,
    is_for,
    text_of,
    unknown,
    waiting_decisions,
)
from renkei.engine.events import MessageSent
from renkei.engine.state import HUMAN
from renkei.errors import RenkeiError, TurnLostError
from renkei.wording.visible import visible

if TYPE_CHECKING:
    from renkei.edges.team.team import Team
    from renkei.project.project import Project
    from renkei.protocol.messages import AnyMessage

PROMPT = "> "

LOOK = 0.05
"""Seconds between two looks at the lead's new text, and for Ctrl-C, while a person waits for an answer."""

END = ""
"""Marks the end of a text of the lead among the pieces of text."""


class TeamChat:
    """One talk. The team calls the `on_` methods; `run` takes the lines of standard input to their end."""

    def __init__(self) -> None:
        self._team: Team | None = None
        self._texts: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
        """The words of the lead, each piece with the last record before it."""
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

    @property
    def listeners(self) -> dict[str, Any]:
        """The arguments of a team that let it call the `on_` methods."""
        return {
            "on_text": self.on_text,
            "on_tool_call": self.on_tool_call,
            "on_activity": self.on_activity,
            "on_storage_wait": self.on_storage_wait,
        }

    @property
    def _talk(self) -> Talk:
        return Talk(self._project, self._lead)

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

    def on_activity(self, member: str, activity: ToolActivity) -> None:
        """Take a call of a tool of a coding agent, as `on_tool_call` does."""
        if not activity.is_over:
            self.on_tool_call(member, activity.title, {})

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
        word, _, rest = line.strip().partition(" ")
        name = word.removeprefix("/")
        try:
            if not word:
                return
            if len(word) == 1 and not rest and self._asked & set(waiting_decisions(self._talk)):
                self._decide_shown(word)
            elif not word.startswith("/"):
                self._ask(line.strip())
            elif name in COMMANDS:
                if name == "decide":  # it shows them
                    self._asked.update(waiting_decisions(self._talk))
                echo(COMMANDS[name][1](self._talk, rest.strip()), nl=False)
            elif name in OWN:
                OWN[name][1](self, rest.strip())
            else:
                raise unknown(name, (*COMMANDS, *OWN))
        except RenkeiError as error:
            echo(f"{error}")

    def _ask(self, text: str) -> None:
        """Send a text to the lead, and show its answer."""
        message = self._talk.message(text)
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
                if isinstance(event, MessageSent) and is_for(HUMAN, self._project.state, event):
                    self._break()
                    self._show_message(event.message)

    def _show_message(self, message: AnyMessage) -> None:
        if message.type == "DECISION_REQUEST":
            self._asked.add(message.payload.decision_id)
        echo(text_of(self._project.state, message))

    def _decide_shown(self, key: str) -> None:
        """Make the decision that was shown, by the number or the first letter of an option."""
        found = [one for one in waiting_decisions(self._talk) if one in self._asked]
        if len(found) == 1:
            echo(decide(self._talk, f"{found[0]} {key}"), nl=False)
            return
        echo("\n".join((f"{len(found)} decisions wait for you. Write /decide ID OPTION:", *found)))

    def _break(self) -> None:
        """Begin a new line."""
        if not self._at_begin:
            print(flush=True)
            self._at_begin = True

    def goal(self, rest: str) -> None:
        """Give the lead the goal of the file."""
        from renkei.edges.team.goal import goal_of

        assert self._team is not None
        self._team.give_goal()
        self._follow(goal_of(self._project, self._team.file.lead.id))

    def help(self, rest: str) -> None:
        """Print the commands."""
        for name, (about, _) in (*COMMANDS.items(), *OWN.items()):
            echo(f"/{name:<12}{about}")


OWN: dict[str, tuple[str, Callable[[TeamChat, str], None]]] = {
    "goal": ("Give the lead the goal of the team's file.", TeamChat.goal),
    "help": ("This list. Ctrl-C interrupts the lead, Ctrl-D ends the chat.", TeamChat.help),
}
"""Commands that only the chat in a terminal has: a line of help and the function."""
