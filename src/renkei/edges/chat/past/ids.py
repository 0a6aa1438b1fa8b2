"""The ids of people and channels of a chat in the log: readable, valid, and never those of somebody else.

The id of an author must be the same in every import, whichever authors an earlier one had. So it depends on nothing but
the author's user name, which is unique in a chat, and on the author's id where the name alone could be mistaken.
"""

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping

from renkei.immutable.frozen import frozen
from renkei.protocol.names import skeletons

LONGEST = 80
"""Most characters kept of a name."""

_UNMISTAKABLE = re.compile(r"[a-z0-9][a-z0-9._:#-]*[a-z0-9]|[a-z0-9]")


@frozen
class AuthorIds:
    """The participants that users of a chat are, and for all others ids such as `kim@slack`."""

    chat: str
    people: Mapping[str, str]
    taken: Collection[str]
    """The ids of participants and groups."""

    def __call__(self, user: str, name: str) -> str:
        """Return the id of a user with a user name."""
        if user in self.people:
            return self.people[user]
        plain = f"{name}@{self.chat}"
        if len(name) <= LONGEST and _UNMISTAKABLE.fullmatch(name) and plain not in self.taken:
            return plain
        digest = hashlib.sha256(f"{user}\n{name}".encode("utf-8", "surrogatepass")).hexdigest()
        return f"{fit(name) or fit(user) or 'unnamed'}-{digest[:8]}@{self.chat}"


class GroupIds:
    """Gives channels the ids of groups, made from their names. No two ids look alike. `taken`: ids that exist."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = {one for name in taken for one in skeletons(name)}

    def of(self, channel: str, name: str) -> str:
        """Return the id of a new group."""
        base, own = fit(name) or fit(channel) or "unnamed", fit(channel)
        choices = (base, f"{base}-{own}", *(f"{base}-{number}" for number in range(2, len(self._taken) + 3)))
        found = next(one for one in choices if self._taken.isdisjoint(skeletons(one)))
        self._taken |= skeletons(found)
        return found


def fit(name: str) -> str:
    """Return a name with only the characters that an id may have; "" if none is left."""
    plain = unicodedata.normalize("NFC", name)
    kept = "".join(one if one in "-_.+" or unicodedata.category(one)[0] in "LMN" else " " for one in plain)
    return "_".join(kept.split()).lstrip(".-_")[:LONGEST].rstrip("_")
