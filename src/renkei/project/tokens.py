"""The tokens of a `Project`, which authenticate participants over a network.

A token is `renkei_ID_SECRET`. Only the hash of the secret is kept; it needs no salt, since 256 random bits cannot be
guessed. A token is bound to one incarnation of a participant, so it ends when its holder leaves. The session of a
person's browser is kept like a token, but neither is valid in place of the other.
"""

import hashlib
import secrets
from abc import ABC, abstractmethod

from renkei.engine.participants.access import need_actor
from renkei.engine.state import State
from renkei.errors import BadValueError, TokenRefusedError
from renkei.protocol.primitives import later
from renkei.store.port import Store
from renkei.store.tokens import Token, Tokens

PREFIX = "renkei_"
"""Prefix of every token, so that scanners for leaked secrets can find it."""

SESSION_PREFIX = f"{PREFIX}session_"
"""Prefix of the secret of a session, which cannot be the beginning of a token: the ids of tokens are hexadecimal."""

SECRET_BYTES = 32

NO_HASH = "0" * 64
"""Compared with the secret of an unknown token, so that the answer takes as long."""

MOST_SECONDS = 10 * 365 * 86_400
"""Ten years: the longest lifetime of a token."""


class TokenHolders(ABC):
    """The tokens of a `Project`."""

    _store: Store

    @property
    @abstractmethod
    def state(self) -> State:
        """The state at the end of the log."""

    @abstractmethod
    def _time_after(self, state: State) -> str:
        """Return the time now, after the state's."""

    def create_token(self, actor: str, expires: float | None = None) -> str:
        """Return a new token of a participant, which cannot be read again; it expires after `expires` seconds.

        It also ends when the participant leaves, even if another joins under its id. Raises UnknownActorError,
        BadValueError for a time that is not positive, or LogNotWritableError. Tokens that can never be valid again are
        dropped.
        """
        return self._create_token(actor, expires, is_session=False)

    def create_session(self, person: str, seconds: float) -> str:
        """Return the secret of a new session in the view, which is no token; raises as `create_token` does."""
        return self._create_token(person, seconds, is_session=True)

    def _create_token(self, actor: str, expires: float | None, *, is_session: bool) -> str:
        if expires is not None and not 0 < expires <= MOST_SECONDS:
            raise BadValueError(
                path="/expires", got=expires, expected=f"more than 0 and at most {MOST_SECONDS} seconds"
            )
        state = self.state
        need_actor(state, actor)
        now = self._time_after(state)
        until = None if expires is None else later(now, int(expires * 1_000_000))
        name, secret = secrets.token_hex(6), secrets.token_urlsafe(SECRET_BYTES)
        made = Token(name, actor, state.actors[actor].incarnation, now, until, _hash(secret), is_session)

        def added(tokens: Tokens) -> Tokens:
            return {**{key: one for key, one in tokens.items() if not _is_over(one, state)}, name: made}

        self._store.change_tokens(added)
        return f"{SESSION_PREFIX if is_session else PREFIX}{name}_{secret}"

    def tokens(self) -> list[Token]:
        """Return all tokens and sessions that were not revoked, oldest first; see `is_valid_token`."""
        return list(self._store.tokens().values())

    def revoke_token(self, token_id: str) -> None:
        """Delete a token, which is rejected afterwards; raises BadValueError for an unknown id, LogNotWritableError."""
        if token_id not in self._store.tokens():
            problem, hint = f"there is no token {token_id!r}", "List them: `renkei token list`."
            raise BadValueError(path="/token", got=token_id, problem=problem, hint=hint)
        self._store.change_tokens(lambda tokens: {name: one for name, one in tokens.items() if name != token_id})

    def token_holder(self, token: str) -> str:
        """Return the holder of a token.

        Raises TokenRefusedError, with the same words for a token that is unknown, has expired, was revoked, or whose
        holder has left.
        """
        return self._find_token(token, PREFIX).actor

    def find_session(self, session: str) -> Token:
        """Return what is kept of the session with a secret; raises TokenRefusedError as `token_holder` does."""
        return self._find_token(session, SESSION_PREFIX)

    def server_key(self) -> bytes:
        """Return 32 random bytes that the servers of this project keep; raises LogBrokenError, LogNotWritableError."""
        return self._store.server_key()

    def _find_token(self, token: str, prefix: str) -> Token:
        name, _, secret = token.removeprefix(prefix).partition("_")
        found = self._store.tokens().get(name)
        known = found.secret_hash if found is not None else NO_HASH
        is_same = secrets.compare_digest(_hash(secret), known)
        is_kind = token.startswith(prefix) and found is not None and found.is_session == (prefix == SESSION_PREFIX)
        if found is None or not is_same or not is_kind or not self.is_valid_token(found):
            raise TokenRefusedError
        return found

    def is_valid_token(self, token: Token) -> bool:
        """Return whether the holder of a token is still a participant, and the token has not expired."""
        state = self.state
        holder = state.actors.get(token.actor)
        is_present = holder is not None and holder.incarnation == token.incarnation
        return is_present and (token.expires is None or self._time_after(state) < token.expires)


def _is_over(token: Token, state: State) -> bool:
    """Return whether a token can never be valid again.

    True if its holder has left, or it has expired by the time of the log, which never goes back. The clock alone is not
    trusted: it may be wrong.
    """
    has_left = state.departed.get(token.actor, 0) >= token.incarnation
    return has_left or (token.expires is not None and token.expires <= state.at)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
