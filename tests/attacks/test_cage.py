"""A command in a cage reaches its workspace and the system, and nothing else, whatever it tries."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from attacks.hostile_commands import PYTHON, TRICKS, World, caged, hostile_world
from renkei.immutable.replacing import replace
from renkei.project.running import cage as cage_module
from renkei.project.running.cage import Cage, Network, programs
from renkei.project.running.criteria import Run, run
from renkei.project.running.supervise import ENVIRONMENT, RunLimits

pytestmark = caged

MEGABYTE = 1024**2


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with hostile_world(tmp_path) as world:
        yield world


def caged(world: World, line: str, limits: RunLimits | None = None, network: Network = "none") -> Run:
    cage = replace(world.cage, network=network)
    return run(["sh", "-c", line], world.workspace, limits or RunLimits(seconds=60), cage=cage)


@pytest.mark.short
@pytest.mark.parametrize("name", TRICKS)
def test_what_a_hostile_command_can_do(name: str, world: World) -> None:
    trick = TRICKS[name]
    line = world.filled(trick.line)
    assert world.has_succeeded(trick, caged(world, line).tail) == trick.caged
    bare = run(["sh", "-c", line], world.workspace, RunLimits(seconds=60))
    assert world.has_succeeded(trick, bare.tail) == trick.bare


FULL_SOCKETS = """import socket, time
pairs = []
for n in range(200):
    pairs.append(socket.socketpair())
    for one in pairs[-1]:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_000_000)
        one.setblocking(False)
        try:
            while True:
                one.send(bytes(65_536))
        except BlockingIOError:
            pass
time.sleep(60)
"""
BOMBS = {
    "files in /dev/shm": ("cd /dev/shm; dd if=/dev/zero of=a bs=1M count=100", "No space left"),
    "files in /tmp": (f"cd /tmp; dd if=/dev/zero of=a bs=1M count={600}", "No space left"),
    "files in memory without a name": (
        f"exec {PYTHON} -c \"import os\nwhile 1: os.write(os.memfd_create('x'), bytes(50000000))\"",
        "used more than 100000000 bytes",
    ),
    "data in sockets": (
        f"exec {PYTHON} -c '{FULL_SOCKETS}'",
        "used more than 100000000 bytes of memory outside of processes",
    ),
    "processes": (
        f"exec {PYTHON} -c 'import os, time\nfor _ in range(10): os.fork()\ntime.sleep(60)' 2>/dev/null",
        "started more than 64 processes",
    ),
    "disk": ("for n in 1 2 3 4; do head -c 20000000 /dev/zero > $n; done; sleep 60", "used more than 30000000 bytes"),
}


@pytest.mark.short
@pytest.mark.parametrize(("line", "end"), BOMBS.values(), ids=BOMBS)
def test_a_bomb_is_bounded(line: str, end: str, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cage_module, "TEMPORARY_BYTES", 80 * MEGABYTE)
    memory = 100_000_000 if "100000000" in end else 10**9
    disk = 30_000_000 if "30000000" in end else 10**12  # another test that writes files would reach the smaller one
    limits = RunLimits(seconds=60, memory=memory, processes=64, disk=disk)
    done = caged(world, line, limits)
    assert end in done.stopped + done.tail
    assert not left(world)


def test_the_threads_of_a_user_are_limited_by_the_kernel(world: World) -> None:
    asked = f"exec {PYTHON} -c 'import resource; print(resource.getrlimit(resource.RLIMIT_NPROC)[0])'"
    before = int(Path("/proc/loadavg").read_text().split()[3].partition("/")[2])
    assert abs(int(caged(world, asked, RunLimits(seconds=60, processes=64)).tail) - 16 * 64 - before) < 500


@pytest.mark.parametrize("name", ["cgroup", "ipc", "mnt", "net", "pid", "user", "uts"])
def test_a_command_shares_no_namespace(name: str, world: World) -> None:
    found = caged(world, f"readlink /proc/self/ns/{name}").tail.strip()
    assert found.startswith(f"{name}:[")
    assert found != str(Path(f"/proc/self/ns/{name}").readlink())


def test_a_command_makes_no_namespaces(world: World) -> None:
    assert "made" not in caged(world, "unshare --user true && echo made").tail


def test_a_hidden_directory_stays_empty(world: World) -> None:
    hidden = world.workspace / "hidden"
    hidden.mkdir()
    (hidden / "x").write_text("secret")
    line = "chmod 755 hidden; echo mine > hidden/y; cat hidden/x hidden/y"
    cage = replace(world.cage, hidden=(hidden,))
    done = run(["sh", "-c", line], world.workspace, RunLimits(seconds=60), cage=cage)
    assert "Read-only file system" in done.tail
    assert not {"mine", "secret"} & set(done.tail.splitlines())


def test_a_home_directory_within_the_system_is_hidden(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/usr/share")
    assert caged(world, "ls /usr/share").tail == ""


def left(world: World) -> list[str]:
    """Return the command lines of processes that work in the workspace."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "cwd").resolve(strict=True) == world.workspace:
                found.append((process / "cmdline").read_bytes().decode().replace("\0", " "))
    return found


