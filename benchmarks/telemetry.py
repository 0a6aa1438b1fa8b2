"""What `renkei trace` takes for a large project, beside the SDK of OpenTelemetry that only sends prepared spans.

Both send to the same collector: a process that reads each request and keeps nothing. The project is one of contracts
that agents worked on in turns, so its spans have links and events. `RECORDS` names another number of records.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from measure import Row
from million import settle
from past import measured

import renkei
from renkei.edges.telemetry.sending import BATCH
from renkei.telemetry.span import Span
from renkei.telemetry.spans import Spans

RECORDS = int(os.environ.get("RECORDS", "100000"))
OF_A_CONTRACT = 11
"""Records from opening a contract until it is accepted and everybody has read that."""

T = TypeVar("T")


def rows() -> Iterator[Row]:
    """Measure."""
    with TemporaryDirectory(dir=Path(__file__).parent) as name, collector() as url:
        large, tenth = Path(name) / "large", Path(name) / "tenth"
        apart(settle, large, RECORDS // OF_A_CONTRACT)
        apart(settle, tenth, RECORDS // OF_A_CONTRACT // 10)
        _, _, small = measured(trace(tenth, url))
        took, worked, memory = measured(trace(large, url))
        spans, plain = apart(prepared, large, url)
    what, each = f"trace {RECORDS:,} records, {spans:,} spans", 1e6 / spans
    yield Row(
        f"{what}: CPU of each span", worked * each, plain * each, "the SDK, prepared spans", "≤ 4 ×", 4 * plain * each
    )
    yield Row(f"{what}: each span", took * each, worked * each, "the CPU of it", "≥ 2,000 spans/s", 1e6 / 2000)
    yield Row(f"{what}: memory", memory, small, "a tenth of them", "≤ 1.2 ×", 1.2 * small, "MiB")


def trace(directory: Path, url: str) -> list[str]:
    """Return the command that sends all spans of a project."""
    return [sys.executable, "-m", "renkei", "-C", str(directory), "trace", "--otlp", url]


def prepared(place: Path, url: str) -> tuple[int, float]:
    """Send a project's spans, made beforehand; return their number and the seconds of a processor that sending took."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace.export import SpanExportResult

    with renkei.open(place, read_only=True) as project:
        made = Spans()
        ours = [span for record in project.records() for span in made.add(record)]
    spans = recorded(ours)
    exporter = OTLPSpanExporter(f"{url}/v1/traces")
    begin = time.process_time()
    for first in range(0, len(spans), BATCH):
        assert exporter.export(spans[first : first + BATCH]) is SpanExportResult.SUCCESS
    return len(spans), time.process_time() - begin


def recorded(spans: list[Span]) -> list[Any]:
    """Return spans with the same names, attributes, events and links, as a tracer of the SDK records them."""
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
    from opentelemetry.trace import Link, SpanContext, TraceFlags

    provider, kept = TracerProvider(), InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    tracer = provider.get_tracer("benchmark")
    for one in spans:
        links = [
            Link(SpanContext(to.to.trace, to.to.span, False, TraceFlags(1)), dict(to.attributes)) for to in one.links
        ]
        span = tracer.start_span(one.name, attributes=dict(one.attributes), links=links)
        for event in one.events:
            span.add_event(event.name, dict(event.attributes))
        span.end()
    return list(kept.get_finished_spans())


def apart(action: Callable[..., T], *given: object) -> T:
    """Call a function in a process of its own, of whose memory and work nothing stays in this one."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(action, *given).result()


@contextmanager
def collector() -> Iterator[str]:
    """Run a collector that accepts everything; yield its address."""
    mine, its = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=_collect, args=(its,), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{mine.recv()}"
    finally:
        process.terminate()
        process.join()


def _collect(to: Connection) -> None:
    with HTTPServer(("127.0.0.1", 0), _Accepting) as server:
        to.send(server.server_port)
        server.serve_forever()


class _Accepting(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args: object) -> None:
        """Write no line for each request."""


if __name__ == "__main__":
    from run import main

    main(["telemetry"])
