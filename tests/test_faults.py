"""What the disk, the clock and the system may do to a project: nothing that was acknowledged is lost."""

import os
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import renkei
from renkei import replay
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.errors import LogReadOnly, RenkeiError
from team import small_team

CHANGES = 30


def changed(place: Path, changes: int = CHANGES) -> None:
    with small_team(place) as project:
        for n in range(changes):
            project.do(Write("/goal", f"goal {n}"))


def goal(place: Path) -> str:
    with renkei.open(place) as project:
        assert replay(project.records()) == project.state
        return str(project.state.board.get("/goal"))


def python(code: str, *arguments: object, **more: object) -> "subprocess.Popen[str]":
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True, env=env, **more)  # type: ignore[call-overload,no-any-return]


WRITE_UNTIL_FULL = """
import sys, renkei
from renkei.board.decide import Write
from renkei.errors import RenkeiError
project = renkei.open(sys.argv[1])
for n in range(100000):
    try:
        project.do(Write("/goal", f"goal {n} " + "x" * 20000))
    except RenkeiError as error:
        print(error.code, n)
        break
"""


def full_disk() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))


def test_a_full_disk_refuses_the_append_and_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    changed(tmp_path)
    with python(WRITE_UNTIL_FULL, tmp_path, preexec_fn=full_disk) as writer:
        said, errors = writer.communicate()
    assert "Traceback" not in errors
    code, refused = said.split()
    assert code == "LOG_NOT_WRITABLE"
    assert goal(tmp_path).startswith(f"goal {int(refused) - 1} ")


@pytest.mark.parametrize("lost", ["board.yaml", "snapshot.bin", "log.bell", "log.lock", "board.lock", "log.db-shm"])
def test_a_file_beside_the_log_may_go_at_any_time(lost: str, tmp_path: Path) -> None:
    changed(tmp_path, 120)
    with renkei.open(tmp_path) as project:
        project.do(Write("/goal", "before"))
        (tmp_path / lost).unlink(missing_ok=True)
        project.do(Write("/goal", "after"))
    assert goal(tmp_path) == "after"


def test_a_torn_end_of_the_wal_loses_only_what_was_never_acknowledged(tmp_path: Path) -> None:
    project = small_team(tmp_path / "live")
    for n in range(CHANGES):
        project.do(Write("/goal", f"goal {n}"))
    shutil.copytree(tmp_path / "live", tmp_path / "torn")
    wal = tmp_path / "torn" / "log.db-wal"
    data = wal.read_bytes()
    frame = 24 + 4096
    (tmp_path / "torn" / "log.db-shm").unlink()
    for cut in (1, 100, frame - 1):
        wal.write_bytes(data[:-cut])
        assert goal(tmp_path / "torn") in (f"goal {CHANGES - 1}", f"goal {CHANGES - 2}")
        shutil.rmtree(tmp_path / "torn")
        shutil.copytree(tmp_path / "live", tmp_path / "torn")
        (tmp_path / "torn" / "log.db-shm").unlink()
    wal.write_bytes(data + os.urandom(5000))  # a write that never ended
    assert goal(tmp_path / "torn") == f"goal {CHANGES - 1}"


def test_a_clock_that_is_set_back_loses_no_write_and_turns_no_time_back(tmp_path: Path) -> None:
    times = iter(["2026-01-05T09:00:00.000000Z"] * 4 + ["2026-01-05T08:00:00.000000Z"] * 100)
    project = small_team(tmp_path, now=lambda: next(times))
    for n in range(10):
        project.do(Write("/goal", f"goal {n}"))
    stamps = [record.at for record in project.records()]
    assert stamps == sorted(stamps)
    assert len(set(stamps)) == len(stamps)
    assert project.state.board.get("/goal") == "goal 9"


def test_hosts_whose_clocks_are_apart_do_not_lose_each_others_fresh_writes(tmp_path: Path) -> None:
    ahead = small_team(tmp_path, now=lambda: "2026-01-05T09:04:00.000000Z")
    behind = renkei.open(tmp_path, now=lambda: "2026-01-05T09:00:00.000000Z")
    ahead.do(Write("/goal", "from the host ahead"))
    behind.do(Write("/goal", "from the host behind"))
    assert ahead.state.board.get("/goal") == "from the host behind"


HOLD_THE_GATE = """
import sys, fcntl, os, signal
handle = os.open(sys.argv[1], os.O_RDWR)
fcntl.flock(handle, fcntl.LOCK_EX)
print("held", flush=True)
signal.pause()
"""


def test_a_process_that_is_stopped_in_its_lock_holds_others_up_only_until_it_dies(tmp_path: Path) -> None:
    changed(tmp_path)
    with python(HOLD_THE_GATE, tmp_path / "log.lock") as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        holder.send_signal(signal.SIGSTOP)
        with python(WRITE_UNTIL_FULL.replace("100000", "1"), tmp_path) as writer:
            holder.send_signal(signal.SIGKILL)
            writer.communicate()
    assert goal(tmp_path).startswith("goal 0 ")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_directory_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    changed(tmp_path)
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(LogReadOnly):
            renkei.open(tmp_path).do(Write("/goal", "x"))
    finally:
        tmp_path.chmod(0o700)


def test_a_page_that_is_overwritten_is_found_and_not_written_over(tmp_path: Path) -> None:
    changed(tmp_path, 200)
    (tmp_path / "snapshot.bin").unlink(missing_ok=True)
    log = tmp_path / "log.db"
    data = bytearray(log.read_bytes())
    page = data.index(b"goal 100") // 4096 * 4096
    data[page : page + 4096] = os.urandom(4096)
    log.write_bytes(data)
    with pytest.raises(RenkeiError):
        goal(tmp_path)
    assert log.read_bytes() == bytes(data)


def test_ten_thousand_unread_messages_are_all_there(tmp_path: Path) -> None:
    project = small_team(guarded=False)
    say = renkei.KnowledgeShare(topic="t", content="c", relevance_to_recipients="", actionable=False)
    for start in range(0, 10_000, 500):
        messages = [project.message("ann", say, "bob", id=f"m{n}") for n in range(start, start + 500)]
        project.do(*(c.Send(one) for one in messages), actor="ann")
    assert [kept.message.id for kept in project.state.unread_of("bob")] == [f"m{n}" for n in range(10_000)]
    with project.turn("bob", budget=2000) as turn:
        assert turn.context.tokens <= 2000
        shown = set(turn.context.read)
    left = {kept.message.id for kept in project.state.unread_of("bob")}
    assert left.isdisjoint(shown)
    assert len(left) + len(shown) == 10_000
