"""The address of a stream of NATS: its servers, and its name."""

import re

from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_HOST = re.compile(r"[A-Za-z0-9.-]+(:[0-9]{1,5})?|\[[0-9A-Fa-f:]+\](:[0-9]{1,5})?")

ADDRESS = "nats://HOST[:PORT][,HOST[:PORT]…]/NAME without a password; NAME has letters, digits, - and _"


@frozen
class Address:
    """An address. `servers` are the addresses of servers, each with its scheme."""

    servers: tuple[str, ...]
    name: str


def read_address(address: str) -> Address:
    """Return the parts of an address; raises BadValueError, which shows no password."""
    scheme, _, rest = address.partition("://")
    netloc, _, name = rest.partition("/")
    hosts = netloc.split(",")
    if scheme not in ("nats", "tls") or not all(map(_HOST.fullmatch, hosts)) or not _NAME.fullmatch(name):
        shown = address if "@" not in netloc else f"{scheme}://…@{netloc.rpartition('@')[2]}/{name}"
        raise BadValueError(path="/stream", got=shown, expected=ADDRESS)
    return Address(tuple(f"{scheme}://{one}" for one in hosts), name)
