"""A bridge between a project and a chat: one thread posts, and one listens; the project's follower wakes the first.

Both sides deliver at least once and recognize repetitions. A message is posted after its record was appended, with a
key that is the same after a restart. A post becomes a message whose command id is derived from the post. Only then is
the post's position stored, together with its answer. So a process may be killed at any point: nothing is lost, and
nothing is doubled if the chat recognizes a key or finds a post by it.

Each side waits separately. A chat that is unreachable or limits the rate, or a log that cannot be written, stops its
thread at the current step until it succeeds, so the order is kept. Only a user's post, which may answer the post that
is being made, waits until that one is recorded. The threads share the project, which orders its commands, and the
bridge's file, which has a lock. One thread listens to the chat and one posts to it.
"""

from __future__ import annotations  # `help` shows the names of unions, not all that is in them

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from types import TracebackType

from renkei.edges.chat.bridge.intake import Intake, readable
from renkei.edges.chat.bridge.problems import Problems, Side
from renkei.edges.chat.bridge.relay import FIRST_PAUSE, LONGEST_PAUSE, BridgeEndedError, Relay
from renkei.edges.chat.bridge.showing.drafts import Drafts
from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile
from renkei.edges.chat.errors import BridgeHeldError, BridgeRunningError, ChatUnreachableError
from renkei.edges.chat.holding import Holding
from renkei.edges.chat.past.bringing_in import Past
from renkei.edges.chat.port import Chat, Heard, Post
from renkei.edges.chat.settings import BridgeSettings, bridge_name, check_settings
from renkei.engine.state import EVERYBODY
from renkei.errors import LogError, LogNotWritableError, LogUncertainError, StreamUnavailableError
from renkei.log.atomic_write import check_plain, make_plain_directory, open_plain, sqlite_files
from renkei.log.file_lock import try_lock
from renkei.project.follower import Problem, Subscription
from renkei.project.project import Project
from renkei.store.layout import Layout
from renkei.store.machines.lease import RENEWED

RECORD_SECONDS = 10.0
"""Seconds for which a post of a user may wait until the bridge's current post is recorded, where a chat is slow."""

CATCHING_UP = 10.0
"""Seconds that a new bridge waits for what other machines have written, since it begins after that."""

CLOSE_SECONDS = 10.0
"""Seconds that `close` waits for work in progress."""


