"""Talk to a team's lead from an editor, over the Agent Client Protocol (ACP) on standard input and output.

The editor starts this, and names the folder. The project is `.renkei` in it or in the nearest folder above. If a
team.yaml is beside it, its team runs in this process unless another process runs it. The team ends with the editor, in
order, and continues with the next start.
"""

import os
import stat
from pathlib import Path

import click

from renkei import __version__
from renkei.edges.cli.arguments.options import as_option
from renkei.edges.cli.team.start import script_option
from renkei.errors import BadValueError
from renkei.extras import require


@click.command("acp", help=__doc__)
@as_option
@script_option
def command(actor: str, script: Path | None) -> None:
    require("acp", "`renkei acp`")
    from renkei.edges.cli.team.front import Folders
    from renkei.edges.editors.agent import EditorAgent
    from renkei.edges.editors.serve import serve

    for handle, name in ((0, "standard input"), (1, "standard output")):
        if not _is_pipe(handle):
            hint = (
                "Name `renkei acp` as an agent in the settings of your editor; in a terminal, use `renkei team chat`."
            )
            raise BadValueError(path="", problem=f"an editor starts this: {name} is not a pipe", hint=hint)
    folders = Folders(actor, script.absolute() if script is not None else None)
    serve(lambda: EditorAgent(folders, actor, __version__))


def _is_pipe(handle: int) -> bool:
    try:
        mode = os.fstat(handle).st_mode
    except OSError:  # closed
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)
