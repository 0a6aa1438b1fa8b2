"""A project as an editor opens it, from a folder; the team of its file runs here unless it runs elsewhere."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import renkei
from renkei.edges.cli.arguments.person import check_person
from renkei.edges.cli.project_directory import VARIABLE, directory_in
from renkei.edges.cli.team.lead_commands import COMMANDS, INTERRUPTED, Talk, text_of
from renkei.edges.cli.team.start import TEAM_FILE, opened_team
from renkei.edges.editors.identity import identity_of
from renkei.edges.editors.port import Command, Found, Front, Listener
from renkei.edges.team.errors import MemberHeldError
from renkei.edges.team.members.conversation import NOTHING, is_held
from renkei.edges.team.standings import lead_of
from renkei.errors import ProjectError, RenkeiError, UnknownActorError
from renkei.log.atomic_write import open_plain
from renkei.protocol.primitives import Via
from renkei.store.layout import Layout
from renkei.workspace.agent_directories import AgentDirectories

if TYPE_CHECKING:
    from renkei.acp.activity import ToolActivity
    from renkei.edges.team.team import Team
    from renkei.protocol.messages import AnyMessage

VIA: Via = "editor"


class NoTeamError(ProjectError):
    """A folder has neither a project nor a team."""

    code = "NO_TEAM"
    template = "There is no renkei project and no {file} in {path!r} or above."
    hint_template = "Write {file} with a goal and a lead there, or create a project with `renkei init`."


class NoLeadError(ProjectError):
    """A project has no one to talk to."""

    code = "NO_LEAD"
    template = "The project in {path!r} has no agent that leads."
    hint_template = "Write {file} beside it, or let one join: `renkei join NAME --lead`."


class Folders:
    """Finds the project of a folder, for one person. `script` plays the models of its team."""

    def __init__(self, person: str, script: Path | None = None) -> None:
        self._person = person
        self._script = script

    def find(self, folder: Path) -> Found | None:
        """Return the project of a folder, which is only read; None without one. Raises RenkeiError."""
        directory, _ = _find_team(folder)
        if directory is None or not Layout(directory).holds_project:
            return None
        with renkei.open(directory) as project:
            state = project.state
            title = str(state.board.get("/goal") or "") or state.name
            return Found(identity_of(project, self._person), title, state.at)

    def open(self, folder: Path) -> Front:
        """Open the project of a folder, or create that of its team file, and run its team; raises RenkeiError."""
        directory, file = _find_team(folder)
        if directory is None:
            raise NoTeamError(path=str(folder), file=TEAM_FILE)
        front = TeamFront(directory, file, self._script, self._person)
        try:
            front.keep_running()
        except BaseException:
            front.close()
            raise
        return front


def _find_team(folder: Path) -> tuple[Path | None, Path | None]:
    """Return the project's directory and the team's file of a folder, or of the nearest one above that has either.

    $RENKEI_PROJECT names another project, as for all commands.
    """
    given = os.environ.get(VARIABLE)
    for here in (folder, *folder.parents):
        file = here / TEAM_FILE
        directory = directory_in(Path(given) if given else here)
        if file.is_file():
            return directory, file
        if Layout(directory).holds_project:
            return directory, None
    return None, None


class TeamFront:
    """An open project for sessions of editors; its team runs here, elsewhere, or nowhere."""

    def __init__(self, directory: Path, file: Path | None, script: Path | None, person: str) -> None:
        self.person = person
        self._listeners: tuple[Listener, ...] = ()
        self._starting = threading.Lock()
        self._is_running = False
        self._team: Team | None = None
        self._stack = ExitStack()
        with self._stack as opening:
            if file is not None:
                heard = {"on_text": self._on_text, "on_activity": self._on_activity, "on_storage_wait": self._on_wait}
                self._team = opening.enter_context(opened_team(file, script, via=VIA, **heard))
                self.project = self._team.project
            else:
                self.project = opening.enter_context(renkei.open(directory)).through(VIA)
            if person not in self.project.state.actors:
                raise UnknownActorError(actor=person, known=self.project.state.known_actors())
            check_person(self.project.state, person)
            if not self.lead:
                raise NoLeadError(path=str(directory.parent), file=TEAM_FILE)
            self._stack = opening.pop_all()
        self.commands: Mapping[str, Command] = {
            name: Command(about, partial(_answer, self, answer)) for name, (about, answer) in COMMANDS.items()
        }

    @property
    def lead(self) -> str:
        """The lead of the team's file, else the project's first agent that leads; "" without one."""
        return self._team.file.lead.id if self._team is not None else lead_of(self.project.state)

    @property
    def talk(self) -> Talk:
        """The person's talk with the lead."""
        return Talk(self.project, self.lead, self.person)

    def message(self, text: str) -> AnyMessage:
        """Return what the person says to the lead as a message, which is not sent."""
        return self.talk.message(text)

    def text_of(self, message: AnyMessage) -> str:
        """Return a message to the person as text."""
        return text_of(self.project.state, message)

    def keep_running(self) -> None:
        """Start the team unless a process runs it; raises RenkeiError."""
        with self._starting:
            if self._team is None or self._is_running or is_held(self._conversation):
                return
            with suppress(MemberHeldError):  # another process was faster
                self._team.start(goal=False)
                self._is_running = True

    def is_here(self, agent: str) -> bool:
        """Return whether this process runs an agent."""
        return self._team is not None and self._is_running and agent in self._team.names

    def why_silent(self) -> str:
        """Return why the lead will not answer now, or ""."""
        state, lead = self.project.state, self.lead
        if self._is_running and self._team is not None:
            if lead not in self._team.names or lead in self._team.failed:
                return f"{lead} is not there: {self._team.failed.get(lead, 'it has left')}"
        elif lead not in state.turns and not is_held(self._conversation):
            return f"no process on this machine runs {lead} now: your message waits in its inbox"
        stopped = state.suspended.get(lead) or (state.halted and f"the project is halted ({state.halted})")
        return f"{lead} cannot answer: {stopped}" if stopped else ""

    def interrupt(self) -> None:
        """End the turn of the lead, if one is open, and tell it why; raises RenkeiError."""
        if self.lead in self.project.state.turns:
            self.project.interrupt_turn(self.lead, INTERRUPTED, actor=self.person)

    def directory_of(self, agent: str) -> Path:
        """Return the directory in which an agent works."""
        if self._team is not None and self._is_running:
            return self._team.workspaces.directory_of(agent)
        return self.top_of(agent)

    def top_of(self, agent: str) -> Path:
        """Return the directory that the paths of an agent's recorded changes are relative to."""
        return AgentDirectories(self._directory).top_of(agent) or self._directory.absolute().parent

    def said_elsewhere(self) -> Callable[[], Sequence[str]]:
        """Return a function that returns what the lead has said in another process since its last call."""
        return SaidElsewhere(lambda: self._conversation, lambda: self._is_running).new

    def listen(self, listener: Listener) -> None:
        """Let a listener hear what the team does from now on."""
        self._listeners = (*self._listeners, listener)

    def forget(self, listener: Listener) -> None:
        """Let it hear nothing more."""
        self._listeners = tuple(one for one in self._listeners if one is not listener)

    def close(self) -> None:
        """End the team in order if this process runs it, and close the project."""
        with self._starting:
            if self._team is not None and self._is_running:
                self._team.close()
            self._stack.close()

    @property
    def _directory(self) -> Path:
        assert self.project.directory is not None
        return self.project.directory

    @property
    def _conversation(self) -> Path:
        known = self.project.state.actors.get(self.lead)
        return Layout(self._directory).conversation(self.lead, known.incarnation if known is not None else 1)

    def _on_text(self, member: str, text: str) -> None:
        for one in self._listeners:
            one.on_text(member, text)

    def _on_activity(self, member: str, activity: ToolActivity) -> None:
        for one in self._listeners:
            one.on_activity(member, activity)

    def _on_wait(self, member: str, reason: str) -> None:
        for one in self._listeners:
            one.on_wait(member, reason)


