"""Write a project's records to FILE as JSON Lines, or a table of it as CSV or Parquet.

`-` is standard output. `renkei import` creates a project from the records. Each line ends with a hash that covers it
and all lines before it; the last one is the head of the log that the import creates (`renkei log --head`). If a record
does not fit the records before it, those are written, and the exit status is 1.

With --table, FILE is a table for a spreadsheet or a notebook: messages, turns, or what each agent cost. It is CSV or
Parquet by its ending, .csv or .parquet. In CSV, a text that a spreadsheet would run as a formula begins with an
apostrophe. For money, write the prices of your models to `prices.yaml` in the directory of the project.
"""

import sys
from pathlib import Path

import click

from renkei.edges.cli.arguments.options import outcome_options
from renkei.edges.cli.files.new_file import force_option, new_file
from renkei.edges.cli.files.records import write_records
from renkei.edges.cli.files.tables import WRITERS, write_csv
from renkei.edges.cli.output.echo import print_done
from renkei.edges.cli.output.terminal import counted
from renkei.edges.cli.project_directory import known_records, open_project
from renkei.errors import BadValueError
from renkei.extras import require
from renkei.log.collecting import seldom_collected
from renkei.project.refusals import check_fits
from renkei.store.written.prices import read_prices
from renkei.telemetry.tables import TABLE_NAMES, TABLES, TableName


@click.command("export", help=__doc__)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--table", type=click.Choice(TABLE_NAMES), help="Write this table instead of the records.")
@force_option
@outcome_options
def command(file: Path, table: TableName | None, force: bool, output_format: str) -> None:
    if table is not None:
        _export_table(file, table, force, output_format)
        return
    if file.suffix in WRITERS:
        raise BadValueError(path="FILE", problem=f"{file} would be a table", hint="Say which one: --table messages.")
    with open_project() as project:
        records = known_records(project)
        if str(file) == "-":
            write_records(records, sys.stdout.buffer)
        else:
            with new_file(file, force) as partial, partial.open("wb") as out:
                count = write_records(records, out)
            print_done(f"Wrote {counted(count, 'record')} to {file}.", output_format, file=str(file), records=count)
        check_fits(project.unfit, project.log.last())  # those before are written: a project can be made from them


def _export_table(file: Path, name: TableName, force: bool, output_format: str) -> None:
    is_output = str(file) == "-"
    if not is_output and file.suffix not in WRITERS:
        raise BadValueError(path="FILE", got=str(file), expected="a name that ends in .csv or .parquet, or -")
    if file.suffix == ".parquet":
        require("parquet", "`renkei export` to Parquet")
    table = TABLES[name]
    with open_project() as project, seldom_collected:
        rows = table.rows(known_records(project), read_prices(project.directory))
        if is_output:
            write_csv(table, rows, sys.stdout.buffer)
            return
        with new_file(file, force) as partial:
            count = WRITERS[file.suffix](table, rows, partial)
    print_done(f"Wrote {counted(count, 'row')} to {file}.", output_format, file=str(file), rows=count)
