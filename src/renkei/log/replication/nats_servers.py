"""The servers of a stream of NATS: which have a copy, which leads, which are gone, and whether they are ready."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import urlsplit

import nats.errors
from nats.js import api, errors

from renkei.log.replication.stream import Server

PORT = 4222
"""The port of an address that names none."""

SILENT = 5.0
"""Seconds without a word to its leader after which a server counts as gone."""

GREETING = 0.5
"""Seconds in which a working server greets a new connection."""

NO_PEERS = 10005
"""The error code of servers that do not know enough others for all copies, or not yet."""

FORMING = 20
"""Attempts to make a stream, while the servers of a cluster are still looking for each other."""


def servers_in(info: api.StreamInfo) -> tuple[Server, ...]:
    """Return the servers that have a copy of a stream, as its leader sees them; none without a leader."""
    cluster = info.cluster
    if cluster is None:
        return (Server("the only one", leads=True),)
    if not cluster.leader:
        return ()
    return (Server(cluster.leader, leads=True), *sorted(map(_follower, cluster.replicas or ())))


def _follower(peer: api.PeerInfo) -> Server:
    silent = (peer.active or 0) / 1e9
    return Server(peer.name or "", answers=not peer.offline and silent < SILENT, behind=peer.lag or 0)


def servers_at(addresses: Sequence[str]) -> tuple[Server, ...]:
    """Return the servers at some addresses, asked one by one: none of them leads the stream."""
    return tuple(Server(urlsplit(one).netloc, answers=_answers(one)) for one in addresses)


def silence_of(addresses: Sequence[str]) -> str:
    """Return which servers are gone, such as `2 of 3 servers are gone`; "" if that explains nothing."""
    gone = [one for one in servers_at(addresses) if not one.answers]
    return f"{len(gone)} of {len(addresses)} servers are gone" if 2 * len(gone) > len(addresses) > 1 else ""


def _answers(address: str) -> bool:
    """Return whether a server greets. The system accepts connections to a stopped one as well."""
    place = urlsplit(address)
    try:
        with socket.create_connection((place.hostname or "", place.port or PORT), GREETING) as connected:
            return connected.recv(4) == b"INFO"
    except OSError:
        return False


async def made(make: Callable[[], Awaitable[object]]) -> None:
    """Make something; the servers of a new cluster may refuse for a while."""
    for attempt in range(FORMING):
        try:
            await make()
            return
        except (nats.errors.TimeoutError, errors.ServiceUnavailableError, errors.BadRequestError) as error:
            is_final = isinstance(error, errors.BadRequestError) and error.err_code != NO_PEERS
            if is_final or attempt == FORMING - 1:
                raise
            await asyncio.sleep(0.5)
