"""IRC as a chat of a bridge: proof that lines of text are enough.

IRC lacks two things. Lines are not acknowledged, so each is followed by a ping, whose answer confirms the line and sets
the pace. Nicknames are not protected, so a user is identified by the account that the server reports. Users without an
account have no rights unless `trust_nicks` is set.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from queue import SimpleQueue
from threading import Event, Lock, RLock, Thread, current_thread
from uuid import uuid4

from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.fenced import FENCE, FENCE_END, may_continue
from renkei.edges.chat.irc.link import IrcLink, Line
from renkei.edges.chat.irc.presence import Presence
from renkei.edges.chat.options import IrcOptions
from renkei.edges.chat.port import Chat, Heard, Membership, Outgoing, Position, Post

LINE_BYTES = 512
"""Bytes of a line, including its end and the sender that the server adds."""

LONGEST_SENDER = 1 + 30 + 1 + 11 + 1 + 63
"""Most bytes of `:nickname!user@host` that servers allow; the real length is shorter, and may change at any time."""

MARK = "\x02\x02\x0f"
"""The invisible end of each line of a bridge, recognized by other bridges: bold on, bold off, reset.

The lines of a fenced block have none, since other programs read them.
"""

SERVICES = frozenset(("nickserv", "chanserv", "memoserv", "botserv", "hostserv", "operserv", "helpserv", "global"))
"""Nicknames of programs of a network."""

LONGEST_BLOCK = 200_000
"""Characters of a fenced block, over all its lines."""

PONG_SECONDS = 120.0
"""Seconds to wait for the answer to a line's ping: servers slow down senders of many lines."""

_FORMATTING = re.compile(r"\x03(?:\d{1,2}(?:,\d{1,2})?)?|\x04(?:[0-9A-Fa-f]{6})?|[\x02\x0f\x11\x16\x1d\x1e\x1f]")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
_ACTION = "\x01ACTION "


