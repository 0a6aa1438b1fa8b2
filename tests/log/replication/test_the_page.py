"""What the page about many machines shows works as it is printed: servers, rights, a project, and a second machine."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml
from nats_servers import PROGRAM, NatsServers, free_ports, servers, until

from renkei.errors import StreamUnavailableError
from renkei.log.replication.jetstream import JetStream
from renkei.log.replication.nats_link import Rights

PAGE = Path(__file__).parents[3] / "docs/how-to/many-machines.md"

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs nats-server")


def blocks(language: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [text for one, text in found if one == language]


def block(begin: str) -> str:
    """Return the block without a language that begins with a word."""
    (found,) = (text for text in blocks("") if text.startswith(begin))
    return found


@contextmanager
def running(place: Path, conf: str, **env: str) -> Iterator[None]:
    """Run a server in a directory, as the page says."""
    place.mkdir(exist_ok=True)
    (place / "server.conf").write_text(conf)
    command = [str(PROGRAM), "-c", "server.conf"]
    with subprocess.Popen(command, cwd=place, env=os.environ | env, stderr=subprocess.DEVNULL) as server:
        try:
            yield
        finally:
            server.kill()


def test_the_commands_of_the_page_share_a_project(tmp_path: Path) -> None:
    (port,) = map(str, free_ports(1))
    install, commands = blocks("sh")
    assert "renkei[nats]" in install
    assert install.splitlines()[1] == "nats-server -c nats.conf &"
    with running(tmp_path, blocks("")[0].replace("4222", port)):
        until(lambda: done("renkei init probe --stream nats://127.0.0.1:4222/probe", tmp_path, port).returncode == 0)
        said = [done(line, tmp_path, port) for line in commands.splitlines()]
    assert [one.returncode for one in said] == [0] * len(said), said
    assert "Joined project" in said[1].stdout
    assert "is the port settled?" in said[-1].stdout
    assert done("renkei -C laptop status", tmp_path, port).stderr.startswith("note: the servers of")


@pytest.mark.long
def test_the_commands_for_a_clone_of_the_repository_share_a_project(tmp_path: Path) -> None:
    make, *commands = block("make nats").splitlines()
    target = make.removeprefix("make ")
    text = (PAGE.parents[2] / "Makefile").read_text(encoding="utf-8")
    assert f"\n{target}: " in text
    assert f"\n{target}-stop:" in text
    with servers(tmp_path / "nats") as one:
        said = [done(line.replace(".venv/bin/", ""), tmp_path, str(one.ports[0])) for line in commands]
    assert [one.returncode for one in said] == [0] * len(said), said
    assert "Joined project" in said[-1].stdout


@pytest.mark.long
def test_three_servers_with_the_configuration_of_the_page_are_a_cluster(tmp_path: Path) -> None:
    names = list(services())
    ports = free_ports(2 * len(names))
    conf = block("server_name").replace("0.0.0.0", "127.0.0.1").replace('"/data"', '"data"')
    for name, route in zip(names, ports[3:], strict=True):
        conf = conf.replace(f"nats://{name}:6222", f"nats://127.0.0.1:{route}")
    one, two, three = (
        running(tmp_path / name, conf.replace("4222", str(port)).replace("6222", str(route)), NAME=name)
        for name, port, route in zip(names, ports, ports[3:], strict=False)
    )
    with one, two, three:
        address = ",".join(f"127.0.0.1:{port}" for port in ports[:3])
        made = f"renkei init laptop --stream nats://{address}/shop"
        until(lambda: done(made, tmp_path).returncode == 0)
        said = done("renkei -C laptop doctor", tmp_path).stdout
    assert "servers    3 of 3 servers answer" in said
    assert all(name in said for name in names)


def test_the_servers_of_docker_are_those_of_the_configuration() -> None:
    conf = block("server_name")
    found = services()
    routes = re.findall(r"nats://(\w+):6222", conf)
    ports = [str(4222 + number) for number in range(3)]
    assert list(found) == routes
    for (name, one), port in zip(found.items(), ports, strict=True):
        assert one["environment"] == {"NAME": name}
        assert one["volumes"] == ["./cluster.conf:/cluster.conf:ro", f"{name}:/data"]
        assert one["ports"] == [f"127.0.0.1:{port}:4222"]
        assert one["command"] == "-c /cluster.conf"
    assert f"nats://{','.join(f'127.0.0.1:{port}' for port in ports)}/shop" in PAGE.read_text(encoding="utf-8")


def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(block("x-server"))
    assert sorted(found["volumes"]) == sorted(found["services"])
    return dict(found["services"])


@pytest.mark.long
def test_the_rights_on_the_page_are_enough_and_delete_no_stream(tmp_path: Path) -> None:
    settings = block("authorization")
    users = dict(re.findall(r'user: (\w+), password: "([^"]+)"', settings))
    with servers(tmp_path / "nats", settings=settings) as server:
        address = server.address("shop")

        def say(user: str, line: str) -> "subprocess.CompletedProcess[str]":
            return done(f"renkei {line}", tmp_path, NATS_USER=user, NATS_PASSWORD=users[user])

        said = [
            say("admin", f"init laptop --stream {address} --agent ann"),
            say("builder", f"clone {address} builder"),
            say("builder", "-C builder post hello --to ann"),
            say("builder", "-C builder doctor"),
            say("screen", f"clone {address} screen"),
            say("screen", "-C screen inbox --agent ann"),
        ]
        assert [one.returncode for one in said] == [0] * len(said), said
        assert "this machine may write" in said[3].stdout
        assert "hello" in said[-1].stdout
        machine, reader = (JetStream(address, Rights(user=one, password=users[one])) for one in ("builder", "screen"))
        large = machine.bodies.put(b"large")
        machine.publish([b"x", b"object:" + large.encode()], machine.end().last)
        machine.snapshots.drop(machine.snapshots.put(b"state"))
        assert (machine.snapshots.names(), machine.bodies.names()) == (set(), {large})
        assert (reader.bodies.get(large), reader.at(machine.end().last).body) == (b"large", b"object:" + large.encode())
        assert machine.change_shared("a", None, b"1")
        assert reader.read_shared()["a"] == b"1"
        assert machine.baton.take(5)
        machine.baton.give()
        machine.baton.close()
        assert forbidden(server, "builder") == []
        assert (machine.may_publish(), reader.may_publish()) == (True, False)
        assert "permissions violation" in say("screen", "-C screen post no --to ann").stderr.lower()
        assert {one for one in forbidden(server, "screen") if "API" in one} == set()
        for ask in (lambda js: js.delete_stream("shop"), lambda js: js.purge_stream("shop")):
            with pytest.raises(StreamUnavailableError, match="permissions violation"):
                machine._link.run(ask)
        for one in (machine, reader):
            one.close()


def forbidden(server: NatsServers, user: str) -> list[str]:
    """Return the subjects on which a user wanted to publish and might not."""
    text = (server.place / "n0.log").read_text()
    return re.findall(rf'Publish Violation - .*User "{user}".*Subject "([^"]+)"', text)


def done(line: str, place: Path, port: str = "4222", **env: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of the page as a person does."""
    words = shlex.split(line.replace("4222", port))
    variables = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path[1:])} | env
    command = [sys.executable, "-m", "renkei", *words[1:]]
    return subprocess.run(command, cwd=place, env=variables, capture_output=True, text=True, stdin=subprocess.DEVNULL)
