"""Play the example that ships with renkei, and say what to try next.

Four agents build an API: they decide, disagree, wait, and accept each other's work. Their project stays in a temporary
directory, or in the one that --into names.
"""

import shlex
import shutil
import sys
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import mkdtemp

import click

from renkei.edges.cli.echo import DATA, echo
from renkei.edges.cli.options import agent_option, format_option, into_option, locale_option, utc_option
from renkei.edges.cli.scenario.show import play, read_scenario
from renkei.protocol.primitives import Locale

SCENARIOS = {"en": "scenario.yaml", "ja": "scenario.ja.yaml"}
"""The example in each language, in `renkei/examples/auth-api`."""

NEXT = (
    ("Where everybody stands", "{renkei} -C {place} status"),
    ("What one agent read at each of its turns", "{renkei} replay {place} --agent agent-backend"),
    ("A project of your own", "{renkei} init my-team"),
)
"""What the lines after the demo show, and the lines, each to be pasted as it is."""


@click.command("demo", help=__doc__)
@agent_option("Show the contexts of this agent too, such as `agent-backend`.")
@locale_option
@into_option("Store the project in this directory.")
@utc_option
@format_option
def command(agent: str | None, locale: Locale | None, into: Path | None, output_format: str) -> None:
    with as_file(files("renkei") / "examples" / "auth-api" / SCENARIOS[locale or "en"]) as source:
        read = read_scenario(source)
    place = Path(mkdtemp(prefix="renkei-demo-")) if into is None else into
    play(read, place, agent, None, output_format)
    if output_format not in DATA:
        echo(_what_next(place))


def _what_next(place: Path) -> str:
    program, shown = started_by(), shlex.quote(str(place))
    lines = [f"{what}:\n  {line.format(renkei=program, place=shown)}" for what, line in NEXT]
    return "\n".join(["", "Try next", *lines])


def started_by() -> str:
    """Return what starts this program again: it need not be the `renkei` that the shell finds."""
    started = Path(sys.argv[0])
    if started.name != "renkei":
        return f"{shlex.quote(sys.executable)} -m renkei"
    found = shutil.which("renkei")
    return "renkei" if found and started.samefile(found) else shlex.quote(str(started))
