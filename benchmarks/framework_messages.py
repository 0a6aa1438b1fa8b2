"""The cost of one message in a framework: posting it, waking its reader, and a turn in which a model says one word.

Writes frameworks.json: two medians in milliseconds for each framework, with it, and without (the same turn, without a
model). `MESSAGES=5` is shorter. The model is a server on loopback that replies at once, and each turn is on disk before
it counts. Each framework runs in its environment, which `make test-frameworks` installs: this program starts itself
there.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import renkei

ROOT = Path(__file__).parents[1]
MESSAGES = int(os.environ.get("MESSAGES", "30"))

WARMING = 3
"""Messages before those that are timed."""


def main() -> None:
    """Measure each framework, show its row and write the file."""
    sys.path.append(str(ROOT / "tests"))
    from run import write

    from frameworks.framework_story import EXAMPLES, FRAMEWORKS, environment
    from renkei.testing import Script, ScriptedModel

    rows = []
    for one in FRAMEWORKS:
        with TemporaryDirectory() as place, ScriptedModel(Script(ending=one.quiet)) as model:
            variables = environment(Path(place), model) | {"PYTHONPATH": str(EXAMPLES), "MESSAGES": str(MESSAGES)}
            command = [one.python, __file__, one.name]
            found = subprocess.run(command, cwd=place, env=variables, check=True, stdout=subprocess.PIPE).stdout
        rows.append({"name": one.name, "milliseconds": json.loads(found.splitlines()[-1])})
        print(rows[-1], flush=True)
    write("frameworks", {"messages": MESSAGES, "rows": rows})


def run(name: str) -> None:
    """Measure a framework in its own environment."""
    members = [renkei.Join("planner", lead=True), renkei.Join("coder")]
    with renkei.create(".renkei", members=members) as project:
        bare = measured(project, lambda: read(project))
        print(json.dumps({"with it": measured(project, thinking(name, project)), "without": bare}), flush=True)
    os._exit(0)  # the threads of some frameworks outlive their last task


def measured(project: renkei.Project, take: Callable[[], None]) -> float:
    """Return the median of milliseconds from a message to the end of its turn."""
    spent = []
    for number in range(MESSAGES + WARMING):
        began = perf_counter()
        project.post(f"Message {number}", to="coder")
        assert project.wake_reason("coder", pause=0) is not None
        take()
        spent.append((perf_counter() - began) * 1000)
    return median(spent[WARMING:])


def read(project: renkei.Project) -> None:
    """Take a turn in which nothing thinks."""
    with project.turn("coder"):
        pass


def thinking(name: str, project: renkei.Project) -> Callable[[], None]:
    """Return a function that takes a turn in a framework, as its example does."""
    example = import_module(f"with_{name}")

    def in_turn() -> None:
        with project.turn("coder") as turn:
            example.work(turn)

    async def awaited(other: renkei.AsyncProject) -> None:
        async with other.turn("coder") as turn:
            await example.work(turn)

    if name == "langgraph":
        return lambda: example.node(project, "coder", {})
    if name == "crewai":
        return in_turn
    return in_loop((lambda other: example.speak(other, "coder")) if name == "ag2" else awaited)


def in_loop(take: Callable[[renkei.AsyncProject], Awaitable[None]]) -> Callable[[], None]:
    """Return a function that takes a turn in an event loop, which keeps the project open."""
    loop = asyncio.new_event_loop()
    other = loop.run_until_complete(renkei.open_async(".renkei").__aenter__())
    return lambda: loop.run_until_complete(take(other))


if __name__ == "__main__":
    run(*sys.argv[1:]) if sys.argv[1:] else main()
