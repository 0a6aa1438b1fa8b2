"""The coding agents connected to a project and their problems, for `renkei status`."""

import shutil
from pathlib import Path

from renkei.edges.coding_agents.program import CONNECTED


def connected_programs(project: Path) -> list[dict[str, str]]:
    """Return each connection with its problem, or ""."""
    if not (project / CONNECTED).exists():
        return []
    from renkei.edges.coding_agents.connect import Connection, connections, missing  # few projects need it
    from renkei.edges.coding_agents.program import PROGRAMS, find_program
    from renkei.edges.coding_agents.seat import is_queued

    def problem(one: Connection) -> str:
        if one.program not in PROGRAMS:
            return "this release does not know the program"
        if not Path(one.directory).is_dir():
            return "the directory is gone"
        changed = sorted({gone.file for gone in missing(one)})
        if changed:
            return f"changed: {', '.join(changed)} (repair: `renkei connect {one.program} --as {one.agent}`)"
        program = find_program(one.program)
        if not shutil.which(program.executable):
            return f"no command `{program.executable}` on the path"
        if is_queued(project, one.agent):
            return f"a second session waits until the first ends (or: `renkei run {one.program} --as {one.agent}-2`)"
        return ""

    return [
        {"program": one.program, "agent": one.agent, "directory": one.directory, "problem": problem(one)}
        for one in connections(project)
    ]