class IrcChat(Chat):
    """Channels of an IRC server."""

    limit = 359  # less with long names of channels
    has_threads = False
    command_prefix = "!"

    def __init__(self, options: IrcOptions, password: str = "", server_password: str = "") -> None:
        self._options = options
        self._passwords = (password, server_password)
        self._channels: tuple[str, ...] = ()
        self._presence = Presence(trust_nicks=options.trust_nicks)
        self._link: IrcLink | None = None
        self._ended = Event()
        self._reader: Thread | None = None
        self._linking = RLock()
        self._asking = Lock()
        self._begun = uuid4().hex
        self._numbers = count(1)
        self._asked = ""
        self._answered = Event()
        self._errors: list[Line] = []
        self._queue: SimpleQueue[Heard | None] = SimpleQueue()
        self._unfinished: Heard | None = None
        self._blocks: dict[tuple[str, str], list[str]] = {}
        self._bridges: set[tuple[str, str]] = set()
        """Nicknames and channels whose last line outside of a block had the mark."""
        self._sent: tuple[str, int] = ("", 0)

    def open(self, channels: Sequence[str]) -> None:
        """Sign in and join the channels."""
        for one in channels:
            if not re.fullmatch(r"[#&+!][^\s,\x00-\x1f]+", one):
                raise ChatRefusedError(f"{one!r} is not a channel", "The name of a channel begins with `#`.")
        self._channels = tuple(channels)
        target = max(30, *(len(one.encode()) for one in channels))
        self.limit = LINE_BYTES - LONGEST_SENDER - len(f" PRIVMSG {'x' * target} :{MARK}\r\n")
        self._connect()

    def _connect(self) -> IrcLink:
        """Return the link, signing in again if it is broken. Raises ChatUnreachableError, ChatRefusedError."""
        with self._linking:
            if self._ended.is_set():
                raise ChatUnreachableError("the bridge has ended")
            if self._link is not None and not self._link.broken:
                return self._link
            if self._link is not None and self._reader is not None:
                self._link.end()
                self._reader.join()
            link = self._link = IrcLink(self._options, *self._passwords)
            self.user = link.nick
            self._presence.begin(link.nick, link.capabilities)
            self._blocks.clear()
            self._bridges.clear()
            self._reader = Thread(target=self._read, args=(link,), name="renkei-irc", daemon=True)
            self._reader.start()
            try:
                for channel in self._channels:
                    self._join(link, channel)
            except BaseException:
                link.end()
                raise
            if self._ended.is_set():  # in the meantime
                link.end()
            return link

    def _connect_again(self) -> IrcLink:
        """Return the link; if the server accepted the bridge once and now rejects it, try again."""
        try:
            return self._connect()
        except ChatRefusedError as error:
            raise ChatUnreachableError(error.details["reason"]) from None

    def _join(self, link: IrcLink, channel: str) -> None:
        refused = self._ask(link, "JOIN", channel)
        if not self._presence.is_in(channel):
            why = " ".join(refused[0].params[1:]) if refused else "no answer"
            raise ChatRefusedError(f"{channel} cannot be joined: {why}")
        if {"account-notify", "extended-join"} <= link.capabilities:
            self._ask(link, "WHO", channel, "%na")

    def close(self) -> None:
        """Leave the server."""
        self._ended.set()
        link = self._link
        if link is not None:
            link.end()
        self._queue.put(None)
        if self._reader is not None and self._reader is not current_thread():
            self._reader.join()

    def post(self, channel: str, post: Outgoing) -> str:
        """Post each line of a text; a post of IRC has no id."""
        link = self._connect_again()
        if not self._presence.is_in(channel):  # such as after a kick
            self._join(link, channel)
        nicks = [self._presence.nick_of(one) or one.lstrip("~") for one in post.mentions]
        return self._post(link, channel, post, nicks)

    def send(self, user: str, post: Outgoing) -> str | None:
        """Send each line of a text to a user in a channel of the bridge; None for others."""
        link = self._connect_again()
        nick = self._presence.nick_of(user)
        try:
            return self._post(link, nick, post, []) if nick else None
        except ChatRefusedError:
            if self._presence.nick_of(user):
                raise
            return None  # the user has just left

    def _post(self, link: IrcLink, target: str, post: Outgoing, mentions: Sequence[str]) -> str:
        key, sent = self._sent
        for number, line in enumerate(lines_of(post.text, mentions, self.limit)):
            if key == post.key and number < sent:  # taken before the link broke
                continue
            line = line if post.block else line + MARK
            refused = self._say(link, target, line)
            if refused and target in self._channels and not self._presence.is_in(target):  # thrown out just now
                self._join(link, target)
                refused = self._say(link, target, line)
            if refused:
                raise ChatRefusedError(f"{target}: {' '.join(refused[0].params[1:])}")
            self._sent = (post.key, number + 1)
        return ""

    def _say(self, link: IrcLink, target: str, line: str) -> list[Line]:
        return [one for one in self._ask(link, "PRIVMSG", target, line) if one.command in _NOT_POSTED]

    def _ask(self, link: IrcLink, command: str, *params: str) -> list[Line]:
        """Send a line and wait until the server has processed it; return its errors."""
        with self._asking:
            self._errors = []
            self._answered.clear()
            self._asked = f"renkei-{next(self._numbers)}"
            link.send(command, *params)
            link.send("PING", self._asked)
            if link.broken or not self._answered.wait(PONG_SECONDS) or link.broken:
                link.end()
                raise ChatUnreachableError(link.broken)
            return self._errors

    def listen(self, cursor: str) -> Iterator[Heard]:
        """Yield what is said while the bridge is there: IRC has no history."""
        self._connect_again()
        yield Position("")
        while not self._ended.is_set():
            link = self._connect_again()
            heard = self._unfinished or self._queue.get()
            if heard is None:
                if link.broken and not self._ended.is_set():
                    raise ChatUnreachableError(link.broken)
                continue
            self._unfinished = heard  # it is yielded again if it could not be taken in
            yield heard
            self._unfinished = None

    def _read(self, link: IrcLink) -> None:
        """Read all lines of a link, in a separate thread: answers must be heard during a post."""
        try:
            for line in link.lines():
                least, take = _LINES.get(line.command, (0, None))
                if take is not None and len(line.params) >= least:
                    take(self, line)
                elif re.fullmatch("[45][0-9][0-9]", line.command):
                    self._errors.append(line)
        except ChatUnreachableError:
            pass  # `broken` says why
        finally:
            link.end()
            link.close()
            self._answered.set()
            self._queue.put(None)

    def _pong(self, line: Line) -> None:
        if line.params[-1:] == (self._asked,):
            self._answered.set()

    def _said(self, line: Line) -> None:
        """Process a line that a user said; notices are ignored, since programs answer with them."""
        if line.nick.lower() == self.user.lower():
            return
        target, text = line.params[:2]
        if text.startswith(_ACTION):
            text = f"* {line.nick} {text.removeprefix(_ACTION)}"
        elif text.startswith("\x01"):
            return
        channel = self._presence.name_of(target, self._channels)
        key = (line.nick.lower(), channel)
        if not (channel or target.lower() == self.user.lower()):
            return
        author = self._presence.identity_of(line.nick, line.tags)
        for one in self._texts(key, _FORMATTING.sub("", text).removesuffix("\x01")):
            number = f"{self._begun}-{next(self._numbers)}"  # what IRC has no id for is heard once
            relayed = self._is_relayed(key, one, text)
            automated = "bot" in line.tags or line.nick.lower() in SERVICES
            self._queue.put(Post(number, channel, author, one, name=line.nick, relayed=relayed, automated=automated))

    def _is_relayed(self, key: tuple[str, str], said: str, raw: str) -> bool:
        """Return whether a bridge wrote a text. It marks all lines but those of a block, which follow a marked one."""
        if not said.startswith(FENCE):
            (self._bridges.add if raw.endswith(MARK) else self._bridges.discard)(key)
        return key in self._bridges

    def _texts(self, key: tuple[str, str], text: str) -> Iterator[str]:
        """Yield a text; a fenced block, which arrives line by line, only at its end.

        A line after the start of a block that does not continue its JSON is a separate text, after the lines before it.
        """
        block = self._blocks.get(key)
        if block is not None and text.rstrip() == FENCE_END:
            yield f"{FENCE}\n{''.join(self._blocks.pop(key))}\n{FENCE_END}"
        elif block is not None and sum(map(len, block)) < LONGEST_BLOCK and may_continue("".join(block), text):
            block.append(text)
        else:
            if block is not None:
                yield "\n".join((FENCE, *self._blocks.pop(key)))
            if text.rstrip() == FENCE:
                self._blocks[key] = []
            elif text.strip():
                yield text

    def _changed(self, line: Line) -> None:
        """Process a line about a user who joined, left, or changed the nickname or account."""
        changes = self._presence.take(line)
        for channel, user, joined in changes:
            name = self._presence.name_of(channel, self._channels)
            if name:
                self._queue.put(Membership(name, user, joined))
        if line.command in ("NICK", "QUIT"):
            self.user = self._presence.own
            for key in [one for one in (*self._blocks, *self._bridges) if one[0] == line.nick.lower()]:
                self._blocks.pop(key, None)
                self._bridges.discard(key)


