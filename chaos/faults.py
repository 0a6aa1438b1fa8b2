"""The faults that must lose nothing acknowledged: one table from a name to what tries it, with a scale for how hard."""

import os
import random
import resource
import shutil
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from bridging import killed_bridge
from fault_outcome import Outcome, check, make, python
from holding import stopped
from load import killed_load, mailbox_load
from sharing.disks import failing_disks
from sharing.killing import failing_servers, killed_machines
from sharing.network import failing_network
from sharing.replicas import failing_replicas
from sharing.rights import failing_rights
from stepping import step_through

import renkei
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.log.sqlite import SqliteLog

Tell = Callable[[str], None]


def daily_work(place: Path, tell: Tell) -> None:
    """Do everything that writes once: a command with consequences, a large message, a turn, compacting, closing."""
    with renkei.open(place) as project:
        project.do(Write("/agents/bob/blocked_by", "ann"), Write("/agents/bob/status", "blocked"), actor="bob")
        project.do(Write("/agents/ann/status", "completed"), actor="ann", command_id="done")
        tell("done")
        news = renkei.KnowledgeShare(topic="t", content="x" * 70_000, relevance_to_recipients="", actionable=False)
        project.send(project.message("ann", news, "bob"), "large")
        tell("large")
        with project.turn("bob") as turn:
            turn.set(status="working")
        assert turn.record is not None
        tell(turn.record.id)
        assert isinstance(project.log, SqliteLog)
        project.log.compact(100)
        project.do(Write("/goal", "after packing"), command_id="last")
        tell("last")


def kills(scratch: Path, scale: float) -> Outcome:
    """Kill at every call that changes a file."""
    outcome = step_through(
        "kill -9 at every write point", make(scratch / "made"), daily_work, scratch, every=_every(scale)
    )
    return replace(outcome, note="a command with consequences, a large message, a turn, compacting, closing")


def torn_writes(scratch: Path, scale: float) -> Outcome:
    """Kill in the middle of every write."""
    made = make(scratch / "made")
    outcome = step_through("half a write, then kill -9", made, daily_work, scratch, torn=True, every=_every(scale))
    return replace(outcome, note="every write of the same work")


def power_losses(scratch: Path, scale: float) -> Outcome:
    """Kill at every call that changes a file, and drop every write that was not synced."""
    made = make(scratch / "made")
    outcome = step_through(
        "power loss at every write point", made, daily_work, scratch, power=True, every=_every(scale)
    )
    return replace(outcome, note="the same work; the process is killed and what was not synced is dropped")


def _every(scale: float) -> int:
    return max(1, round(1 / scale))


def full_disk(scratch: Path, scale: float) -> Outcome:
    """Let files end at a size that is a little larger each time. A rejected write is no loss."""
    tried = acknowledged = lost = 0
    wrong: list[str] = []
    for size in range(600_000, 2_000_000, _every(scale) * 100_000):
        place = make(scratch / f"full-{size}", 20)
        with python(FILL, place, preexec_fn=lambda size=size: _limit(size)) as writer:
            said, errors = writer.communicate()
        names = said.split()
        wrong += [errors.splitlines()[-1]] if "Traceback" in errors else []
        wrong += [] if names and names[-1] == "LOG_NOT_WRITABLE" else [f"ended with {names[-1:]}"]
        gone, unsound = check(place, names[:-1])
        tried, acknowledged, lost = tried + 1, acknowledged + len(names) - 1, lost + gone
        wrong += unsound
    return Outcome("disk full", tried, acknowledged, lost, tuple(wrong), "the append fails with a clear error")


FILL = """
import sys, renkei
from renkei.board.decide import Write
from renkei.errors import RenkeiError
project = renkei.open(sys.argv[1])
for number in range(100000):
    try:
        project.do(Write("/goal", f"goal {number} " + "x" * 5000), command_id=f"f{number}")
        print(f"f{number}")
    except RenkeiError as error:
        print(error.code)
        break
"""


def _limit(size: int) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def torn_log(scratch: Path, scale: float) -> Outcome:
    """End the write-ahead log in what a broken write leaves: parts of a page, a page of noise, noise of any length."""
    chance, tried, lost = random.Random(3), 0, 0
    wrong: list[str] = []
    made = make(scratch / "made", 10)
    with renkei.open(made) as project:
        names = [f"t{number}" for number in range(20)]
        for name in names:
            project.do(Write("/goal", name), command_id=name)
        wal = (made / "log.db-wal").read_bytes()
        for _ in range(max(1, round(40 * scale))):
            place = scratch / f"torn-{tried}"
            shutil.copytree(made, place)
            (place / "log.db-shm").unlink()
            start = chance.randrange(24, len(wal) - 4096)
            tail = chance.choice(
                (os.urandom(chance.randrange(1, 9000)), wal[start : start + chance.randrange(1, 4096)])
            )
            (place / "log.db-wal").write_bytes(wal + tail)
            gone, unsound = check(place, names)
            tried, lost = tried + 1, lost + gone
            wrong += unsound
    note = "noise and parts of pages after the last commit"
    return Outcome("torn end of the write-ahead log", tried, tried * len(names), lost, tuple(wrong), note)


