"""The errors of telemetry, in the tree of `renkei.errors`."""

from renkei.errors import RenkeiError


class CollectorError(RenkeiError):
    """A collector cannot be reached, or cannot accept spans now."""

    code = "COLLECTOR_UNAVAILABLE"
    template = "The collector at {url} did not accept the spans: {reason}."
    hint_template = (
        "Start it, or check the address (OTLP over HTTP is usually on port 4318). Then run the command again."
    )
    retryable = True


class SpansRejectedError(RenkeiError):
    """A collector rejects spans, and would do so again."""

    code = "SPANS_REJECTED"
    template = "The collector at {url} rejected the spans: {reason}."
    hint_template = "Check the address, and the credentials in OTEL_EXPORTER_OTLP_HEADERS. Then run the command again."
