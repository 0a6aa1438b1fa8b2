"""The stream on a real server of PostgreSQL: what the interface promises, also while the server is killed."""

import gc
import itertools
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from postgres_server import INITDB, PostgresServer, server, until

from renkei.errors import (
    BadValueError,
    ConflictError,
    LogBrokenError,
    LogUncertainError,
    RenkeiError,
    StreamRefusedError,
    StreamUnavailableError,
)
from renkei.log.replication import postgres, postgres_link
from renkei.log.replication.postgres import PostgresStream, parse_address
from renkei.log.replication.stream import LARGEST_MESSAGE, MOST_MESSAGES, Message

pytestmark = pytest.mark.skipif(INITDB is None, reason="needs PostgreSQL")

SECONDS = 60
NAMES = (f"shop{number}" for number in itertools.count())


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore what the environment says about servers of PostgreSQL."""
    for name in [one for one in os.environ if one.startswith("PG")]:
        monkeypatch.delenv(name)


@pytest.fixture(scope="module")
def one_server() -> Iterator[PostgresServer]:
    """Run one server for all tests that leave it alone."""
    with server() as found:
        yield found


@pytest.fixture
def own_server() -> Iterator[PostgresServer]:
    """Run a server that a test may kill."""
    with server() as found:
        yield found


@pytest.fixture
def address(one_server: PostgresServer) -> str:
    return one_server.address(next(NAMES))


@pytest.fixture
def stream(address: str) -> Iterator[PostgresStream]:
    with closing(PostgresStream(address)) as made:
        made.create()
        yield made


@contextmanager
def closing(stream: PostgresStream) -> Iterator[PostgresStream]:
    try:
        yield stream
    finally:
        stream.close()


def schema(stream: PostgresStream) -> str:
    return f"renkei_{stream.name.rpartition('/')[2]}"


def received(stream: PostgresStream, after: int, last: int) -> list[Message]:
    """Return the messages after a number, up to another one."""
    found: list[Message] = []
    for messages in stream.follow(after):
        found += messages
        if found and found[-1].seq >= last:
            break
    return found


def in_threads(*work: Callable[[], object]) -> None:
    """Do things at the same time; each must end well."""
    failed: list[BaseException] = []

    def run(one: Callable[[], object]) -> None:
        try:
            one()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(one,)) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert not any(thread.is_alive() for thread in threads)
    assert failed == []


def in_a_child(work: Callable[[], object]) -> bool:
    """Do something in a forked child; return whether it ended well."""
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        try:
            work()
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def backends(server: PostgresServer, state: str) -> list[int]:
    """Return the processes of the server that serve renkei and are in a state."""
    query = f"SELECT pid FROM pg_stat_activity WHERE application_name = 'renkei' AND {state}"
    return [row[0] for row in server.run(query)]


def test_messages_are_kept_in_order(stream: PostgresStream) -> None:
    assert stream.end().last == 0
    stream.publish([b"one"], 0)
    stream.publish([b"two", b"three"], 1)
    assert stream.end().last == 3
    assert [stream.at(seq) for seq in (1, 3)] == [Message(1, b"one"), Message(3, b"three")]
    assert received(stream, 0, 3) == [Message(1, b"one"), Message(2, b"two"), Message(3, b"three")]
    assert received(stream, 2, 3) == [Message(3, b"three")]
    for seq in (0, 4):
        with pytest.raises(StreamRefusedError, match=f"no message {seq}"):
            stream.at(seq)


def test_any_bytes_are_a_message(stream: PostgresStream) -> None:
    bodies = [bytes(range(256)), b"", b"\\x00", "認証".encode(), os.urandom(LARGEST_MESSAGE)]
    stream.publish(bodies, 0)
    assert [one.body for one in received(stream, 0, 5)] == bodies


def test_messages_that_follow_come_as_they_are_written(stream: PostgresStream) -> None:
    following = stream.follow(0)
    assert next(following) == []
    for number in range(3):
        stream.publish([b"one"], number)
        assert next(following) == [Message(number + 1, b"one")]
    following.close()


def test_a_message_wakes_whoever_follows(stream: PostgresStream, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "IDLE", SECONDS * 10)
    found: list[object] = []
    following = stream.follow(0)
    thread = threading.Thread(target=lambda: found.append(next(following)))
    thread.start()
    until(lambda: is_followed(stream))
    stream.publish([b"one"], 0)
    thread.join(SECONDS)
    assert found == [[Message(1, b"one")]]
    following.close()


def is_followed(stream: PostgresStream) -> bool:
    return bool(by_hand(stream, FIND.format(schema(stream)) + " AND query LIKE '%body END%' AND state = 'idle'"))


def by_hand(stream: PostgresStream, *statements: str) -> list[tuple[Any, ...]]:
    """Run statements on the server of a stream, as any program could."""
    with psycopg.connect(parse_address(stream.name).conninfo, autocommit=True) as connection:
        for statement in statements:
            cursor = connection.execute(statement)  # type: ignore[call-overload]
        return cursor.fetchall() if cursor.description else []


@pytest.mark.parametrize("bodies", [[b"x"], [b"x", b"y"]], ids=["one", "several"])
def test_a_stream_that_ends_elsewhere_refuses_all(stream: PostgresStream, bodies: list[bytes]) -> None:
    stream.publish([b"one", b"two"], 0)
    for after in (0, 1, 3, 9):
        with pytest.raises(ConflictError) as refused:
            stream.publish(bodies, after)
        assert (refused.value.details["seq"], refused.value.details["after"]) == (2, after)
    assert stream.end().last == 2


def test_a_thousand_messages_are_published_at_once(stream: PostgresStream) -> None:
    stream.publish([b"%d" % number for number in range(MOST_MESSAGES)], 0)
    expected = [Message(number + 1, b"%d" % number) for number in range(MOST_MESSAGES)]
    assert received(stream, 0, MOST_MESSAGES) == expected


def test_what_renkei_did_not_write_has_no_content(stream: PostgresStream) -> None:
    stream.publish([b"ours"], 0)
    by_hand(stream, f"INSERT INTO {schema(stream)}.records VALUES (2, 'theirs')")
    assert received(stream, 0, 2) == [Message(1, b"ours"), Message(2, None)]
    assert stream.at(2) == Message(2, None)


def test_of_many_writers_each_number_is_won_by_one(stream: PostgresStream) -> None:
    won: list[tuple[int, bytes]] = []

    def compete(name: str) -> None:
        with closing(PostgresStream(stream.name)) as mine:
            last = 0
            for attempt in range(30):
                bodies = [f"{name}-{attempt}-{number}".encode() for number in range(1 + attempt % 3)]
                try:
                    mine.publish(bodies, last)
                    won.extend(enumerate(bodies, last + 1))
                    last += len(bodies)
                except ConflictError as refused:
                    last = max(last + 1, refused.details["seq"])  # never where it was

    in_threads(*(lambda name=f"t{number}": compete(name) for number in range(8)))
    found = received(stream, 0, len(won))
    assert sorted(won) == [(one.seq, one.body) for one in found]
    assert stream.end().last == len(won)


def test_threads_share_a_connection(stream: PostgresStream, one_server: PostgresServer) -> None:
    won: list[int] = []

    def compete() -> None:
        for _ in range(30):
            last = stream.end().last
            try:
                stream.publish([b"x"], last)
                won.append(last + 1)
            except ConflictError:
                pass

    in_threads(*[compete] * 8)
    assert sorted(won) == list(range(1, stream.end().last + 1))


def test_a_writer_that_waits_for_another_one_loses_if_that_one_wins(
    stream: PostgresStream, one_server: PostgresServer
) -> None:
    with one_server.connect() as other, other.transaction(), ExitStack() as later:
        other.execute(f"INSERT INTO {schema(stream)}.records VALUES (1, 'theirs')")
        refused: list[ConflictError] = []

        def publish() -> None:
            with pytest.raises(ConflictError) as error:
                stream.publish([b"ours", b"too"], 0)
            refused.append(error.value)

        thread = threading.Thread(target=publish)
        thread.start()
        later.callback(thread.join, SECONDS)
        until(lambda: backends(one_server, "wait_event_type = 'Lock'"))
        other.execute("COMMIT")
        other.execute("BEGIN")
    assert [one.details["seq"] for one in refused] == [1]
    assert stream.end().last == 1


def test_a_writer_that_waits_for_another_one_too_long_writes_nothing(
    address: str, one_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(postgres.SETTINGS, "options", "-c statement_timeout=2s")
    with closing(PostgresStream(address)) as stream:
        stream.create()
        with one_server.connect() as other, other.transaction(force_rollback=True):
            other.execute(f"INSERT INTO {schema(stream)}.records VALUES (1, 'theirs')")
            with pytest.raises(StreamUnavailableError, match="statement timeout"):
                stream.publish([b"ours"], 0)
        assert stream.end().last == 0
        stream.publish([b"ours"], 0)


def test_a_write_that_its_user_interrupts_is_not_made_and_another_one_may_be(
    stream: PostgresStream, one_server: PostgresServer
) -> None:
    with one_server.connect() as other, other.transaction(force_rollback=True):
        other.execute(f"INSERT INTO {schema(stream)}.records VALUES (1, 'theirs')")

        def interrupt() -> None:
            until(lambda: backends(one_server, "wait_event_type = 'Lock'"))
            os.kill(os.getpid(), signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            stream.publish([b"ours"], 0)
        thread.join(SECONDS)
    stream.publish([b"another"], 0)
    assert received(stream, 0, 1) == [Message(1, b"another")]


def test_closing_waits_for_a_write(stream: PostgresStream, one_server: PostgresServer) -> None:
    thread = threading.Thread(target=lambda: stream.publish([b"ours"], 0))
    with one_server.connect() as other, other.transaction(force_rollback=True):
        other.execute(f"INSERT INTO {schema(stream)}.records VALUES (1, 'theirs')")
        thread.start()
        until(lambda: backends(one_server, "wait_event_type = 'Lock'"))
        closing_it = threading.Thread(target=stream.close)
        closing_it.start()
    thread.join(SECONDS)
    closing_it.join(SECONDS)
    assert received(stream, 0, 1) == [Message(1, b"ours")]


def test_large_bodies_are_kept_beside_the_stream(stream: PostgresStream) -> None:
    body = os.urandom(20_000_000)
    reference = stream.put(body)
    assert stream.get(reference) == body
    assert stream.put(body) == reference
    for other in (b'{"seq": 1}', b"object:", reference + b"0", b"object:" + b"G" * 64):
        assert stream.get(other) is None
    with pytest.raises(LogBrokenError, match="missing"):
        stream.get(b"object:" + b"0" * 64)


def test_a_body_that_was_changed_is_noticed(stream: PostgresStream) -> None:
    reference = stream.put(b"one")
    by_hand(stream, "SET session_replication_role = replica", f"UPDATE {schema(stream)}.bodies SET body = 'two'")
    with pytest.raises(LogBrokenError, match="was changed"):
        stream.get(reference)


def test_shared_values_change_only_from_what_they_were(stream: PostgresStream) -> None:
    key = "heartbeats/認証 *.>%s"
    assert stream.read_shared() == {}
    assert stream.change_shared(key, None, None)
    assert stream.change_shared(key, None, b"\xff\x00")
    assert not stream.change_shared(key, None, b"2")
    assert not stream.change_shared(key, None, None)
    assert stream.change_shared("tokens", None, b"t")
    assert not stream.change_shared(key, b"\xff", b"2")
    assert stream.change_shared(key, b"\xff\x00", b"2")
    assert stream.read_shared() == {key: b"2", "tokens": b"t"}
    assert not stream.change_shared("tokens", b"s", None)
    assert stream.change_shared("tokens", b"t", None)
    assert not stream.change_shared("tokens", b"t", b"u")
    assert stream.read_shared() == {key: b"2"}


def test_of_many_that_change_shared_values_at_once_none_is_lost(stream: PostgresStream) -> None:
    def count(key: str) -> None:
        with closing(PostgresStream(stream.name)) as mine:
            done = 0
            while done < 20:
                before = mine.read_shared().get(key)
                done += mine.change_shared(key, before, str(int(before or b"0") + 1).encode())

    in_threads(*(lambda key=key: count(key) for key in ("a", "a", "a", "b")))
    assert stream.read_shared() == {"a": b"60", "b": b"20"}


def test_a_stream_is_made_once(stream: PostgresStream) -> None:
    with pytest.raises(StreamRefusedError, match="there is one already"):
        stream.create()


def test_of_two_that_make_a_stream_one_does(address: str) -> None:
    made: list[str] = []

    def make() -> None:
        with closing(PostgresStream(address)) as mine, suppress(StreamRefusedError):
            made.append(mine.create())

    in_threads(*[make] * 4)
    with closing(PostgresStream(address)) as stream:
        assert made == [stream.end().identity]


def test_two_streams_of_a_database_differ(one_server: PostgresServer) -> None:
    with ExitStack() as stack:
        both = [stack.enter_context(closing(PostgresStream(one_server.address(next(NAMES))))) for _ in range(2)]
        assert both[0].create() != both[1].create()
        both[0].publish([b"one"], 0)
        assert [one.end().last for one in both] == [1, 0]


def test_a_stream_that_is_not_there_is_refused(address: str) -> None:
    with closing(PostgresStream(address)) as stream:
        asked = (stream.end, lambda: stream.publish([b"x"], 0), lambda: next(stream.follow(0)), stream.read_shared)
        for ask in (*asked, lambda: stream.at(1), lambda: stream.put(b"x"), lambda: stream.get(b"object:" + b"0" * 64)):
            with pytest.raises(StreamRefusedError, match="no such stream"):
                ask()


@pytest.mark.parametrize("table", ["other (id text)", "identity (id text)"])
def test_a_schema_that_renkei_did_not_make_is_refused(address: str, table: str) -> None:
    with closing(PostgresStream(address)) as stream:
        by_hand(stream, f"CREATE SCHEMA {schema(stream)}", f"CREATE TABLE {schema(stream)}.{table}")
        for ask in (stream.end, lambda: stream.publish([b"x"], 0), lambda: next(stream.follow(0))):
            with pytest.raises(StreamRefusedError, match="was not made by renkei"):
                ask()
        with pytest.raises(StreamRefusedError, match="there is one already"):
            stream.create()


def test_a_stream_without_an_identity_is_refused(stream: PostgresStream) -> None:
    by_hand(stream, "SET session_replication_role = replica", f"DELETE FROM {schema(stream)}.identity")
    with pytest.raises(StreamRefusedError, match="was not made by renkei"):
        stream.end()


ACCIDENTS = ("UPDATE {} SET {} = {}", "DELETE FROM {}", "TRUNCATE {}")


@pytest.mark.parametrize("accident", ACCIDENTS)
@pytest.mark.parametrize(("table", "column"), [("records", "body"), ("bodies", "body"), ("identity", "id")])
def test_nothing_that_is_kept_is_lost_by_accident(
    stream: PostgresStream, accident: str, table: str, column: str
) -> None:
    reference = stream.put(b"two")
    stream.publish([b"one", reference], 0)
    end = stream.end()
    with pytest.raises(psycopg.errors.RaiseException, match="nothing in a stream of renkei is changed or removed"):
        by_hand(stream, accident.format(f"{schema(stream)}.{table}", column, f"{column} || {column}"))
    assert (stream.end(), stream.at(1).body, stream.get(reference)) == (end, b"one", b"two")


def test_a_body_is_deleted_only_if_no_message_names_it(stream: PostgresStream) -> None:
    named, other = (stream.put(one).removeprefix(b"object:").decode() for one in (b"one", b"two"))
    stream.publish([b"object:" + named.encode()], 0)
    stream.bodies.drop(other)
    with pytest.raises(StreamUnavailableError, match="is changed or removed"):
        stream.bodies.drop(named)
    assert stream.bodies.names() == {named}


@pytest.mark.parametrize("numbers", [(4,), (0,), (-1,), (3, 5), (4, 3)])
def test_no_gap_can_be_made(stream: PostgresStream, numbers: tuple[int, ...]) -> None:
    stream.publish([b"one", b"two"], 0)
    with pytest.raises(psycopg.errors.RaiseException, match="there is no record"):
        by_hand(stream, f"INSERT INTO {schema(stream)}.records VALUES " + ", ".join(f"({seq}, '')" for seq in numbers))
    assert stream.end().last == 2


def test_no_gap_can_be_made_of_what_may_not_come(stream: PostgresStream, one_server: PostgresServer) -> None:
    with one_server.connect() as other, other.transaction(force_rollback=True):
        other.execute(f"INSERT INTO {schema(stream)}.records VALUES (1, ''), (2, '')")
        with pytest.raises(psycopg.errors.RaiseException, match="there is no record 2"):
            by_hand(stream, f"INSERT INTO {schema(stream)}.records VALUES (3, '')")
    assert stream.end().last == 0


def test_a_stream_with_a_gap_is_not_followed(stream: PostgresStream) -> None:
    stream.publish([b"one", b"two", b"three"], 0)
    by_hand(stream, "SET session_replication_role = replica", f"DELETE FROM {schema(stream)}.records WHERE seq = 2")
    with pytest.raises(StreamRefusedError, match="messages after 0 are gone"):
        next(stream.follow(0))
    assert next(stream.follow(2)) == [Message(3, b"three")]


def test_without_a_server_there_is_no_answer() -> None:
    stream = PostgresStream("postgresql://127.0.0.1:1/postgres/shop")
    for ask in (stream.end, lambda: stream.publish([b"x"], 0), lambda: next(stream.follow(0)), stream.create):
        with pytest.raises(StreamUnavailableError, match="Connection refused"):
            ask()


@pytest.mark.parametrize("host", ["a..b", "x" * 64, "127.0.0.1:99999", "[::g]"[:3] + "1]:1"])
def test_a_server_that_cannot_exist_does_not_answer(host: str) -> None:
    with pytest.raises(StreamUnavailableError):
        PostgresStream(f"postgresql://{host}/postgres/shop").end()


def test_of_several_servers_the_one_that_answers_is_used(stream: PostgresStream) -> None:
    several = stream.name.replace("@127.0.0.1", "@127.0.0.1:1,[::1]:1,localhost:1,127.0.0.1")
    with closing(PostgresStream(several)) as other:
        assert other.end() == stream.end()
        assert other.name == several


@pytest.mark.long
def test_a_server_that_is_killed_loses_nothing_and_is_found_again(own_server: PostgresServer) -> None:
    with closing(PostgresStream(own_server.address("shop"))) as stream:
        stream.create()
        stream.publish([b"one"], 0)
        following = stream.follow(0)
        assert next(following) == [Message(1, b"one")]
        for number in range(1, 4):
            own_server.kill()
            with pytest.raises(StreamUnavailableError, match="Connection refused"):
                stream.publish([b"lost"], number)
            assert next(following) == []
            own_server.start()
            until(lambda number=number: is_published(stream, b"%d" % number, number))
            until(lambda number=number: next(following) == [Message(number + 1, b"%d" % number)])
        following.close()
        assert [one.body for one in received(stream, 0, 4)] == [b"one", b"1", b"2", b"3"]


def is_published(stream: PostgresStream, body: bytes, after: int) -> bool:
    try:
        stream.publish([body], after)
    except (StreamUnavailableError, LogUncertainError):
        return False
    except ConflictError as refused:  # the one before, whose fate was unknown, was written
        return refused.details["seq"] == after + 1 and stream.at(after + 1).body == body
    return True


@pytest.mark.long
def test_of_writers_whose_server_is_killed_none_loses_what_was_acknowledged(own_server: PostgresServer) -> None:
    with closing(PostgresStream(own_server.address("shop"))) as stream:
        stream.create()
        acknowledged: dict[int, bytes] = {}
        stop = threading.Event()

        def write(name: str) -> None:
            with closing(PostgresStream(stream.name)) as mine:
                last = 0
                for number in itertools.count():
                    if stop.is_set():
                        break
                    body = f"{name}-{number}".encode()
                    try:
                        mine.publish([body], last)
                        acknowledged[last + 1] = body
                        last += 1
                    except ConflictError as refused:
                        last = refused.details["seq"]
                    except (StreamUnavailableError, LogUncertainError):
                        stop.wait(0.02)

        def kill() -> None:
            try:
                for _ in range(3):
                    reached = len(acknowledged) + 30
                    until(lambda reached=reached: len(acknowledged) >= reached)
                    own_server.kill()
                    own_server.start()
            finally:
                stop.set()

        in_threads(lambda: write("a"), lambda: write("b"), lambda: write("c"), kill)
        kept = {one.seq: one.body for one in received(stream, 0, stream.end().last)}
        assert acknowledged.items() <= kept.items()
        assert len(set(kept.values())) == len(kept)


@pytest.mark.long
def test_a_write_that_was_interrupted_is_uncertain_and_happens_never(own_server: PostgresServer) -> None:
    with closing(PostgresStream(own_server.address("shop"))) as stream:
        stream.create()
        other = own_server.connect()
        other.autocommit = False
        other.execute(f"INSERT INTO {schema(stream)}.records VALUES (1, '')")
        error = interrupted(stream, own_server, lambda pid: os.kill(pid, signal.SIGKILL))
        assert "server closed the connection" in str(error)
        other.close()
        until(lambda: is_published(stream, b"again", 0))
        assert received(stream, 0, 1) == [Message(1, b"again")]
        assert stream.end().last == 1


def interrupted(
    stream: PostgresStream, server: PostgresServer, interrupt: Callable[[int], object]
) -> LogUncertainError:
    """Publish a message, interrupt its process when it waits for something, and return what is raised."""
    errors: list[LogUncertainError] = []

    def publish() -> None:
        with pytest.raises(LogUncertainError) as error:
            stream.publish([b"uncertain"], 0)
        errors.append(error.value)

    def interrupt_it() -> None:
        waiting: list[int] = []
        until(lambda: waiting.extend(backends(server, WAITING)) or waiting)
        interrupt(waiting[0])

    in_threads(publish, interrupt_it)
    return errors[0]


WAITING = "state = 'active' AND (wait_event_type = 'Lock' OR wait_event = 'SyncRep')"


@pytest.mark.long
@pytest.mark.parametrize("how", ["killed", "terminated"])
def test_a_write_whose_acknowledgement_was_lost_is_uncertain_and_happens_once(
    own_server: PostgresServer, how: str
) -> None:
    with closing(PostgresStream(own_server.address("shop"))) as stream:
        stream.create()
        own_server.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()")
        until(lambda: own_server.run("SHOW synchronous_standby_names") == [("nobody",)])
        interrupted(stream, own_server, lambda pid: end_backend(own_server, pid, how))
        until(lambda: ends_at(stream, 1))
        assert received(stream, 0, 1) == [Message(1, b"uncertain")]
        with pytest.raises(ConflictError):
            stream.publish([b"uncertain"], 0)


def end_backend(server: PostgresServer, pid: int, how: str) -> None:
    if how == "killed":
        os.kill(pid, signal.SIGKILL)
    else:
        server.run(f"SELECT pg_terminate_backend({pid})")


def ends_at(stream: PostgresStream, seq: int) -> bool:
    try:
        return stream.end().last == seq
    except StreamUnavailableError:
        return False


def test_a_connection_that_ended_while_it_was_idle_is_replaced_unnoticed(
    stream: PostgresStream, one_server: PostgresServer
) -> None:
    following = stream.follow(0)
    assert next(following) == []
    for number in range(3):
        by_hand(stream, TERMINATE.format(schema(stream)))
        until(lambda: not by_hand(stream, FIND.format(schema(stream))))
        stream.publish([b"%d" % number], number)
        until(lambda number=number: next(following) == [Message(number + 1, b"%d" % number)])
    assert len(stream._links) == 2
    following.close()


FIND = "SELECT pid FROM pg_stat_activity WHERE application_name = 'renkei' AND query LIKE '%\"{}\"%'"
TERMINATE = FIND.replace("pid", "pg_terminate_backend(pid)", 1)


def test_a_server_that_does_not_answer_is_left(
    stream: PostgresStream, one_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream.publish([b"one"], 0)
    monkeypatch.setattr(postgres_link, "ANSWER", 0.5)
    for ask, error in (
        (stream.end, StreamUnavailableError),
        (lambda: stream.publish([b"two"], 1), LogUncertainError),
        (lambda: stream.change_shared("a", None, b"1"), LogUncertainError),
    ):
        stream.read_shared()
        (pid,) = by_hand(stream, FIND.format(schema(stream)))[0]
        os.kill(pid, signal.SIGSTOP)
        try:
            with pytest.raises(error, match="does not answer"):
                ask()
        finally:
            os.kill(pid, signal.SIGCONT)
        until(lambda pid=pid: not by_hand(stream, f"SELECT FROM pg_stat_activity WHERE pid = {pid}"))
    assert stream.end().last in (1, 2)
    assert stream.read_shared() in ({}, {"a": b"1"})


RIGHTS = """
GRANT USAGE ON SCHEMA {0} TO writer, reader;
GRANT SELECT ON ALL TABLES IN SCHEMA {0} TO writer, reader;
GRANT INSERT ON {0}.records, {0}.bodies TO writer;
GRANT INSERT, DELETE ON {0}.snapshots TO writer;
GRANT INSERT, UPDATE, DELETE ON {0}.shared TO writer;
"""


def test_what_the_server_forbids_is_said_in_its_words(own_server: PostgresServer) -> None:
    with ExitStack() as stack:
        owner, writer, reader, stranger = (
            stack.enter_context(closing(PostgresStream(own_server.address("shop", user))))
            for user in ("postgres", "writer", "reader", "stranger")
        )
        owner.create()
        own_server.run(*(f"CREATE ROLE {user} LOGIN" for user in ("writer", "reader", "stranger")))
        by_hand(owner, RIGHTS.format(schema(owner)))
        writer.publish([b"one"], 0)
        assert writer.get(writer.put(b"two")) == b"two"
        writer.snapshots.drop(writer.snapshots.put(b"three"))
        assert writer.change_shared("a", None, b"1")
        assert writer.change_shared("a", b"1", b"2")
        assert writer.change_shared("a", b"2", None)
        assert reader.end() == writer.end() == owner.end()
        assert received(reader, 0, 1) == [Message(1, b"one")]
        for ask in (lambda: reader.publish([b"x"], 1), lambda: reader.put(b"x"), lambda: writer_of_a(reader)):
            with pytest.raises(StreamUnavailableError, match="permission denied for table"):
                ask()
        for ask in (stranger.end, lambda: next(stranger.follow(0)), lambda: stranger.publish([b"x"], 1)):
            with pytest.raises(StreamUnavailableError, match="permission denied for schema renkei_shop"):
                ask()
        with pytest.raises(StreamUnavailableError, match="permission denied for database"):
            PostgresStream(own_server.address("another", "stranger")).create()
        assert owner.end().last == 1


def writer_of_a(stream: PostgresStream) -> bool:
    return stream.change_shared("a", None, b"1")


def test_passwords_come_from_a_file(
    one_server: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_server.run("DROP ROLE IF EXISTS guarded", "CREATE ROLE guarded LOGIN SUPERUSER PASSWORD 'it''s secret'")
    monkeypatch.setenv("HOME", str(tmp_path))
    address = one_server.address(next(NAMES), "guarded")
    passwords = tmp_path / "passwords"
    passwords.write_text("*:*:*:guarded:wrong one\n")
    passwords.chmod(0o600)
    with pytest.raises(StreamUnavailableError, match="no password supplied"):
        PostgresStream(address).end()
    with pytest.raises(StreamUnavailableError, match="password authentication failed") as refused:
        PostgresStream.at_address(address, str(passwords)).end()
    assert "wrong one" not in str(refused.value)
    passwords.write_text("*:*:*:guarded:it's secret\n")
    with closing(PostgresStream.at_address(address, str(passwords))) as stream:
        stream.create()
    monkeypatch.setenv("PGPASSFILE", str(passwords))
    with closing(PostgresStream(address)) as stream:
        assert stream.end().last == 0


@pytest.mark.long
def test_a_server_that_does_not_wait_for_its_disk_is_refused(own_server: PostgresServer) -> None:
    with closing(PostgresStream(own_server.address("shop"))) as stream:
        stream.create()
        stream.close()
        own_server.run("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
        until(lambda: own_server.run("SHOW fsync") == [("off",)])
        for ask in (stream.end, lambda: stream.publish([b"x"], 0), lambda: next(stream.follow(0))):
            with pytest.raises(StreamRefusedError, match="not on the disk"):
                ask()
        until(lambda: not backends(own_server, "true"))


def test_every_write_waits_for_the_disk_whatever_the_server_says(
    address: str, one_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_server.run(
        "DROP ROLE IF EXISTS hasty",
        "CREATE ROLE hasty LOGIN SUPERUSER",
        "ALTER ROLE hasty SET synchronous_commit = off",
        "ALTER ROLE hasty SET default_transaction_isolation = 'serializable'",
    )
    address = address.replace("postgres@", "hasty@")
    with closing(PostgresStream(address)) as stream:
        stream.create()
        settings = ("synchronous_commit", "transaction_isolation", "statement_timeout")
        found = [stream._ask("SELECT current_setting(%s)", (one,)) for one in settings]
        assert found == [[("on",)], [("read committed",)], [("10s",)]]
    monkeypatch.setitem(postgres.SETTINGS, "options", "")
    with pytest.raises(StreamRefusedError, match="not on the disk"):
        PostgresStream(address).end()


@pytest.mark.long
def test_a_standby_is_refused(own_server: PostgresServer) -> None:
    with closing(PostgresStream(own_server.address("shop"))) as stream:
        stream.create()
        own_server.stop()
        (own_server.place / "data" / "standby.signal").touch()
        own_server.start()
        assert own_server.run("SELECT pg_is_in_recovery()") == [(True,)]
        for ask in (stream.end, lambda: stream.publish([b"x"], 0), lambda: next(stream.follow(0))):
            with pytest.raises(StreamUnavailableError, match="standby"):
                ask()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_has_a_connection_of_its_own(stream: PostgresStream) -> None:
    stream.publish([b"parent"], 0)
    following = stream.follow(0)
    assert next(following) == [Message(1, b"parent")]

    def publish() -> None:
        stream.publish([b"child"], 1)
        assert len(received(stream, 0, 2)) == 2
        until(lambda: next(following) == [Message(2, b"child")])
        following.close()
        gc.collect()
        assert in_a_child(lambda: stream.publish([b"grandchild"], 2))
        stream.close()

    assert in_a_child(publish)
    stream.publish([b"parent"], 3)
    assert [one.body for one in next(following)] == [b"child", b"grandchild", b"parent"]
    following.close()
    assert [one.body for one in received(stream, 0, 4)] == [b"parent", b"child", b"grandchild", b"parent"]


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_that_is_forked_while_others_write_writes_too(stream: PostgresStream) -> None:
    stop = threading.Event()
    written: list[bytes] = []

    def write(name: str, until_done: Callable[[], bool]) -> None:
        for number in itertools.count():
            if until_done():
                return
            body = f"{name}-{number}".encode()
            try:
                stream.publish([body], stream.end().last)
                written.append(body)
            except ConflictError:
                pass

    def write_one(name: str) -> None:
        write(name, lambda: any(one.startswith(name.encode()) for one in written))

    def fork() -> None:
        try:
            for number in range(10):
                assert in_a_child(lambda n=number: write_one(f"child{n}"))
        finally:
            stop.set()

    in_threads(*(lambda name=name: write(name, stop.is_set) for name in "ab"), fork)
    kept = [one.body for one in received(stream, 0, stream.end().last)]
    assert {*written} <= {*kept}
    assert {f"child{number}-0".encode()[:6] for number in range(10)} <= {one[:6] for one in kept if one}
    assert len({*kept}) == len(kept)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_the_connections_of_a_parent_end_though_its_child_lives_on(stream: PostgresStream) -> None:
    stream.end()
    following = stream.follow(0)
    next(following)
    assert len(by_hand(stream, FIND.format(schema(stream)))) == 2
    held, release = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(release)
        os.read(held, 1)
        os._exit(0)
    following.close()
    stream.close()
    until(lambda: not by_hand(stream, FIND.format(schema(stream))))
    os.write(release, b"!")
    os.waitpid(child, 0)
    os.close(held)
    os.close(release)


def test_closing_ends_whoever_follows_and_the_next_use_connects_again(
    stream: PostgresStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "IDLE", SECONDS * 10)
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.extend(stream.follow(0)))
    thread.start()
    until(lambda: is_followed(stream))
    stream.close()
    thread.join(SECONDS)
    assert not thread.is_alive()
    assert found == []
    stream.close()
    stream.publish([b"again"], 0)
    assert received(stream, 0, 1) == [Message(1, b"again")]


def test_a_stream_that_is_dropped_leaves_no_connection(address: str) -> None:
    stream = PostgresStream(address)
    stream.create()
    following = stream.follow(0)
    stream.publish([b"one"], 0)
    next(following)
    keeper = PostgresStream(address)
    del stream, following
    gc.collect()
    until(lambda: not by_hand(keeper, FIND.format(schema(keeper))))


WRONG = (
    *("", "postgresql://", "postgresql://h", "postgresql://h/d", "postgresql://h/d/", "postgresql://h/d/a/b"),
    *("postgresql:///d/a", "postgresql://h//a", "postgresql://h,/d/a", "postgresql://h:x/d/a", "http://h/d/a"),
    *("postgresql://h/d/A", "postgresql://h/d/1a", "postgresql://h/d/a-b", "postgresql://h/d/_a", "nats://h/a"),
    *("postgresql://h/d/a b", "postgresql://h/d/a\n", "postgresql://h/d/é", "postgresql://h/d e/a"),
    *(f"postgresql://h/d/{'a' * 41}", "postgresql://[h]/d/a", "postgresql://@h/d/a", "postgresql://h /d/a"),
)


@pytest.mark.parametrize("address", WRONG)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(BadValueError, match="NAME has up to 40") as refused:
        parse_address(address)
    assert refused.value.details["path"] == "/stream"


SECRET = (
    *("postgresql://ann:hush@h/d/a", "postgresql://ann:hu/sh?@h/d/a", "postgresql://ann:@hush@h/d/a"),
    *("postgresql://h/d/a?password=hush", "password=hush host=h", "ann:hush@h/d/a", "postgresql://ann:\nhush@h/d/a"),
)


@pytest.mark.parametrize("address", SECRET)
def test_a_password_in_an_address_is_refused_and_not_repeated(address: str) -> None:
    with pytest.raises(BadValueError, match="A password belongs in") as refused:
        PostgresStream.at_address(address)
    shown = f"{refused.value} {refused.value.as_dict()} {refused.value.args}"
    assert "hush" not in shown
    assert "sh?" not in shown


ADDRESSES = {
    "postgresql://h/d/a": "host=h port=5432 dbname=d",
    "postgresql://ann@h:99/my-shop/shop_2": "host=h port=99 dbname=my-shop user=ann",
    "postgresql://a,b.example:5433,[::1]:1,[::2]/d/a": "host=a,b.example,::1,::2 port=5432,5433,1,5432 dbname=d",
    f"postgresql://h/d/{'a' * 40}": "host=h port=5432 dbname=d",
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_has_servers_a_database_and_a_name(address: str) -> None:
    found = parse_address(address)
    assert found.conninfo == ADDRESSES[address]
    assert found.name == address.rpartition("/")[2]
    assert PostgresStream(address).name == address


def test_nothing_is_asked_of_a_server_before_the_first_use() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.setblocking(False)
        stream = PostgresStream(f"postgresql://127.0.0.1:{listening.getsockname()[1]}/d/a")
        stream.close()
        with pytest.raises(BlockingIOError):
            listening.accept()


def test_a_server_that_accepts_and_says_nothing_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(postgres.SETTINGS, "connect_timeout", 2)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        stream = PostgresStream(f"postgresql://127.0.0.1:{listening.getsockname()[1]}/d/a")
        with pytest.raises(StreamUnavailableError, match="timeout"):
            stream.end()


def test_what_a_publish_raises_is_an_error_of_the_log(stream: PostgresStream) -> None:
    with pytest.raises(RenkeiError, match="NUL"):
        stream.change_shared("a\0b", None, b"")
    assert stream.read_shared() == {}
