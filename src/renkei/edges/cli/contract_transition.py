"""Builds the commands of `renkei contract` that take one transition of the life cycle."""

from pathlib import Path

import click

from renkei.contracts.lifecycle import Transition
from renkei.edges.cli.options import as_option, format_option, open_project, project_option, reason_option
from renkei.edges.cli.outcome import print_contract


def transition_command(transition: Transition, description: str | None) -> click.Command:
    """Build the command of a transition's name."""

    @click.command(transition, help=description)
    @project_option
    @click.argument("contract", metavar="ID")
    @as_option
    @reason_option
    @format_option
    def command(directory: Path, contract: str, actor: str, reason: str, output_format: str) -> None:
        with open_project(directory) as project:
            print_contract(
                project, contract, project.transition(contract, transition, reason, actor=actor), output_format
            )

    return command
