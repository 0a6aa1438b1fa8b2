"""A socket that connects a program's hooks to the tool server that the program runs.

It is for programs whose hooks cannot call a tool of the server: the server holds the agent's open turn, and hooks must
use the same session. The socket is in a separate directory that only its user can enter; a note in the project's
directory maps the agent to its path. A question is one line of JSON, and so is its answer.

Leftovers of a killed server are removed by the user's next server, in any project.
"""

import json
import os
import shutil
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from threading import Thread
from time import monotonic, sleep

from renkei.edges.coding_agents.notes import Notes
from renkei.errors import RenkeiError

SOCKET = "socket"
"""The note with the path of the socket of an agent's newest server."""

QUESTION_BYTES = 5_000_000
"""Most bytes of a question, which may hold the text of a file."""

LONGEST_ANSWER = 10.0
"""Seconds for an answer that does not wait for work. A server that is stopped accepts a question and never answers."""

PREFIX, NAME = "renkei-hooks-", "hooks"
"""The names of the directory and of the socket in it."""

Question = Mapping[str, str]


@contextmanager
def answering(project: Path, agent: str, answer: Callable[[Question], str]) -> Iterator[None]:
    """Answer the hooks of an agent's program during a block; `answer` may block and is called in threads."""
    _remove_left_ones()
    place = Path(mkdtemp(prefix=PREFIX))
    with socket.socket(socket.AF_UNIX) as server:
        try:
            server.bind(str(place / "bound"))
            server.listen()
            (place / "bound").rename(place / NAME)  # so whatever has this name was listened to
            Notes(project, agent).write(SOCKET, str(place / NAME))
            Thread(target=_serve, args=(server, answer), daemon=True).start()
            yield
        finally:
            with suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)
            shutil.rmtree(place, ignore_errors=True)


def _remove_left_ones() -> None:
    for place in Path(gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            if place.lstat().st_uid == os.getuid() and _is_dead(place / NAME):
                shutil.rmtree(place)


def _is_dead(path: Path) -> bool:
    """Return whether no server listens on a socket."""
    with socket.socket(socket.AF_UNIX) as client:
        client.setblocking(False)  # a server with many waiting clients is no reason to wait
        try:
            client.connect(str(path))
        except ConnectionRefusedError:
            return True
    return False


def ask(project: Path, agent: str, question: Question, patience: float = 0.0, *, waits: bool = False) -> str:
    """Return the answer of an agent's server, waiting `patience` seconds for one to start; "" if none answers.

    `waits`: the server may wait for work before it answers, so there is no limit of time.
    """
    end = monotonic() + patience
    while True:
        with suppress(OSError):
            return _ask(Notes(project, agent).read(SOCKET), question, None if waits else LONGEST_ANSWER)
        if monotonic() >= end:
            return ""
        sleep(0.1)


def _ask(path: str, question: Question, limit: float | None) -> str:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(limit)
        client.connect(path)
        client.sendall(json.dumps(question).encode() + b"\n")
        with client.makefile(encoding="utf-8") as reader:
            return reader.readline().rstrip("\n")


def _serve(server: socket.socket, answer: Callable[[Question], str]) -> None:
    with suppress(OSError):
        while True:
            client, _ = server.accept()
            Thread(target=_answer, args=(client, answer), daemon=True).start()


def _answer(client: socket.socket, answer: Callable[[Question], str]) -> None:
    with client, suppress(OSError, ValueError, RenkeiError), client.makefile("rb") as reader:
        question = json.loads(reader.readline(QUESTION_BYTES))
        if isinstance(question, dict):
            text = answer({str(key): str(value) for key, value in question.items()})
            client.sendall(text.encode(errors="replace") + b"\n")
