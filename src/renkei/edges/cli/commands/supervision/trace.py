"""Send the project as traces to a collector of OpenTelemetry, such as Jaeger, Grafana, Langfuse or Phoenix.

A turn is a span `invoke_agent`, in the trace of the contract that its agent works on. Contracts are spans, messages are
events, and a hand-over is a link to the turn that it came from. A span is sent when it has ended.

Ids derive from the records, so sending twice changes nothing. With --follow, the command also sends the spans of new
records until you press Ctrl-C, and continues there the next time. Texts stay here, unless you give --content.
"""

import click

from renkei.edges.cli.arguments.options import outcome_options, point_option
from renkei.edges.cli.arguments.points import Point, seq_of
from renkei.edges.cli.output.echo import DATA, QUIET, echo, print_done
from renkei.edges.cli.output.terminal import counted
from renkei.edges.cli.project_directory import open_project
from renkei.extras import require


@click.command("trace", help=__doc__)
@click.option("--otlp", "url", required=True, metavar="URL", help="The collector, such as http://127.0.0.1:4318.")
@point_option("--after", "Only spans that ended after this record, or after this time.")
@click.option("--follow", is_flag=True, help="Keep running and send new spans as they end.")
@click.option("--content", is_flag=True, help="Also send texts: of messages, contracts and reasons.")
@outcome_options
def command(url: str, after: Point | None, follow: bool, content: bool, output_format: str) -> None:
    require("otel", "`renkei trace`")
    from renkei import __version__
    from renkei.edges.telemetry.collector import Collector
    from renkei.edges.telemetry.cursor import Cursor
    from renkei.edges.telemetry.errors import CollectorError
    from renkei.edges.telemetry.sending import Sending, Sent

    def problem(error: CollectorError | None) -> None:
        says = f"{error.message} It is tried again." if error is not None else f"{to.shown} accepts spans again."
        echo(says, err=True)

    def rejected(count: int, reason: str) -> None:
        echo(f"The collector rejected {counted(count, 'span')}: {reason or 'it gave no reason'}.", err=True)

    def sent(done: Sent) -> None:
        text = f"Sent {counted(done.spans, 'span')} of {counted(done.seq, 'record')} to {to.shown}."
        if not follow or output_format in DATA:
            print_done(text, output_format, spans=done.spans, seq=done.seq, url=to.shown)
        elif output_format != QUIET and not told:
            told.append(done)
            echo(f"{text} Waiting for more; Ctrl-C ends it.")

    told: list[Sent] = []
    to = Collector(url, __version__, rejected)
    with open_project() as project:
        cursor = Cursor(project, to.url)
        first = cursor.load() if after is None and follow else seq_of(project, after or 0, "--after")
        sending = Sending(project, to, cursor, content, problem if follow else None)
        try:
            if follow:
                sending.follow(first, sent)
            sent(sending.send_past(first))
        finally:
            to.close()
