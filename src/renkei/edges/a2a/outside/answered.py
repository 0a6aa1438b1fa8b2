"""The answers of outside agents as bytes: within bounds, and with times that the SDK can read.

An outside agent may be broken or hostile, so its answers are counted while they arrive. Compressed answers are
rejected, because a few bytes of them can become gigabytes.
"""

import re
from collections.abc import AsyncIterator

import httpx

LARGEST_ANSWER = 16 * 1024 * 1024
"""Bytes."""

PLAIN = {"Accept-Encoding": "identity"}
"""The headers that ask for answers without compression."""

_NO_ZONE = re.compile(rb'("timestamp"\s*:\s*"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)"')
"""A time without a zone, as fasta2a writes it."""


async def bounded(response: httpx.Response) -> None:
    """Limit the body of a response; a hook of an HTTP client. Raises httpx.DecodingError for a compressed body."""
    encoding = response.headers.get("content-encoding", "identity")
    if encoding != "identity":
        raise httpx.DecodingError(f"the answer is compressed ({encoding}), which was not asked for")
    is_stream = response.headers.get("content-type", "").startswith("text/event-stream")
    response.stream = _Counted(response, response.stream, is_stream)


class _Counted(httpx.AsyncByteStream):
    def __init__(self, response: httpx.Response, stream: object, is_stream: bool) -> None:
        assert isinstance(stream, httpx.AsyncByteStream)
        self._response, self._stream, self._is_stream = response, stream, is_stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        whole, size = [], 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > LARGEST_ANSWER:
                problem = f"the answer has more than {LARGEST_ANSWER} bytes"
                raise httpx.ReadError(problem, request=self._response.request)
            if self._is_stream:
                yield chunk
            else:
                whole.append(chunk)
        if whole:
            yield _NO_ZONE.sub(rb'\1Z"', b"".join(whole))

    async def aclose(self) -> None:
        await self._stream.aclose()
