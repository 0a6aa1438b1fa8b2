"""The port through which the sessions of editors see an open project and its team."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from renkei.acp.activity import ToolActivity
from renkei.immutable.frozen import frozen
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage


class Listener(Protocol):
    """Hears what the members of a team do that leaves no record, in the threads of the members."""

    def on_text(self, member: str, text: str) -> None:
        """Take a piece of text from a member's model; raises TurnLostError if its turn was interrupted."""

    def on_activity(self, member: str, activity: ToolActivity) -> None:
        """Take a tool call as it begins and changes."""

    def on_wait(self, member: str, reason: str) -> None:
        """Take the reason for which a member waits for the disk, or "" when that is over."""


@frozen
class Command:
    """A command after a slash: what it does, and its answer to the words after its name."""

    about: str
    answer: Callable[[str], str]


class Front(Protocol):
    """An open project, with the team that runs it if this process started it. Threads may share it."""

    project: Project
    person: str
    """The participant that the editor's user is."""
    commands: Mapping[str, Command]

    @property
    def lead(self) -> str:
        """The participant that the person talks to."""

    def message(self, text: str) -> AnyMessage:
        """Return what the person says to the lead as a message, which is not sent."""

    def text_of(self, message: AnyMessage) -> str:
        """Return a message to the person as text."""

    def keep_running(self) -> None:
        """Start the team unless a process runs it; raises RenkeiError."""

    def is_here(self, agent: str) -> bool:
        """Return whether this process runs an agent, so that listeners hear what it does."""

    def why_silent(self) -> str:
        """Return why the lead will not answer now, or ""."""

    def interrupt(self) -> None:
        """End the turn of the lead, if one is open, and tell it why; raises RenkeiError."""

    def directory_of(self, agent: str) -> Path:
        """Return the directory in which an agent works."""

    def top_of(self, agent: str) -> Path:
        """Return the directory that the paths of an agent's recorded changes are relative to."""

    def said_elsewhere(self) -> Callable[[], Sequence[str]]:
        """Return a function that returns what the lead has said in another process since its last call."""

    def listen(self, listener: Listener) -> None:
        """Let a listener hear what the team does from now on."""

    def forget(self, listener: Listener) -> None:
        """Let it hear nothing more."""

    def close(self) -> None:
        """End the team in order if this process runs it, and close the project."""


@frozen
class Found:
    """A project in a folder: its name, its goal, and when something last happened."""

    identity: str
    """The first part of the ids of its sessions."""
    title: str
    at: str


class Opener(Protocol):
    """Finds the project of a folder."""

    def find(self, folder: Path) -> Found | None:
        """Return the project of a folder, which is only read; None without one. Raises RenkeiError."""

    def open(self, folder: Path) -> Front:
        """Open the project of a folder, or create that of its team file, and run its team; raises RenkeiError."""
