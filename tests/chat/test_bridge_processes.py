"""A bridge on two machines, each a process that is stopped or killed: nothing is posted twice or left out."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from nats_servers import PROGRAM, servers, until

import renkei
from renkei import Join
from renkei.log.replication.replica import ReplicaLog
from renkei.store.machines.lease import LEASES

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs nats-server")

SCRIPT = Path(__file__).parent.parent / "wall_bridge.py"


@contextmanager
def machine(directory: Path, wall: Path) -> Iterator["subprocess.Popen[str]"]:
    """Run the bridge of a machine in a process."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(SCRIPT), str(directory), str(wall)]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def said(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def progress(project: renkei.Project) -> int:
    """Return the last record that another machine would not post again."""
    assert isinstance(project.log, ReplicaLog)
    value = json.loads(project.log.stream.read_shared().get(f"{LEASES}bridge/chat", b"{}"))
    return int(value.get("kept", {}).get("progress", {}).get("log", 0))


@pytest.mark.long
def test_machines_that_are_stopped_and_killed_post_everything_once(tmp_path: Path) -> None:
    wall = tmp_path / "wall"
    texts: list[str] = []

    def post(text: str) -> None:
        texts.append(text)
        project.post(body=text, to="all", actor="bob")
        until(lambda: progress(project) == project.log.last())  # else the post is in progress, and made again

    with servers(tmp_path / "nats") as server:
        address = server.address("shop")
        with renkei.create(tmp_path / "watch", members=[Join("bob")], stream=address) as project:
            for name in ("a", "b"):
                renkei.clone(address, tmp_path / name).close()
            with machine(tmp_path / "a", wall) as first, machine(tmp_path / "b", wall) as second:
                assert "connected" in (said(first), said(second))
                post("one")
                holder, waiting = (first, second) if wall.read_text() == "a one\n" else (second, first)
                holder.send_signal(signal.SIGSTOP)
                post("two")
                post("three")
                until(lambda: said(waiting) == "connected")
                holder.send_signal(signal.SIGCONT)
                assert "BRIDGE_HELD" in said(holder)
                post("four")
                waiting.kill()
                waiting.wait()
            with machine(tmp_path / "b", wall):
                post("five")
    lines = wall.read_text().splitlines()
    assert [line.partition(" ")[2] for line in lines] == texts
    assert lines[0][0] != lines[1][0] == lines[2][0] == lines[3][0]
