"""Bodies in an object store of NATS, each by its hash."""

import hashlib
import io
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

import nats.errors
from nats.js import api, errors
from nats.js.client import JetStreamContext
from nats.js.object_store import ObjectStore

from renkei.errors import LogBrokenError
from renkei.log.replication.nats_link import NatsLink

Value = TypeVar("Value")

CHANGED = (errors.DigestMismatchError, errors.BadObjectMetaError)

SECONDS = 60
"""Seconds that the servers have for a body."""


class NatsObjects:
    """The object store `bucket`; see `Objects`. `name` is what errors show."""

    def __init__(self, link: NatsLink, bucket: str, name: str) -> None:
        self._link = link
        self._bucket = bucket
        self._name = name

    async def create(self, js: JetStreamContext, copies: int) -> None:
        """Make the object store."""
        await js.create_object_store(self._bucket, config=api.ObjectStoreConfig(replicas=copies))

    def put(self, body: bytes) -> str:
        """Keep a body."""
        name = hashlib.sha256(body).hexdigest()
        try:
            self._ask(lambda store: store.put(name, io.BytesIO(body)))
        except errors.NotFoundError:
            raise self._link.unavailable(f"there is no object store {self._bucket}") from None
        return name

    def get(self, name: str) -> bytes:
        """Return a body."""

        async def content(store: ObjectStore) -> bytes:
            return (await store.get(name)).data or b""

        try:
            body = self._ask(content)
        except errors.NotFoundError:
            raise LogBrokenError(path=self._name, reason=f"the body {name} is missing") from None
        except CHANGED:
            body = b""
        if hashlib.sha256(body).hexdigest() != name:
            raise LogBrokenError(path=self._name, reason=f"the body {name} was changed")
        return body

    def drop(self, name: str) -> None:
        """Delete a body."""
        with suppress(errors.NotFoundError):
            self._ask(lambda store: store.delete(name))

    def names(self) -> set[str]:
        """Return the names of all bodies."""
        try:
            return {one.name for one in self._ask(lambda store: store.list(ignore_deletes=True))}
        except errors.NotFoundError:
            return set()

    def _ask(self, ask: Callable[[ObjectStore], Coroutine[Any, Any, Value]]) -> Value:
        async def asked(js: JetStreamContext) -> Value:
            return await ask(await js.object_store(self._bucket))

        try:
            return self._link.run(asked, SECONDS)
        except (errors.NotFoundError, *CHANGED):
            raise
        except (nats.errors.Error, TimeoutError, OSError) as error:
            raise self._link.unavailable(str(error) or "no reply came") from error
