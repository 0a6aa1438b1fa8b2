"""Run a coding agent as an agent of the project, and write no settings.

In a terminal, `claude-code`, `codex`, `opencode` and `gemini-cli` start as you know them, with renkei's tool server and
hooks as arguments; arguments after `--` are passed on. `--headless` lets the agent work without a terminal instead,
through the Agent Client Protocol, until you press Ctrl-C; `--chat` also sends it what you type. Other agents, such as
goose, always work this way. The agent joins the project if it has not. Several agents may work in one directory.
"""

import sys
from pathlib import Path

import click

from renkei.acp.programs import PROGRAMS as ACP_PROGRAMS
from renkei.edges.cli.arguments.options import required_as_option
from renkei.edges.cli.coding_agents import joined, member, role_option
from renkei.edges.coding_agents.program import PROGRAMS
from renkei.extras import require


@click.command("run", help=__doc__)
@click.argument("program", type=click.Choice(list(ACP_PROGRAMS)))
@required_as_option
@role_option
@click.option("--headless", is_flag=True, help="Work without a terminal, until you press Ctrl-C.")
@click.option("--chat", is_flag=True, help="Talk to the agent: what you type goes to it, as in `renkei team chat`.")
@click.option("--stay", is_flag=True, help="Wait for work also without a terminal, until you press Ctrl-C.")
@click.argument("arguments", nargs=-1, metavar="[-- ARGUMENTS…]", type=click.UNPROCESSED)
def command(
    program: str, actor: str, role: str, headless: bool, chat: bool, stay: bool, arguments: tuple[str, ...]
) -> None:
    if headless or chat or program not in PROGRAMS:
        from renkei.edges.cli.team.solo import work_alone

        refuse_together({"--stay": stay, "--headless": headless and chat, "ARGUMENTS": bool(arguments)})
        work_alone(program, actor, role, chat=chat or (sys.stdin.isatty() and not headless))
        return
    require("mcp", "`renkei run`")
    from renkei.edges.coding_agents.program import find_program
    from renkei.edges.coding_agents.run import find_executable, prepare, start

    found, who = find_program(program), member(actor)
    find_executable(found)
    launch = prepare(found, who, Path.cwd(), stay=stay)
    joined(actor, role)
    start(found, launch, arguments)


def refuse_together(given: dict[str, bool]) -> None:
    """Refuse what has no meaning for an agent that works through the Agent Client Protocol."""
    wrong = [name for name, is_given in given.items() if is_given]
    if wrong:
        raise click.UsageError(f"{wrong[0]} cannot be used here: the agent works without its own terminal.")
