"""The activity of a team as it happens: one line for each act, from the records and from tools that leave no record."""

import os
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from renkei.acp.activity import ToolActivity
from renkei.edges.cli.output.echo import DATA, json_text
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.output.timeline import LINES, Line, as_data, message_line
from renkei.edges.times import clock
from renkei.engine.events import MessageSent, TurnEnded
from renkei.engine.record import Record
from renkei.engine.state import HUMAN
from renkei.errors import LogError
from renkei.project.project import Project
from renkei.protocol.payloads import DecisionRequest
from renkei.wording.visible import one_line

TOOLS = {
    "bash": ("runs", "command"),
    "read_file": ("reads", "path"),
    "write_file": ("writes", "path"),
    "edit_file": ("edits", "path"),
    "search_files": ("searches for", "text"),
    "git_diff": ("compares", "path"),
    "git_log": ("reads the history of", "path"),
    "Skill": ("reads the skill", "skill"),
}
"""Tools that leave no record → what the member does, and the argument that is shown."""

LEFT_OUT = ("project", "board", "turn", "rule", "read", "quota", "evidence", "delivery", "group")
"""Kinds of lines that say how an act was kept, not what a participant did."""

OWN = ("joined", "left", "suspended", "resumed", "overdue")
"""Kinds of lines whose subject is who acts."""

LOOK = 0.5
"""Seconds after which the printer looks whether it is to end."""

DECIDES = "decides with: "
"""How a line begins that holds a command for the person, which is never cut."""

NAMES = 8
"""Columns of the names."""


class TeamLines:
    """Prints what happens in a project from `start` on, until `close`. The team calls the `on_` methods."""

    def __init__(self, output_format: str) -> None:
        self._format = output_format
        self._project: Project | None = None
        self._seq = 0
        self._said: dict[str, str] = {}
        self._waited = ""
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def listeners(self) -> dict[str, Any]:
        """The arguments of a team that let it call the `on_` methods."""
        return {
            "on_text": self.on_text,
            "on_tool_call": self.on_tool_call,
            "on_activity": self.on_activity,
            "on_storage_wait": self.on_storage_wait,
        }

    def start(self, project: Project) -> None:
        """Print what happens in a project from now on."""
        self._project, self._seq = project, project.state.seq
        self._thread.start()

    def close(self) -> None:
        """Print what has happened until now, and end."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()
        with self._printing():
            self._catch_up()

    def on_text(self, member: str, text: str) -> None:
        """Keep what a member's model writes until it is at its end."""
        with self._lock:
            self._said[member] = self._said.get(member, "") + text

    def on_tool_call(self, member: str, tool: str, arguments: Mapping[str, Any]) -> None:
        """Print what a member has said, and its call of a tool that leaves no record."""
        if self._project is None:
            return
        with self._printing():
            self._catch_up()
            self._say(member)
            if tool in TOOLS:
                does, argument = TOOLS[tool]
                data = {"tool": tool, "arguments": dict(arguments)}
                self._show(self._project.now(), member, f"{does} {arguments.get(argument, '')}", data)

    def on_activity(self, member: str, activity: ToolActivity) -> None:
        """Print a call of a coding agent's own tool when it has ended."""
        if self._project is None or activity.is_of_team or not activity.is_over:
            return
        with self._printing():
            self._catch_up()
            self._say(member)
            where = ", ".join(path for path in activity.paths if path not in activity.title)
            text = f"{activity.kind}  {activity.title}{f': {where}' if where else ''}"
            data = {"tool": activity.kind, "title": activity.title, "paths": list(activity.paths)}
            failed = " (failed)" if activity.status == "failed" else ""
            self._show(self._project.now(), member, f"{text}{failed}", {**data, "status": activity.status})

    def on_storage_wait(self, member: str, reason: str) -> None:
        """Print why a member waits for the disk, once until something happens again; "" when it waits no longer."""
        with self._printing():
            with suppress(LogError):  # the disk that is waited for may be the log's
                self._catch_up()
            if self._project is not None and (not reason or reason != self._waited):
                self._waited = reason
                text = f"waits: {reason}" if reason else "waits no longer"
                self._show(self._project.now(), member, text, {"waits": reason})

    def _run(self) -> None:
        assert self._project is not None
        while not self._ended.is_set():
            with suppress(LogError):  # a disk that fails: the same record is looked for again
                self._project.wait(self._seq, LOOK)
                with self._printing():
                    self._catch_up()
                continue
            self._ended.wait(LOOK)

    @contextmanager
    def _printing(self) -> Iterator[None]:
        """Keep other threads from printing during a block. A failure to print must not make the call of a member fail.

        When its output is closed, the team ends as by SIGTERM; on a full disk the lines are lost.
        """
        with self._lock:
            try:
                yield
            except BrokenPipeError:
                if not self._ended.is_set():
                    self._ended.set()
                    os.kill(os.getpid(), signal.SIGTERM)
            except OSError:
                pass

    def _catch_up(self) -> None:
        """Print the records that are new."""
        if self._project is None:
            return
        with self._lock:
            for record in self._project.records(self._seq):
                self._seq, self._waited = record.seq, ""
                if self._format in DATA:
                    print(json_text(as_data(record)), flush=True)
                for event in record.events:
                    if isinstance(event, TurnEnded):
                        self._say(event.agent)
                for who, text in _acts(record) if self._format not in DATA else ():
                    _print(record.at, who, text)

    def _say(self, member: str) -> None:
        text = self._said.pop(member, "").strip()
        if text and self._project is not None:
            self._show(self._project.now(), member, f"says: {text}", {"said": text})

    def _show(self, at: str, member: str, text: str, data: Mapping[str, Any]) -> None:
        if self._format in DATA:
            print(json_text({"at": at, "actor": member, **data}), flush=True)
        else:
            _print(at, member, text)


def _acts(record: Record) -> Iterator[tuple[str, str]]:
    """Yield who did something in a record, and what."""
    for event in record.events:
        if isinstance(event, MessageSent) and event.is_past:
            continue
        if isinstance(event, MessageSent):
            whom = ", ".join(event.message.receivers)
            yield event.message.from_, f"→ {whom}  {message_line(event.message).text}"
            if event.message.type == "DECISION_REQUEST" and HUMAN in event.recipients:
                yield HUMAN, _how_to_decide(event.message.payload)
            continue
        for line in LINES[type(event)](event):
            if line.kind in OWN:
                yield line.subject, f"{line.kind}  {line.text}"
            elif line.kind not in LEFT_OUT:
                yield record.actor, _told(line)


def _how_to_decide(asked: DecisionRequest) -> str:
    options = ", ".join(option.label for option in asked.options)
    return f"{DECIDES}renkei decide {asked.decision_id} {f'OPTION ({options})' if options else 'OPTION'}"


def _told(line: Line) -> str:
    return f"{'' if line.kind == 'contract' else f'{line.kind}  '}{line.subject}  {line.text}"


def _print(at: str, who: str, text: str) -> None:
    """Print one line: whole on a pipe, cut to the width of a terminal unless it is a command that a person copies."""
    parts = ((f"{clock(at)}  ", "dim"), (f"{one_line(who):<{NAMES}}", "bold cyan"), f"  {one_line(text)}")
    out, line = console(), Text.assemble(*parts)
    if out.is_terminal and not (who == HUMAN and text.startswith(DECIDES)):
        out.print(line, no_wrap=True, overflow="ellipsis")
    else:
        out.print(line)
