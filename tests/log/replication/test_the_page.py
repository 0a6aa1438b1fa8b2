"""What the page about many machines shows works as it is printed: a server, a project on it, and a second machine."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from nats_servers import PROGRAM, free_ports, until

PAGE = Path(__file__).parents[3] / "docs/how-to/many-machines.md"

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs nats-server")


def blocks(language: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [text for one, text in found if one == language]


def test_the_commands_of_the_page_share_a_project(tmp_path: Path) -> None:
    (port,) = map(str, free_ports(1))
    (tmp_path / "nats.conf").write_text(blocks("")[0].replace("4222", port))
    install, commands = blocks("sh")
    assert "renkei[nats]" in install
    program = shlex.split(install.splitlines()[1].removesuffix("&"))
    with subprocess.Popen([str(PROGRAM), *program[1:]], cwd=tmp_path, stderr=subprocess.DEVNULL) as server:
        try:
            until(
                lambda: done("renkei init probe --stream nats://127.0.0.1:4222/probe", tmp_path, port).returncode == 0
            )
            said = [done(line, tmp_path, port) for line in commands.splitlines()]
        finally:
            server.kill()
    assert [one.returncode for one in said] == [0] * len(said), said
    assert "Joined project" in said[1].stdout
    assert "is the port settled?" in said[-1].stdout
    assert done("renkei -C laptop status", tmp_path, port).stderr.startswith("note: the servers of")


def done(line: str, place: Path, port: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of the page as a person does."""
    words = shlex.split(line.replace("4222", port))
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path[1:])}
    command = [sys.executable, "-m", "renkei", *words[1:]]
    return subprocess.run(command, cwd=place, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL)
