"""Members that are coding agents, driven over ACP: what they cost here while idle, the time to wake one, and a flood.

The agents are the scripted one of the tests, each in a process of its own, which is not counted.
"""

import statistics
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from measure import Row, mebibytes

import renkei
from renkei.acp.session import AgentSession
from renkei.edges.team.team import Team
from renkei.edges.team.team_file import TeamFile

sys.path.append(str(Path(__file__).parent.parent / "tests"))  # where the scripted agent is

from scripted_coding_agent import scripted

MEMBERS = 10
WAKES = 30
UPDATES = 20_000
SETTLED = 3.0
"""Seconds after the last turn before the processor of idle members is measured."""

IDLE = 10.0
ANSWERS = [{"again": True, "steps": [{"say": "Nothing to do."}]}]


def rows() -> Iterator[Row]:
    """Measure."""
    yield from idle()
    yield waking()
    yield from flood()


@contextmanager
def _team(names: list[str], **script: Any) -> Iterator[tuple[renkei.Project, Team]]:
    """Run a team of a lead, which is not woken, and members that play a script."""
    with TemporaryDirectory() as place, renkei.create(Path(place) / "p") as project:
        agents = {name: scripted(Path(place), name, **script).command for name in ("lead", *names)}
        members = [{"id": name, "agent": agents[name]} for name in names]
        settings = {"goal": "go", "lead": {"id": "lead", "agent": agents["lead"]}, "members": members}
        team = Team(project, TeamFile.model_validate({**settings, "workspace": {"path": place}}))
        try:
            team.start(goal=False)
            yield project, team
        finally:
            team.close()


def idle() -> Iterator[Row]:
    """Ten members whose programs run and have nothing to do."""
    names = [f"m{number}" for number in range(MEMBERS)]
    with _team(names, prompts=ANSWERS) as (project, _):
        before = mebibytes()
        _tell(project, *names)
        _until_quiet(project)
        memory = (mebibytes() - before) / MEMBERS
        time.sleep(SETTLED)
        began = _processor()
        time.sleep(IDLE)
        busy = (_processor() - began) / IDLE * 100
    yield Row(f"memory of each of {MEMBERS} idle coding agents", memory, 30, "the goal", "≤ 30 MiB", 30, "MiB")
    yield Row(f"processor of {MEMBERS} idle coding agents", busy, 0.1, "the goal", "≤ 0.1 %", 0.1, "%")


def waking() -> Row:
    """The time from the append of a message to the prompt, when the program runs."""
    prompted, original = threading.Event(), AgentSession.prompt
    times: list[float] = []

    async def prompt(session: AgentSession, text: str) -> Any:
        times.append(time.perf_counter())
        prompted.set()
        return await original(session, text)

    AgentSession.prompt = prompt  # type: ignore[method-assign]
    found = []
    try:
        with _team(["ben"], prompts=ANSWERS) as (project, _):
            for _ in range(WAKES + 1):
                prompted.clear()
                began = time.perf_counter()
                _tell(project, "ben")
                prompted.wait()
                found.append((times[-1] - began) * 1000)
                _until_quiet(project)
    finally:
        AgentSession.prompt = original  # type: ignore[method-assign]
    middle = statistics.median(found[1:])  # the first one starts the program
    return Row("from a message to the prompt of a coding agent", middle, 20, "the goal", "≤ 20 ms", 20, "ms")


def flood() -> Iterator[Row]:
    """A stream of updates, as fast as it is followed: if it were not followed, it would fill the memory."""
    with _team(["ben"], prompts=[{"when": "flood", "steps": [{"flood": UPDATES}]}, *ANSWERS]) as (project, _):
        _tell(project, "ben")
        _until_quiet(project)
        before, began = mebibytes(), time.perf_counter()
        _tell(project, "ben", text="flood")
        _until_quiet(project)
        each, grown = (time.perf_counter() - began) / UPDATES * 1e6, mebibytes() - before
    yield Row("an update of a coding agent's stream", each, 1000, "1,000 a second", "≤ 1,000 µs", 1000)
    yield Row(f"memory after {UPDATES:,} updates at once", max(grown, 0.0), 5, "the goal", "≤ 5 MiB", 5, "MiB")


def _tell(project: renkei.Project, *names: str, text: str = "look") -> None:
    word = renkei.Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
    project.send(project.message("human", word, list(names), "blocking", text))


def _processor() -> float:
    """Return the processor time of the team's threads, without the thread that shows the progress of this program."""
    mine = (one.ident for one in threading.enumerate() if one.name.startswith("renkei-"))
    return sum(time.clock_gettime(time.pthread_getcpuclockid(one)) for one in mine if one is not None)


def _until_quiet(project: renkei.Project) -> None:
    """Wait until everybody has read everything and nobody is in a turn."""
    while project.state.turns or any(project.state.unread.get(one) for one in project.state.actors if one != "human"):
        project.wait(project.state.seq, 0.5)
