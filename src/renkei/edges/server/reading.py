"""Reads the parts of a request: its token, its body within bounds, its parameters."""

import asyncio
from collections.abc import Collection
from functools import cache
from http import HTTPStatus
from typing import Any

from pydantic import TypeAdapter, ValidationError
from starlette.requests import Request

from renkei.documents.explain import explain, schema_of
from renkei.documents.json_fast import read_json_fast
from renkei.documents.source import Source, SourceError
from renkei.edges.server.models import Query
from renkei.edges.server.problems import refused
from renkei.errors import DocumentError, RenkeiError, TokenRefusedError
from renkei.protocol.primitives import DEFERRED

LARGEST_BODY = 4 * 1024 * 1024
"""Bytes."""

HAVE_CONFIG = ("__pydantic_core_schema__", "model_config", "__dataclass_fields__")
"""Attributes of types that bring their own configuration of pydantic."""

SLOWEST_SENDER = 20.0
"""Seconds in which a body has to arrive."""


def token_of(request: Request) -> str:
    """Return the bearer token of a request; raises TokenRefusedError when it has none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise TokenRefusedError
    return token.strip()


JSON = ("application/json",)
"""The media types of JSON."""


async def body_of(request: Request, kinds: Collection[str] = JSON) -> bytes:
    """Return the body of a request; raises RequestRefusedError when it is too large, too slow, encoded or no JSON."""
    headers = request.headers
    if headers.get("content-encoding", "identity") != "identity":
        raise refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "the body is compressed", "Send it without Content-Encoding.")
    if headers.get("content-type", "application/json").partition(";")[0].strip().lower() not in kinds:
        raise refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "the body is not JSON", "Send it as application/json.")
    announced = headers.get("content-length", "0")
    if not announced.isdigit() or int(announced) > LARGEST_BODY:
        raise _too_large()
    body = bytearray()
    try:
        async with asyncio.timeout(SLOWEST_SENDER):
            async for part in request.stream():  # raises ClientDisconnect when the client goes away
                body += part
                if len(body) > LARGEST_BODY:
                    raise _too_large()
    except TimeoutError:
        raise refused(HTTPStatus.REQUEST_TIMEOUT, "the body did not arrive in time") from None
    return bytes(body)


def _too_large() -> RenkeiError:
    return refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the body has more than {LARGEST_BODY} bytes")


def read_body(data: bytes, kind: Any) -> Any:
    """Return the JSON of a body as a value of a type; raises DocumentError with the place of each fault."""
    try:
        source = read_json_fast(data or b"{}")
    except SourceError as error:
        raise DocumentError("body", [error.problem]) from None
    return _valid(adapter_of(kind), source, "body")


def read_query(request: Request, kind: type[Query]) -> Any:
    """Return the parameters of a request as a model; raises DocumentError."""
    return _valid(adapter_of(kind), Source(dict(request.query_params)), "query")


def _valid(adapter: TypeAdapter[Any], source: Source, name: str) -> Any:
    try:
        return adapter.validate_python(source.value)
    except ValidationError as error:
        raise DocumentError(name, explain(error, source, schema_of(adapter))) from None


@cache
def adapter_of(kind: Any) -> TypeAdapter[Any]:
    """Return what reads and writes the values of a type."""
    has_config = any(hasattr(kind, name) for name in HAVE_CONFIG)
    return TypeAdapter(kind, config=None if has_config else DEFERRED)
