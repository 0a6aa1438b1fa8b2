"""Channel membership, and the account of each nickname, on an IRC server."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from renkei.edges.chat.irc.link import Line

UNKNOWN = "~"
"""Prefix of the id of a user without an account: no nickname or account begins with it."""

_PREFIXES = "@+%&~!.*"
"""Prefixes of nicknames in a list of names, such as `@` for an operator of the channel."""

_FOLD = str.maketrans("{}|^", "[]\\~")

Change = tuple[str, str, bool]
"""A channel, a user, and whether the user joined it."""


def fold(name: str) -> str:
    """Return the form in which names are compared (RFC 2812, section 2.2)."""
    return name.lower().translate(_FOLD)


class Presence:
    """A link's knowledge about nicknames. Only its reader changes it."""

    def __init__(self, *, trust_nicks: bool) -> None:
        self.own = ""
        """The bridge's nickname."""
        self._trust_nicks = trust_nicks
        self._tagged = self._told = False
        self._nicks: dict[str, dict[str, str]] = {}
        self._accounts: dict[str, str] = {}

    def begin(self, own: str, capabilities: set[str]) -> None:
        """Forget everything, for a new link."""
        self.own = own
        self._tagged = "account-tag" in capabilities
        self._told = {"account-notify", "extended-join"} <= capabilities
        self._nicks, self._accounts = {}, {}

    def is_in(self, channel: str) -> bool:
        """Return whether the bridge is in a channel."""
        return fold(self.own) in self._nicks.get(fold(channel), {})

    def name_of(self, channel: str, names: Sequence[str]) -> str:
        """Return the configured name of a channel; "" for others."""
        return next((one for one in names if fold(one) == fold(channel)), "")

    def identity_of(self, nick: str, tags: Mapping[str, str] | None = None) -> str:
        """Return the account of a nickname. A nickname without an account counts only if the settings say so.

        If the server can, it tags each line with the account at that moment.
        """
        account = (tags or {}).get("account", "") if self._tagged and tags is not None else ""
        if not account and not (self._tagged and tags is not None) and self._told:
            account = self._accounts.get(fold(nick), "")
        return account or (nick if self._trust_nicks else f"{UNKNOWN}{nick}")

    def nick_of(self, user: str) -> str:
        """Return a user's nickname in a channel now, or ""."""
        everybody = {key: nick for nicks in tuple(self._nicks.values()) for key, nick in tuple(nicks.items())}
        if user.startswith(UNKNOWN):
            return everybody.get(fold(user.removeprefix(UNKNOWN)), "")
        return next((nick for nick in everybody.values() if self.identity_of(nick) == user), "")

    def take(self, line: Line) -> list[Change]:
        """Process a line about presence; return the users that joined and left."""
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
        """Forget a nickname. The end of a connection does not count as leaving a channel."""
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
        """Yield channels joined by a nickname's new user; the former user has not left them."""
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
        """Process a nickname and its account (WHOX); "0" means no account."""
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
"""The handler of each line about presence."""
