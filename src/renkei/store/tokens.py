"""Keeps the tokens of a project in `tokens.json`: the holder of each, and the hash of its secret.

Only the owner of the file may read it. A token is added or deleted under a lock: read, change, replace.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, field

from renkei.errors import LogBrokenError
from renkei.immutable.frozen import frozen
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.log.writer_lock import WriterLock
from renkei.store.layout import Layout

OWNER_ONLY = 0o600


@frozen
class Token:
    """A token for signing in as a participant. `incarnation`: the holder's, among all participants with this id.

    `expires` is None if it never expires.
    """

    id: str
    actor: str
    incarnation: int
    created: str
    expires: str | None
    secret_hash: str = field(repr=False)


Tokens = Mapping[str, Token]
"""Tokens by id, in order of creation."""


class TokenFile:
    """The file, and the lock of its writers."""

    def __init__(self, layout: Layout) -> None:
        self._path = layout.tokens
        self._lock = WriterLock(layout.tokens_lock)
        self._parsed: tuple[bytes, Tokens] = (b"", {})
        """The content of the file and its parsed form, which depends on the content alone."""

    def load(self) -> Tokens:
        """Return all tokens; raises LogBrokenError for a file that cannot be read."""
        try:
            content = read_plain(self._path)
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise LogBrokenError(path=str(self._path), reason=error.strerror or str(error)) from error
        known, tokens = self._parsed
        if content != known:
            tokens = self._parse(content)
            self._parsed = content, tokens
        return tokens

    def change(self, changed: Callable[[Tokens], Tokens]) -> None:
        """Replace the tokens by the result of a function; raises OSError, or LogBrokenError."""
        with self._lock.held():
            found = [asdict(one) for one in changed(self.load()).values()]
            content = json.dumps(found, indent=2).encode() + b"\n"
            write_atomically(self._path, content, durable=True, mode=OWNER_ONLY)

    def close(self) -> None:
        """Close the lock file."""
        self._lock.close()

    def _parse(self, content: bytes) -> Tokens:
        try:
            return {one["id"]: Token(**one) for one in json.loads(content)}
        except (ValueError, TypeError, LookupError, RecursionError):
            raise LogBrokenError(path=str(self._path), reason="it is not a list of tokens") from None
