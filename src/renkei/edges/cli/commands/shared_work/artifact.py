"""Register artifacts and list their versions."""

from collections.abc import Iterable, Iterator

import click

from renkei.board.events import EntryAdded, FieldWritten
from renkei.contracts.events import WorkMerged
from renkei.contracts.merging import SHORT_COMMIT
from renkei.documents.json_pointer import join, split
from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import format_option, pager_option, utc_option
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import known_records, open_project
from renkei.edges.times import shown_time
from renkei.engine.record import Record
from renkei.wording.visible import one_line

command = LazyGroup("artifact", sections={"Commands": ("add", "log")}, help=__doc__)


@command.command("log")
@click.argument("ref", metavar="[REF]", required=False, shell_complete=completion.artifacts)
@pager_option
@utc_option
@format_option
def list_versions(ref: str | None, output_format: str) -> None:
    """List every version of the artifact REF, or of all artifacts, and the commits with merged ones."""
    with open_project() as project:
        records = known_records(project) if ref is None else project.log.records_about("artifact", ref)
        rows = [row for row in _versions(records) if ref in (None, row["ref"])]
    if output_format in DATA:
        print_data(output_format, rows)
        return
    if not rows:
        echo("No artifacts.")
    out = console()
    for row in rows:
        title = (f"{row['ref']} v{row['version']}", "bold")
        commit = f"commit {str(row['commit'])[:SHORT_COMMIT]}  " if row["commit"] else ""
        at = shown_time(str(row["at"]))
        out.print(Text.assemble(title, f"  {row['agent']}  {at}  {commit}", (f"seq {row['seq']}", "dim")))
        details = (one_line(str(row[name])) for name in ("path", "description") if row[name])
        text = "  ".join(details)
        if text:
            out.print(Paragraph(Text(text), Text("    ")))


def _versions(records: Iterable[Record]) -> Iterator[dict[str, object]]:
    """Yield each artifact that a record changed, or that was merged in it, as it was after the record."""
    known: dict[str, dict[str, object]] = {}
    for record in records:
        changed: dict[str, dict[str, object]] = {}
        commits: dict[str, str] = {}
        for event in record.events:
            path = _artifact_path(event)
            if path is not None and isinstance(event, EntryAdded):
                changed[path] = known[path] = dict(event.entry)
            elif path is not None and isinstance(event, FieldWritten):
                changed[path] = known[path] = known.get(path, {}) | {split(event.path)[-1]: event.value}
            elif isinstance(event, WorkMerged):
                found = {one: event.commit for one in known if split(one)[3] in event.artifacts}
                commits |= found
                changed |= {one: known[one] for one in found}
        for path in sorted(changed):
            _, agent, _, ref = split(path)
            fields = {name: changed[path].get(name) for name in ("version", "path", "description")}
            commit = commits.get(path, "")
            yield {"ref": ref, "agent": agent, **fields, "commit": commit, "at": record.at, "seq": record.seq}


def _artifact_path(event: object) -> str | None:
    parts = split(event.path) if isinstance(event, EntryAdded | FieldWritten) else ()
    return join(*parts[:4]) if len(parts) >= 4 and parts[0] == "agents" else None
