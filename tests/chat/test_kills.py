"""A real bridge of each kind of chat is killed again and again while both sides talk; then it is counted what arrived.

Two of three times it is killed at the beginning or end of one of its writes: a post, its file, the log. Otherwise it is
killed from outside as soon as it is seen to have done so many posts, wherever it is then.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest
from bridging import kill_at

from chat_team import messages, note, team
from opened_chats import KINDS, close_servers
from process import renkei as command_line
from process import running
from renkei import Project
from renkei.edges.chat.bridge.status import bridge_status
from renkei.edges.chat.kinds import find_kind
from renkei.store.layout import Layout
from renkei.testing.rig import Rig
from thoroughness import every_kill

KILLS = 24
EACH = 21
"""What each side says between two kills: more than 500 posts in all."""

PATIENCE = 120.0


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    close_servers()


class Talk:
    """Both sides of a bridge: what they have said, and how much of it the other side has."""

    def __init__(self, rig: Rig, project: Project, directory: Path) -> None:
        self.rig, self.project, self.directory = rig, project, directory
        self.lives: list[list[int]] = []
        """What the person has said before each kill."""
        self.said = self.sent = 0
        self._taken, self._read = list[int](), 0
        self._records: list[int] = []
        """The record of each message that is to be posted."""

    def say(self) -> None:
        """Post as the person."""
        self.rig.say(self.rig.ann, f"heard {self.said}.")
        self.lives[-1].append(self.said)
        self.said += 1

    def send(self) -> None:
        note(self.project, "worker", f"post {self.sent}.")
        self._records.append(self.project.state.seq)
        self.sent += 1

    @property
    def taken(self) -> list[int]:
        """The numbers of the person's posts that are in the log."""
        for record in self.project.records(self._read):
            bodies = (getattr(one.message.payload, "body", "") for one in record.events if one.kind == "message_sent")
            self._taken += [int(found[1]) for one in bodies if (found := re.fullmatch(r"heard (\d+)\.", one))]
            self._read = record.seq
        return self._taken

    @property
    def shown(self) -> list[int]:
        """The numbers of the messages that people see in the chat."""
        return [int(one) for post in self.rig.posts() for one in re.findall(r"post (\d+)\.", post.text)]

    @property
    def done(self) -> int:
        """How many posts are taken in, and how many messages are noted as posted."""
        seq = bridge_status(self.project, Layout(self.directory / ".renkei"), "chat").seq
        return len(self.taken) + sum(one <= seq for one in self._records)

    @property
    def is_done(self) -> bool:
        awaited = self.said if self.rig.remembers else len(self.taken) + len({*self.lives[-1]} - {*self.taken})
        return self.done == awaited + self.sent


def until(holds: Callable[[], object], what: str, progress: Callable[[], int] = lambda: 0) -> None:
    """Wait until something holds, as long as there is progress."""
    end, last = time.monotonic() + PATIENCE, progress()
    while not holds():
        if (now := progress()) != last:
            end, last = time.monotonic() + PATIENCE, now
        assert time.monotonic() < end, f"{what} ({now})"
        time.sleep(0.002)


def begin(talk: Talk) -> None:
    """Add the bridge, and run it until it hears: a new one begins at the end of the chat."""
    command = talk.rig.command()  # type: ignore[attr-defined]
    channel = (f"--{find_kind(command.kind).channel}", talk.rig.channel, "--person", f"{talk.rig.ann}=human")
    added = command_line(
        "bridge", "add", command.kind, *command.options, *channel, "--name", "chat", cwd=talk.directory
    )
    assert added.returncode == 0, added.stderr
    with running("bridge", "run", cwd=talk.directory, **command.secrets) as process:
        assert "connected" in process.stderr.readline()

        def is_heard() -> bool:
            talk.rig.say(talk.rig.ann, "Do you hear me?")
            return bool(messages(talk.project, "human"))

        until(is_heard, "the first post")


def talk_and_kill(talk: Talk, turn: int, chance: Random) -> bool:
    """Let both sides talk, before a bridge starts and while it runs; return whether it was killed at a write."""
    command, remembers = talk.rig.command(), talk.rig.remembers  # type: ignore[attr-defined]
    row, place = find_kind(command.kind), chance.randrange(1, 6 * EACH) if turn % 3 else 0
    first = partial(kill_at, place, row.module, row.name) if place else None

    def heard_say() -> None:
        """Post what nobody keeps: while the bridge runs, and not before it has heard all posts so far."""
        if process.poll() is None:
            talk.say()
            until(
                lambda: process.poll() is not None or talk.said - 1 in talk.taken, f"what was said before kill {turn}"
            )

    speaking = [talk.send, talk.say if remembers else heard_say] * EACH
    chance.shuffle(speaking)
    early = chance.randrange(EACH) if remembers else 0
    talk.lives.append([])
    for speak in speaking[:early]:
        speak()
    target = talk.done + chance.randrange(1, EACH)

    def may_end() -> bool:
        return process.poll() is not None or talk.is_done or (not place and talk.done >= target)

    with running("bridge", "run", cwd=talk.directory, first=first, **command.secrets) as process:
        if not remembers:
            process.stderr.readline()
        for speak in speaking[early:]:
            speak()
            if not place and may_end():
                process.kill()
        until(may_end, f"what is to be done before kill {turn}")
        return bool(place) and process.poll() is not None


@every_kill
@pytest.mark.parametrize("kind", ["slack", "mattermost", "discord", "telegram", "irc", "matrix"])
def test_a_bridge_that_is_killed_all_the_time_loses_and_doubles_nothing(kind: str, tmp_path: Path) -> None:
    chance, began = Random(31), time.monotonic()
    with contextmanager(KINDS[kind])(tmp_path) as rig, team(tmp_path / ".renkei") as project:
        talk = Talk(rig, project, tmp_path)
        begin(talk)
        at_writes = sum(talk_and_kill(talk, turn, chance) for turn in range(KILLS))
        talk.lives.append([])
        with running("bridge", "run", cwd=tmp_path, **rig.command().secrets) as process:  # type: ignore[attr-defined]
            assert "connected" in process.stderr.readline()
            while talk.said < talk.sent:
                talk.say()
            until(lambda: talk.is_done and len({*talk.shown}) >= talk.sent, "the rest", lambda: talk.done)
        shown, taken = talk.shown, talk.taken
        doubled = len(shown) - len({*shown})
        print(
            f"{kind}: {KILLS} kills, {at_writes} of them at a write, in {time.monotonic() - began:.0f} s. "
            f"Out: {talk.sent} messages, {talk.sent - len({*shown})} lost, {doubled} doubled. "
            f"In: {talk.said} posts, {talk.said - len({*taken})} lost, {len(taken) - len({*taken})} doubled."
        )
        assert list(dict.fromkeys(shown)) == list(range(talk.sent))  # none is lost, and the order is kept
        assert doubled <= (0 if rig.recognizes_posts else KILLS)  # at most the post that was being made
        if rig.remembers:
            assert taken == list(range(talk.said))
        for life in talk.lives:  # of what nobody keeps, only the end before a kill is lost
            heard = [one for one in taken if one in life]
            assert heard == life[: len(heard)]
        assert at_writes > KILLS // 3
