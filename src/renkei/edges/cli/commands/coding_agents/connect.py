"""Connect a coding agent's program to the project, for the current directory.

Writes the program's settings: renkei's tool server, and the hooks by which the program asks what to tell its model.
Everything else in the settings stays. The agent joins the project if it has not. `renkei disconnect` takes it back.
"""

from pathlib import Path

import click

from renkei.edges.cli.arguments.options import outcome_options, required_as_option
from renkei.edges.cli.coding_agents import is_member, joined, member, program_argument, role_option
from renkei.edges.cli.output.echo import echo, print_done
from renkei.extras import require


@click.command("connect", help=__doc__)
@program_argument
@required_as_option
@role_option
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@outcome_options
def command(program: str, actor: str, role: str, dry_run: bool, output_format: str) -> None:
    require("mcp", "`renkei connect`")
    from renkei.edges.coding_agents.connect import connecting
    from renkei.edges.coding_agents.program import find_program

    found, here = find_program(program), Path.cwd()
    change = connecting(found, member(actor), here)
    files = [one.name for one in change.files if one.changed]
    data = {"program": program, "agent": actor, "directory": str(here), "files": files}
    if dry_run:
        joins = not is_member(actor)
        if output_format == "text":
            echo(change.difference() or "Nothing would change in the settings.", nl=not change.difference())
            echo(f"{actor} would join the project." if joins else "", nl=joins)
        else:
            print_done("", output_format, **data, difference=change.difference(), joined=joins)
        return
    has_joined = joined(actor, role)
    change.write()
    sentence = f"{found.title} is connected as {actor} in {here}." + (f" Changed: {', '.join(files)}." if files else "")
    if not files:
        sentence = f"Nothing changed: {found.title} is connected as {actor} already."
    sentence += f"\n{actor} has joined the project." if has_joined else ""
    sentence += f"\nStart it there with `{found.executable}`." if files else ""
    sentence += f"\n{found.once}" if files and found.once else ""
    print_done(sentence, output_format, **data, changed=bool(files), joined=has_joined)
