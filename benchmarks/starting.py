"""What a command takes from its start to its end as a process, beside `renkei --help`, which opens no project."""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import sleep

from history import history
from measure import Row

import renkei
from renkei.engine import commands as c

MANY = 10_000
LARGE = 4_000_000
"""Characters of a large message."""

AGENTS, UNREAD = 1_000, 1_000

ROUNDS = 5

WARM = ("status", "inbox", "context", "send")
TICKED = 20
"""Commands that are measured together: the kernel counts the time of a fork in ticks of 10 ms."""
SILENT = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
HELP = ("--help",)
COMMANDS = {
    "status": ("status",),
    "inbox": ("inbox", "--agent", "bob"),
    "log": ("log", "--limit", "20"),
    "board show": ("board", "show"),
    "contract list": ("contract", "list"),
    "context": ("context", "--agent", "bob"),
    "send": ("send", "--as", "ann", "--to", "bob", "--text", "hello"),
}
BESIDE_LARGE = ("log", "inbox", "context")


def rows() -> Iterator[Row]:
    """Measure; the figures are milliseconds of the processor, which other processes disturb less than the clock."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        few, many, large = projects(Path(place))
        for label, project in (("10 messages", few), (f"{MANY:,} records", many)):
            yield from beside_help(label, project, COMMANDS, "≤ help + 150 ms", None)
        named = {name: COMMANDS[name] for name in BESIDE_LARGE}
        yield from beside_help("one message of 4 MB", large, named, "≤ 300 ms", 300)
        yield from while_a_server_runs(few)
        asked = {"status": COMMANDS["status"]}
        yield from beside_help(f"{AGENTS:,} agents with {UNREAD:,} unread", team(Path(place)), asked, "≤ 500 ms", 500)


def beside_help(
    label: str, project: Path, commands: dict[str, Sequence[str]], goal: str, most: float | None
) -> Iterator[Row]:
    """Measure commands and `--help` in turn; a command may take `most` ms, or 150 ms more than `--help`."""
    taken: dict[str, list[float]] = {name: [] for name in ("help", *commands)}
    for _ in range(ROUNDS + 1):
        for name, arguments in [("help", HELP), *commands.items()]:
            taken[name].append(milliseconds(project, arguments))
    taken = {name: times[1:] for name, times in taken.items()}  # the first round wrote the bytecode and the snapshot
    idle = statistics.median(taken["help"])
    for name in commands:
        limit = idle + 150 if most is None else most
        yield Row(f"renkei {name}, {label}", statistics.median(taken[name]), idle, "renkei --help", goal, limit, "ms")


def while_a_server_runs(project: Path) -> Iterator[Row]:
    """Measure commands in forks of a process that is kept loaded, beside their own processes."""
    with tempfile.TemporaryDirectory(prefix="renkei") as runtime, fork_server(project, runtime) as server:
        for name in WARM:
            forked, alone = [], []
            for _ in range(ROUNDS):
                before = of_children(server)
                own = sum(milliseconds(project, COMMANDS[name], runtime) for _ in range(TICKED))
                used = of_children(server) - before
                assert used, "the commands ran alone"
                forked.append((own + used) / TICKED)
                alone.append(milliseconds(project, COMMANDS[name]))
            ours, limit = statistics.median(forked), statistics.median(alone)
            yield Row(f"renkei {name} while a server runs", ours, limit, "alone", "≤ 30 ms", 30, "ms")


@contextmanager
def fork_server(project: Path, runtime: str) -> Iterator[int]:
    """Keep a process loaded; yield its id when it is ready."""
    command = [sys.executable, "-m", "renkei.edges.cli.warm.fork_server"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment(project, runtime), **SILENT) as process:
        while not list(Path(runtime).glob("*/*.sock")):
            assert process.poll() is None
            sleep(0.01)
        yield process.pid


def of_children(pid: int) -> float:
    """Return the milliseconds of the processor that the ended children of a process have used, see proc(5)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return 1000 * (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def environment(project: Path, runtime: str) -> dict[str, str]:
    """Return the variables of a command: bytecode is kept, as of installed packages. `runtime`: see `fork_server`."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env |= {"RENKEI_PROJECT": str(project), "PYTHONPYCACHEPREFIX": str(project.parent / "bytecode")}
    env |= {"RENKEI_WARM": "" if runtime else "off", "XDG_RUNTIME_DIR": runtime}
    return env | {"PYTHONPATH": os.pathsep.join(sys.path)}


def milliseconds(project: Path, arguments: Sequence[str], runtime: str = "") -> float:
    """Run a command and return the time that the processor spent on it, without that of a fork."""
    command = [sys.executable, "-m", "renkei", *arguments]
    with subprocess.Popen(command, env=environment(project, runtime), stdin=subprocess.DEVNULL, **SILENT) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, arguments
    return (used.ru_utime + used.ru_stime) * 1000


def projects(place: Path) -> tuple[Path, Path, Path]:
    """Make a project with few messages, one with a long log, and one with a large message among few."""
    members = [c.Join("ann"), c.Join("bob")]
    few, many, large = place / "few", place / "many", place / "large"
    with renkei.create(few, members=members, guarded=False) as project:
        for number in range(10):
            say(project, f"message {number}")
    with renkei.create(many, members=members, guarded=False) as project:
        history(project, MANY)
    shutil.copytree(few, large)
    with renkei.open(large) as project:
        say(project, "lorem ipsum dolor sit amet\n" * (LARGE // 27))
    return few, many, large


def team(place: Path) -> Path:
    """Make a project of many agents, none of which has read many messages to all."""
    members = [c.Join(f"agent-{number}") for number in range(AGENTS)]
    with renkei.create(place / "team", members=members, guarded=False) as project:
        for number in range(UNREAD):
            payload = renkei.KnowledgeShare(
                topic="t", content=f"n {number}", relevance_to_recipients="", actionable=False
            )
            project.send(project.message("agent-0", payload, "all"))
    return place / "team"


def say(project: renkei.Project, text: str) -> None:
    """Send a text from ann to bob."""
    payload = renkei.Freeform(intent_hint="FREEFORM", body=text, requires_response=False, urgency="normal")
    project.send(project.message("ann", payload, "bob"))
