"""A project moves between real servers, by the command, which is killed while it works."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nats_servers
import postgres_server
import pytest

import renkei
from records import record
from renkei import Join, Write
from renkei.log.replication.stream import LARGEST_MESSAGE
from renkei.log.sqlite import SqliteLog
from renkei.store.layout import Layout

pytestmark = [
    pytest.mark.skipif(nats_servers.PROGRAM is None, reason="needs nats-server"),
    pytest.mark.skipif(postgres_server.INITDB is None, reason="needs PostgreSQL"),
]

KILLED = """
import os, signal, sys
from renkei.log.replication.{module} import {name} as Stream
from renkei.log.sqlite import SqliteLog
from renkei.store import stream_file
import renkei
left = 2
for kind, effect in ((Stream, "publish"), (Stream, "change_shared"), (SqliteLog, "follow"), (stream_file, "save")):
    def counted(*given, real=getattr(kind, effect)):
        global left
        result = real(*given)
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return result
    setattr(kind, effect, counted)
renkei.move(*sys.argv[1:])
"""


STREAMS = {"nats": "JetStream", "postgres": "PostgresStream", "again": "JetStream"}


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    with nats_servers.servers(tmp_path_factory.mktemp("nats")) as nats, postgres_server.server() as postgres:
        yield {"nats": nats.address("shop"), "postgres": postgres.address("shop"), "again": nats.address("again")}


def head(place: Path) -> tuple[int, str]:
    log = SqliteLog(Layout(place).log, read_only=True)
    found = log.head()
    log.close()
    return found


def done(*words: object) -> "subprocess.CompletedProcess[str]":
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path[1:])}
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)


def test_a_project_moves_through_all_places_and_loses_nothing(addresses: dict[str, str], tmp_path: Path) -> None:
    shop = tmp_path / ".renkei"
    with renkei.create(shop, goal="sell", members=[Join("ann")]) as project:
        project.do(*(Write("/goal", str(n) * 65_000) for n in range(1 + LARGEST_MESSAGE // 65_000)))
        token = project.create_token("ann")
        project.log.append([record(project.state.seq + number) for number in range(1, 701)])
    known = head(shop)
    for kind in ("nats", "postgres", "again"):
        program = KILLED.format(module=kind if kind == "postgres" else "jetstream", name=STREAMS[kind])
        kills = 0
        while (killed := done("-c", program, shop, addresses[kind])).returncode == -signal.SIGKILL:
            kills += 1
        assert killed.returncode == 0, killed.stderr
        assert kills > 2
        moved = done("-m", "renkei", "-C", tmp_path, "move", addresses[kind], "--format", "json")
        assert json.loads(moved.stdout)["records"] == known[0]
        renkei.clone(addresses[kind], tmp_path / kind).close()
        assert head(tmp_path / kind) == known
    assert done("-m", "renkei", "-C", tmp_path, "status").returncode == 0
    said = done("-m", "renkei", "-C", tmp_path / "nats", "post", "hello", "--to", "ann")
    assert addresses["postgres"] in said.stderr
    with renkei.open(shop) as project:
        assert project.token_holder(token) == "ann"
    assert done("-m", "renkei", "-C", tmp_path, "move", "--to-directory").returncode == 0
    assert head(shop) == known
    with renkei.open(shop) as project:
        assert project.token_holder(token) == "ann"
        project.do(Write("/goal", "here again"))
