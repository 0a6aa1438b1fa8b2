"""A project moves between real servers by processes that are killed while they work."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nats_servers
import postgres_server
import pytest

import renkei
from process import renkei as command
from records import record
from renkei import Join, Write
from renkei.log.replication.jetstream import JetStream
from renkei.log.replication.postgres import PostgresStream
from renkei.log.replication.stream import LARGEST_MESSAGE
from renkei.log.sqlite import SqliteLog
from renkei.store import stream_file
from renkei.store.layout import Layout

pytestmark = [
    pytest.mark.skipif(nats_servers.PROGRAM is None, reason="needs nats-server"),
    pytest.mark.skipif(postgres_server.INITDB is None, reason="needs PostgreSQL"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
]


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str]]:
    with nats_servers.servers(tmp_path_factory.mktemp("nats")) as nats, postgres_server.server() as postgres:
        yield nats.address("shop"), postgres.address("shop"), nats.address("again")


def head(place: Path) -> tuple[int, str]:
    log = SqliteLog(Layout(place).log, read_only=True)
    found = log.head()
    log.close()
    return found


def is_killed(place: Path, address: str, steps: int) -> bool:
    """Move a project in a process that is killed after some steps; return whether it was killed before the end."""
    if (child := os.fork()) == 0:
        left = steps

        def counted(kind: Any, name: str) -> None:
            real = getattr(kind, name)

            def step(*given: Any) -> Any:
                nonlocal left
                result = real(*given)
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                return result

            setattr(kind, name, step)

        try:
            for kind in (JetStream, PostgresStream):
                counted(kind, "publish")
                counted(kind, "change_shared")
            counted(SqliteLog, "follow")
            counted(stream_file, "save")
            counted(stream_file, "delete")
            renkei.move(place, address)
            os._exit(0)
        finally:
            os._exit(1)
    ended = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(ended) or os.WEXITSTATUS(ended) == 0
    return os.WIFSIGNALED(ended)


@pytest.mark.long
def test_a_project_whose_moves_are_killed_goes_through_all_places_and_loses_nothing(
    addresses: tuple[str, str, str], tmp_path: Path
) -> None:
    shop = tmp_path / ".renkei"
    with renkei.create(shop, goal="sell", members=[Join("ann")]) as project:
        project.do(*(Write("/goal", str(n) * 65_000) for n in range(1 + LARGEST_MESSAGE // 65_000)))
        token = project.create_token("ann")
        project.log.append([record(project.state.seq + number) for number in range(1, 701)])
    known = head(shop)
    for number, address in enumerate((*addresses, "")):
        steps = 1
        while is_killed(shop, address, steps):
            steps += 1
        assert steps > 2
        assert head(shop) == known
        with renkei.open(shop) as project:
            assert project.log.is_current
            assert project.token_holder(token) == "ann"
        if address:
            renkei.clone(address, tmp_path / f"other-{number}").close()
            assert head(tmp_path / f"other-{number}") == known
    with renkei.open(shop) as project:
        project.do(Write("/goal", "here again"))


def test_the_command_moves_a_project_and_the_machines_that_share_it(
    addresses: tuple[str, str, str], tmp_path: Path
) -> None:
    a, b = tmp_path / "a", tmp_path / "b"
    renkei.create(a / ".renkei", "tea", members=[Join("ann")]).close()
    old, new = (f"{address}_cli" for address in addresses[:2])
    said = command("move", old, "--format", "json", cwd=a)
    assert json.loads(said.stdout) == {"project": "tea", "location": old, "records": 1}
    renkei.clone(old, b / ".renkei").close()
    assert "Project tea is in" in command("move", new, cwd=a).stdout
    refused = command("post", "hello", "--to", "ann", cwd=b)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert f"Run `renkei move {new}`" in refused.stderr
    examined = command("doctor", "--format", "json", cwd=b)
    assert examined.returncode == 1
    (finding,) = json.loads(examined.stdout)
    assert (finding["what"], finding["sound"]) == ("stream", False)
    assert finding["text"].startswith(f"The project was moved to {new}.")
    assert command("move", new, cwd=b).returncode == 0
    assert command("move", cwd=b).returncode == 2
    assert command("post", "hello", "--to", "ann", cwd=b).returncode == 0
    assert "hello" in command("log", cwd=a).stdout


GUARDED = """
authorization { users = [{ user: ann, password: sesame, permissions: {
    publish: ["renkei.>", "$JS.API.STREAM.INFO.>"], subscribe: ["_INBOX.>"]
}}]}
"""


def test_a_person_without_the_rights_to_make_a_stream_reads_which_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NATS_USER", "ann")
    monkeypatch.setenv("NATS_PASSWORD", "sesame")
    renkei.create(tmp_path / ".renkei", "tea", members=[Join("ann")]).close()
    with (
        nats_servers.servers(tmp_path / "nats", settings=GUARDED) as nats,
        postgres_server.server() as postgres,
    ):
        postgres.run("CREATE ROLE weak LOGIN")
        for address, reason in (
            (nats.address("shop"), "permissions violation"),
            (postgres.address("shop", user="weak"), "permission denied for database"),
        ):
            refused = command("move", address, cwd=tmp_path)
            assert refused.returncode == 1
            assert "STREAM_UNAVAILABLE" in refused.stderr
            assert reason in refused.stderr
    assert command("post", "hello", "--to", "ann", cwd=tmp_path).returncode == 0
