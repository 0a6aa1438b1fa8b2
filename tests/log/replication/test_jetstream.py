"""The stream on real servers of NATS: what the interface promises, also while they are killed."""

import asyncio
import itertools
import os
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import nats
import pytest
from nats.js import api
from nats_servers import PROGRAM, NatsServers, servers, until
from sharing.proxy import EXPECTED, FORBIDDEN, network

from renkei.errors import (
    BadValueError,
    ConflictError,
    LogBrokenError,
    LogError,
    LogUncertainError,
    StreamRefusedError,
    StreamUnavailableError,
)
from renkei.log.replication.jetstream import JetStream
from renkei.log.replication.nats_link import CREDENTIALS, Rights
from renkei.log.replication.nats_servers import servers_at
from renkei.log.replication.stream import Message

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs nats-server")

SECONDS = 60
NAMES = (f"shop{number}" for number in itertools.count())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServers]:
    """Run one server for all tests that leave it alone."""
    with servers(tmp_path_factory.mktemp("nats")) as one:
        yield one


@pytest.fixture
def address(server: NatsServers) -> str:
    return server.address(next(NAMES))


@pytest.fixture
def stream(address: str) -> Iterator[JetStream]:
    made = JetStream.at_address(address)
    made.create()
    yield made
    made.close()


def received(stream: JetStream, after: int, last: int) -> list[Message]:
    """Return the messages after a number, up to another one."""
    found: list[Message] = []
    for messages in stream.follow(after):
        found += messages
        if found and found[-1].seq >= last:
            break
    return found


def by_hand(stream: JetStream, ask: Callable[[Any], Coroutine[Any, Any, Any]]) -> Any:
    """Do something on the servers as any program could."""

    async def asked() -> Any:
        client = await nats.connect(stream.name.rpartition("/")[0].split(",")[0])
        try:
            return await ask(client)
        finally:
            await client.close()

    return asyncio.run(asked())


def test_messages_that_arrived_one_by_one_are_yielded_together(stream: JetStream) -> None:
    stream.publish([b"one"], 0)
    following = stream.follow(0)
    assert next(following) == [Message(1, b"one")]
    stream.publish([b"two"], 1)
    stream.publish([b"three"], 2)
    until(lambda: stream._arriving[0].qsize() == 2)
    assert next(following) == [Message(2, b"two"), Message(3, b"three")]


def test_messages_are_kept_in_order(stream: JetStream) -> None:
    assert stream.end().last == 0
    stream.publish([b"one"], 0)
    stream.publish([b"two", b"three"], 1)
    assert stream.end().last == 3
    assert [stream.at(seq) for seq in (1, 3)] == [Message(1, b"one"), Message(3, b"three")]
    assert received(stream, 0, 3) == [Message(1, b"one"), Message(2, b"two"), Message(3, b"three")]
    assert received(stream, 2, 3) == [Message(3, b"three")]
    with pytest.raises(StreamRefusedError):
        stream.at(4)


def test_messages_that_follow_come_as_they_are_written(stream: JetStream) -> None:
    following = stream.follow(0)
    assert next(following) == ()
    stream.publish([b"one"], 0)
    assert next(following) == [Message(1, b"one")]
    following.close()


@pytest.mark.parametrize("bodies", [[b"x"], [b"x", b"y"]], ids=["one", "several"])
def test_a_stream_that_ends_elsewhere_refuses_all(stream: JetStream, bodies: list[bytes]) -> None:
    stream.publish([b"one", b"two"], 0)
    for after in (0, 1, 3, 9):
        with pytest.raises(ConflictError) as refused:
            stream.publish(bodies, after)
        assert (refused.value.details["seq"], refused.value.details["after"]) == (2, after)
    assert stream.end().last == 2


def test_a_thousand_messages_are_published_at_once(stream: JetStream) -> None:
    stream.publish([b"x"] * 1000, 0)
    assert len(received(stream, 0, 1000)) == 1000


