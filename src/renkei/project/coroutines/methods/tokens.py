"""The asynchronous form of `renkei.project.tokens`, written by `make docs`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renkei.project.coroutines.form import AsyncForm
from renkei.store.tokens import Token

if TYPE_CHECKING:
    pass


class TokenHoldersMethods(AsyncForm):
    """The tokens of a `Project`."""

    async def create_token(self, actor: str, expires: float | None = None) -> str:
        """Return a new token of a participant, which cannot be read again; it expires after `expires` seconds.

        It also ends when the participant leaves, even if another joins under its id. Raises UnknownActorError,
        BadValueError for a time that is not positive, or LogNotWritableError. Tokens that can never be valid again are
        dropped.
        """
        return await self._calls.run(lambda: self._project.create_token(actor, expires))

    async def create_session(self, person: str, seconds: float) -> str:
        """Return the secret of a new session in the view, which is no token; raises as `create_token` does."""
        return await self._calls.run(lambda: self._project.create_session(person, seconds))

    async def tokens(self) -> list[Token]:
        """Return all tokens and sessions that were not revoked, oldest first; see `is_valid_token`."""
        return await self._calls.run(lambda: self._project.tokens())

    async def revoke_token(self, token_id: str) -> None:
        """Delete a token, which is rejected afterwards; raises BadValueError for an unknown id, LogNotWritableError."""
        await self._calls.run(lambda: self._project.revoke_token(token_id))

    async def token_holder(self, token: str) -> str:
        """Return the holder of a token.

        Raises TokenRefusedError, with the same words for a token that is unknown, has expired, was revoked, or whose
        holder has left.
        """
        return await self._calls.run(lambda: self._project.token_holder(token))

    async def find_session(self, session: str) -> Token:
        """Return what is kept of the session with a secret; raises TokenRefusedError as `token_holder` does."""
        return await self._calls.run(lambda: self._project.find_session(session))

    async def server_key(self) -> bytes:
        """Return 32 random bytes that the servers of this project keep; raises LogBrokenError, LogNotWritableError."""
        return await self._calls.run(lambda: self._project.server_key())

    async def is_valid_token(self, token: Token) -> bool:
        """Return whether the holder of a token is still a participant, and the token has not expired."""
        return await self._calls.run(lambda: self._project.is_valid_token(token))