BESIDE = ("board.yaml", "snapshot.jsonl", "log.bell", "log.lock", "board.lock", "search.db")


def side_files(scratch: Path, scale: float) -> Outcome:
    """Delete, empty or overwrite each file beside the log, while the project is open and while it is closed."""
    harms: tuple[Callable[[Path], object], ...] = (
        lambda file: file.unlink(missing_ok=True),
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(os.urandom(5000)),
    )
    tried = acknowledged = lost = 0
    wrong: list[str] = []
    for name in BESIDE:
        for harm in harms:
            place = make(scratch / f"beside-{tried}")
            names = [f"s{number}" for number in range(4)]
            with renkei.open(place) as project:
                project.do(Write("/goal", "before"), command_id=names[0])
                harm(place / name)
                project.do(Write("/goal", "while it is open"), command_id=names[1])
            harm(place / name)
            with renkei.open(place) as project:
                project.do(Write("/goal", "after"), command_id=names[2])
                project.do(Write("/goal", "again"), command_id=names[3])
            gone, unsound = check(place, names)
            tried, acknowledged, lost = tried + 1, acknowledged + len(names), lost + gone
            wrong += [f"{name}: {text}" for text in unsound]
    note = "deleted, emptied, overwritten: " + ", ".join(BESIDE)
    return Outcome("files beside the log", tried, acknowledged, lost, tuple(wrong), note)


def clocks(scratch: Path, scale: float) -> Outcome:
    """Set a clock back an hour in the middle, and let two hosts write whose clocks are four minutes apart."""
    place = make(scratch / "clocks", 10)
    ahead = renkei.open(place, now=_clock(["2030-01-01T10:00:00Z", "2030-01-01T09:00:00Z"]))
    behind = renkei.open(place, now=_clock(["2030-01-01T09:56:00Z"]))
    names = [f"k{number}" for number in range(100)]
    wrong = []
    for number, name in enumerate(names):
        (ahead, behind)[number % 2].do(Write("/goal", name), command_id=name)
        if ahead.state.board.get("/goal") != name:
            wrong.append(f"{name} was acknowledged and does not hold")
    times = [record.at for record in ahead.records()]
    if times != sorted(set(times)):
        wrong.append("time goes back, or stands still")
    ahead.close()
    behind.close()
    lost, unsound = check(place, names)
    return Outcome(
        "clock set back, clocks that differ", len(names), len(names), lost, (*wrong, *unsound), "an hour; 4 minutes"
    )


def _clock(times: list[str]) -> Callable[[], str]:
    looks: Iterator[int] = iter(range(1_000_000))
    return lambda: times[min(next(looks) // 20, len(times) - 1)]


def week_away(scratch: Path, scale: float) -> Outcome:
    """Leave ten thousand messages unread, and read them all, turn by turn."""
    count = max(200, round(10_000 * scale))
    place = make(scratch / "away", 1, guarded=False)
    say = renkei.KnowledgeShare(topic="t", content="c", relevance_to_recipients="", actionable=False)
    with renkei.open(place) as project:
        for start in range(0, count, 100):
            letters = [project.message("ann", say, "bob", id=f"m{n}") for n in range(start, start + 100)]
            project.do(*(c.Send(one) for one in letters), actor="ann")
        seen: set[str] = set()
        turns = 0
        while project.state.unread_of("bob"):
            with project.turn("bob", budget=50_000) as turn:
                seen |= set(turn.context.read)
            turns += 1
    lost, wrong = check(place, ())
    missing = count - len(seen & {f"m{n}" for n in range(count)})
    return Outcome(
        "messages unread during an absence", turns, count, lost + missing, wrong, "tried: turns needed to read them"
    )


FAULTS: dict[str, Callable[[Path, float], Outcome]] = {
    "kills": kills,
    "torn writes": torn_writes,
    "power losses": power_losses,
    "load": lambda scratch, scale: killed_load(scratch / "p", 300 * scale),
    "mailbox": lambda scratch, scale: mailbox_load(scratch / "m", 300 * scale),
    "full disk": full_disk,
    "torn log": torn_log,
    "side files": side_files,
    "clocks": clocks,
    "stopped": stopped,
    "away": week_away,
    "bridge": killed_bridge,
    "machines": killed_machines,
    "servers": failing_servers,
    "network": failing_network,
    "rights": failing_rights,
    "replicas": failing_replicas,
    "server disks": failing_disks,
}
"""Every fault with what tries it; at scale 1 as hard as it gets, at less in proportion."""

COMPARISON = "mailbox"
"""The row that is no fault of ours: what is lost there is what the log is for."""
