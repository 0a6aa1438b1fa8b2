"""Run a coding agent's program as an agent of the project, and write nothing.

The program gets renkei's tool server and hooks as arguments; arguments after `--` are passed on to it. The agent joins
the project if it has not. Several agents may work in one directory.
"""

from pathlib import Path

import click

from renkei.edges.cli.arguments.options import required_as_option
from renkei.edges.cli.coding_agents import joined, member, program_argument, role_option
from renkei.extras import require


@click.command("run", help=__doc__)
@program_argument
@required_as_option
@role_option
@click.option("--stay", is_flag=True, help="Wait for work also without a terminal, until you press Ctrl-C.")
@click.argument("arguments", nargs=-1, metavar="[-- ARGUMENTS…]", type=click.UNPROCESSED)
def command(program: str, actor: str, role: str, stay: bool, arguments: tuple[str, ...]) -> None:
    require("mcp", "`renkei run`")
    from renkei.edges.coding_agents.program import find_program
    from renkei.edges.coding_agents.run import find_executable, prepare, start

    found, who = find_program(program), member(actor)
    find_executable(found)
    launch = prepare(found, who, Path.cwd(), stay=stay)
    joined(actor, role)
    start(found, launch, arguments)
