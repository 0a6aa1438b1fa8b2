"""Starts a program as an agent of a project, without writing settings.

If the program is connected for the directory, its settings there are used and the environment names the agent.
"""

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from renkei.edges.coding_agents.connect import find_connection, missing
from renkei.edges.coding_agents.program import AGENT, STAY, JoiningAgent, Launch, Program
from renkei.errors import BadValueError

PROJECT = "RENKEI_PROJECT"
"""The environment variable that names the project, for commands that the program runs."""


def prepare(program: Program, member: JoiningAgent, directory: Path, *, stay: bool = False) -> Launch:
    """Return the launch of a program in a directory.

    `stay`: a session without a terminal waits for work instead of ending with its answer. Raises BadValueError.
    """
    connection = find_connection(member.project, program.name, directory)
    is_connected = connection is not None and not any(missing(connection))
    launch = program.as_another(member) if is_connected else program.launch(member)
    own = {AGENT: member.agent, "RENKEI_AS": member.agent, PROJECT: str(member.project)}
    return replace(launch, environment={**launch.environment, **own, **({STAY: "1"} if stay else {})})


def find_executable(program: Program, path: Mapping[str, str] = os.environ) -> str:
    """Return the path of the program; raises BadValueError if it is not installed."""
    found = shutil.which(program.executable, path=path.get("PATH"))
    if found is None:
        problem = f"{program.title} is not installed: there is no command `{program.executable}` on the path"
        raise BadValueError(path="", problem=problem, hint=f"Install it: {program.install}")
    return found


def start(program: Program, launch: Launch, arguments: Sequence[str]) -> None:
    """Replace this process by the program. Raises BadValueError, or OSError."""
    executable = find_executable(program)
    launch = program.complete(executable, launch)
    command = [executable, *launch.arguments, *arguments]
    os.execve(executable, command, {**os.environ, "PWD": str(Path.cwd()), **launch.environment})  # noqa: S606 – to run it is the task; no shell
