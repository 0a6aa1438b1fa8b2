"""A bridge to a file in a process of its own, which a test may kill or stop: `DIRECTORY` has the project.

The file is a chat that recognizes nothing: what is posted twice is there twice.
"""

import os
import sys
from pathlib import Path
from threading import Event

import renkei
from renkei import Bridge, Chat, Outgoing
from renkei.edges.chat.bridge import bridge
from renkei.store.machines import lease


class FileChat(Chat):
    """A chat in a file: each line has the machine and the text of a post."""

    def __init__(self, path: Path, machine: str) -> None:
        self._path, self._machine = path, machine

    def post(self, channel: str, post: Outgoing) -> str:
        line = f"{self._machine} {post.text.splitlines()[-1]}\n".encode()
        handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.write(handle, line)
        os.close(handle)
        return post.key


if __name__ == "__main__":
    bridge.RENEWED, lease.LASTS = 0.1, 2.0
    directory = Path(sys.argv[1])
    with renkei.open(directory) as project:
        chat = FileChat(Path(sys.argv[2]), directory.name)
        with Bridge(project, chat, on_problem=lambda problem: print(problem or "connected", flush=True)):
            Event().wait()
