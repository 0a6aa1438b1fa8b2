"""A command in a fork of a warm process does what it does in its own process, and ends in the same way."""

import fcntl
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import renkei
from renkei.edges.cli.warm import fork_server
from renkei.edges.cli.warm.forwarding import COMMANDS
from renkei.edges.cli.warm.identity import identity
from renkei.edges.cli.warm.keeping import kept_warm
from team import START

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and descriptors of processes")

WARM = """
    accept artifact board context decide hook inbox interrupt join leave log mark-read message obligations pause post
    read reject reply resume review search send send-back status unblock waive
""".split()  # noqa: SIM905 – prose reads better than a list of quotes

COMMAND = """
import sys
sys.argv[0] = "renkei"
from renkei.__main__ import run
try:
    run()
finally:
    open(FILE, "w").write("in its own process")
"""
"""Runs the command line; it makes a file unless a fork of another process did the work."""

DEADLINE = 60.0


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make a project; sockets are in a directory with a name that is short enough for one.

    Its messages are old: new ones wake their reader only after a pause, which may end between two commands.
    """
    with renkei.create(tmp_path / ".renkei", name="team", goal="a goal", now=lambda: START) as project:
        project.join("ann", "backend")
        project.join("bob", "frontend")
        for number in range(3):
            project.post(f"hello {number} 認証", ["human"], actor="ann")
    with tempfile.TemporaryDirectory(prefix="rk") as runtime:
        monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
        monkeypatch.delenv("RENKEI_WARM")
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path[1:]))
        yield tmp_path


def sockets() -> list[Path]:
    return sorted(Path(os.environ["XDG_RUNTIME_DIR"]).glob("renkei-*/*.sock"))


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def server(place: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a fork server that ends when its standard input is closed."""
    with started() as process:
        yield process


@contextmanager
def started() -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "renkei.edges.cli.warm.fork_server"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, cwd="/") as process:
        until(sockets)
        yield process
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(DEADLINE) in (0, -signal.SIGKILL)


def begun(place: Path, *arguments: str, **more: object) -> subprocess.Popen[str]:
    code = COMMAND.replace("FILE", repr(str(place / "cold")))
    pipe = subprocess.PIPE
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        [sys.executable, "-c", code, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=place, **more
    )


def done(place: Path, *arguments: str, stdin: str = "", **more: object) -> tuple[int, str, str, bool]:
    """Return the exit status and the output of a command, and whether a warm process ran it."""
    (place / "cold").unlink(missing_ok=True)
    with begun(place, *arguments, **more) as process:
        output, errors = process.communicate(stdin, timeout=DEADLINE)
    return process.returncode, output, errors, not (place / "cold").exists()


def test_these_commands_run_in_a_warm_process() -> None:
    assert sorted(COMMANDS) == WARM


LINES: tuple[tuple[str, str], ...] = (
    ("status", ""),
    ("status --format json", ""),
    ("inbox --agent human", ""),
    ("context human", ""),
    ("log --limit 3", ""),
    ("board", ""),
    ("post hello", ""),
    ("inbox --as nobody", ""),
    ("log --wrong", ""),
    ("send -", "no: message"),
    ("search 認証", ""),
    ("hook claude-code SessionStart --as bob", "{}"),
)


