"""A project that several machines share: one creates it on a stream, others join, and each works as in a directory."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import renkei
from memory_stream import MemoryStream, Servers
from renkei import Join, Write
from renkei.errors import (
    BadValueError,
    LogBrokenError,
    ProjectExistsError,
    ProjectMissingError,
    StreamRefusedError,
    StreamUnavailableError,
    TokenRefusedError,
)
from renkei.log.replication.replica import ReplicaLog
from renkei.log.replication.streams import STREAMS, connect_stream
from renkei.project.locations import open_log
from renkei.project.machines import streams
from renkei.store.layout import Layout

ADDRESS = "nats://127.0.0.1:4222/shop"
SECONDS = 20


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch) -> Servers:
    made = Servers()
    monkeypatch.setattr(streams, "connect_stream", lambda address, credentials: MemoryStream(made))
    return made


@pytest.fixture
def shop(servers: Servers, tmp_path: Path) -> Iterator[renkei.Project]:
    members = [Join("ann"), Join("bob")]
    with renkei.create(tmp_path / "a", goal="sell", members=members, stream=ADDRESS) as project:
        yield project


def test_a_project_on_a_stream_is_joined_by_another_machine(shop: renkei.Project, tmp_path: Path) -> None:
    with renkei.clone(ADDRESS, tmp_path / "b") as there:
        assert there.state == shop.state
        there.do(Write("/goal", "buy"))
        shop.do(Write("/current_phase", "build"))
        assert there.log.catch_up(SECONDS)
        assert there.state.board.get("/goal") == shop.state.board.get("/goal") == "buy"
        assert there.state == shop.state
    assert "goal: buy" in Layout(tmp_path / "b").board.read_text()
    with renkei.open(tmp_path / "b") as again:
        assert again.state == shop.state


def test_a_new_machine_has_the_board_in_a_file(shop: renkei.Project, tmp_path: Path) -> None:
    renkei.clone(ADDRESS, tmp_path / "b").close()
    assert "goal: sell" in Layout(tmp_path / "b").board.read_text()


def test_a_machine_keeps_where_the_stream_is_and_no_secret(servers: Servers, tmp_path: Path) -> None:
    with renkei.create(tmp_path / "a", stream=ADDRESS, credentials="rights.creds"):
        pass
    kept = json.loads(Layout(tmp_path / "a").stream.read_text())
    assert (kept["address"], kept["identity"]) == (ADDRESS, servers.identity)
    assert kept["credentials"] == str(Path("rights.creds").absolute())
    renkei.clone(ADDRESS, tmp_path / "b").close()
    other = json.loads(Layout(tmp_path / "b").stream.read_text())
    assert other["machine"] != kept["machine"]


def test_heartbeats_are_seen_on_every_machine(shop: renkei.Project, servers: Servers, tmp_path: Path) -> None:
    with renkei.clone(ADDRESS, tmp_path / "b") as there:
        there.heartbeat("bob")
        shop.heartbeat("ann")
        assert set(shop.heartbeats()) == set(there.heartbeats()) == {"ann", "bob"}
        there.heartbeat("ann")
        assert shop.heartbeats()["ann"] == there.heartbeats()["ann"] >= shop.heartbeats()["bob"]
        known = shop.heartbeats()
        servers.stop()
        assert shop.heartbeats() == known, "nobody is taken for dead because the servers are away"
        with pytest.raises(StreamUnavailableError):
            there.heartbeat("bob")
        servers.start()


def test_a_heartbeat_that_renkei_did_not_write_is_none(shop: renkei.Project, servers: Servers) -> None:
    for number, value in enumerate((b"\xff", b"[1]", b'{"ann": 5}', b"")):
        servers.shared[f"heartbeats/{number}"] = value
    assert shop.heartbeats() == {}


def test_a_token_of_one_machine_is_accepted_on_every_other(shop: renkei.Project, tmp_path: Path) -> None:
    with renkei.clone(ADDRESS, tmp_path / "b") as there:
        token = shop.create_token("ann")
        assert there.token_holder(token) == "ann"
        there.create_token("bob")
        assert len(shop.tokens()) == 2


def test_a_known_token_is_accepted_while_no_server_answers(shop: renkei.Project, servers: Servers) -> None:
    token = shop.create_token("ann")
    with renkei.open(shop.directory or "") as another:
        assert shop.token_holder(token) == "ann"
        revoked = shop.create_token("bob")
        shop.revoke_token(revoked.split("_")[1])
        servers.stop()
        assert shop.token_holder(token) == "ann"
        with pytest.raises(TokenRefusedError):
            shop.token_holder(revoked)
        with pytest.raises(StreamUnavailableError):
            another.token_holder(token)
        with pytest.raises(StreamUnavailableError):
            shop.create_token("bob")
        servers.start()


def test_machines_know_of_each_other(shop: renkei.Project, servers: Servers, tmp_path: Path) -> None:
    with renkei.clone(ADDRESS, tmp_path / "b") as there:
        with there.turn("bob"):
            pass
        assert shop.log.catch_up(SECONDS)
        here, other = sorted(shop.machines(), key=lambda one: not one.is_here)
        assert (here.is_here, here.seq, here.behind, here.agents) == (True, shop.state.seq, 0, ())
        assert (other.is_here, other.seq, other.behind) == (False, 1, shop.state.seq - 1), "as it told when it joined"
        assert [one.agents for one in there.machines() if one.is_here] == [("bob",)], "a machine knows its own turns"
    assert shop.log.catch_up(SECONDS)
    (other,) = (one for one in shop.machines() if not one.is_here)
    assert (other.behind, other.agents) == (0, ("bob",)), "it told so when it ended"
    with shop.turn("bob"):
        pass
    assert [one.agents for one in shop.machines() if one.is_here] == [("bob",)]
    servers.stop()
    assert [one.is_here for one in shop.machines()] == [True]
    servers.start()


def test_a_project_on_one_machine_has_no_machines_and_no_leases(tmp_path: Path) -> None:
    for project in (renkei.create(tmp_path / "p"), renkei.create()):
        with project:
            assert project.machines() == []
            assert project.lease("bridge/chat") is None


def test_tokens_that_cannot_be_read_are_an_error(shop: renkei.Project, servers: Servers) -> None:
    servers.shared["tokens"] = b"hello"
    with pytest.raises(LogBrokenError, match="not a list of tokens"):
        shop.tokens()


def test_a_value_that_others_keep_changing_is_given_up(shop: renkei.Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MemoryStream, "change_shared", lambda *_: False)
    with pytest.raises(StreamUnavailableError, match="keep changing"):
        shop.heartbeat("ann")


def test_without_the_servers_a_project_can_be_read(shop: renkei.Project, servers: Servers, tmp_path: Path) -> None:
    servers.stop()
    with renkei.open(tmp_path / "a") as project:
        assert not project.log.is_current
        assert project.state.board.get("/goal") == "sell"
        with pytest.raises(StreamUnavailableError, match="Nothing was written"):
            project.do(Write("/goal", "buy"))
        servers.start()
        project.do(Write("/goal", "buy"))
    with renkei.open(tmp_path / "a") as project:
        assert project.log.is_current


def test_without_the_servers_nobody_joins(shop: renkei.Project, servers: Servers, tmp_path: Path) -> None:
    servers.stop()
    with pytest.raises(StreamUnavailableError):
        renkei.clone(ADDRESS, tmp_path / "b")
    assert not (tmp_path / "b").exists()
    servers.start()


def test_a_replica_that_was_deleted_is_read_from_the_stream_again(
    shop: renkei.Project, servers: Servers, tmp_path: Path
) -> None:
    state = shop.state
    shop.close()
    layout = Layout(tmp_path / "a")
    for file in tmp_path.glob("a/log*"):
        file.unlink()
    assert layout.holds_project
    servers.stop()
    with pytest.raises(StreamUnavailableError):
        renkei.open(tmp_path / "a")
    servers.start()
    with renkei.open(tmp_path / "a") as project:
        assert project.state == state


def test_a_directory_that_is_only_read_follows_nothing(shop: renkei.Project, tmp_path: Path) -> None:
    with renkei.open(tmp_path / "a", read_only=True) as project:
        assert not isinstance(project.log, ReplicaLog)
        assert project.state == shop.state
    shop.close()
    for file in tmp_path.glob("a/log*"):
        file.unlink()
    with pytest.raises(ProjectMissingError):
        renkei.open(tmp_path / "a", read_only=True)


def test_the_log_of_a_directory_is_the_replica_for_every_command(shop: renkei.Project, tmp_path: Path) -> None:
    with renkei.clone(ADDRESS, tmp_path / "b") as there:
        there.do(Write("/goal", "buy"))
    log = open_log(tmp_path / "a")
    assert isinstance(log, ReplicaLog)
    assert log.last() == shop.state.seq
    log.close()


def test_a_stream_holds_one_project(shop: renkei.Project, tmp_path: Path) -> None:
    with pytest.raises(StreamRefusedError, match="it holds a project already") as refused:
        renkei.create(tmp_path / "b", stream=ADDRESS)
    assert "renkei clone" in refused.value.hint
    assert not (tmp_path / "b").exists()


def test_an_empty_stream_is_used_by_the_next_attempt(servers: Servers, tmp_path: Path) -> None:
    MemoryStream(servers).create()
    with pytest.raises(StreamRefusedError, match="no project yet") as refused:
        renkei.clone(ADDRESS, tmp_path / "b")
    assert "renkei init --stream" in refused.value.hint
    assert not (tmp_path / "b").exists()
    with renkei.create(tmp_path / "a", stream=ADDRESS) as project:
        assert project.state.seq == len(servers.messages) == 1


def test_nothing_is_made_where_a_project_is(shop: renkei.Project, servers: Servers, tmp_path: Path) -> None:
    for again in (lambda: renkei.create(tmp_path / "a", stream=ADDRESS), lambda: renkei.clone(ADDRESS, tmp_path / "a")):
        with pytest.raises(ProjectExistsError):
            again()
    assert len(servers.messages) == 1


def test_a_project_in_memory_follows_no_stream(servers: Servers) -> None:
    with pytest.raises(BadValueError, match="a directory"):
        renkei.create(stream=ADDRESS)
    assert not servers.exists


def test_a_wrong_project_makes_no_stream(servers: Servers, tmp_path: Path) -> None:
    with pytest.raises(BadValueError):
        renkei.create(tmp_path / "a", members=[Join("")], stream=ADDRESS)
    assert not servers.exists


@pytest.mark.parametrize("address", ["", "shop", "http://host/shop", "host:4222/shop"])
def test_what_is_no_address_is_refused_with_the_right_form(address: str) -> None:
    with pytest.raises(BadValueError, match="nats://HOST"):
        connect_stream(address)


def test_every_kind_of_stream_can_be_connected_without_its_servers() -> None:
    for scheme in STREAMS:
        path = "base/shop" if scheme == "postgresql" else "shop"
        stream = connect_stream(f"{scheme}://127.0.0.1:1/{path}")
        assert "shop" in stream.name
        stream.close()


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"address": 1}', '{"address": "a", "identity": "i", "x": "y"}'])
def test_settings_that_cannot_be_read_are_an_error(shop: renkei.Project, tmp_path: Path, content: str) -> None:
    Layout(tmp_path / "a").stream.write_text(content)
    with pytest.raises(LogBrokenError, match=r"stream\.json"):
        renkei.open(tmp_path / "a")
