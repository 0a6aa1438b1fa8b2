"""Which packages each extra brings: a core install has none of them, and whatever needs one says so first."""

from importlib.util import find_spec

from renkei.errors import ExtraMissingError

_TOOLS = ("anyio", "mcp", "mcp_types")

EXTRAS: dict[str, tuple[str, ...]] = {
    "a2a": ("a2a", "grpc", "sse_starlette"),
    "acp": ("acp", *_TOOLS, "starlette", "uvicorn"),
    "bpe": ("bpe_openai",),
    "claude": ("claude_agent_sdk", *_TOOLS),
    "discord": ("wsproto",),
    "mattermost": ("wsproto",),
    "mcp": _TOOLS,
    "nats": ("nats", "nkeys"),
    "notify": ("apprise", "http_ece", "py_vapid"),
    "otel": ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http"),
    "parquet": ("arro3.core", "arro3.io"),
    "postgres": ("psycopg", "nacl"),
    "serve": (*_TOOLS, "starlette", "uvicorn", "jinja2", "markupsafe", "pygments", "prometheus_client"),
    "slack": ("slack_sdk",),
    "svg": ("graphlay",),
}
"""The packages that an extra needs in order to work, by the names under which they are imported."""


def missing(extra: str, what: str) -> ExtraMissingError | None:
    """Return the error that `what` cannot work without an extra; None if its packages are installed."""
    package = next((one for one in EXTRAS[extra] if not _is_installed(one)), None)
    return None if package is None else ExtraMissingError(what=what, package=package, extra=extra)


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # the package that it is in is not installed either
        return False


def require(extra: str, what: str) -> None:
    """Raise ExtraMissingError if a package of an extra is not installed."""
    if error := missing(extra, what):
        raise error