def _answer(front: TeamFront, answer: Callable[[Talk, str], str], rest: str) -> str:
    """Return the answer of a command; a refusal is an answer too."""
    try:
        return answer(front.talk, rest)
    except RenkeiError as error:
        return f"{error}\n"


class SaidElsewhere:
    """The words of a lead in another process of this machine: that process keeps it in the lead's conversation.

    A conversation that was begun again is another file, and all that the lead says in it is new.
    """

    def __init__(self, path: Callable[[], Path], is_here: Callable[[], bool]) -> None:
        self._path = path
        self._is_here = is_here
        self._file = 0
        """The file that is read, and how much of it."""
        self._read = 0
        with suppress(OSError):
            found = path().stat()
            self._file, self._read = found.st_ino, found.st_size

    def new(self) -> list[str]:
        """Return the texts since the last call; none while the lead runs in this process."""
        if self._is_here():
            return []
        with suppress(OSError), os.fdopen(open_plain(self._path(), os.O_RDONLY), "rb") as file:
            found = os.fstat(file.fileno())
            if self._file != found.st_ino:
                self._read = 0
            self._file = found.st_ino
            file.seek(self._read)
            content = file.read()
            whole = content[: content.rfind(b"\n") + 1]
            self._read += len(whole)
            return [text for line in whole.splitlines() for text in _texts(line)]
        return []


def _texts(line: bytes) -> Iterator[str]:
    with suppress(ValueError, LookupError, TypeError):
        message: Any = json.loads(line)
        if message.get("role") == "assistant":
            for block in message["content"]:
                if block["type"] == "text" and block["text"] != NOTHING:
                    yield block["text"]
