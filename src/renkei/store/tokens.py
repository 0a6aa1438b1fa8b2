"""Keeps the tokens of a project in `tokens.json`: the holder of each, and the hash of its secret.

Only the owner may read this file and `server.key`, the secret of the project's servers. A token is added or deleted
under a lock: read, change, replace.
"""

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, field
from pathlib import Path

from renkei.errors import LogBrokenError
from renkei.immutable.frozen import frozen
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.log.moved import read_moved
from renkei.log.writer_lock import WriterLock
from renkei.store.layout import Layout

OWNER_ONLY = 0o600

KEY_BYTES = 32
"""The length of a server's secret."""


@frozen
class Token:
    """A token for signing in as a participant. `incarnation`: the holder's, among all participants with this id.

    `expires` is None if it never expires. `is_session`: of a browser in the view, which is valid nowhere else.
    """

    id: str
    actor: str
    incarnation: int
    created: str
    expires: str | None
    secret_hash: str = field(repr=False)
    is_session: bool = False


Tokens = Mapping[str, Token]
"""Tokens by id, in order of creation."""


class TokenFile:
    """The file, and the lock of its writers."""

    def __init__(self, layout: Layout) -> None:
        self._path = layout.tokens
        self._key_path = layout.server_key
        self._lock = WriterLock(layout.tokens_lock)
        self._parsed: tuple[bytes, Tokens] = (b"", {})
        """The content of the file and its parsed form, which depends on the content alone."""

    def load(self) -> Tokens:
        """Return all tokens; raises LogBrokenError for a file that cannot be read."""
        content = _read(self._path)
        if content is None:
            return {}
        known, tokens = self._parsed
        if content != known:
            tokens = parse_tokens(content, str(self._path))
            self._parsed = content, tokens
        return tokens

    def change(self, changed: Callable[[Tokens], Tokens]) -> None:
        """Replace the tokens by the result of a function; raises OSError, or LogBrokenError."""
        self.replace(lambda _: tokens_json(changed(self.load())))

    def replace(self, changed: Callable[[bytes | None], bytes]) -> bytes:
        """Replace the content of the file, None without one, and return it; raises OSError, or LogBrokenError."""
        with self._lock.held():
            content = changed(_read(self._path))
            write_atomically(self._path, content, durable=True, mode=OWNER_ONLY)
        return content

    def server_key(self) -> bytes:
        """Return the secret in the key file, made if it is missing; raises OSError, or LogBrokenError."""
        with self._lock.held():
            key = _read(self._key_path)
            if key is None:
                key = secrets.token_bytes(KEY_BYTES)
                write_atomically(self._key_path, key, durable=True, mode=OWNER_ONLY)
        if len(key) != KEY_BYTES:
            raise LogBrokenError(path=str(self._key_path), reason=f"it does not have {KEY_BYTES} bytes")
        return key

    def close(self) -> None:
        """Close the lock file."""
        self._lock.close()


def parse_tokens(content: bytes | None, path: str) -> Tokens:
    """Return the tokens in a text as `tokens_json` writes it, none for None.

    Raises LogBrokenError naming `path`, or LogMovedError if they are elsewhere now.
    """
    if (moved := read_moved(content)) is not None:
        raise moved.error()
    try:
        return {one["id"]: Token(**one) for one in json.loads(content)} if content is not None else {}
    except (ValueError, TypeError, LookupError, RecursionError):
        raise LogBrokenError(path=path, reason="it is not a list of tokens") from None


def tokens_json(tokens: Tokens) -> bytes:
    """Write tokens as JSON."""
    return json.dumps([asdict(one) for one in tokens.values()], indent=2).encode() + b"\n"


def _read(path: Path) -> bytes | None:
    """Return the content of a file, or None where it is missing; raises LogBrokenError."""
    try:
        return read_plain(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LogBrokenError(path=str(path), reason=error.strerror or str(error)) from error
