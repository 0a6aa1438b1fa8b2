"""A project moves between places: whenever it is interrupted, no record is lost and one place accepts records."""

import copy
import itertools
import json
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import renkei
from memory_stream import Fault, MemoryStream, Servers
from records import record
from renkei import Join, Record, Write
from renkei.engine.record import read_record
from renkei.errors import (
    BadValueError,
    ConflictError,
    LogBrokenError,
    LogMovedError,
    LogTooNewError,
    LogUncertainError,
    ProjectMissingError,
    StreamRefusedError,
    StreamUnavailableError,
)
from renkei.log.layout import LAYOUT
from renkei.log.moved import Moved, read_kept, read_moved
from renkei.log.replication.stream import LARGEST_MESSAGE
from renkei.log.replication.void import void_id
from renkei.log.sqlite import SqliteLog
from renkei.project.machines import moving, shared_values, streams
from renkei.project.machines.shared_values import UNFINISHED
from renkei.store import heartbeats, stream_file
from renkei.store.layout import Layout
from renkei.store.machines.telling import read_machines
from renkei.store.tokens import TokenFile

ONE, TWO, OTHER = "nats://127.0.0.1:4222/one", "postgresql://127.0.0.1/team/two", "nats://localhost:4222/other"
SECONDS = 30


class Killed(BaseException):
    """Ends a move as a kill does: nothing that it had not done is done."""


class Places:
    """The servers of each address, and what a machine does to them and to its directory."""

    def __init__(self) -> None:
        self.servers: dict[str, Servers] = {}
        self.faults: dict[str, list[Fault]] = {}
        self.left = -1
        """How many effects a move has left; negative if it is not killed."""

    def connect(self, address: str, credentials: str = "") -> MemoryStream:
        """Return a connection, as `connect_stream` does."""
        made = self.servers.setdefault(address, Servers(identity=f"id of {address}"))
        stream = MemoryStream(made, self.faults.get(address, ()))
        stream.name = address
        return stream

    def counted(self, kind: type | object, name: str, patch: pytest.MonkeyPatch) -> None:
        """Let an effect be one after which a move may be killed."""
        real = getattr(kind, name)

        def effect(*given: object, **named: object) -> object:
            result = real(*given, **named)
            self.left -= 1
            if self.left == 0:
                raise Killed
            return result

        patch.setattr(kind, name, effect)


