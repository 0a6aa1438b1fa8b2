"""What people see of the servers and the machines of a shared project: `init`, `status` and `doctor`."""

import json
from pathlib import Path

import pytest
from nats_servers import PROGRAM, servers

import renkei as library
from memory_stream import MemoryStream, Servers
from process import renkei
from renkei.edges.cli.machines import examine_machines, servers_of
from renkei.edges.cli.status.overview import blocks, overview
from renkei.engine.state import State
from renkei.errors import StreamUnavailableError
from renkei.log.replication.replica import ReplicaLog
from renkei.log.replication.stream import Server, Standing
from renkei.project.machines.sharing import Machine
from team import START

N1 = Server("n1", leads=True)


@pytest.mark.skipif(PROGRAM is None, reason="needs nats-server")
def test_the_machines_of_a_project_are_listed_with_what_they_lack(tmp_path: Path) -> None:
    with servers(tmp_path / "nats") as one:
        address = one.address("shop")
        made = renkei("init", "laptop", "--stream", address, "--agent", "ann", "--agent", "bob", cwd=tmp_path)
        assert "one server keeps the only copy" in made.stderr
        renkei("clone", address, "builder", cwd=tmp_path)
        builder = tmp_path / "builder"
        with library.open(builder / ".renkei") as project, project.turn("bob"):
            pass
        renkei("post", "hello", "--to", "ann", cwd=tmp_path / "laptop")
        screen = json.loads(renkei("status", "--format", "json", cwd=tmp_path / "laptop").stdout)
        here, there = sorted(screen["machines"], key=lambda row: not row["is_here"])
        assert (here["behind"], there["behind"]) == (0, 1)
        assert {row["agent"]: row["machine"] for row in screen["agents"]} == {"ann": "", "bob": there["machine"]}
        shown = renkei("status", cwd=tmp_path / "laptop").stdout
        assert f"{there['machine']}\t1 record behind\t" in shown
        assert "servers: one server, with the only copy\n" in shown
        assert screen["servers"]["writable"]
        examined = renkei("doctor", cwd=tmp_path / "laptop")
        assert examined.returncode == 0, examined.stdout
        assert "servers    one server, with the only copy" in examined.stdout
        assert "rights     this machine may write" in examined.stdout
        assert f"machine    {there['machine']}: 1 record behind" in examined.stdout
        one.kill()
        examined = renkei("doctor", cwd=builder)
        assert examined.returncode == 1
        assert "servers    The stream" in examined.stdout


@pytest.mark.parametrize(
    ("servers", "needed", "text"),
    [
        ((N1,), 1, "one server, with the only copy"),
        ((Server("n1:4222", answers=False),), 1, "n1:4222 does not answer"),
        ((N1, Server("n2", behind=3), Server("n3")), 2, "3 of 3 servers answer: n1 leads, n2 (3 records behind), n3"),
        ((N1, Server("n2"), Server("n3", answers=False)), 2, "2 of 3 servers answer: n1 leads, n2, n3 is gone"),
        (
            (Server("n1"), Server("n2", answers=False), Server("n3", answers=False)),
            2,
            "1 of 3 servers answer, and 2 are needed to write: n1, n2 is gone, n3 is gone",
        ),
    ],
)
def test_servers_are_described_on_a_line(servers: tuple[Server, ...], needed: int, text: str) -> None:
    assert servers_of(Standing(servers, needed)) == text


def test_servers_that_go_away_while_they_are_looked_at_are_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = MemoryStream(Servers())
    log = ReplicaLog(tmp_path / "log.db", stream, stream.create())

    def gone() -> bool:
        raise StreamUnavailableError(path=stream.name, reason="no server answers")

    monkeypatch.setattr(stream, "may_publish", gone)
    servers, rights, *_ = examine_machines(log, "here", repair=False)
    log.close()
    assert servers[:2] == ("servers", True)
    assert rights[:2] == ("rights", False)
    assert "no server answers" in rights[2]


def test_a_project_on_one_machine_shows_no_machines() -> None:
    machine = Machine("laptop", is_here=True, seq=3, behind=0, at=START, agents=())
    for machines in ((), (machine,)):
        data = overview(State(), START, (), machines=machines)
        shown = "\n".join(str(line) for block in blocks(data, START) for line in block.lines(80))
        assert ("laptop" in shown) == bool(machines)