class Bridge:
    """A bridge from a project to a chat: `run` it, or `start` it and `close` it. It stores its position in the project.

    `channels`: the group shown by each channel. `people`: the participant of each user; other users are guests and can
    only post. `settings` replaces both and has more options. `on_problem` receives each problem once, and "" when the
    bridge connects or reconnects; it is called in any thread. A new bridge begins at the end of the log and of the
    chat. Raises BadValueError, UnknownActorError, BridgeRunningError, or LogError.
    """

    def __init__(
        self,
        project: Project,
        chat: Chat,
        channels: Mapping[str, str] | None = None,
        people: Mapping[str, str] | None = None,
        *,
        name: str = "chat",
        settings: BridgeSettings | None = None,
        on_problem: Callable[[str], None] | None = None,
    ) -> None:
        self.name = bridge_name(name)
        self.project = project = project.through("chat")
        self.chat = chat
        given = settings or BridgeSettings.of(channels or {"team": EVERYBODY}, people or {})
        check_settings(given, project.state)
        self._ended, self._connected, self._awake = Event(), Event(), Event()
        self._subscription: Subscription | None = None
        self._handle: int | None = None
        self._file = self._open()
        self._problems = Problems(self._file, on_problem)
        try:
            chat.known_posts, chat.report = self._file.known_posts, self._refuse
            chat.home_opened = self._open_home
            self.settings = chat.attach(project, self.name, given)
        except BaseException:
            self._let_go()
            raise
        holding = self._holding = Holding(project, self.name, given, self._file)
        self._intake = Intake(
            self.name, project, self.settings, self._file, chat.command_prefix, asks_reasons=chat.has_threads
        )
        self._intake.share = holding.check
        authors = self._intake.authors
        drafts = Drafts(self.name, project, chat, self.settings, authors)
        self._relay = Relay(
            project,
            chat,
            self.settings,
            holding,
            self._file,
            drafts,
            self._intake.guest,
            self._problems,
            self._ended,
        )
        file, problems = self._file, self._problems
        self._past = Past(self.name, project, chat, self.settings, holding, file, problems, self._ended)
        self._again: float | None = None
        """Seconds after which posting is repeated without a new record."""
        sides = [("posting", self._post), ("listening", self._listen)]
        if holding.is_shared:
            sides.append(("holding", self._hold))
        self._threads = [
            Thread(target=self._loop, args=arguments, name=f"renkei-bridge-{name}-{arguments[0]}", daemon=True)
            for arguments in sides
        ]

    def __enter__(self) -> Bridge:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def seq(self) -> int:
        """The last record whose posts are all made."""
        return int(self._file.position("log") or 0)

    @property
    def problem(self) -> str:
        """The current problem, or else the chat's last permanent error, or ""."""
        return self._problems.text

    def wait_until_posted(self, timeout: float) -> bool:
        """Wait until the chat has all messages and answers; return whether it has.

        It returns after at most `timeout` seconds.
        """
        end = monotonic() + timeout
        while self.seq < self.project.log.last() or self._file.answers():
            if monotonic() > end or self._ended.wait(0.01):
                return False
        return True

    def start(self) -> None:
        """Start the threads. An unreachable chat is tried again in the background.

        While another machine runs the bridge, this one waits for it to end. Raises ChatRefusedError, or LogError; then
        the bridge is closed.
        """
        try:
            self._connect()
        except (ChatUnreachableError, OSError) as error:
            self._problems.report("connecting", error)
        except BaseException:
            self.close()
            raise
        for one in self._threads:
            one.start()
        follower = self.project.follower
        self._subscription = follower.subscribe(f"bridge {self.name}", self._awake.set, self._hear)

    def run(self) -> None:
        """Run until `close` is called in another thread, or KeyboardInterrupt is raised in this one."""
        with self:
            self._ended.wait()

    def close(self) -> None:
        """End all threads, after any post in progress, and disconnect. Closing twice is allowed."""
        self._end()
        if self._subscription is not None:
            self._subscription.end()
        for one in self._threads:
            if one.is_alive():
                one.join(CLOSE_SECONDS)
        if not any(one.is_alive() for one in self._threads):  # else the file is still in use, and stays so
            with suppress(LogError):  # it ends without a renewal
                self._holding.release()
            self._let_go()

    def _end(self) -> None:
        self._ended.set()
        self._connected.set()
        self._awake.set()
        self.chat.close()

    def _connect(self) -> bool:
        """Connect to the chat, unless another machine does; return whether this one is connected."""
        try:
            self._holding.take()
            if not self._file.position("log"):
                self.project.log.catch_up(CATCHING_UP)
                self._file.advance(self.project.state.seq)
            self._holding.check()
        except (BridgeHeldError, StreamUnavailableError, LogUncertainError) as error:
            self._problems.report("holding", error)
            return False
        self._problems.forget("holding")
        self._problems.forget("listening")  # a chat may be silent from now on
        self.chat.open(tuple(self.settings.every_channel))
        if not self._file.position("chat"):
            self._file.heard(self.chat.end_position(), None)
            self._holding.begin()
        self._problems.lack(self.chat.lacks)
        self._problems.clear("connecting")
        self._connected.set()
        return True

    def _hold(self) -> bool:
        """Renew the lease, or end the bridge if another machine has it."""
        self._connected.wait()
        if not self._ended.wait(RENEWED):
            self._holding.check()
        return True

    def _loop(self, side: Side, work: Callable[[], bool]) -> None:
        """Repeat a side's work, also after failures, until it is done or the bridge ends."""
        pause = FIRST_PAUSE
        while not self._ended.is_set():
            begun = monotonic()
            try:
                if not work():
                    return
                pause = FIRST_PAUSE
            except BridgeEndedError:
                return
            except BridgeHeldError as error:
                self._problems.report("holding", error)
                self._end()
            except Exception as error:  # such as a full disk, or a mistake in a chat of one's own
                if self._ended.is_set():
                    return
                self._problems.report(side, error)
                wanted = error.retry_after if isinstance(error, ChatUnreachableError) else 0.0
                pause = FIRST_PAUSE if monotonic() - begun > LONGEST_PAUSE else pause  # it has worked in between
                self._ended.wait(wanted or pause)
                pause = min(2 * pause, RENEWED if side == "holding" else LONGEST_PAUSE)
            else:
                self._problems.clear(side)

    def _post(self) -> bool:
        if not self._connected.is_set() and not self._connect():
            self._ended.wait(RENEWED)
            return True
        self._awake.wait(self._again)
        self._awake.clear()
        self._again = 0.0  # if this fails
        self._again = self._relay.catch_up()
        return True

    def _hear(self, problem: Problem | None) -> None:
        if problem is None:
            self._problems.clear("following")
        else:
            self._problems.report("following", problem.error)

    def _listen(self) -> bool:
        """Accept what the chat says until it has no more."""
        self._connected.wait()
        if not self._ended.is_set():
            self._past.bring_in()
        for heard in self.chat.listen(self._file.position("chat")):
            self._take(heard)
            self._past.bring_in()
            if self._ended.is_set():
                break
        return False

    def _take(self, heard: Heard) -> None:
        """Store one heard item with the position after it; until that succeeds, no later item is accepted."""
        heard, pause = readable(heard), FIRST_PAUSE
        while not self._ended.is_set():
            try:
                # Two projects that accepted each other's posts would answer each other endlessly.
                is_echo = isinstance(heard, Post) and (heard.relayed or heard.author == self.chat.user)
                if isinstance(heard, Post) and not is_echo:  # it may answer the post that is being made
                    self._file.recorded.wait(RECORD_SECONDS)
                answer = None if is_echo else self._intake.take(heard)
                self._file.heard(heard.cursor, answer)
                self._holding.begin()
            except BridgeHeldError:
                raise
            except (LogError, ChatUnreachableError, OSError) as error:
                self._problems.report("listening", error)
                self._ended.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            except Exception as error:  # a mistake of ours: what is heard next is not lost for it
                self._problems.refuse(error)
                self._file.heard(heard.cursor, None)
                return
            self._problems.clear("listening")
            if answer is not None:
                self._awake.set()
            return

    def _open_home(self, user: str) -> None:
        self._relay.homes.open(user)
        self._awake.set()

    def _refuse(self, problem: str) -> None:
        self._problems.refuse_as(problem)

    def _open(self) -> BridgeFile:
        """Open the bridge's file, which only one process may use; raises BridgeRunningError, or LogError."""
        directory = self.project.directory
        if directory is None:
            return BridgeFile()
        layout = Layout(directory)
        try:
            make_plain_directory(layout.bridges)
            self._handle = _hold(layout.bridge_file(self.name, "lock"), self.name)
            for one in sqlite_files(layout.bridge_file(self.name, "db")):
                check_plain(one)
            return BridgeFile(layout.bridge_file(self.name, "db"))
        except LogError:
            self._release()
            raise
        except OSError as error:
            self._release()
            path = error.filename or layout.bridges
            raise LogNotWritableError(path=str(path), reason=error.strerror or str(error)) from error

    def _let_go(self) -> None:
        self._file.close()
        self._release()

    def _release(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _hold(path: Path, name: str) -> int:
    """Return a handle that keeps other processes from running the bridge while it is open."""
    handle = open_plain(path, os.O_RDWR | os.O_CREAT)
    if not try_lock(handle):
        os.close(handle)
        raise BridgeRunningError(bridge=name)
    return handle
