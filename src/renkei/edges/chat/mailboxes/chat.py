"""A team with mailboxes as a chat.

The listening thread does all the work: it processes the events of the files, reads the inboxes of renkei's agents,
writes the lines for the members, and updates the roster. The posting thread only stores its lines.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Lock
from typing import Any

from renkei.edges.chat.errors import ChatUnreachableError
from renkei.edges.chat.mailboxes.forms import LEAD, LOOK_SECONDS, TASKS, Form, find_form
from renkei.edges.chat.mailboxes.inbox_file import NoInboxError, read_on
from renkei.edges.chat.mailboxes.lines import DATA, Line, UnreadableLineError, decode, encode
from renkei.edges.chat.mailboxes.mailbox_file import MailboxFile
from renkei.edges.chat.mailboxes.outbox import Outbox
from renkei.edges.chat.mailboxes.roster import People, entries_of, is_roster, members_of, with_entries
from renkei.edges.chat.mailboxes.shared_file import SharedFile
from renkei.edges.chat.mailboxes.taking import is_broadcast, message_of, request_in, resolve, response_to, was_broadcast
from renkei.edges.chat.mailboxes.task_acts import TaskActs
from renkei.edges.chat.mailboxes.task_files import TaskFiles
from renkei.edges.chat.mailboxes.tasks import Tasks
from renkei.edges.chat.mailboxes.watch import READ, Watch
from renkei.edges.chat.options import MailboxOptions
from renkei.edges.chat.port import Chat, Heard, Outgoing, Post
from renkei.edges.chat.settings import BridgeSettings
from renkei.engine import commands as c
from renkei.engine.state import SYSTEM
from renkei.errors import RenkeiError
from renkei.project.project import Project
from renkei.protocol.derived_id import derived_id
from renkei.store.layout import Layout
from renkei.wording.values import quote

TICK_SECONDS = 0.2
"""Seconds between two checks of everything, even without events."""

CLOSE_SECONDS = 5.0
"""Seconds that `close` waits for a message that is being logged."""

MOST_REPORTED = 5
"""Rejected members in one report."""

BROADCAST_SECONDS = 30.0
"""Seconds within which a program writes one broadcast to all inboxes."""


class MailboxChat(Chat):
    """The mailboxes of one team."""

    limit = 1_000_000
    has_threads = False
    carries_data = True
    user = SYSTEM

    def __init__(self, options: MailboxOptions) -> None:
        self._options = options
        self._root = Path(options.path).absolute()
        self._ended = False
        self._is_new = False
        self._opened = ExitStack()
        self._watch: Watch | None = None
        self._tasks: Tasks | None = None
        self._listening = Lock()
        self._roster_changed = True
        self._followed = 0
        self._obstacles: set[str] = set()

    def attach(self, project: Project, bridge: str, settings: BridgeSettings) -> BridgeSettings:
        """Let all members of the team, including later ones, be people of the chat."""
        self._project, self._bridge, self._owner = project, bridge, settings.owner
        self._people = People(settings.people)
        self._refused: dict[str, str] = {}
        return settings.model_copy(update={"people": self._people})

    def open(self, channels: Sequence[str]) -> None:
        """Find the team's files and let its members join; raises ChatUnreachableError until they exist."""
        with ExitStack() as opened:
            self._open(opened)
            self._opened = opened.pop_all()

    def _open(self, opened: ExitStack) -> None:
        form, team = self._find_form()
        self._form, self._team = form, team
        self._inboxes = form.directory(self._root, team)
        self._inboxes.mkdir(parents=True, exist_ok=True)
        directory = self._project.directory
        path = Layout(directory).bridge_file(self._bridge, "db") if directory is not None else None
        self._file = opened.enter_context(closing(MailboxFile(path)))
        self._watch = watch = opened.enter_context(closing(Watch()))
        watch.add(self._inboxes)
        roster = form.roster_of(self._root, team)
        self._roster_name = roster.name if roster is not None else ""
        self._roster = SharedFile(roster, is_roster) if roster is not None else None
        if roster is not None and self._roster is not None:
            opened.callback(self._roster.forget, all_of_them=True)
            watch.add(roster.parent)
        outbox = Outbox(self._file, watch, lambda name: form.inbox_of(self._root, team, name), self._obstructed)
        self._outbox = opened.enter_context(closing(outbox))
        for name in self._file.values("member"):
            self._join(name, "")
        self._join(LEAD, LEAD)
        self._follow_roster()
        self._outbox.recover()
        self._open_tasks(opened)

    def _find_form(self) -> tuple[Form, str]:
        """Find the form of the files, by a second look if they are new: their program may still be making them."""
        try:
            found = find_form(self._root, self._options.form, self._options.team)
        except ChatUnreachableError:
            self._is_new = True
            raise
        if self._is_new:
            self._is_new = False
            raise ChatUnreachableError(f"the team in {self._root} has just started", LOOK_SECONDS)
        return found

    def _open_tasks(self, opened: ExitStack) -> None:
        """Follow the tasks of the team, if the form has them."""
        self._task_directory, self._tasks_watched = self._root / TASKS, False
        if self._form.tasks is None:
            return
        acts = TaskActs(self._project, self._bridge, self._owner, self._people, self._joined, self.report)
        files = TaskFiles(self._task_directory, self._form.tasks)
        self._tasks = Tasks(
            self._project, files, self._form.tasks, self._file, acts, self._people, self._tell, self.report
        )
        opened.callback(self._tasks.close)

    def close(self) -> None:
        """End `listen`, and close the files once it has ended."""
        self._ended = True
        if self._watch is None:
            return
        self._watch.wake()
        if self._listening.acquire(timeout=CLOSE_SECONDS):
            self._opened.close()
            self._listening.release()

    def post(self, channel: str, post: Outgoing) -> str:
        """Store a line for each member except its author; none if its author is a member that broadcast it."""
        line = self._line(post, "broadcast")
        is_written = was_broadcast(post.data or {}) and line.sender in self._people.values()
        members = [one for one in self._people if self._people[one] != line.sender and not is_written]
        return self._store(post, line, members)

    def send(self, user: str, post: Outgoing) -> str:
        """Store a line for one member."""
        kind = "message" if post.data is None else self._form.results.get(post.data["type"], "message")
        return self._store(post, self._line(post, kind), [user])

    def find(self, channel: str, key: str) -> str | None:
        """Return the key of a post whose lines are stored."""
        return key if self._file.has_lines(key) else None

    def listen(self, cursor: str) -> Iterator[Heard]:
        """Process all events of the files, and yield the members' posts."""
        with self._listening:
            try:
                yield from self._work()
            except OSError as error:
                raise ChatUnreachableError(f"{error.strerror or error} ({error.filename or self._inboxes})") from error

    def _work(self) -> Iterator[Heard]:
        assert self._watch is not None
        names = set(self._names())
        while not self._ended:
            for name in sorted(one for one in names if self._is_ours(one)):
                try:
                    yield from self._read(name)
                except NoInboxError as error:
                    self._obstructed(str(error))
            self._outbox.look()
            self._outbox.write()
            self._keep_roster()
            self._keep_tasks()
            names = set(self._names()) if self._is_anything_renewed() else set()
            for event in self._watch.happened(TICK_SECONDS):
                self._outbox.happened(event)
                if event.directory == self._inboxes and (owner := self._form.owner_of(event.name)):
                    names.add(owner)
                    self._roster_changed = self._roster_changed or not (self._roster_name or self._knows(owner))
                self._roster_changed = self._roster_changed or (event.name != "" and event.name == self._roster_name)
                if self._tasks is not None and event.directory == self._task_directory and event.what != READ:
                    self._tasks.changed = True

    def _is_anything_renewed(self) -> bool:
        """Return whether a directory was replaced; then everything in it is read again."""
        assert self._watch is not None
        found = bool(self._watch.renewed())
        self._roster_changed = self._roster_changed or found
        if self._tasks is not None:
            self._tasks.changed = self._tasks.changed or found
        return found

    def _keep_roster(self) -> None:
        """Update the roster if it, or the state of our agents in it, may have changed; raises OSError."""
        if self._roster is not None:
            self._roster_changed = self._roster_changed or self._roster.changed_late
            self._roster.forget()
        if self._roster_changed or self._project.state.seq != self._followed:
            self._followed = self._project.state.seq
            self._follow_roster()

    def _keep_tasks(self) -> None:
        """Synchronize the team's tasks and contracts; raises OSError."""
        if self._tasks is None:
            return
        if not self._tasks_watched and self._task_directory.is_dir() and self._watch is not None:
            self._watch.add(self._task_directory)
            self._tasks_watched = self._tasks.changed = True
        self._tasks.look()

    def _joined(self, member: str) -> str | None:
        self._join(member, "")
        return self._people.get(member)

    def _tell(self, key: str, member: str, text: str) -> None:
        """Store a line for a member in the bridge's name."""
        line = Line("message", SYSTEM, member, text, time.time(), {})
        self._file.add_lines(key, "", {member: encode(line, self._form)})

    def _names(self) -> Iterator[str]:
        """Yield the participants with an inbox."""
        owners = (self._form.owner_of(one.name) for one in self._inboxes.iterdir())
        return (one for one in owners if one and self._is_ours(one))

    def _is_ours(self, name: str) -> bool:
        """Return whether an inbox belongs to a participant of the project who is not a member of the team."""
        return name not in self._people and name in self._project.state.actors

    def _knows(self, name: str) -> bool:
        return name in self._people or name in self._project.state.actors

    def _read(self, name: str) -> Iterator[Heard]:
        """Yield new lines in the inbox of one of renkei's agents."""
        path = self._form.inbox_of(self._root, self._team, name)
        for found in read_on(path, self._file.tail(name)):
            if found.data.strip():
                try:
                    heard = self._heard(name, found.name, decode(found.data, self._form))
                except UnreadableLineError as error:
                    self._file.set_value("skipped", found.name, f"{path.name}: {error}")
                    self.report(f"A line in {path.name} is skipped: {error}")
                    heard = None
                if heard is not None:
                    yield heard
            self._file.set_tail(name, found.after)

    def _obstructed(self, reason: str) -> None:
        """Report once why an inbox cannot be opened, however often that is tried."""
        if reason not in self._obstacles:
            self._obstacles.add(reason)
            self.report(reason)

    def _heard(self, owner: str, name: str, line: Line) -> Post | None:
        self._join(line.sender, "")
        sender = self._people.get(line.sender)
        if sender is None:
            self.report(f"A line is skipped, as its sender is no member of the team: {quote(line.sender)}")
            return None
        if is_broadcast(line):
            name = self._file.broadcast(
                line.sender, derived_id(line.content), line.time, owner, name, BROADCAST_SECONDS
            )
        data = message_of(line, name, sender, owner, self._project.now())
        if request := request_in(line):
            self._file.set_value("request", data["payload"]["decision_id"], request)
        return Post(name, "", line.sender, line.content, data=data)

    def _line(self, post: Outgoing, kind: str) -> Line:
        """Return a post's line; the text of a FREEFORM is copied literally."""
        data, now = post.data or {}, time.time()
        text = data["payload"]["body"] if data.get("type") == "FREEFORM" else post.text
        extras: dict[str, Any] = {}
        decided = data["payload"] if data.get("type") == "DECISION_RESULT" else {}
        if decided and (request := self._file.value("request", decided["decision_id"])):
            kind, extras = response_to(request, decided)
            text = decided["rationale"]
            if self._form.requests:
                requests = self._root / self._form.requests
                try:
                    resolve(requests, request["request_id"], data["from"], extras["approve"], text, now)
                except OSError as error:
                    raise ChatUnreachableError(f"{error.strerror} ({error.filename})") from error
        if data:
            extras[DATA] = dict(data)
        return Line(kind, data.get("from", SYSTEM), "", text, now, extras)

    def _store(self, post: Outgoing, line: Line, members: Sequence[str]) -> str:
        lines = {one: encode(_to(line, one), self._form) for one in members}
        self._file.add_lines(post.key, str((post.data or {}).get("id", "")), lines)
        if self._watch is not None:
            self._watch.wake()
        return post.key

    def _join(self, member: str, role: str) -> None:
        """Let a member of the team join as an agent without further rights.

        The name of an existing participant is rejected, so that no member can take another's identity by its name.
        """
        if member in self._people or member in self._refused:
            return
        state, command = self._project.state, f"joined-{self._bridge}-{derived_id(member)}"
        reason = ""
        try:
            if member not in state.actors:
                self._project.do_as_runtime(c.Join(member, role or "member"), command_id=command)
            elif self._project.log.find(command) is None or state.actors[member].human or state.actors[member].lead:
                reason = (
                    f"The name {member!r} of a member is taken by another participant. Name its participant with "
                    f"--person {member}=ID."
                )
        except RenkeiError as error:
            reason = f"{error.message} {error.hint}".strip()
        if not reason:
            self._people.add(member, member)
        elif self._refused.get(member) != reason:
            self._refused[member] = reason
            self.report(" ".join(list(self._refused.values())[-MOST_REPORTED:]))  # only the last report is kept
        self._file.set_value("member", member, role)

    def _follow_roster(self) -> None:
        """Let new members join, and put the entries of renkei's agents into the roster; raises OSError."""
        self._roster_changed = False
        if self._roster is None:  # whoever has an inbox is a member
            for owner in (self._form.owner_of(one.name) for one in self._inboxes.iterdir()):
                if owner and not self._is_ours(owner):
                    self._join(owner, "")
            return
        roster = self._roster.read()
        if roster is None:
            return
        written = frozenset(self._file.values("entry"))
        for name, role in members_of(roster).items():
            if name not in written and not self._is_ours(name):
                self._join(name, role)
        entries = entries_of(self._project.state, frozenset(self._people.values()))
        found = with_entries(roster, self._form, self._team, entries, written)
        if found != roster:
            for name in entries:
                self._file.set_value("entry", name, True)
            self._roster_changed = not self._roster.replace(roster, found)


def _to(line: Line, member: str) -> Line:
    return Line(line.type, line.sender, member, line.content, line.time, line.extras)
