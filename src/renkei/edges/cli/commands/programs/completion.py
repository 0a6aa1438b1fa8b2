"""Print the script that makes SHELL complete commands, options and names.

The names are those of the project: participants, contracts, messages, decisions, artifacts, fields. For bash or zsh add
`eval "$(renkei completion bash)"` to `~/.bashrc` or `~/.zshrc`, with the name of your shell. For fish save the script
as `~/.config/fish/completions/renkei.fish`.
"""

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")


@click.command("completion", help=__doc__)
@click.argument("shell", metavar="SHELL", type=click.Choice(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    found = get_completion_class(shell)
    assert found is not None  # click has all of SHELLS
    click.echo(found(ctx.find_root().command, {}, "renkei", "_RENKEI_COMPLETE").source())
