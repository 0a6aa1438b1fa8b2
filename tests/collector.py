"""A collector of spans for tests: it reads OTLP with OpenTelemetry's own package, and keeps what it has accepted."""

from collections.abc import Callable, Sequence
from itertools import repeat
from threading import Condition
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from local_server import LocalServer

TYPE = "application/x-protobuf"


class LocalCollector(LocalServer):
    """A collector on this machine; as viewers do, it keeps one span for each id."""

    def __init__(self) -> None:
        self.spans: dict[tuple[str, str], Any] = {}
        """By trace and id, in hexadecimal."""
        self.received = 0
        """How many spans came, those that came again included."""
        self.resource: dict[str, Any] = {}
        self.headers: dict[str, str] = {}
        self.largest = 0
        """Most bytes of a request that it accepts; 0: any."""
        self.rejecting = ""
        """Why it rejects the first span of each request."""
        self._changed = Condition()
        super().__init__()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def routes(self) -> Sequence[BaseRoute]:
        return [
            Route("/v1/traces", self._take, methods=["POST"]),
            Route("/page", self._page, methods=["POST"]),
            Route("/endless", self._endless, methods=["POST"]),
        ]

    def failure(self, status: int, seconds: float) -> Response:
        return PlainTextResponse("not now", status, {"Retry-After": f"{seconds:g}"})

    def wait_for(self, holds: Callable[[], object]) -> None:
        """Wait until something holds about what it has accepted."""
        with self._changed:
            assert self._changed.wait_for(holds, 30), (len(self.spans), self.received)

    async def _endless(self, request: Request) -> Response:
        return StreamingResponse(repeat("x" * 65536), 400, media_type="text/plain")

    async def _page(self, request: Request) -> Response:
        return Response("<html>", media_type="text/html")

    async def _take(self, request: Request) -> Response:
        body = await request.body()
        if (fault := self.fault(request)) is not None:
            return fault
        if self.largest and len(body) > self.largest:
            return PlainTextResponse("too large", 413)
        found, answer = ExportTraceServiceRequest.FromString(body), ExportTraceServiceResponse()
        if self.rejecting:
            answer.partial_success.rejected_spans, answer.partial_success.error_message = 1, self.rejecting
        with self._changed:
            self.headers = dict(request.headers)
            for group in found.resource_spans:
                self.resource = values(group.resource.attributes)
                for span in (one for scope in group.scope_spans for one in scope.spans):
                    self.received += 1
                    self.spans[span.trace_id.hex(), span.span_id.hex()] = span
            self._changed.notify_all()
        return Response(answer.SerializeToString(), media_type=TYPE)


def values(attributes: Any) -> dict[str, Any]:
    """Return the attributes of a span, an event or a resource."""
    return {one.key: _value(one.value) for one in attributes}


def _value(value: Any) -> Any:
    kind = value.WhichOneof("value")
    found = getattr(value, kind)
    return [_value(one) for one in found.values] if kind == "array_value" else found
