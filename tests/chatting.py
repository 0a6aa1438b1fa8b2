"""A bridge over a chat in memory, and waiting for what comes of it."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from process import running
from renkei import Bridge, BridgeSettings, MemoryChat, Outgoing, Project
from renkei.engine import commands as c
from team import small_team

PATIENCE = 60.0


def until(holds: Callable[[], Any], what: str = "") -> Any:
    """Wait until something holds, and return it."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < end, what or "it never came"
        time.sleep(0.002)
    return found


class Room:
    """A project, a chat and the bridge between them."""

    def __init__(self, project: Project, chat: Any, bridge: Bridge) -> None:
        self.project, self.chat, self.bridge = project, chat, bridge

    def posts(self, where: str = "") -> list[Outgoing]:
        """Return what the bridge posted, once it has caught up."""
        self.settle()
        return [post for place, post, _ in self.chat.posts if isinstance(post, Outgoing) and where in ("", place)]

    def texts(self, where: str = "") -> list[str]:
        return [one.text for one in self.posts(where)]

    def id_of(self, part: str) -> str:
        """Return the id of the post with a text."""
        self.settle()
        return next(name for _, post, name in self.chat.posts if part in post.text)

    def messages(self) -> list[Any]:
        """Return every message of the project, once the bridge has heard everything."""
        self.settle()
        events = (event for record in self.project.records() for event in record.events)
        return [one.message for one in events if one.kind == "message_sent"]

    def settle(self) -> None:
        """Wait until both sides have everything."""
        until(lambda: self.chat.heard_all and self.bridge.seq == self.project.log.last() and not self._owes())

    def _owes(self) -> bool:
        return bool(self.bridge._file.answers())


class HeardChat(MemoryChat):
    """A chat in memory that knows when all that was said is taken in."""

    waiting = 0

    def hear(self, heard: Any) -> None:
        self.waiting += 1
        super().hear(heard)

    def listen(self, cursor: str) -> Iterator[Any]:
        for one in super().listen(cursor):
            try:
                yield one
            finally:
                self.waiting -= 1  # whoever asks for the next has taken this one

    @property
    def heard_all(self) -> bool:
        return self.waiting == 0


@contextmanager
def bridged(chat: Any = None, project: Project | None = None, **settings: Any) -> Iterator[Room]:
    """Run a bridge over a chat in memory with the people `U1` (human), `U2` (kim, a human) and `B1` (bob)."""
    project = project or small_team(guarded=False)
    if "kim" not in project.state.actors:
        project.do(c.Join("kim", human=True))
    values = {"channels": {"team": "all"}, "people": {"U1": "human", "U2": "kim", "B1": "bob"}} | settings
    chat = chat or HeardChat()
    with Bridge(project, chat, settings=BridgeSettings.model_validate(values)) as bridge:
        yield Room(project, chat, bridge)


@contextmanager
def bridge_process(kind: str, directory: Path, **variables: str) -> Iterator[subprocess.Popen[str]]:
    """Run the only bridge of a project in a process of its own; the block begins once it is connected."""
    with running("bridge", "run", cwd=directory, **variables) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith(f"{kind}: connected")
        yield process
