"""Lets Claude Code, Codex, Gemini CLI and OpenCode work as one team, with scripted models: no key and no network."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from renkei.acp.programs import PROGRAMS
from renkei.edges.team.models.script_file import Scene, read_script
from renkei.edges.team.team_file import read_team
from renkei.testing import Reply, Script, ScriptedModel

HERE = Path(__file__).parent
sys.path.append(str(HERE.parents[1] / "tests"))  # where the servers are that play models

from agents.acp_programs import REAL, RealProgram  # noqa: E402

FILES = ("GUIDE.md", "api.py", "page.html")


def main() -> int:
    """Play the team and say whether its files are there; an argument is the directory in which it works."""
    place = Path(sys.argv[1]) if sys.argv[1:] else Path(tempfile.mkdtemp(prefix="mixed-team-"))
    team = read_team(HERE / "team.yaml")
    agents = {one.id: REAL[str(one.agent)] for one in (team.lead, *team.members)}
    missing = [PROGRAMS[one.name].install for one in agents.values() if not one.is_installed]
    if missing:
        print("Install the programs first:", *missing, sep="\n")
        return 1
    for name in ("app", "home"):
        (place / name).mkdir(parents=True)
    shutil.copy(HERE / "team.yaml", place)
    script = read_script(HERE / "script.yaml")
    env = os.environ | {"HOME": str(place / "home")}  # nothing of your own programs' settings is used or changed
    env.pop("IS_SANDBOX", None)
    with ExitStack() as stack:
        for name, program in agents.items():
            server = ScriptedModel(Script(*steps(program, script[name], place / "app"), only_with_tools=True))
            env |= program.environment(stack.enter_context(server).url)
        print(f"Run `renkei serve` in {place} to see the team in a browser.", flush=True)
        command = [sys.executable, "-m", "renkei", "team", "run", "team.yaml"]
        ended = subprocess.run(command, cwd=place, env=env, check=False)  # noqa: S603
    made = sorted(one.name for one in (place / "app").iterdir())
    print(f"\nIn {place / 'app'}: {', '.join(made) or 'nothing'}")
    return ended.returncode or int(tuple(made) != FILES)


def steps(program: RealProgram, scenes: Sequence[Scene], directory: Path) -> Iterator[Reply]:
    """Yield the replies of a model in the form in which a program's model gives them."""
    for scene in scenes:
        for index, reply in enumerate(scene.then):
            arguments = dict(reply.arguments)
            if reply.call == "write_file":
                step = program.write(directory / arguments["path"], arguments["content"])
            elif reply.call:
                step = Reply("", **program.tool(reply.call, **arguments))
            else:
                step = Reply("", say=reply.say)
            yield replace(step, when="" if index else scene.when)


if __name__ == "__main__":
    sys.exit(main())
