"""The ids of people and channels of a chat in the log: readable, valid, and never those of somebody else."""

import unicodedata
from collections.abc import Iterable

from renkei.protocol.names import skeletons

LONGEST = 80
"""Most characters kept of a name."""


class PastIds:
    """Gives each key of a chat, such as a user's id, an id made from its name. No two ids look alike.

    `taken`: ids that exist already. `suffix`: ends every id, such as `@slack`.
    """

    def __init__(self, taken: Iterable[str], suffix: str = "") -> None:
        self._taken = {one for name in taken for one in skeletons(name)}
        self._suffix = suffix
        self.known: dict[str, str] = {}

    def of(self, key: str, name: str) -> str:
        """Return the id of a key, whose name decides only when it is first asked for."""
        if key not in self.known:
            self.known[key] = self._made(key, name)
        return self.known[key]

    def _made(self, key: str, name: str) -> str:
        base, own = fit(name) or fit(key) or "unnamed", fit(key)
        choices = (base, f"{base}-{own}", *(f"{base}-{number}" for number in range(2, len(self._taken) + 3)))
        found = next(one for one in choices if self._taken.isdisjoint(skeletons(f"{one}{self._suffix}")))
        self._taken |= skeletons(f"{found}{self._suffix}")
        return f"{found}{self._suffix}"


def fit(name: str) -> str:
    """Return a name with only the characters that an id may have; "" if none is left."""
    plain = unicodedata.normalize("NFC", name)
    kept = "".join(one if one in "-_.+" or unicodedata.category(one)[0] in "LMN" else " " for one in plain)
    return "_".join(kept.split()).lstrip(".-_")[:LONGEST].rstrip("_")
