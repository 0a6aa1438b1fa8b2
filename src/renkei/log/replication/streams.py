"""The kinds of streams: a row for each, by the scheme of its address."""

from importlib import import_module

from renkei.errors import BadValueError
from renkei.extras import require
from renkei.log.replication.stream import Stream

STREAMS: dict[str, tuple[str, str, str]] = {
    "nats": ("nats", "jetstream", "JetStream"),
    "tls": ("nats", "jetstream", "JetStream"),
    "postgresql": ("postgres", "postgres", "PostgresStream"),
}
"""The extra, the module and the class of each scheme."""

FORMS = "nats://HOST[:PORT][,HOST[:PORT]…]/NAME or postgresql://HOST[:PORT]/DATABASE/NAME"


def connect_stream(address: str, credentials: str = "") -> Stream:
    """Return the stream at an address; nothing is asked of its servers yet.

    `credentials`: the path of a file with the rights of this machine, for servers that need one. Raises BadValueError
    for an invalid address, and ExtraMissingError.
    """
    scheme, separator, _ = address.partition("://")
    if not separator or scheme not in STREAMS:
        raise BadValueError(path="/stream", got=address, expected=FORMS)
    extra, module, name = STREAMS[scheme]
    require(extra, f"a project on {scheme}://")
    made: Stream = getattr(import_module(f"renkei.log.replication.{module}"), name).at_address(address, credentials)
    return made
