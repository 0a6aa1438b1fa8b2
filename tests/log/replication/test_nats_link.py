"""The connection to real servers of NATS that are cut off, reject it, or use certificates."""

import logging
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import nats.errors
import pytest
from nats.js.client import JetStreamContext
from nats_servers import PROGRAM, NatsServers, servers, until
from sharing.certified import Operator, certificates
from sharing.proxy import network

from renkei.errors import StreamUnavailableError
from renkei.log.replication import nats_link
from renkei.log.replication.jetstream import JetStream
from renkei.log.replication.nats_link import CREDENTIALS, RIGHTS, NatsLink, Rights

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs nats-server")

SOON = 2
"""Seconds after which rights expire: the shortest time that is never less than one."""

Question = Callable[[JetStreamContext], Coroutine[Any, Any, object]]
Linked = Callable[..., NatsLink]


@pytest.fixture
def linked() -> Iterator[Linked]:
    """Return a function that makes a connection to servers."""
    made: list[NatsLink] = []

    def link(cluster: NatsServers, rights: Rights | None = None, scheme: str = "nats") -> NatsLink:
        made.append(NatsLink([f"{scheme}://127.0.0.1:{port}" for port in cluster.ports], "shop", rights or Rights()))
        return made[-1]

    yield link
    for one in made:
        one.close()


def asked(link: NatsLink, question: Question = JetStreamContext.account_info) -> str:
    """Return why the servers do not answer; empty if they do."""
    try:
        link.run(question, 0.5)
    except StreamUnavailableError as error:
        return error.message
    except (TimeoutError, nats.errors.Error) as error:
        return repr(error)
    return ""


def is_answered(link: NatsLink) -> bool:
    return not asked(link)


def server_of(link: NatsLink, cluster: NatsServers) -> int:
    """Return the number of the server that a machine is connected to."""
    until(lambda: is_answered(link))
    url = link.nats.connected_url
    assert url is not None
    return cluster.ports.index(url.port)


def test_a_machine_leaves_a_server_that_is_cut_off_from_the_others(
    tmp_path: Path, linked: Linked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats_link, "STAY", 0.0)
    with network() as wires, servers(tmp_path / "nats", count=3, network=wires) as cluster:
        maker = linked(cluster)
        until(lambda: not asked(maker, lambda js: js.add_stream(name="shop", num_replicas=3)))
        until(lambda: not asked(maker, lambda js: js.publish("shop", b"one")))
        leader = cluster.leader("shop")
        link = next(one for one in iter(partial(linked, cluster), None) if server_of(one, cluster) != leader)
        with cluster.cut_off(server_of(link, cluster)):
            until(lambda: not asked(link, lambda js: js.get_msg("shop", 1)))


def test_a_server_that_is_cut_off_is_not_believed(tmp_path: Path) -> None:
    """It answers for itself after ten seconds, and may lack what the others have."""
    with network() as wires, servers(tmp_path / "nats", count=3, network=wires) as cluster:
        stream = JetStream.at_address(cluster.address("shop"))
        stream.create()
        number = next(one for one in cluster.running if one != cluster.leader("shop"))
        alone = JetStream.at_address(f"nats://127.0.0.1:{cluster.ports[number]}/shop")
        until(lambda: end_of(alone) == "0")
        with cluster.cut_off(number):
            until(lambda: "cut off from the others" in end_of(alone))
        stream.close()
        alone.close()


def end_of(stream: JetStream) -> str:
    """Return the last number of a stream, or why that is unknown."""
    try:
        return str(stream.end().last)
    except StreamUnavailableError as error:
        return error.message


def test_rights_that_expire_are_reported_and_new_ones_in_the_same_file_are_used(tmp_path: Path, linked: Linked) -> None:
    operator, file = Operator(), tmp_path / "machine.creds"

    def renewed(seconds: float, link: NatsLink) -> bool:
        operator.give(file, seconds)
        return is_answered(link)

    with servers(tmp_path / "nats", settings=operator.settings()) as one:
        operator.give(file)
        link = linked(one, Rights(credentials=str(file)))
        until(lambda: renewed(SOON, link))
        until(lambda: RIGHTS in asked(link))
        until(lambda: renewed(60, link))


@pytest.mark.parametrize("missing", CREDENTIALS)
def test_credentials_without_one_of_their_blocks_are_an_error(missing: bytes, tmp_path: Path, linked: Linked) -> None:
    operator, file = Operator(), tmp_path / "machine.creds"
    operator.give(file)
    file.write_bytes(file.read_bytes().replace(missing, b""))
    with servers(tmp_path / "nats", settings=operator.settings()) as one:
        assert f"machine.creds has no line '{missing.decode()}'" in asked(linked(one, Rights(credentials=str(file))))


def test_a_lost_connection_says_why_it_is_not_made_again(tmp_path: Path, linked: Linked) -> None:
    place = tmp_path / "tls"
    settings, authority = certificates(place)
    trusted = tmp_path / "authority.pem"
    trusted.write_bytes(authority.read_bytes())
    with servers(tmp_path / "nats", settings=settings) as one:
        link = linked(one, Rights(authority=str(trusted)), "tls")
        until(lambda: is_answered(link))
        one.kill()
        until(lambda: "Connect call failed" in asked(link))
        certificates(place)  # others, of an authority that the machine does not know
        one.start()
        until(lambda: "CERTIFICATE_VERIFY_FAILED" in asked(link))


def test_an_encrypted_connection_ends_without_a_warning(
    tmp_path: Path, linked: Linked, caplog: pytest.LogCaptureFixture
) -> None:
    settings, authority = certificates(tmp_path / "tls")
    with servers(tmp_path / "nats", settings=settings) as one, caplog.at_level(logging.WARNING, "asyncio"):
        link = linked(one, Rights(authority=str(authority)), "tls")
        until(lambda: is_answered(link))
        one.kill()
        until(lambda: asked(link))
    assert caplog.messages == []
