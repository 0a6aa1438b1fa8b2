"""Who is in which channel of an IRC server, and whom a nickname stands for."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from renkei.edges.chat.irc.link import Line

UNKNOWN = "~"
"""Begins the id of a user without an account: no nickname and no account begins with it."""

_PREFIXES = "@+%&~!.*"
"""What stands before a nickname in a list of names, such as `@` for an operator of the channel."""

_FOLD = str.maketrans("{}|^", "[]\\~")

Change = tuple[str, str, bool]
"""A channel, a user, and whether the user joined it."""


def fold(name: str) -> str:
    """Return the form in which two names are compared (RFC 2812, section 2.2)."""
    return name.lower().translate(_FOLD)


class Presence:
    """What one link has heard about nicknames. Only its reader changes it."""

    def __init__(self, *, trust_nicks: bool) -> None:
        self.own = ""
        """The bridge's nickname."""
        self._trust_nicks = trust_nicks
        self._tagged = self._told = False
        self._nicks: dict[str, dict[str, str]] = {}
        self._accounts: dict[str, str] = {}

    def begin(self, own: str, capabilities: set[str]) -> None:
        """Forget everything: a new link begins."""
        self.own = own
        self._tagged = "account-tag" in capabilities
        self._told = {"account-notify", "extended-join"} <= capabilities
        self._nicks, self._accounts = {}, {}

    def is_in(self, channel: str) -> bool:
        """Return whether the bridge is in a channel."""
        return fold(self.own) in self._nicks.get(fold(channel), {})

    def name_of(self, channel: str, names: Sequence[str]) -> str:
        """Return the name under which a channel was given; "" for others."""
        return next((one for one in names if fold(one) == fold(channel)), "")

    def identity_of(self, nick: str, tags: Mapping[str, str] | None = None) -> str:
        """Return the account of a nickname. Without an account, a nickname is worth what the settings say.

        The account stands on the line itself where the server can do that, so that it holds at that moment.
        """
        account = (tags or {}).get("account", "") if self._tagged and tags is not None else ""
        if not account and not (self._tagged and tags is not None) and self._told:
            account = self._accounts.get(fold(nick), "")
        return account or (nick if self._trust_nicks else f"{UNKNOWN}{nick}")

    def nick_of(self, user: str) -> str:
        """Return the nickname under which a user is in a channel now; "" for nobody."""
        everybody = {key: nick for nicks in tuple(self._nicks.values()) for key, nick in tuple(nicks.items())}
        if user.startswith(UNKNOWN):
            return everybody.get(fold(user.removeprefix(UNKNOWN)), "")
        return next((nick for nick in everybody.values() if self.identity_of(nick) == user), "")

    def take(self, line: Line) -> list[Change]:
        """Take a line about who is where; return who joined and who left."""
        found = _CHANGES[line.command](self, line)
        return [one for one in found if fold(one[1].lstrip(UNKNOWN)) != fold(self.own)]

    def _join(self, line: Line) -> Iterator[Change]:
        channel, *more = line.params
        if self._told and more and more[0] != "*":
            self._accounts[fold(line.nick)] = more[0]
        self._nicks.setdefault(fold(channel), {})[fold(line.nick)] = line.nick
        yield channel, self.identity_of(line.nick), True

    def _part(self, line: Line) -> Iterator[Change]:
        return self._leave(line.params[0], line.nick)

    def _kick(self, line: Line) -> Iterator[Change]:
        return self._leave(line.params[0], line.params[1])

    def _quit(self, line: Line) -> tuple[()]:
        """Forget a nickname; nobody leaves a channel by a connection that ends."""
        for channel in tuple(self._nicks):
            for _ in self._leave(channel, line.nick):
                pass
        return ()

    def _leave(self, channel: str, nick: str) -> Iterator[Change]:
        nicks = self._nicks.get(fold(channel), {})
        if fold(nick) == fold(self.own):
            nicks.clear()  # the bridge no longer hears who is there
        elif nicks.pop(fold(nick), None):
            yield channel, self.identity_of(nick), False
        if not any(fold(nick) in one for one in self._nicks.values()):
            self._accounts.pop(fold(nick), None)  # whoever takes the nickname next is somebody else

    def _nick(self, line: Line) -> Iterator[Change]:
        old, new = line.nick, line.params[0]
        before = self.identity_of(old)
        account = self._accounts.pop(fold(old), "")
        if account:
            self._accounts[fold(new)] = account
        if fold(old) == fold(self.own):
            self.own = new
        for nicks in self._nicks.values():
            if nicks.pop(fold(old), None):
                nicks[fold(new)] = new
        yield from self._became(new, before)

    def _account(self, line: Line) -> Iterator[Change]:
        before = self.identity_of(line.nick)
        if self._told and line.params[0] != "*":
            self._accounts[fold(line.nick)] = line.params[0]
        else:
            self._accounts.pop(fold(line.nick), None)
        yield from self._became(line.nick, before)

    def _became(self, nick: str, before: str) -> Iterator[Change]:
        """Yield who is in a channel now that a nickname stands for another user; the former one has not left it."""
        after = self.identity_of(nick)
        for channel, nicks in self._nicks.items():
            if after != before and fold(nick) in nicks:
                yield channel, after, True

    def _names(self, line: Line) -> Iterator[Change]:
        channel, names = line.params[-2:]
        for nick in (one.lstrip(_PREFIXES) for one in names.split()):
            self._nicks.setdefault(fold(channel), {})[fold(nick)] = nick
            yield channel, self.identity_of(nick), True

    def _who(self, line: Line) -> Iterator[Change]:
        """Take a nickname and its account (WHOX); "0" stands for no account."""
        if not self._told or line.params[2] == "0":
            return
        before = self.identity_of(line.params[1])
        self._accounts[fold(line.params[1])] = line.params[2]
        yield from self._became(line.params[1], before)


_CHANGES: dict[str, Callable[[Presence, Line], Iterable[Change]]] = {
    "JOIN": Presence._join,
    "PART": Presence._part,
    "KICK": Presence._kick,
    "QUIT": Presence._quit,
    "NICK": Presence._nick,
    "ACCOUNT": Presence._account,
    "353": Presence._names,
    "354": Presence._who,
}
"""What is done with a line about who is where."""
