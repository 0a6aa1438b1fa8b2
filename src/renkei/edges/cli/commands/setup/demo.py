"""Play the example that ships with renkei, and say what to try next.

Four agents build an API: they ask, disagree, wait, and accept each other's work. On a terminal it is played in a
browser, also one on another machine over ssh, and waits for the decision that you make; it ends with Ctrl-C. On a
pipe, and with --no-serve, --agent or --format, it is printed and ends by itself. Its project stays in a temporary
directory, or in the one that --into names.
"""

import os
import shlex
import shutil
import sys
import webbrowser
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import mkdtemp

import click

from renkei.edges.cli.arguments.options import agent_option, format_option, into_option, locale_option, utc_option
from renkei.edges.cli.output.echo import DATA, echo
from renkei.edges.cli.scenario.show import ReadScenario, play, read_scenario
from renkei.extras import missing, require
from renkei.protocol.primitives import Locale

SCENARIOS = {"en": "scenario.yaml", "ja": "scenario.ja.yaml"}
"""The example in each language, in `renkei/examples/auth-api`."""

NEXT = (
    ("Who is working, and who waits", "{renkei} -C {place} status"),
    ("What one agent read at each of its turns", "{renkei} replay {place} --agent agent-backend"),
    ("A project of your own", "{renkei} init my-team"),
)
"""What the lines after the demo show, and the lines, each to be pasted as it is."""

IN_BROWSER = (
    "The same in a browser, where you make the decision",
    "python -m pip install 'renkei[serve]' && {renkei} demo",
)
"""What is shown before them if it was printed because of a missing package."""


@click.command("demo", help=__doc__)
@click.option(
    "--serve/--no-serve",
    default=None,
    help="Play it in a browser, where you make a decision, or print it. By default in a browser on a terminal.",
)
@click.option("--speed", type=click.FloatRange(0.1, 1000), default=1.0, metavar="N", help="How many times as fast.")
@click.option("--no-browser", is_flag=True, help="Print the link instead of opening a browser.")
@agent_option("Show the contexts of this agent too, such as `agent-backend`.")
@locale_option
@into_option("Store the project in this directory.")
@utc_option
@format_option
def command(
    serve: bool | None,
    speed: float,
    no_browser: bool,
    agent: str | None,
    locale: Locale | None,
    into: Path | None,
    output_format: str,
) -> None:
    as_text = agent is not None or output_format in DATA
    if serve and as_text:
        raise click.UsageError("--serve shows the project in a browser; leave out --agent and --format.")
    with as_file(files("renkei") / "examples" / "auth-api" / SCENARIOS[locale or "en"]) as source:
        read = read_scenario(source)
    browser = None if no_browser else _browser()
    is_chosen = serve is None and not as_text and _is_watched()
    if serve:
        require("serve", "`renkei demo --serve`")
    elif is_chosen and (lacks := missing("serve", "The demo in a browser")):
        echo(f"{lacks.message} This prints it instead.\n  {lacks.hint}\n", err=True)
    else:
        serve = is_chosen
    place = Path(mkdtemp(prefix="renkei-demo-")) if into is None else into
    if serve:
        _serve(read, place, speed, browser)
    else:
        play(read, place, agent, None, output_format)
    if output_format not in DATA:
        echo(_what_next(place, is_printed=is_chosen and not serve))


def _serve(read: ReadScenario, place: Path, speed: float, browser: webbrowser.BaseBrowser | None) -> None:
    from renkei.edges.cli.scenario.live import play_live

    play_live(read.scenario, place, speed, browser)


def _is_watched() -> bool:
    """Return whether a person sits before a terminal: a pipe or a job of CI gets the text, which ends on its own."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _browser() -> webbrowser.BaseBrowser | None:
    """Return the browser of this machine; None where there is only one that would take the terminal for itself."""
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return None
    takes_terminal = type(found) is webbrowser.GenericBrowser and "BROWSER" not in os.environ
    return None if takes_terminal else found


def _what_next(place: Path, *, is_printed: bool) -> str:
    """Return the lines after the demo; `is_printed`: whether only because a package is missing."""
    program, shown = started_by(), shlex.quote(str(place))
    known = (IN_BROWSER, *NEXT) if is_printed else NEXT
    lines = [f"{what}:\n  {line.format(renkei=program, place=shown)}" for what, line in known]
    return "\n".join(["", "Try next", *lines])


def started_by() -> str:
    """Return what starts this program again: it need not be the `renkei` that the shell finds."""
    started = Path(sys.argv[0])
    if started.name != "renkei":
        return f"{shlex.quote(sys.executable)} -m renkei"
    found = shutil.which("renkei")
    return "renkei" if found and started.samefile(found) else shlex.quote(str(started))