_NOT_POSTED = frozenset(
    {"401", "403", "404", "411", "412", "413", "414", "415", "442", "477", "486", "487", "489", "531"}
)
"""Errors that mean that a line was not shown."""

_LINES: dict[str, tuple[int, Callable[[IrcChat, Line], None]]] = {
    "PONG": (1, IrcChat._pong),
    "PRIVMSG": (2, IrcChat._said),
    "JOIN": (1, IrcChat._changed),
    "PART": (1, IrcChat._changed),
    "KICK": (2, IrcChat._changed),
    "QUIT": (0, IrcChat._changed),
    "NICK": (1, IrcChat._changed),
    "ACCOUNT": (1, IrcChat._changed),
    "353": (2, IrcChat._changed),
    "354": (3, IrcChat._changed),
}
"""The minimum number of parameters of each line from the server, and its handler."""


def lines_of(text: str, mentions: Sequence[str], limit: int) -> Iterator[str]:
    """Yield a text as lines of at most `limit` bytes, preceded by the nicknames missing from its first line."""
    first, *more = (_CONTROLS.sub(" ", one) for one in text.splitlines() or [""])
    missing = [one for one in mentions if not re.search(rf"(?<!\w){re.escape(one)}(?!\w)", first)]
    names = f"{', '.join(missing)}: " if missing else ""
    if len(f"{names}{first}".encode()) > limit:
        first, names, more = names.rstrip(), "", [first, *more]
    for line in (names + first, *more):
        while line.strip():
            part = line.encode()[:limit].decode(errors="ignore")
            if len(part) < len(line) and part.rfind(" ") > len(part) // 2:
                part = part[: part.rfind(" ") + 1]
            yield part
            line = line[len(part) :]