SURVIVORS = {
    "a daemon": "(setsid sh -c 'exec >/dev/null 2>&1; sleep 600' &) ; exit 3",
    "one that ignores signals": "trap '' TERM HUP INT; (setsid sleep 600 >/dev/null 2>&1 &); exit 3",
    "one whose supervisor should end": "(setsid sleep 600 >/dev/null 2>&1 &); kill -9 $PPID -1; kill -STOP 1; exit 3",
}


@pytest.mark.parametrize("line", SURVIVORS.values(), ids=SURVIVORS)
def test_everything_ends_with_the_command(line: str, world: World) -> None:
    done = caged(world, line)
    assert (done.exit_status, done.stopped) == (3, "")
    assert not left(world)


def test_a_command_cannot_stop_its_supervisor(world: World) -> None:
    done = caged(world, "kill -STOP $PPID 2>&1; kill -STOP 1; sleep 600", RunLimits(seconds=0.5))
    assert done.stopped == "ran longer than 0.5 s"
    assert not left(world)


def test_the_end_of_the_supervisor_ends_the_command(world: World) -> None:
    from renkei.project.running.supervise import end_supervised, supervised

    with world.cage.opened(world.workspace) as opened:
        line = [*opened.words, "sh", "-c", "echo up; exec sleep 600"]
        environment = {"PATH": os.environ["PATH"]}
        control, report, process = supervised(
            line, world.workspace, environment, RunLimits(), passed=opened.descriptors
        )
        with process, os.fdopen(report, "rb"):
            assert process.stdout is not None
            assert process.stdout.readline() == b"up\n"
            process.kill()
            assert process.stdout.read() == b""  # the output ends when nobody holds it any more
            end_supervised(process, control)