def test_many_messages_are_read_by_one_consumer_some_hundred_at_once(
    stream: JetStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    for last in (0, 700):
        stream.publish([b"x"] * 700, last)
    subscribed: list[int] = []
    subscribe = JetStream._subscribed
    monkeypatch.setattr(JetStream, "_subscribed", lambda *asked: (subscribed.append(asked[1]), subscribe(*asked))[1])
    following = stream.follow(0)
    assert [len(next(following)) for _ in range(3)] == [500, 500, 400]
    following.close()
    assert subscribed == [0]


def test_what_renkei_did_not_write_has_no_content(stream: JetStream) -> None:
    stream.publish([b"ours"], 0)

    async def write(client: Any) -> None:
        await client.jetstream().publish(f"renkei.{stream.name.rpartition('/')[2]}", b"theirs")

    by_hand(stream, write)
    assert received(stream, 0, 2) == [Message(1, b"ours"), Message(2, None)]
    assert stream.at(2) == Message(2, None)


def test_of_many_writers_each_number_is_won_by_one(address: str) -> None:
    JetStream.at_address(address).create()
    won: list[tuple[int, bytes]] = []

    def compete(name: str) -> None:
        mine = JetStream.at_address(address)
        last = 0
        for attempt in range(40):
            body = f"{name}-{attempt}".encode()
            try:
                mine.publish([body], last)
                won.append((last + 1, body))
                last += 1
            except ConflictError as refused:
                last = refused.details["seq"]
        mine.close()

    threads = [threading.Thread(target=compete, args=(f"t{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    reader = JetStream.at_address(address)
    found = received(reader, 0, len(won))
    assert sorted(won) == [(one.seq, one.body) for one in found]
    assert reader.end().last == len(won)
    reader.close()


def test_large_bodies_are_kept_beside_the_stream(stream: JetStream) -> None:
    body = os.urandom(3_000_000)
    reference = stream.put(body)
    assert stream.get(reference) == body
    assert stream.put(body) == reference
    assert stream.get(b'{"seq": 1}') is None
    with pytest.raises(LogBrokenError, match="missing"):
        stream.get(b"object:" + b"0" * 64)


def test_a_body_that_was_changed_is_noticed(stream: JetStream) -> None:
    reference = stream.put(b"one")

    async def change(client: Any) -> None:
        store = await client.jetstream().object_store(stream.name.rpartition("/")[2] + "-bodies")
        await store.put(reference.decode().removeprefix("object:"), b"two")

    by_hand(stream, change)
    with pytest.raises(LogBrokenError, match="was changed"):
        stream.get(reference)


def test_shared_values_change_only_from_what_they_were(stream: JetStream) -> None:
    assert stream.read_shared() == {}
    assert stream.change_shared("heartbeats/認証 *.>", None, b"\xff")
    assert not stream.change_shared("heartbeats/認証 *.>", None, b"2")
    assert stream.change_shared("tokens", None, b"t")
    assert stream.change_shared("heartbeats/認証 *.>", b"\xff", b"2")
    assert stream.read_shared() == {"heartbeats/認証 *.>": b"2", "tokens": b"t"}
    assert stream.change_shared("tokens", b"t", None)
    assert stream.read_shared() == {"heartbeats/認証 *.>": b"2"}


def test_of_many_that_change_shared_values_at_once_none_is_lost(address: str) -> None:
    JetStream.at_address(address).create()

    def count(key: str) -> None:
        mine = JetStream.at_address(address)
        done = 0
        while done < 10:
            before = mine.read_shared().get(key)
            done += mine.change_shared(key, before, str(int(before or b"0") + 1).encode())
        mine.close()

    threads = [threading.Thread(target=count, args=(key,)) for key in ("a", "a", "b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    reader = JetStream.at_address(address)
    assert reader.read_shared() == {"a": b"20", "b": b"10"}
    reader.close()


def test_shared_values_that_renkei_did_not_write_are_none(stream: JetStream) -> None:
    async def write(client: Any) -> None:
        await client.jetstream().publish(f"renkei.{stream.name.rpartition('/')[2]}.shared", b"[1]")

    by_hand(stream, write)
    assert stream.read_shared() == {}
    assert stream.change_shared("a", None, b"1")
    assert stream.read_shared() == {"a": b"1"}


def test_a_stream_is_made_once(stream: JetStream) -> None:
    with pytest.raises(StreamRefusedError, match="there is one already"):
        stream.create()


FOREIGN = {
    "renkei did not make it": {},
    "drops old messages": {"max_msgs": 5, "deny_delete": True, "deny_purge": True},
    "can be deleted": {"deny_delete": True},
    "memory only": {"storage": api.StorageType.MEMORY, "deny_delete": True, "deny_purge": True},
}


def test_a_stream_begins_without_the_values_of_one_that_was_deleted(stream: JetStream) -> None:
    assert stream.change_shared("tokens", None, b"old")
    with pytest.raises(StreamRefusedError):  # of a stream that is there, nothing is dropped
        stream.create()
    assert stream.read_shared() == {"tokens": b"old"}
    by_hand(stream, lambda client: client.jetstream().delete_stream(stream.name.rpartition("/")[2]))
    stream.create()
    assert stream.read_shared() == {}
    assert stream.change_shared("tokens", None, b"new")


@pytest.mark.parametrize("reason", FOREIGN)
def test_a_stream_that_may_lose_messages_is_refused(address: str, reason: str) -> None:
    name = address.rpartition("/")[2]
    given: dict[str, Any] = FOREIGN[reason]
    metadata = {"renkei": "id"} if given else {"other": "id"}

    async def make(client: Any) -> None:
        config = api.StreamConfig(name=name, subjects=[f"renkei.{name}"], metadata=metadata, **given)
        await client.jetstream().add_stream(config)

    stream = JetStream.at_address(address)
    by_hand(stream, make)
    with pytest.raises(StreamRefusedError, match=reason):
        stream.end()
    stream.close()


def test_a_stream_whose_first_messages_are_gone_is_refused(address: str) -> None:
    name = address.rpartition("/")[2]

    async def make(client: Any) -> None:
        more: dict[str, Any] = {"metadata": {"renkei": "id"}, "deny_delete": True, "deny_purge": True, "first_seq": 5}
        await client.jetstream().add_stream(api.StreamConfig(name=name, subjects=[f"renkei.{name}"], **more))
        await client.jetstream().publish(f"renkei.{name}", b"x")

    stream = JetStream.at_address(address)
    by_hand(stream, make)
    with pytest.raises(StreamRefusedError, match="its first 4 messages are gone"):
        stream.end()
    stream.close()


def test_a_stream_that_is_not_there_is_refused(address: str) -> None:
    stream = JetStream.at_address(address)
    with pytest.raises(StreamRefusedError, match="no such stream"):
        stream.end()
    stream.close()


def test_without_a_server_there_is_no_answer() -> None:
    stream = JetStream.at_address("nats://127.0.0.1:1/shop")
    for ask in (stream.end, lambda: stream.publish([b"x"], 0), lambda: next(stream.follow(0)), stream.create):
        with pytest.raises(StreamUnavailableError, match="Connect call failed"):
            ask()


def test_a_server_that_is_killed_loses_nothing_and_is_found_again(tmp_path: Path) -> None:
    with servers(tmp_path / "nats") as one:
        stream = JetStream.at_address(one.address("shop"))
        stream.create()
        stream.publish([b"one"], 0)
        following = stream.follow(0)
        assert next(following) == [Message(1, b"one")]
        one.kill()
        with pytest.raises((StreamUnavailableError, LogUncertainError)):
            stream.publish([b"two"], 1)
        assert next(following) == ()
        one.start()
        until(lambda: is_published(stream, b"two", 1))
        until(lambda: next(following) == [Message(2, b"two")])
        following.close()
        stream.close()


def is_published(stream: JetStream, body: bytes, after: int) -> bool:
    try:
        stream.publish([body], after)
    except (StreamUnavailableError, LogUncertainError):
        return False
    except ConflictError as refused:  # the one before, whose fate was unknown, was written
        return refused.details["seq"] == after + 1 and stream.at(after + 1).body == body
    return True


def test_servers_that_are_gone_are_counted(tmp_path: Path) -> None:
    with servers(tmp_path / "nats", count=3) as cluster:
        stream = JetStream.at_address(cluster.address("shop"))
        stream.create()
        until(lambda: stream.standing().answering == 3)
        standing = stream.standing()
        assert (standing.needed, standing.is_writable, stream.may_publish()) == (2, True, True)
        assert sorted(one.name for one in standing.servers) == ["n0", "n1", "n2"]
        assert [one.name for one in standing.servers if one.leads] == [f"n{cluster.leader('shop')}"]
        follower = next(one for one in cluster.running if one != cluster.leader("shop"))
        cluster.kill(follower)
        until(lambda: [one.name for one in stream.standing().servers if not one.answers] == [f"n{follower}"])
        assert stream.standing().is_writable
        cluster.kill(cluster.leader("shop"))
        until(lambda: "2 of 3 servers are gone" in failure(stream))
        standing = stream.standing()
        assert (standing.answering, standing.is_writable, stream.may_publish()) == (1, False, None)
        stream.close()


def failure(stream: JetStream) -> str:
    """Return what a failed publish says; "" while the servers do not notice yet, or before the connection is back."""
    try:
        stream.publish([b"x"], stream.end().last)
    except StreamUnavailableError as error:
        return str(error)
    except LogError:
        pass
    return ""


def test_a_stopped_server_counts_as_gone(tmp_path: Path) -> None:
    with servers(tmp_path / "nats") as one:
        (address,) = servers_at([f"nats://127.0.0.1:{one.ports[0]}"])
        assert address.answers
        with one.stopped(0):
            assert not servers_at([f"nats://127.0.0.1:{one.ports[0]}"])[0].answers


def test_the_rights_of_a_machine_are_found_without_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = """authorization { users: [
        { user: writer, password: w }
        { user: reader, password: r, permissions: {
            publish: ["$JS.API.>", "$JS.FC.>"], subscribe: ["_INBOX.>"] } }
    ] }"""
    with servers(tmp_path / "nats", settings=reader) as one:
        for user, password, may in (("writer", "w", True), ("reader", "r", False)):
            stream = JetStream(one.address("shop"), Rights(user=user, password=password))
            if may:
                stream.create()
            assert stream.may_publish() is may
            assert stream.end().last == 0
            stream.close()


@pytest.mark.long
def test_a_cluster_whose_leader_is_killed_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    with servers(tmp_path / "nats", count=3) as cluster:
        stream = JetStream.at_address(cluster.address("shop"))
        stream.create()
        acknowledged: list[bytes] = []
        last = 0
        for number in range(60):
            if number == 20:
                cluster.kill(cluster.leader("shop"))
            body = f"{number}".encode()
            until(lambda body=body, last=last: is_published(stream, body, last))
            acknowledged.append(body)
            last += 1
        found: list[Message] = []
        until(lambda: found.extend(followed(stream, last)) or found)
        assert [one.body for one in found] == acknowledged
        cluster.kill(next(iter(cluster.running)))
        with pytest.raises((StreamUnavailableError, LogUncertainError)):
            stream.publish([b"without a majority"], last)
        stream.close()


def followed(stream: JetStream, last: int) -> list[Message]:
    """Return all messages, or none while the servers choose another leader."""
    try:
        return received(stream, 0, last)
    except StreamUnavailableError:
        return []


USERS = """
authorization {
  users: [
    { user: all, password: "it's all" }
    { user: reader, password: r, permissions: {
      publish: ["$JS.API.>", "$JS.FC.>"], subscribe: ["_INBOX.>"] } }
    { user: machine, password: m, permissions: {
      publish: ["renkei.>", "$JS.API.>", "$JS.ACK.>", "$JS.FC.>", "$O.shop-bodies.>", "$O.shop-snapshots.>"],
      subscribe: ["_INBOX.>"] } }
  ]
}
"""


def test_what_the_servers_forbid_is_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renkei.log.replication.nats_link.ANSWER", SECONDS)
    with servers(tmp_path / "nats", settings=USERS) as one:
        address = one.address("shop")
        for rights in (Rights(), Rights(user="all", password="wrong")):
            with pytest.raises(StreamUnavailableError, match="do not accept the rights"):
                JetStream(address, rights).end()
        allowed, reader = (JetStream(address, Rights(user=user, password=word)) for user, word in PASSWORDS)
        allowed.create()
        allowed.publish([b"one"], 0)
        assert reader.end().last == 1
        assert received(reader, 0, 1) == [Message(1, b"one")]
        with pytest.raises((StreamUnavailableError, LogUncertainError), match=r"(?i)permissions violation"):
            reader.publish([b"two"], 1)
        assert allowed.end().last == 1
        for each in (allowed, reader):
            each.close()


def test_the_rights_that_the_documentation_names_are_enough(tmp_path: Path) -> None:
    with servers(tmp_path / "nats", settings=USERS) as one:
        stream = JetStream(one.address("shop"), Rights(user="machine", password="m"))
        stream.create()
        stream.publish([b"one"], 0)
        stream.publish([b"two", stream.put(b"large")], 1)
        last = received(stream, 0, 3)[-1]
        assert last.body is not None
        assert stream.get(last.body) == b"large"
        stream.snapshots.drop(stream.snapshots.put(b"state"))
        assert stream.snapshots.names() == set()
        assert stream.change_shared("a", None, b"1")
        assert stream.at(1).body == b"one"
        stream.close()


PASSWORDS = (("all", "it's all"), ("reader", "r"))


def test_rights_come_from_the_usual_variables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    theirs, mine = (tmp_path / "theirs.creds", tmp_path / "mine.creds")
    for file in (theirs, mine):
        file.write_bytes(b"\n".join(CREDENTIALS))
    assert Rights().options() == {}
    monkeypatch.setenv("NATS_USER", "ann")
    monkeypatch.setenv("NATS_PASSWORD", "secret")
    assert Rights().options() == {"user": "ann", "password": "secret"}
    assert "secret" not in repr(Rights())
    monkeypatch.setenv("NATS_CREDS", str(theirs))
    assert Rights().options() == {"user_credentials": str(theirs)}
    assert Rights(credentials=str(mine)).options() == {"user_credentials": str(mine)}


def test_credentials_that_are_missing_are_an_error(address: str) -> None:
    with pytest.raises(StreamUnavailableError, match=r"rights\.creds"):
        JetStream.at_address(address, "/nowhere/rights.creds").end()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_has_a_connection_of_its_own(stream: JetStream) -> None:
    stream.publish([b"parent"], 0)
    if not (child := os.fork()):
        try:
            stream.publish([b"child"], 1)
            stream.close()
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    stream.publish([b"parent"], 2)
    assert [one.body for one in received(stream, 0, 3)] == [b"parent", b"child", b"parent"]


def test_closing_ends_whoever_follows_and_the_next_use_connects_again(stream: JetStream) -> None:
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.extend(stream.follow(0)))
    thread.start()
    until(lambda: stream._arriving)
    stream.close()
    thread.join(SECONDS)
    assert not thread.is_alive()
    stream.close()
    stream.publish([b"again"], 0)


WRONG = ("nats://", "nats://host", "nats://host/", "nats://host/a b", "nats://host/a/b", "nats://host/a?b", "nats:///a")


@pytest.mark.parametrize("address", [*WRONG, "nats://h:x/a", "nats://h,/a", "http://h/a", "nats://[h]/a"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(BadValueError, match="NAME has letters"):
        JetStream.at_address(address)


def test_a_password_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(BadValueError) as refused:
        JetStream.at_address("nats://ann:secret@host/shop")
    assert "secret" not in str(refused.value)


def test_several_servers_of_any_form_are_an_address() -> None:
    for address in ("nats://a,b:4222/shop", "tls://nats.example.org/Shop_2", "nats://[::1]:4222,127.0.0.1/shop"):
        stream = JetStream.at_address(address)
        assert stream.name == address


def test_no_condition_on_the_last_id_is_ever_sent(server: NatsServers) -> None:
    """It destroys a replicated stream if it is not met."""
    with network() as wires:
        wire = wires.wire(server.ports[0])
        stream = JetStream.at_address(server.address(next(NAMES), [wire]))
        stream.create()
        stream.publish([b"one"], 0)
        stream.publish([b"two", b"three"], 1)
        with pytest.raises(ConflictError):
            stream.publish([b"late"], 1)
        assert stream.get(stream.put(b"x" * 1_000_000)) == b"x" * 1_000_000
        assert stream.change_shared("a", None, b"1")
        assert len(received(stream, 0, 3)) == 3
        stream.close()
    assert (wire.sent[FORBIDDEN], wire.sent[EXPECTED]) == (0, 4)


def test_what_a_publish_raises_is_an_error_of_the_log(stream: JetStream) -> None:
    with pytest.raises(LogError, match=r"[Pp]ayload"):
        stream.publish([b"x" * 2_000_000], 0)
    assert stream.end().last == 0