EFFECTS: list[tuple[type | object, str]] = [
    *((MemoryStream, name) for name in ("create", "publish", "put", "change_shared")),
    (SqliteLog, "follow"),
    (TokenFile, "replace"),
    (heartbeats, "record"),
    (stream_file, "save"),
    (stream_file, "delete"),
]


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch) -> Places:
    made = Places()
    for module in (streams, moving):
        monkeypatch.setattr(module, "connect_stream", made.connect)
    return made


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Return the directory of a project with a large record, a token and a heartbeat."""
    make(tmp_path / "shop")
    return tmp_path / "shop"


def make(place: Path, stream: str = "") -> None:
    with renkei.create(place, goal="sell", members=[Join("ann"), Join("bob")], stream=stream) as project:
        project.do(*(Write("/goal", str(n) * 65_000) for n in range(1 + LARGEST_MESSAGE // 65_000)))
        project.do(Write("/goal", "sell tea"))
        project.create_token("ann")
        project.heartbeat("bob")
        project.change_settings("human", lambda _: {"read": {"*": 1}})


def head(place: Path) -> tuple[int, str]:
    log = SqliteLog(Layout(place).log, read_only=True)
    found = log.head()
    log.close()
    return found


def writes(project: renkei.Project, goal: str) -> bool:
    """Return whether a project accepts a record."""
    try:
        project.do(Write("/goal", goal))
    except (LogMovedError, StreamRefusedError):
        return False
    return True


def same(place: Path, known: tuple[int, str]) -> None:
    """Check that a project has what `make` wrote, and goes on from there."""
    assert head(place) == known
    with renkei.open(place) as project:
        assert project.state.seq == known[0]
        assert [one.actor for one in project.tokens()] == ["ann"]
        assert set(project.heartbeats()) == {"bob"}
        assert project.settings("human") == {"read": {"*": 1}}
        assert writes(project, "after")
        project.create_token("bob")
        assert len(project.tokens()) == 2


def test_a_directory_moves_to_a_stream_and_a_new_machine_joins(places: Places, shop: Path, tmp_path: Path) -> None:
    known = head(shop)
    assert renkei.move(shop, ONE) == ONE
    renkei.clone(ONE, tmp_path / "other").close()
    assert head(tmp_path / "other") == known
    assert stream_file.load(Layout(shop)) is not None
    assert UNFINISHED not in places.servers[ONE].shared
    same(shop, known)


def test_a_stream_moves_to_another_and_its_machines_follow(places: Places, shop: Path, tmp_path: Path) -> None:
    known = head(shop)
    renkei.move(shop, ONE)
    renkei.clone(ONE, tmp_path / "other").close()
    name = json.loads(Layout(shop).stream.read_text())["machine"]
    renkei.move(shop, TWO)
    assert json.loads(Layout(shop).stream.read_text())["machine"] == name
    with pytest.raises(LogMovedError, match=TWO) as refused:
        renkei.open(tmp_path / "other")
    assert f"renkei move {TWO}" in refused.value.hint
    same(shop, known)
    renkei.move(tmp_path / "other", TWO)
    assert head(tmp_path / "other") == known
    with renkei.open(tmp_path / "other") as there:
        assert there.log.catch_up(SECONDS)
        assert there.state.seq == known[0] + 1
        assert len(there.tokens()) == 2


def test_a_stream_moves_into_a_directory(places: Places, tmp_path: Path) -> None:
    make(tmp_path / "shop", ONE)
    renkei.clone(ONE, tmp_path / "other").close()
    known = head(tmp_path / "shop")
    assert renkei.move(tmp_path / "shop") == str(tmp_path / "shop")
    assert not Layout(tmp_path / "shop").stream.exists()
    same(tmp_path / "shop", known)
    machine = json.loads(Layout(tmp_path / "other").stream.read_text())["machine"]
    for use in (renkei.open, renkei.move):
        with pytest.raises(LogMovedError, match="a directory of the machine") as refused:
            use(tmp_path / "other")
        assert machine not in str(refused.value)


def test_a_project_moves_around_and_back(places: Places, shop: Path) -> None:
    known = head(shop)
    for address in (ONE, "", TWO, "nats://127.0.0.1:4222/three", ""):
        renkei.move(shop, address)
        renkei.move(shop, address)  # it is there already
    same(shop, known)


MOVES = {"to a stream": ("", ONE), "to another stream": (ONE, TWO), "to the directory": (ONE, "")}


@pytest.mark.short("to the directory")
@pytest.mark.parametrize(("source", "target"), MOVES.values(), ids=MOVES)
def test_a_move_that_is_killed_at_any_step_is_finished_by_the_next(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, target: str
) -> None:
    for kind, name in EFFECTS:
        places.counted(kind, name, monkeypatch)
    make(tmp_path / "template", source)
    begun = copy.copy(places.servers.get(source))
    for step in itertools.count(1):
        shop = tmp_path / f"shop-{step}"
        shutil.copytree(tmp_path / "template", shop)
        places.servers = {source: copied(begun)} if begun is not None else {}
        with renkei.open(shop) as running:
            assert running.state.seq == 3
            places.left = step
            try:
                renkei.move(shop, target)
            except Killed:
                pass
            else:
                break
            places.left = -1
            known = head(shop)
            accepted = writes(running, "old")
            assert head(shop) == known or accepted
            if accepted and target:
                with pytest.raises(StreamRefusedError):
                    renkei.clone(target, tmp_path / "early")
            known = head(shop)
            renkei.move(shop, target)
            with renkei.open(shop) as opened:
                assert opened.log.head() == known
                assert writes(opened, "new")
            assert not writes(running, "late")
            assert running.log.last() == known[0] + 1
        same(shop, head(shop))
        if target:
            renkei.clone(target, tmp_path / f"other-{step}").close()
            assert head(tmp_path / f"other-{step}") == head(shop)
    assert step > 4


def copied(servers: Servers) -> Servers:
    """Return servers with the same content."""
    kept = {name: {**getattr(servers, name)} for name in ("bodies", "snapshots", "shared")}
    return Servers(servers.identity, [*servers.messages], **kept, exists=servers.exists)


def test_a_program_that_runs_is_told_to_start_again(places: Places, shop: Path) -> None:
    with renkei.open(shop) as running:
        renkei.move(shop, ONE)
        for use in (lambda: running.do(Write("/goal", "late")), lambda: running.create_token("bob")):
            with pytest.raises(LogMovedError, match=ONE) as refused:
                use()
            assert "start again what runs here" in refused.value.hint
    with renkei.open(shop) as running:
        renkei.move(shop)
        with pytest.raises(LogMovedError, match=r"this directory|a directory of the machine"):
            running.do(Write("/goal", "late"))
        with renkei.open(shop) as opened:
            assert writes(opened, "new")
        with pytest.raises(LogMovedError, match="this directory"):
            running.do(Write("/goal", "later"))


def test_bytes_of_other_releases_and_void_records_move_as_they_are(places: Places, tmp_path: Path) -> None:
    make(tmp_path / "shop", ONE)
    spaced = record(4).encode().replace(b'"seq":4,', b'"seq": 4, ')
    places.servers[ONE].add(spaced, b"stray", None)
    renkei.move(tmp_path / "shop", TWO)
    renkei.clone(TWO, tmp_path / "other").close()
    log = SqliteLog(Layout(tmp_path / "other").log, read_only=True)
    assert log.head() == head(tmp_path / "shop")
    assert [one.id for one in log.read(3)] == [record(4).id, void_id(5), void_id(6)]
    assert next(log.stored(3))[2] == spaced
    log.close()


def test_a_void_record_keeps_the_bytes_that_an_earlier_release_gave_it(places: Places, tmp_path: Path) -> None:
    make(tmp_path / "shop", ONE)
    renkei.clone(ONE, tmp_path / "a").close()
    with renkei.open(tmp_path / "shop") as project:
        last = next(project.log.read(2))
    void = Record(seq=4, id=void_id(4), at=last.at, actor="renkei", events=())
    places.servers[ONE].add(void.encode().replace(b'"seq":4,', b'"seq": 4, '))
    with renkei.open(tmp_path / "a") as project:
        assert project.state.seq == 4
    log = SqliteLog(Layout(tmp_path / "a").log, read_only=True)
    assert next(log.stored(3))[2] == places.servers[ONE].messages[3]
    log.close()


@pytest.mark.parametrize("faults", [{ONE: ["overtaken"] * 3}, {TWO: ["lost request", "lost reply"]}], ids=str)
def test_a_move_goes_on_when_others_are_first_or_a_reply_is_lost(
    places: Places, tmp_path: Path, faults: dict[str, list[Fault]]
) -> None:
    make(tmp_path / "shop", ONE)
    places.faults = faults
    renkei.move(tmp_path / "shop", TWO)
    overtaken = len(faults.get(ONE, ()))
    assert head(tmp_path / "shop")[0] == len(places.servers[TWO].messages) == 3 + overtaken
    places.faults = {TWO: faults.get(ONE, [])}
    renkei.move(tmp_path / "shop")
    assert head(tmp_path / "shop")[0] == 3 + 2 * overtaken


def test_a_lost_reply_to_the_end_of_a_stream_is_uncertain_and_the_next_attempt_finishes(
    places: Places, tmp_path: Path
) -> None:
    make(tmp_path / "shop", ONE)
    known = head(tmp_path / "shop")
    places.faults = {ONE: ["lost reply"]}
    with pytest.raises(LogUncertainError):
        renkei.move(tmp_path / "shop", TWO)
    renkei.move(tmp_path / "shop", TWO)
    same(tmp_path / "shop", known)


@pytest.mark.parametrize("published", [0, 1])
def test_a_target_that_fails_during_the_copy_leaves_the_project_where_it_was(
    places: Places, shop: Path, monkeypatch: pytest.MonkeyPatch, published: int
) -> None:
    monkeypatch.setattr(moving, "MOST", 1)
    places.faults = {ONE: [""] * published + ["down"]}
    with pytest.raises(StreamUnavailableError):
        renkei.move(shop, ONE)
    assert len(places.servers[ONE].messages) == published
    with renkei.open(shop) as project:
        assert writes(project, "it is where it was")
    known = head(shop)
    places.faults = {}
    renkei.move(shop, ONE)
    same(shop, known)


def test_writers_that_never_rest_keep_a_stream_where_it_is(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "ATTEMPTS", 3)
    make(tmp_path / "shop", ONE)
    places.faults = {ONE: ["overtaken"] * 3}
    with pytest.raises(ConflictError):
        renkei.move(tmp_path / "shop", TWO)
    places.faults = {}
    with renkei.open(tmp_path / "shop") as project:
        assert writes(project, "it is where it was")


def test_a_place_that_is_not_empty_is_refused(places: Places, shop: Path, tmp_path: Path) -> None:
    make(tmp_path / "other", ONE)
    shutil.copytree(shop, tmp_path / "copy")
    renkei.move(tmp_path / "copy", TWO)
    for address in (ONE, TWO):
        with pytest.raises(StreamRefusedError, match="it holds a project already") as refused:
            renkei.move(shop, address)
        assert "another name" in refused.value.hint
    with renkei.open(shop) as project:
        assert writes(project, "it is where it was")


def test_an_unfinished_copy_is_used_by_its_own_project_alone(
    places: Places, shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places.counted(MemoryStream, "publish", monkeypatch)
    places.left = 1
    with pytest.raises(Killed):
        renkei.move(shop, ONE)
    make(tmp_path / "other")
    for use in (
        lambda: renkei.move(tmp_path / "other", ONE),
        lambda: renkei.clone(ONE, tmp_path / "third"),
        lambda: renkei.create(tmp_path / "third", stream=ONE),
    ):
        with pytest.raises(StreamRefusedError, match="project is being moved to it"):
            use()
    assert not (tmp_path / "third").exists()
    places.servers[ONE].messages[-1:] = [b"stray"]
    with pytest.raises(StreamRefusedError, match="somebody else has written"):
        renkei.move(shop, ONE)
    places.servers[ONE].messages.pop()
    renkei.move(shop, ONE)
    same(shop, head(shop))


def test_a_copy_that_differs_anywhere_is_refused_before_anything_is_decided(
    places: Places, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = MemoryStream.publish

    def damaged(stream: MemoryStream, bodies: Sequence[bytes], after: int) -> None:
        real(stream, [bodies[0].replace(b"sell", b"sold"), *bodies[1:]], after)

    monkeypatch.setattr(MemoryStream, "publish", damaged)
    with pytest.raises(StreamRefusedError, match="its record 1 is another one"):
        renkei.move(shop, ONE)
    with renkei.open(shop) as project:
        assert writes(project, "it is where it was")


def test_a_damaged_log_does_not_move(places: Places, shop: Path) -> None:
    with closing(sqlite3.connect(Layout(shop).log)) as db, db:
        db.execute("UPDATE records SET body = ? WHERE seq = 1", (record(1).encode(),))
    with pytest.raises(LogBrokenError):
        renkei.move(shop, ONE)


def test_an_id_that_void_records_need_is_refused(places: Places, shop: Path, tmp_path: Path) -> None:
    make(tmp_path / "other", ONE)
    with renkei.open(tmp_path / "other") as project, pytest.raises(BadValueError, match="void-"):
        project.do(Write("/goal", "buy"), command_id="void-9")
    with renkei.open(shop) as project:
        project.do(Write("/goal", "buy"), command_id="void-9")
    with pytest.raises(LogBrokenError, match="'void-9'"):
        renkei.move(shop, TWO)


def test_only_renkei_ends_a_stream() -> None:
    moved = Moved(address=ONE, identity="id")
    assert read_moved(moved.encode()) == moved
    for other in (None, b"", b"{}", record(1).encode(), b'{"moved_to": 5}', b'{"moved_to":{"a": 1}}', b'{"moved_to":['):
        assert read_moved(other) is None


def test_an_earlier_release_stops_at_the_message_that_ends_a_stream() -> None:
    with pytest.raises(LogTooNewError):
        read_record(Moved(address=ONE, identity="id").encode())


@pytest.mark.parametrize("kept", [None, b"", b"[]", bytes(range(256))])
def test_a_value_that_was_moved_keeps_what_it_was(kept: bytes | None) -> None:
    assert read_kept(Moved(machine="m").encode(kept)) == kept
    assert read_kept(kept) is None


def test_without_a_project_or_without_servers_nothing_moves(places: Places, shop: Path, tmp_path: Path) -> None:
    with pytest.raises(ProjectMissingError):
        renkei.move(tmp_path / "nowhere", ONE)
    places.connect(ONE).servers.stop()
    with pytest.raises(StreamUnavailableError):
        renkei.move(shop, ONE)
    places.servers.clear()
    renkei.move(shop, ONE)
    places.servers[ONE].stop()
    for target in (TWO, ""):
        with pytest.raises(StreamUnavailableError):
            renkei.move(shop, target)


def test_progress_is_told(places: Places, shop: Path) -> None:
    told: list[tuple[str, int, int]] = []
    renkei.move(shop, ONE, progress=lambda *one: told.append(one))
    assert told[0] == ("copying", 0, 3)
    assert told[-1] == ("comparing", 3, 3)
    renkei.move(shop, progress=lambda *one: told.append(one))
    assert told[-1] == ("checking", 3, 3)


@pytest.mark.parametrize(("source", "target"), list(MOVES.values())[:2], ids=list(MOVES)[:2])
def test_the_copy_has_all_records_when_the_old_place_stops_to_accept_any(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, target: str
) -> None:
    shop = tmp_path / "shop"
    make(shop, source)
    compare, publish, follow = moving._compare, MemoryStream.publish, SqliteLog.follow
    at_the_end: list[tuple[int, int]] = []

    def note() -> None:
        at_the_end.append((len(places.servers[target].messages), running.log.last()))

    def compare_while_others_write(*given: object) -> None:
        compare(*given)  # type: ignore[arg-type]
        assert writes(running, "meanwhile")

    def publish_noting(stream: MemoryStream, bodies: Sequence[bytes], *rest: Any) -> None:
        note() if read_moved(bodies[0]) is not None else None
        publish(stream, bodies, *rest)

    monkeypatch.setattr(moving, "_compare", compare_while_others_write)
    monkeypatch.setattr(MemoryStream, "publish", publish_noting)
    monkeypatch.setattr(SqliteLog, "follow", lambda *given: (note(), follow(*given)))
    with renkei.open(shop) as running:
        renkei.move(shop, target)
        assert running.log.last() == 4
    assert at_the_end[0] == (4, 4)


def test_the_same_stream_is_followed_at_another_address(places: Places, tmp_path: Path) -> None:
    make(tmp_path / "shop", ONE)
    renkei.move(tmp_path / "shop", ONE, "rights.creds")
    places.servers[OTHER] = places.servers[ONE]
    before = json.loads(Layout(tmp_path / "shop").stream.read_text())
    places.faults = {ONE: []}
    with renkei.open(tmp_path / "shop") as running:
        assert renkei.move(tmp_path / "shop", OTHER) == OTHER
        assert writes(running, "meanwhile")
    after = json.loads(Layout(tmp_path / "shop").stream.read_text())
    assert after == before | {"address": OTHER}
    assert before["credentials"].endswith("rights.creds")
    same(tmp_path / "shop", head(tmp_path / "shop"))


@pytest.mark.parametrize("known", ["the servers answer", "the servers are gone"])
def test_a_machine_that_was_away_follows_a_project_that_moved_several_times(
    places: Places, tmp_path: Path, known: str
) -> None:
    make(tmp_path / "shop", ONE)
    renkei.clone(ONE, tmp_path / "away").close()
    for address in (TWO, "", OTHER):
        renkei.move(tmp_path / "shop", address)
    if known == "the servers are gone":
        for address in (ONE, TWO):
            places.servers[address].stop()
    renkei.move(tmp_path / "away", OTHER)
    same(tmp_path / "away", head(tmp_path / "shop"))


@pytest.mark.parametrize("state", ["unfinished", "missing", "another project", "behind"])
def test_a_machine_whose_servers_are_gone_follows_to_its_own_project_alone(
    places: Places, tmp_path: Path, state: str
) -> None:
    make(tmp_path / "shop", ONE)
    if state == "behind":
        renkei.move(tmp_path / "shop", TWO)
        renkei.move(tmp_path / "shop", OTHER)
        same(tmp_path / "shop", head(tmp_path / "shop"))
        places.servers[OTHER].stop()
    else:
        if state != "missing":
            make(tmp_path / "other", TWO)
        if state == "unfinished":
            places.servers[TWO].messages = [*places.servers[ONE].messages]
            places.servers[TWO].shared[UNFINISHED] = b"{}"
        places.servers[ONE].stop()
    with pytest.raises(StreamUnavailableError):
        renkei.move(tmp_path / "shop", TWO)


def test_a_name_without_a_stream_shows_where_the_project_is(places: Places, tmp_path: Path) -> None:
    make(tmp_path / "shop", ONE)
    renkei.clone(ONE, tmp_path / "other").close()
    renkei.move(tmp_path / "shop", TWO)
    with pytest.raises(LogMovedError, match=TWO):
        renkei.move(tmp_path / "other", OTHER)
    with pytest.raises(LogMovedError, match=TWO) as refused:
        renkei.clone(ONE, tmp_path / "third")
    assert f"renkei clone {TWO}" in refused.value.hint
    assert not (tmp_path / "third").exists()


def test_two_processes_move_a_project_into_its_directory_at_once(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / "shop", ONE)
    check = moving._check

    def after_another(*given: object) -> None:
        monkeypatch.setattr(moving, "_check", check)
        renkei.move(tmp_path / "shop")
        with renkei.open(tmp_path / "shop") as project:
            project.revoke_token(project.tokens()[0].id)
            assert writes(project, "meanwhile")

    monkeypatch.setattr(moving, "_check", after_another)
    renkei.move(tmp_path / "shop")
    with renkei.open(tmp_path / "shop") as project:
        assert project.tokens() == []
        assert writes(project, "here")


AT_ONCE = {
    "one directory, one target": ("", "shop", ONE, True),
    "one directory, two targets": ("", "shop", TWO, False),
    "two machines, one target": (OTHER, "b", ONE, True),
    "two machines, two targets": (OTHER, "b", TWO, False),
}


@pytest.mark.short
@pytest.mark.parametrize("step", ["_copy", "_compare"])
@pytest.mark.parametrize(("source", "second", "target", "succeeds"), AT_ONCE.values(), ids=AT_ONCE)
def test_of_two_moves_at_once_one_decides(
    places: Places,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    source: str,
    second: str,
    target: str,
    succeeds: bool,
    step: str,
) -> None:
    make(tmp_path / "shop", source)
    if source:
        renkei.clone(source, tmp_path / "b").close()
    known, real = head(tmp_path / "shop"), getattr(moving, step)

    def after_another(*given: object) -> object:
        monkeypatch.setattr(moving, step, real)
        renkei.move(tmp_path / second, target)
        with renkei.open(tmp_path / second) as project:
            assert writes(project, "meanwhile")
        return real(*given)

    monkeypatch.setattr(moving, step, after_another)
    if succeeds:
        renkei.move(tmp_path / "shop", ONE)
    else:
        with pytest.raises(LogMovedError, match=target):
            renkei.move(tmp_path / "shop", ONE)
        renkei.move(tmp_path / "shop", target)
    with renkei.open(tmp_path / "shop") as project:
        assert project.log.catch_up(SECONDS)
        assert project.state.seq == known[0] + 1
    same(tmp_path / "shop", head(tmp_path / "shop"))


def test_another_machine_continues_what_was_leased_where_the_holder_was(places: Places, tmp_path: Path) -> None:
    make(tmp_path / "shop", ONE)
    with renkei.open(tmp_path / "shop") as project:
        lease = project.lease("bridge/chat")
        assert lease is not None
        assert lease.take()
        assert lease.renew(lambda: {"log": 7})
    renkei.move(tmp_path / "shop", TWO)
    renkei.clone(TWO, tmp_path / "b").close()
    with renkei.open(tmp_path / "b") as there, renkei.open(tmp_path / "shop") as here:
        other, again = there.lease("bridge/chat"), here.lease("bridge/chat")
        assert other is not None
        assert again is not None
        assert not other.take()
        assert again.take(former=lease.holder)
        assert again.found.kept == {"log": 7}


def test_what_machines_told_moves_to_another_stream(places: Places, tmp_path: Path) -> None:
    make(tmp_path / "shop", ONE)
    with renkei.clone(ONE, tmp_path / "b") as project:
        assert writes(project, "there")
    told = read_machines(places.servers[ONE].shared)
    assert all(one.key for one in told.values())
    renkei.move(tmp_path / "shop", TWO)
    assert len(told) == 2
    assert read_machines(places.servers[TWO].shared) == told
    with renkei.clone(TWO, tmp_path / "c") as project:
        assert {one.name for one in project.machines()} > set(told)


@pytest.mark.parametrize("other", ["shop", "b"])
def test_tokens_that_changed_since_another_process_moved_them_are_kept(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    make(tmp_path / "shop", ONE)
    renkei.clone(ONE, tmp_path / "b").close()
    seal = shared_values._seal

    def slowly(source: MemoryStream, moved: Moved) -> bytes | None:
        monkeypatch.setattr(shared_values, "_seal", seal)
        found = seal(source, moved)
        renkei.move(tmp_path / other, TWO)
        with renkei.open(tmp_path / other) as project:
            project.revoke_token(project.tokens()[0].id)
            project.create_token("bob")
        return found

    monkeypatch.setattr(shared_values, "_seal", slowly)
    renkei.move(tmp_path / "shop", TWO)
    with renkei.open(tmp_path / "shop") as project:
        assert [one.actor for one in project.tokens()] == ["bob"]


def test_a_move_into_the_directory_that_was_interrupted_says_how_to_finish_it(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / "shop", ONE)
    renkei.clone(ONE, tmp_path / "b").close()
    known = head(tmp_path / "shop")
    for effect in ("publish", "change_shared"):
        places.counted(MemoryStream, effect, monkeypatch)
        places.left = 1
        with pytest.raises(Killed):
            renkei.move(tmp_path / "shop")
        for place, advice in (("shop", "renkei move --to-directory"), ("b", "renkei serve")):
            with pytest.raises(LogMovedError) as refused:
                renkei.open(tmp_path / place)
            assert advice in refused.value.hint
    renkei.move(tmp_path / "shop")
    same(tmp_path / "shop", known)


@pytest.mark.parametrize("source", ["", ONE])
def test_a_project_of_the_seventh_layout_opens_and_moves(places: Places, tmp_path: Path, source: str) -> None:
    make(tmp_path / "shop", source)
    known = head(tmp_path / "shop")
    with closing(sqlite3.connect(Layout(tmp_path / "shop").log)) as db:
        db.executescript(
            "ALTER TABLE records DROP COLUMN signature; DROP TABLE follows; PRAGMA user_version = 7; VACUUM"
        )
    log = SqliteLog(Layout(tmp_path / "shop").log, read_only=True)
    assert (log.head(), log.follows()) == (known, None)
    log.close()
    renkei.move(tmp_path / "shop", TWO)
    with closing(sqlite3.connect(Layout(tmp_path / "shop").log)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (LAYOUT,)
    same(tmp_path / "shop", known)