def test_the_environment_is_that_of_the_cage(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for one in ("LD_PRELOAD", "GIT_DIR", "PYTHONPATH", "BASH_ENV", "SSH_AUTH_SOCK", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(one, "/of/the/runtime")
    asked = ("env", "tr '\\0' '\\n' < /proc/1/environ", "tr '\\0' '\\n' < /proc/1/cmdline; hostname")
    shown = "\n".join(caged(world, one).tail for one in asked)  # one at a time: only the end of a long output is kept
    names = set(re.findall(r"(?m)^(\w+)=", shown))
    assert names <= {*ENVIRONMENT, "PWD", "OLDPWD", "SHLVL", "_"}
    assert "/of/the/runtime" not in shown
    assert str(world.place / ".renkei") not in shown
    assert shown.endswith("\ncage")
    assert caged(world, "cd && pwd && touch x && cd /tmp && touch y").tail == "/tmp/home"


READ_ONLY = (
    "/x",
    "/etc/x",
    "/usr/x",
    "/dev/x",
    "/proc/sys/kernel/printk",
    "/proc/self/oom_score_adj",
    "/var/x",
    "/run/x",
)


@pytest.mark.parametrize("path", READ_ONLY)
def test_the_system_is_read_only(path: str, world: World) -> None:
    said = caged(world, f"echo 1 >> {path}; touch {path}").tail
    assert "Read-only file system" in said or (os.getuid() and "Permission denied" in said)


def test_what_other_users_may_not_read_is_hidden(world: World) -> None:
    done = caged(world, "cat /etc/shadow; ls /etc/ssh; cat .renkei/* team.yaml; cat /etc/passwd | head -n 1")
    assert done.tail.count("ermission denied") + done.tail.count("No such file") == 3
    assert done.tail.endswith(Path("/etc/passwd").read_text().splitlines()[0])


def test_a_command_has_a_session_and_no_privileges_of_its_own(world: World) -> None:
    shown = caged(world, "cut -d' ' -f6 /proc/self/stat; grep -c '^Cap.*[[:space:]]0*$' /proc/self/status").tail
    assert shown.split() == ["1", "5"]
    assert str(Path("/proc/self/ns/ipc").readlink()) not in caged(world, "readlink /proc/self/ns/ipc").tail


def test_a_command_sees_no_other_processes_or_descriptors(world: World) -> None:
    assert caged(world, "echo /proc/[0-9]*").tail.split() == ["/proc/1", "/proc/2"]
    assert caged(world, "exec ls /proc/self/fd").tail.split() == ["0", "1", "2", "3"]


NETWORKS = {
    "none": (False, False),
    "loopback": (True, False),
    "full": (True, True),
}
OWN = (
    "import socket; s = socket.create_server(('127.0.0.1', 0)); socket.create_connection(s.getsockname()); print('OWN')"
)


@pytest.mark.parametrize("network", cage_module.NETWORKS)
def test_the_network_is_what_the_team_says(network: Network, world: World) -> None:
    own, outside = NETWORKS[network]
    line = world.filled(TRICKS["Connect to a server of the machine"].line)
    done = caged(world, f'{PYTHON} -c "{OWN}"; {line}', network=network)
    assert ("OWN" in done.tail, "GOT" in done.tail) == (own, outside)
    host = world.filled(TRICKS["Make a socket to the host of a virtual machine"].line)
    assert ("GOT" in caged(world, host, network=network).tail) == outside


CALLS = ("250, 0, -3, 1", "425, 1, 0")
"""keyctl(KEYCTL_GET_KEYRING_ID, the session's, create) and io_uring_setup."""


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers are those of one kind of machine")
@pytest.mark.parametrize("numbers", CALLS)
@pytest.mark.parametrize("network", cage_module.NETWORKS)
def test_the_kernel_keeps_no_keys_for_a_command(numbers: str, network: Network, world: World) -> None:
    code = f"import ctypes; c = ctypes.CDLL(None, use_errno=True); print(c.syscall({numbers}), ctypes.get_errno())"
    assert caged(world, f"{PYTHON} -c '{code}'", network=network).tail == "-1 1"


def test_python_and_pytest_work(world: World) -> None:
    (world.workspace / "test_it.py").write_text("def test_it(tmp_path): (tmp_path / 'x').write_text('1')\n")
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"]
    done = run(line, world.workspace, RunLimits(seconds=60), cage=world.cage)
    assert done.exit_status == 0, done.tail
    assert "1 passed" in done.tail


def test_an_environment_in_a_home_directory_is_readable_but_not_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    for one in (".venv/bin", ".local/bin", "python/bin", "python/lib", "project/work/.venv/bin", "project/.renkei"):
        (home / one).mkdir(parents=True)
        (home / one / "file").write_text(f"in {one}\n")
    (home / ".venv" / "pyvenv.cfg").write_text(f"home = {home}/python/bin\n")
    workspace = home / "project" / "work"
    path = [home / ".venv/bin", home / ".local/bin", home, workspace / ".venv/bin", Path("/usr/bin"), Path("/bin")]
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", os.pathsep.join(map(str, path)))
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    assert home not in programs()
    cage = Cage(workspace, hidden=(home / "project/.renkei",))
    files = "cat ~/../.venv/bin/file; cd ../..; cat .venv/bin/file .local/bin/file python/lib/file; ls -A . project"
    done = run(["sh", "-c", files], workspace, cage=cage)
    assert "in .venv/bin\nin .local/bin\nin python/lib\n" in done.tail
    assert done.tail.endswith(".:\n.local\n.venv\nproject\npython\n\nproject:\nwork")
    done = run(["sh", "-c", "touch own; echo x >> .venv/bin/file; mv .venv old; ls -A"], workspace, cage=cage)
    assert "Read-only file system" in done.tail
    assert done.tail.endswith(".venv\nown")


def test_an_unusable_directory_on_path_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"/{'x' * 300}:{os.environ['PATH']}")  # as a closed one, for a user who is not root
    assert run(["/bin/true"], tmp_path, cage=Cage(tmp_path)).exit_status == 0


def test_a_program_of_a_version_manager_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, workspace = tmp_path / "home", tmp_path / "work"
    versions, shims = home / ".pyenv/versions", home / ".pyenv/shims"
    for directory in (versions, shims, workspace):
        directory.mkdir(parents=True)
    for program, line in ((shims / "tool", f"exec {versions}/tool"), (versions / "tool", "echo version 3")):
        program.write_text(f"#!/bin/sh\n{line}\n")
        program.chmod(0o755)
    (home / "file").write_text("private\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{shims}:/usr/bin:/bin")
    done = run(["sh", "-c", f"tool; cat {home}/file"], workspace, cage=Cage(workspace))
    assert done.tail.startswith("version 3\n")
    assert "No such file" in done.tail


def test_a_readable_directory_is_readable_alone(world: World) -> None:
    cage = replace(world.cage, readable=(world.place / "home" / ".ssh",))
    home = world.values["home"]
    done = run(["sh", "-c", f"cat {home}/.ssh/id; ls -A {home}; echo x >> {home}/.ssh/id"], world.workspace, cage=cage)
    assert done.tail.startswith("secret\n.ssh\n")
    assert "Read-only file system" in done.tail


def test_nothing_below_a_hidden_directory_is_seen(world: World) -> None:
    worktree = world.workspace / ".renkei" / "worktrees" / "ben"
    worktree.mkdir(parents=True)
    for name in (".git", "file"):
        (worktree / name).write_text("secret\n")
    cage = replace(world.cage, protected=(*world.cage.protected, worktree / ".git"))
    done = run(["sh", "-c", "cd .renkei/worktrees/ben && cat * && echo x > file"], world.workspace, cage=cage)
    assert "secret" not in done.tail
    assert (worktree / "file").read_text() == "secret\n"


def test_a_directory_with_a_hidden_one_stays_in_its_place(world: World) -> None:
    project = world.workspace / "sub" / "further" / ".renkei"
    project.mkdir(parents=True)
    (project / "log.db").write_text("secret\n")
    cage = replace(world.cage, hidden=(*world.cage.hidden, project))
    line = "mv sub/further moved; mv sub moved; mkdir -p sub/further/.renkei; cat */.renkei/log.db */*/.renkei/log.db"
    for _ in range(2):
        done = run(["sh", "-c", line], world.workspace, cage=cage)
        assert "secret" not in done.tail
    assert (project / "log.db").read_text() == "secret\n"


def test_a_command_that_cannot_start_proves_nothing(world: World) -> None:
    done = run(["nothing-like-that"], world.workspace, cage=world.cage)
    assert (done.exit_status, done.stopped) == (None, "cannot be started in its cage; the end of its output says why")
    assert "No such file" in done.tail
    assert run(["sh", "-c", "kill -9 $$"], world.workspace, cage=world.cage).exit_status == 137


def test_a_machine_without_the_tool_has_no_cage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    cage_module._tried.cache_clear()
    try:
        assert cage_module.problem_of_cages() == "bubblewrap is not installed (no program `bwrap`)"
    finally:
        monkeypatch.undo()
        cage_module._tried.cache_clear()
