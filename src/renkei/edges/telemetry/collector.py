"""A collector, to which spans are sent by OpenTelemetry's own exporter for OTLP over HTTP, as protobuf.

Every collector and viewer accepts this form, also through proxies; the form over gRPC would bring a compiled library of
10 MB. The exporter reads the settings that people know: `OTEL_EXPORTER_OTLP_HEADERS` for credentials,
certificates, compression, `OTEL_RESOURCE_ATTRIBUTES`. In the seconds of `OTEL_EXPORTER_OTLP_TIMEOUT`, 10 by default, it
repeats a request that may succeed.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import requests
from google.protobuf.message import DecodeError
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.trace.export import SpanExportResult
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import Link, SpanContext, SpanKind, Status, StatusCode, TraceFlags

from renkei.edges.telemetry.errors import CollectorError, SpansRejectedError
from renkei.errors import BadValueError, RenkeiError
from renkei.telemetry.span import Span, SpanRef

PATH = "/v1/traces"
"""The path of a collector that accepts spans, if an address has none."""

TOO_LARGE = 413

LONGEST_ANSWER = 65_536
"""Bytes of an answer that are read; a collector answers with a few."""

MOST_SAID = 200
"""Characters of an answer that are shown."""

SECRET = frozenset("@?#")
"""Signs beside which an address may hold a password or key."""

_KINDS = {"internal": SpanKind.INTERNAL, "producer": SpanKind.PRODUCER}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Collector:
    """Sends spans to one address."""

    def __init__(self, url: str, version: str, on_rejected: Callable[[int, str], None]) -> None:
        """`url`: with or without the path of spans. Raises BadValueError for anything but an address over HTTP.

        `on_rejected` receives how many spans of a request the collector rejected while it accepted the others, and why.
        """
        self._on_rejected = on_rejected
        self.url = endpoint(url)
        logging.getLogger("opentelemetry.exporter").setLevel(logging.CRITICAL)  # its problems are raised here
        self._session = _Session()
        self._exporter = OTLPSpanExporter(self.url, session=self._session)
        basic = Resource({"service.name": "renkei", "service.version": version})
        found = basic.merge(OTELResourceDetector().detect())
        self._resource = _SharedResource(found.attributes, found.schema_url)
        self._scope = InstrumentationScope("renkei", version)

    @property
    def shown(self) -> str:
        """The address without a password."""
        return shown(self.url)

    def send(self, spans: Sequence[Span]) -> None:
        """Send spans, and return when the collector has accepted them.

        Raises CollectorError if it may accept them later, and SpansRejectedError if it will not.
        """
        self._session.forget()
        result = self._exporter.export([self._readable(one) for one in spans])
        is_too_large = self._session.status == TOO_LARGE or self._session.is_unsent
        if result is not SpanExportResult.SUCCESS and is_too_large and len(spans) > 1:
            half = len(spans) // 2
            self.send(spans[:half])
            self.send(spans[half:])
        elif result is not SpanExportResult.SUCCESS or self._session.problem:
            raise self._error()
        elif self._session.rejected is not None:
            self._on_rejected(*self._session.rejected)

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def _error(self) -> RenkeiError:
        status, reason = self._session.status, self._session.problem
        if self._session.is_unusable:
            hint = "Check the address, and the variables OTEL_EXPORTER_OTLP_* and *_PROXY."
            return BadValueError(path="--otlp", problem=f"no request can be made to {self.shown}: {reason}", hint=hint)
        if self._session.is_unsent:
            return SpansRejectedError(url=self.shown, reason="a span is too large to be sent")
        is_final = 200 <= status < 500 and status not in (408, 429)
        return (SpansRejectedError if is_final else CollectorError)(url=self.shown, reason=reason)

    def _readable(self, span: Span) -> ReadableSpan:
        return _Ended(
            span,
            name=span.name,
            context=_context(span.ref),
            parent=None if span.parent is None else _context(span.parent),
            resource=self._resource,
            attributes=dict(span.attributes),
            events=[Event(one.name, dict(one.attributes), _nanoseconds(one.at)) for one in span.events],
            links=[Link(_context(one.to), dict(one.attributes)) for one in span.links],
            kind=_KINDS[span.kind],
            status=Status(StatusCode.ERROR, span.error) if span.error else Status(),
            start_time=_nanoseconds(span.start),
            end_time=_nanoseconds(span.end),
            instrumentation_scope=self._scope,
        )


class _SharedResource(Resource):
    """A resource of all spans: the exporter asks each of them for its hash, which is made from all attributes."""

    @cached_property
    def _shared_hash(self) -> int:
        return super().__hash__()

    def __hash__(self) -> int:
        return self._shared_hash

    def __eq__(self, other: object) -> bool:
        return self is other or super().__eq__(other)


class _Ended(ReadableSpan):
    """A span that was never recorded by a tracer, with the numbers of what is beyond its limits."""

    def __init__(self, span: Span, **values: Any) -> None:
        super().__init__(**values)
        self._dropped = span.dropped_events, span.dropped_links

    @property
    def dropped_events(self) -> int:
        return self._dropped[0]

    @property
    def dropped_links(self) -> int:
        return self._dropped[1]


class _Session(requests.Session):
    """Notes how the last request ended: the exporter itself only says whether it succeeded."""

    status = 0
    problem = ""
    is_unusable = False
    """Whether the settings allow no request at all."""
    rejected: tuple[int, str] | None = None

    @property
    def is_unsent(self) -> bool:
        """Whether there was no request: the exporter sends none of more than 64 MiB."""
        return not self.status and not self.problem

    def forget(self) -> None:
        """Begin again, before a request that may never be sent."""
        self.status, self.problem, self.is_unusable, self.rejected = 0, "", False, None

    def request(self, *values: Any, **options: Any) -> requests.Response:
        """Make and send a request without following it elsewhere."""
        self.forget()
        options |= {"allow_redirects": False, "stream": True}
        try:
            response = super().request(*values, **options)
            with response:
                answer = next(response.iter_content(LONGEST_ANSWER), b"")
        except Exception as error:  # the exporter keeps every error to itself
            self.is_unusable = isinstance(error, ValueError) or not isinstance(error, requests.RequestException)
            self.problem = _words(error)
            raise
        self.status, self.problem = response.status_code, _problem(response, answer)
        self.rejected = None if self.problem else _rejected(answer)
        return response


def _problem(response: requests.Response, answer: bytes) -> str:
    """Return why a response is not that of a collector that has accepted spans; "" if it is."""
    if response.status_code != requests.codes.ok:
        is_text = "text" in response.headers.get("content-type", "")
        said = " ".join(answer.decode("utf-8", "replace")[:MOST_SAID].split()) if is_text else ""
        return f"status {response.status_code} {response.reason[:MOST_SAID]}{said and f', {said}'}"
    if "html" in response.headers.get("content-type", ""):
        return "it answers with a web page, so there is no collector at this path"
    return ""


def _rejected(answer: bytes) -> tuple[int, str] | None:
    """Return how many spans a collector has rejected, and why; sending them again would not help, says the protocol."""
    try:
        partial = ExportTraceServiceResponse.FromString(answer).partial_success
    except DecodeError:  # an answer in JSON
        return None
    return (partial.rejected_spans, partial.error_message[:MOST_SAID]) if partial.rejected_spans else None


def _words(error: Exception) -> str:
    """Return what went wrong, without the credentials that an error of a header or an address may quote."""
    if not isinstance(error, requests.RequestException):
        return str(error).rstrip(".")
    if isinstance(error, requests.exceptions.InvalidHeader):
        return "a header is not allowed"
    if isinstance(error, requests.exceptions.InvalidURL):
        return "an address is not allowed"
    if isinstance(error, requests.Timeout):
        return "it did not answer in time"
    if isinstance(error, requests.exceptions.SSLError):
        return "its certificate is not accepted"
    return "no connection" if isinstance(error, requests.ConnectionError) else type(error).__name__


def endpoint(url: str) -> str:
    """Return the address of a collector with the path of spans; raises BadValueError."""
    try:
        parts = urlsplit(url.strip())
        is_right = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_right = False
    if not is_right:
        got = "…" if SECRET.intersection(url) else url
        raise BadValueError(path="--otlp", got=got, expected="an address such as http://127.0.0.1:4318")
    return urlunsplit(parts._replace(path=PATH)) if parts.path in ("", "/") else url.strip()


def shown(url: str) -> str:
    """Return an address of a collector without a password, and without a query or path that may hold one."""
    parts = urlsplit(url)
    path = "/…" if SECRET.intersection(parts.path) else parts.path
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{path}"


def _context(ref: SpanRef) -> SpanContext:
    return SpanContext(ref.trace, ref.span, is_remote=False, trace_flags=TraceFlags(TraceFlags.SAMPLED))


@lru_cache(maxsize=64)  # the spans and events of a record have the same time
def _nanoseconds(at: str) -> int:
    """Return the nanoseconds since 1970, as near to a time as OTLP can say: 64 bits end in the year 2554."""
    return min(max(0, (datetime.fromisoformat(at) - _EPOCH) // timedelta(microseconds=1) * 1000), 2**64 - 1)
