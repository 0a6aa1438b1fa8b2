"""Builds the commands of `renkei contract` that take one transition of the life cycle."""

import click

from renkei.contracts.lifecycle import Transition
from renkei.edges.cli.arguments.options import as_option, contract_argument, outcome_options, reason_option
from renkei.edges.cli.output.outcome import print_contract
from renkei.edges.cli.project_directory import open_project
from renkei.engine.commands import TransitionContract


def transition_command(transition: Transition, description: str | None) -> click.Command:
    """Build the command of a transition's name."""

    @click.command(transition, help=description)
    @contract_argument
    @as_option
    @reason_option
    @outcome_options
    def command(contract: str, actor: str, reason: str, output_format: str) -> None:
        with open_project() as project:
            print_contract(
                project,
                contract,
                project.do(TransitionContract(contract, transition, reason), actor=actor),
                output_format,
            )

    return command
