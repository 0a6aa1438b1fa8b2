"""Take back what `renkei connect` wrote for the current directory.

Removes exactly the settings that are still as they were written; settings that were changed since are kept and named.
"""

from pathlib import Path

import click

from renkei.edges.cli.arguments.options import outcome_options
from renkei.edges.cli.coding_agents import program_argument
from renkei.edges.cli.output.echo import print_done
from renkei.edges.cli.project_directory import project_directory


@click.command("disconnect", help=__doc__)
@program_argument
@outcome_options
def command(program: str, output_format: str) -> None:
    from renkei.edges.coding_agents.connect import disconnecting
    from renkei.edges.coding_agents.program import find_program

    here, title = Path.cwd(), find_program(program).title
    change = disconnecting(program, project_directory().absolute(), here)
    if change is None:
        sentence = f"Nothing changed: {title} is not connected in {here}."
        print_done(sentence, output_format, program=program, changed=False, files=[], kept=[])
        return
    change.write()
    files = [one.name for one in change.files if one.changed]
    kept = [f"{one.file} {one.pointer}" for one in change.kept]
    sentence = f"{title} is disconnected in {here}." + (f" Changed: {', '.join(files)}." if files else "")
    for one in kept:
        sentence += f"\nNot as it was written, so it stays as it is: {one}"
    print_done(sentence, output_format, program=program, changed=True, files=files, kept=kept)