@pytest.mark.long
def test_the_output_and_the_exit_status_are_those_of_its_own_process(
    place: Path, server: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm = [done(place, *line.split(), stdin=stdin) for line, stdin in LINES]
    monkeypatch.setenv("RENKEI_WARM", "off")
    cold = [done(place, *line.split(), stdin=stdin) for line, stdin in LINES]
    assert [one[:3] for one in warm] == [one[:3] for one in cold]
    assert ({one[3] for one in warm}, {one[3] for one in cold}) == ({True}, {False})


def test_what_it_writes_is_in_the_log_with_its_variables_directory_and_mask(place: Path, server: object) -> None:
    inner = place / "a" / "b"
    inner.mkdir(parents=True)
    env = os.environ | {"RENKEI_AS": "ann"}
    assert done(inner, "post", "from below", "--to", "bob", env=env)[3:] == (True,)
    with renkei.open(place / ".renkei") as project:
        (found,) = [one.message for one in project.state.messages.values() if "below" in str(one.message.payload)]
    assert found.from_ == "ann"


@pytest.mark.long
def test_it_has_the_directory_the_mask_and_the_streams_of_the_process_that_asks(
    place: Path, server: subprocess.Popen[bytes]
) -> None:
    with begun(place, "send", "-", umask=0o123) as process:
        read_a_part(process)
        (child,) = (Path(f"/proc/{one}") for one in children(server.pid))
        assert (child / "cwd").readlink() == place
        assert "Umask:\t0123\n" in (child / "status").read_text()
        streams = {(Path(f"/proc/{process.pid}/fd") / name).readlink() for name in "012"}
        opened = {one.readlink() for one in (child / "fd").iterdir() if one.exists() or one.is_symlink()}
        assert streams <= opened
        assert not any("socket" in str(one) for one in opened), "a descriptor of the server is left"


def test_a_signal_ends_it_as_in_its_own_process(
    place: Path, server: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    every = signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT
    numbers = [one for one in every if signal.getsignal(one) != signal.SIG_IGN]  # `nohup` ignores one for all
    warm = [ended_by(one, place) for one in numbers]
    monkeypatch.setenv("RENKEI_WARM", "off")
    assert [ended_by(one, place) for one in numbers] == warm


def ended_by(number: signal.Signals, place: Path) -> tuple[int, str]:
    """Send a signal to a command that waits for its input; return its exit status and its errors."""
    with begun(place, "send", "-") as process:
        read_a_part(process)
        process.send_signal(number)
        assert process.stderr is not None
        return process.wait(DEADLINE), process.stderr.read()


def read_a_part(process: subprocess.Popen[str]) -> None:
    """Return when a command has read a part of its input, so that it waits for the rest."""
    assert process.stdin is not None
    process.stdin.write("no: ")
    process.stdin.flush()
    until(lambda: fcntl.ioctl(process.stdin, termios.FIONREAD, bytes(4)) == bytes(4))


def children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.long
def test_an_ignored_signal_is_ignored(place: Path, server: subprocess.Popen[bytes]) -> None:
    def ignore() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    with begun(place, "send", "-", preexec_fn=ignore) as process:
        read_a_part(process)
        process.send_signal(signal.SIGHUP)
        process.communicate("message", timeout=DEADLINE)
    assert process.returncode == 1


@pytest.mark.long
def test_it_is_killed_with_the_process_that_asked_for_it(place: Path, server: subprocess.Popen[bytes]) -> None:
    with begun(place, "send", "-") as process:
        read_a_part(process)
        process.kill()
        until(lambda: children(server.pid) == [])


@pytest.mark.long
def test_it_is_killed_with_the_server_and_the_process_that_asked_says_so(
    place: Path, server: subprocess.Popen[bytes]
) -> None:
    with begun(place, "send", "-") as process:
        read_a_part(process)
        (child,) = children(server.pid)
        server.kill()
        assert process.wait(DEADLINE) == -signal.SIGKILL
        until(lambda: not Path(f"/proc/{child}").exists())
    assert done(place, "status")[0] == 0  # beside the socket that is left


@pytest.mark.long
def test_a_server_that_does_not_answer_is_not_waited_for_and_does_nothing_later(
    place: Path, server: subprocess.Popen[bytes]
) -> None:
    server.send_signal(signal.SIGSTOP)
    assert done(place, "post", "said once", "--to", "bob", "--as", "ann")[::3] == (0, False)
    server.send_signal(signal.SIGCONT)
    assert done(place, "status")[3], "the server has looked at the first command by then"
    with renkei.open(place / ".renkei") as project:
        assert sum("said once" in str(one.message.payload) for one in project.state.messages.values()) == 1


@pytest.mark.long
def test_a_server_finishes_its_commands_when_nobody_keeps_it(place: Path, server: subprocess.Popen[bytes]) -> None:
    with begun(place, "send", "-") as process:
        read_a_part(process)
        assert server.stdin is not None
        server.stdin.close()
        until(lambda: sockets() == [])
        assert done(place, "status")[::3] == (0, False)
        process.communicate("message", timeout=DEADLINE)
        assert process.returncode == 1


@pytest.mark.long
def test_another_environment_terminal_or_privilege_needs_its_own_process(place: Path, server: object) -> None:
    assert done(place, "status")[3]
    assert not done(place, "status", env=os.environ | {"LANG": "C"})[3]
    assert not done(place, "status", env=os.environ | {"TZ": "Asia/Tokyo"})[3]
    assert not done(place, "status", env=os.environ | {"PYTHONPATH": f"/tmp:{os.environ['PYTHONPATH']}"})[3]
    assert not done(place, "status", env=os.environ | {"XDG_RUNTIME_DIR": str(place)})[3]
    assert not done(place, "validate", "x.json")[3]
    assert not done(place, "board", "edit", env=os.environ | {"EDITOR": "true"})[3]
    terminal, its_other_end = os.openpty()
    (place / "cold").unlink(missing_ok=True)
    code = COMMAND.replace("FILE", repr(str(place / "cold")))
    subprocess.run([sys.executable, "-c", code, "status"], cwd=place, stdin=its_other_end, capture_output=True)
    os.close(terminal)
    os.close(its_other_end)
    assert (place / "cold").exists()
    for words in (["prlimit", "--nofile=100"], ["setpriv", "--no-new-privs"]):
        (place / "cold").unlink(missing_ok=True)
        subprocess.run([*words, sys.executable, "-c", code, "status"], cwd=place, capture_output=True, check=True)
        assert (place / "cold").exists()


def test_another_container_or_path_of_modules_needs_its_own_process() -> None:
    namespaces = ("cgroup", "ipc", "mnt", "net", "pid", "time", "user", "uts")
    root = Path("/").stat()
    found = identity()
    assert all(str(Path(f"/proc/self/ns/{one}").readlink()) in found for one in namespaces)
    assert f"{root.st_dev} {root.st_ino}" in found
    assert all(one in found for one in sys.path[1:])
    core = resource.getrlimit(resource.RLIMIT_CORE)
    assert f"{resource.RLIMIT_CORE} {core}" not in found  # of a server that holds keys it differs


@pytest.mark.long
def test_a_directory_that_others_can_open_is_not_used(place: Path, server: object) -> None:
    sockets()[0].parent.chmod(0o755)
    assert done(place, "status")[::3] == (0, False)


@pytest.mark.long
def test_a_server_whose_code_has_changed_refuses_and_ends(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = Path(renkei.__file__).parent
    shutil.copytree(package, place / "src" / "renkei", ignore=shutil.ignore_patterns("__pycache__"))
    others = [one for one in sys.path[1:] if Path(one) != package.parent]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(place / "src"), *others)))
    with started() as process:
        assert done(place, "status")[3]
        module = place / "src/renkei/engine/settle.py"
        module.write_text(module.read_text() + "\n# changed\n")
        assert not done(place, "status")[3]
        assert process.wait(DEADLINE) == 0
    assert sockets() == []


def test_one_server_is_enough_and_ends_with_the_block_that_keeps_it(place: Path) -> None:
    with kept_warm():
        until(sockets)
        with kept_warm():
            assert done(place, "status")[3]
        assert done(place, "status")[3]
    until(lambda: sockets() == [])


def test_nothing_is_kept_where_it_is_switched_off(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RENKEI_WARM", "off")
    monkeypatch.setattr(subprocess, "Popen", None)
    with kept_warm():
        assert sockets() == []


def test_the_rehearsal_leaves_no_thread() -> None:
    before = threading.active_count()
    fork_server.rehearse()
    assert threading.active_count() == before
