"""The cost of one message in a framework: posting it, waking its reader, and a turn in which a model says one word.

Prints two medians in milliseconds for each framework: with it, and without (the same turn, without a model).
The model is a server on loopback that replies at once, and every turn is on disk before it counts. Each framework runs
in its environment, which `make test-frameworks` installs: this program starts itself there.
"""

import asyncio
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
MESSAGES = 30


def main() -> None:
    """Print a row for each framework."""
    sys.path.append(str(ROOT / "tests"))
    from frameworks.framework_story import EXAMPLES, FRAMEWORKS, environment
    from renkei.testing import Script, ScriptedModel

    print("framework\twith it, ms\twithout, ms")
    for one in FRAMEWORKS:
        with TemporaryDirectory() as place, ScriptedModel(Script(ending=one.quiet)) as model:
            variables = environment(Path(place), model) | {"PYTHONPATH": str(EXAMPLES)}
            subprocess.run([one.python, __file__, one.name], cwd=place, env=variables, check=True)


def run(name: str) -> None:
    """Measure a framework in its own environment."""
    members = [renkei.Join("planner", lead=True), renkei.Join("coder")]
    with renkei.create(".renkei", members=members) as project:
        bare = measured(project, lambda: read(project))
        print(f"{name}\t{measured(project, thinking(name, project)):.1f}\t{bare:.1f}", flush=True)
    os._exit(0)  # the threads of some frameworks outlive their last task


def measured(project: renkei.Project, take: Callable[[], None]) -> float:
    """Return the median of milliseconds from a message to the end of its turn."""
    spent = []
    for number in range(MESSAGES + 3):
        began = perf_counter()
        project.post(f"Message {number}", to="coder")
        assert project.wake_reason("coder", pause=0) is not None
        take()
        spent.append((perf_counter() - began) * 1000)
    return median(spent[3:])


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
