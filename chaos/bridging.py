"""Kills a bridge at each of its writes, under load on both sides, and counts what each has of what the other said."""

import multiprocessing
import os
import random
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any

from fault_outcome import Outcome, check

import renkei
from renkei import Bridge, Chat, Outgoing, Post
from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile
from renkei.edges.chat.port import Heard, Position
from renkei.engine import commands as c
from renkei.engine.events import MessageSent

LONGEST = 200
"""Bytes of a post: the long messages of the load are split."""

PATIENCE = 60.0
"""Seconds after which a bridge that is still behind has not caught up."""

PLACES = 90
"""Writes that a bridge does with the load of one round, about."""


class FileChat(Chat):
    """A chat that keeps its posts in a file. It takes each post as often as it is made, and finds one by its key."""

    limit = LONGEST
    user = "bridge"

    def __init__(self, path: Path) -> None:
        self._path = path
        self._closed = threading.Event()
        self._do("CREATE TABLE IF NOT EXISTS posts (number INTEGER PRIMARY KEY, author, text, key, reply_to, channel)")

    def _do(self, statement: str, *values: object) -> list[Any]:
        db = sqlite3.connect(self._path, timeout=30)
        try:
            with db:
                return db.execute(statement, values).fetchall()
        finally:
            db.close()

    def say(self, author: str, text: str, key: str = "", reply_to: str = "", channel: str = "team") -> str:
        """Post as somebody; returns the id."""
        statement = "INSERT INTO posts (author, text, key, reply_to, channel) VALUES (?, ?, ?, ?, ?) RETURNING number"
        return str(self._do(statement, author, text, key, reply_to, channel)[0][0])

    def posts(self, after: int = 0) -> list[tuple[int, str, str, str, str]]:
        """Return number, author, text, first post and channel of the posts after a number."""
        return self._do("SELECT number, author, text, reply_to, channel FROM posts WHERE number > ? ORDER BY 1", after)

    def post(self, channel: str, post: Outgoing) -> str:
        return self.say(self.user, post.text, post.key, post.reply_to, channel)

    def find(self, channel: str, key: str) -> str | None:
        found = self._do("SELECT number FROM posts WHERE key = ? AND channel = ?", key, channel)
        return str(found[0][0]) if found else None

    def listen(self, cursor: str) -> Iterator[Heard]:
        seen = int(cursor or max((one[0] for one in self.posts()), default=0))
        yield Position(str(seen))
        while not self._closed.wait(0.002):
            for number, author, text, reply_to, channel in self.posts(seen):
                seen = number
                yield Post(str(number), channel, author, text, str(number), reply_to=reply_to)

    def close(self) -> None:
        self._closed.set()


WRITES: tuple[tuple[type, str], ...] = (
    (BridgeFile, "attempt"),
    (BridgeFile, "made"),
    (BridgeFile, "advance"),
    (BridgeFile, "answered"),
    (BridgeFile, "heard"),
    (BridgeFile, "keep"),
    (renkei.Project, "do"),
)
"""What a bridge writes to its file and to the log. It is killed before and after each, and each post to the chat."""


def kill_at(place: int, module: str = __name__, chat: str = "FileChat") -> None:
    """Kill this process at the n-th beginning or end of a write. `chat`: the class of its chat, in a module."""
    passed = iter(range(place))

    def mortal(write: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(write)
        def done(*arguments: Any, **more: Any) -> Any:
            _live_on()
            result = write(*arguments, **more)
            _live_on()
            return result

        return done

    def _live_on() -> None:
        if next(passed, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)

    for owner, name in ((getattr(import_module(module), chat), "post"), *WRITES):
        setattr(owner, name, mortal(getattr(owner, name)))


def bridge_once(place: Path, killed_at: int) -> None:
    """Run a bridge until both sides have everything, or it is killed."""
    if killed_at:
        kill_at(killed_at)
    chat = FileChat(place / "chat.db")
    with renkei.open(place / "project") as project, Bridge(project, chat, {"team": "all"}, {"U1": "human"}) as bridge:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            last = max((one[0] for one in chat.posts()), default=0)
            heard = int(bridge._file.position("chat") or -1)
            if bridge.seq == project.log.last() and heard >= last and not bridge._file.answers():
                return
            time.sleep(0.002)


def killed_bridge(scratch: Path, scale: float) -> Outcome:
    """Let both sides talk, and kill the bridge between them at another write each time."""
    chance, rounds = random.Random(5), max(8, round(300 * scale))
    fork = multiprocessing.get_context("fork")
    members = [c.Join("ann"), c.Join("bob")]
    renkei.create(scratch / "project", members=members, guarded=False).close()
    chat, killed = FileChat(scratch / "chat.db"), 0
    bridge_once(scratch, 0)  # what takes long the first time is done before the processes are forked
    for number in range(rounds + 1):
        _talk(scratch, chat, number)
        process = fork.Process(
            target=bridge_once, args=(scratch, chance.randrange(1, PLACES) if number < rounds else 0)
        )
        process.start()
        process.join(PATIENCE)
        killed += process.exitcode == -signal.SIGKILL
    lost, wrong = _compare(scratch, chat, rounds + 1)
    gone, unsound = check(scratch / "project", ())
    note = "posts, messages of several parts, commands, and refusals on both sides"
    return Outcome("kill -9 of a bridge to a chat", killed, 5 * (rounds + 1), lost + gone, (*wrong, *unsound), note)


def _talk(scratch: Path, chat: FileChat, number: int) -> None:
    chat.say("U1", f"post {number}. to @ann")
    chat.say("U9", f"guest {number}.")
    chat.say("U1", f"/delegate ann task {number}.")
    chat.say("U1", f"/decide D-{number} A")  # is refused, and answered
    with renkei.open(scratch / "project") as project:
        text = renkei.Freeform(
            intent_hint="NOTE", body=f"said {number}. " + "x " * 150, requires_response=False, urgency="low"
        )
        project.send(project.message("ann", text, "all", id=f"m{number}"))


def _compare(scratch: Path, chat: FileChat, rounds: int) -> tuple[int, list[str]]:
    """Return how much is missing on either side, and what is doubled or out of order."""
    posted = [text for _, author, text, *_ in chat.posts() if author == chat.user]
    with renkei.open(scratch / "project") as project:
        events = [event for record in project.records() for event in record.events]
    sent = [str(one.message.model_dump()) for one in events if isinstance(one, MessageSent)]
    kinds: tuple[tuple[str, list[str], int], ...] = (
        ("post {}. ", sent, 1),
        ("guest {}.", sent, 1),
        ("task {}.", sent, 1),
        ("said {}. ", posted, 1),
        ("task {}.", posted, 1),
        ("'D-{}'", posted, 1),
    )
    lost, wrong = 0, []
    for form, where, wanted in kinds:
        found = [[at for at, text in enumerate(where) if form.format(number) in text] for number in range(rounds)]
        lost += sum(not places for places in found)
        wrong += [f"{form.format(n)} is there {len(at)} times" for n, at in enumerate(found) if len(at) > wanted]
        first = [places[0] for places in found if places]
        if first != sorted(first):
            wrong.append(f"{form.format('N')} is out of order")
    parts = sum("(2/2)" in text for text in posted)
    if parts != rounds:
        wrong.append(f"{parts} second parts of {rounds} messages")
    return lost, wrong
